import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openDatabase } from "#db/connection.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { createOwner, OWNER, signedIn } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { saveSettings } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;
let openai: OutsideStandIn;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("simulator");
  await createOwner(data);
  const db = openDatabase(join(data, "parlor.db"), 5_000);
  addEmployee(db, "Elena Park");
  db.close();
  openai = startOutsideStandIn();
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    PARLOR_CARRIER: "simulated",
    OPENAI_BASE_URL: openai.config.openaiBaseUrl,
  });
  await (await signedIn(parlor)).request("POST", "/api/settings", {
    businessName: "Halcyon",
    businessPhone: "(512) 555-0100",
    timeZone: "America/New_York",
  });
  browser = await launch();
  owner = await visitor(browser);
  const { username, password } = OWNER;
  await owner.context.request.post(`${parlor.url}/api/login`, { data: { username, password } });
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  await openai?.stop();
});

const card = () => owner.page.getByRole("region", { name: "AI Voice Assistant" });
const attempt = () => owner.page.getByRole("region", { name: "Try the AI Receptionist" });

journey(
  "an owner saves a key and says how calls are answered",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings/assistant`);
    await attempt().getByText("Save an OpenAI API key first.").waitFor();
    await card().getByLabel("OpenAI API key").fill(KEYS.openai);
    await card().getByLabel("Connect callers to").fill("(512) 555-0199");
    await card()
      .getByLabel("How the AI receptionist listens")
      .selectOption({ label: "Sentence by sentence" });
    await card().getByText("Text callers back after missed calls").click();
    await card().getByText("Halcyon: Sorry we missed your call!").waitFor();
    await attempt().getByText("Save your changes to test them.").waitFor();
    await saveSettings(page);
    const { aiHandoverNumber, aiCallMode, missedCallTextEnabled } = await (
      await owner.context.request.get(`${parlor.url}/api/settings`)
    ).json();
    expect([aiHandoverNumber, aiCallMode, missedCallTextEnabled]).toEqual([
      "+15125550199",
      "gather",
      true,
    ]);
    await open(page, `${parlor.url}/settings#voice`);
    await attempt().scrollIntoViewIfNeeded();
    unfit.push(...(await inspect(page, "voice-card")));
  },
  JOURNEY_MS,
);

journey(
  "who types to the assistant sees its words as they come, and what a call would have noted",
  async () => {
    const { chat } = openai;
    chat.firstMs = 120;
    // Long enough to be read between the pieces on a busy machine.
    chat.pieceMs = 250;
    chat.script.push(
      { text: "Gladly. On Friday I have nine, ten thirty or two o'clock with Elena." },
      {
        calls: [
          {
            name: "request_appointment",
            args: {
              name: "Ana Silva",
              service: "Balayage",
              day_words: "Friday",
              time_words: "ten thirty",
              date: null,
              time: null,
              employee: "Elena",
              notes: null,
            },
          },
        ],
      },
      { text: "I have noted it. The team will confirm it." },
    );
    await attempt().getByRole("button", { name: "Start Test Call" }).click();
    const log = attempt().getByRole("log", { name: "Test call" });
    await log.getByText("I'm an automated assistant, and this call is transcribed.").waitFor();

    const input = attempt().getByLabel("What the caller says");
    await input.fill("A balayage on Friday, please");
    await input.press("Enter");
    // It is read while it is being made.
    await log.getByText(/Gladly\. On/).waitFor();
    expect(await log.textContent()).not.toContain("with Elena");
    await log.getByText(/two o'clock with Elena\./).waitFor();
    await log.getByText(/First word after \d\.\d s/).waitFor();

    await input.fill("Ten thirty, I am Ana Silva");
    await attempt().getByRole("button", { name: "Say It" }).click();
    await log
      .getByText(
        "On a real call, the request would be saved now: Ana Silva: Balayage, Friday, ten thirty",
      )
      .waitFor();
    await log.getByText("I have noted it. The team will confirm it.").waitFor();
    await attempt().scrollIntoViewIfNeeded();
    unfit.push(...(await inspect(owner.page, "voice-try")));
  },
  JOURNEY_MS,
);

journey(
  "a model that gives out is explained, and after hanging up another try begins",
  async () => {
    const { page } = owner;
    openai.chat.otherwise = () => ({ status: 401 });
    await attempt().getByLabel("What the caller says").fill("Are you there?");
    await attempt().getByRole("button", { name: "Say It" }).click();
    await attempt()
      .getByText("OpenAI refused the key: copy it again from platform.openai.com, under API keys.")
      .waitFor();
    await attempt().getByText("Please say your name, your number and your message").waitFor();
    await attempt().getByRole("button", { name: "Hang Up" }).click();
    await attempt().getByText("You hung up.").waitFor();
    unfit.push(...(await inspect(page, "voice-over")));
    await attempt().getByRole("button", { name: "Start Another Test Call" }).click();
    await attempt().getByText("I'm an automated assistant").waitFor();
    // None of these were calls.
    const figures = await owner.context.request.get(`${parlor.url}/api/voice/figures`);
    expect(await figures.json()).toMatchObject({ callsToday: 0, answers: 0 });
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", () => {
  expect(unfit).toEqual([]);
  expect(owner.complaints).toEqual([]);
  expect([openai.unexpected, openai.bugs]).toEqual([[], []]);
});
