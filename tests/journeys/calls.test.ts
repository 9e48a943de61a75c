import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { go, waitForText, waitForToast } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("calls"), "--port", "0"]);
  browser = await launch();
  owner = await signedInAs(DEMO_USER);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

async function signedInAs(username: string): Promise<Visitor> {
  const one = await visitor(browser);
  const data = { username, password: DEMO_PASSWORD };
  const { status } = await one.context.request
    .post(`${parlor.url}/api/login`, { data })
    .then((answer) => ({ status: answer.status() }));
  expect(status).toBe(200);
  return one;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
async function get({ context }: Visitor, path: string): Promise<any> {
  return (await context.request.get(`${parlor.url}${path}`)).json();
}

const card = (page: Page, name: RegExp) => page.getByRole("article", { name });

journey(
  "a request is booked with the slot that the caller's words came to, and the caller gets a text",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/`);
    await go(page, "AI Appointments");
    await page.getByRole("link", { name: "AI Appointments 3 waiting" }).waitFor();
    unfit.push(...(await inspect(page, "ai-appointments")));
    await card(page, /Cut & Style/)
      .getByRole("button", { name: "Approve" })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("unless they've opted out").waitFor();
    unfit.push(...(await inspect(page, "ai-approve")));
    // Whether Tomas has somebody then depends on the day on which the demo salon is made.
    await dialog.getByRole("button", { name: "Another Time…" }).click();
    await dialog.getByLabel("Start time").fill("03:00");
    await dialog.getByText(/Tomas Cruz works from/).waitFor();
    unfit.push(...(await inspect(page, "ai-clash")));
    await dialog.getByRole("button", { name: "Book Anyway" }).click();
    await waitForToast(page, "Appointment booked");
    await waitForToast(page, "A text confirms it to the client.");
    await page.getByRole("link", { name: "AI Appointments 2 waiting" }).waitFor();

    const [request] = await get(owner, "/api/potential-appointments?status=approved&limit=1");
    const { lastTexts } = await get(owner, `/api/contacts/${request.matchedContactId}/history`);
    const text = lastTexts.find((one: { purpose?: string }) => one.purpose === "confirmation");
    expect(text.body).toMatch(
      /^Halcyon Skin & Hair: you are booked for Cut & Style with Tomas on Thursday, .* at 3:00 AM\./,
    );
    await page.getByRole("radiogroup", { name: "Show" }).getByText("Approved").click();
    await card(page, /Cut & Style/)
      .getByRole("link", { name: /at 3:00 AM with Tomas Cruz/ })
      .click();
    await page.waitForURL(/\/appointments\?date=/);
    await page.getByRole("heading", { level: 1, name: "Appointments" }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "another is only marked, a third rejected, and reopened",
  async () => {
    const { page } = owner;
    await go(page, "AI Appointments");
    await card(page, /Tessa Boone/)
      .getByRole("button", { name: "Find a Time" })
      .click();
    await page.getByRole("dialog").getByText("Mark as Approved").click();
    await waitForToast(page, "Request approved");

    await card(page, /Hydrating Facial/)
      .getByRole("button", { name: "Reject" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click();
    await waitForText(page, "Nothing is waiting");
    unfit.push(...(await inspect(page, "ai-none-waiting")));
    await page.getByRole("radiogroup", { name: "Show" }).getByText("Rejected").click();
    await card(page, /Hydrating Facial/)
      .getByRole("button", { name: "Reopen" })
      .click();
    await waitForToast(page, "Request reopened");
    await page.getByRole("link", { name: "AI Appointments 1 waiting" }).waitFor();
    const counts = await get(owner, "/api/potential-appointments/count");
    expect(counts).toEqual({ pending: 1, approved: 3, rejected: 1, all: 5 });
  },
  JOURNEY_MS,
);

journey(
  "a call is found by what was said in it, read in turns, and leads to its request",
  async () => {
    const { page } = owner;
    await go(page, "Call Transcripts");
    await page.getByRole("link", { name: /Missed/ }).waitFor();
    unfit.push(...(await inspect(page, "calls")));
    await page.getByRole("searchbox", { name: "Search calls" }).fill("lamination");
    await page.waitForURL(/q=lamination/);
    await page.getByRole("link", { name: /stuck on MoPac/ }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /Tessa Boone.*Booked/s }).waitFor();
    await page.getByRole("link", { name: /555-0862/ }).click();
    await page.getByRole("region", { name: "Conversation" }).getByText("Tessa Boone.").waitFor();
    unfit.push(...(await inspect(page, "call")));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("searchbox", { name: "Search calls" }).fill("");
    await page.getByRole("link", { name: /stuck on MoPac/ }).click();
    await waitForText(page, "Message for you");
    unfit.push(...(await inspect(page, "call-message")));

    // The address names the call, so Back closes it.
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: /Missed/ }).click();
    await waitForText(page, "Nothing was said on this call.");
    unfit.push(...(await inspect(page, "call-missed")));
    await page.getByRole("button", { name: "Close" }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: /Hola/ }).click();
    await page.getByRole("link", { name: "Approve or Reject" }).click();
    await card(page, /Hydrating Facial/).waitFor();
    await card(page, /Hydrating Facial/)
      .getByRole("link", { name: "Read the Call" })
      .click();
    await page.getByText("Claro que sí. ¿Qué día le viene bien?").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "who is no admin and sees no names reads both, decides nothing, and meets no name",
  async () => {
    const users = await get(owner, "/api/users");
    const { id } = users.find((user: { username: string }) => user.username === "priya");
    const permissions = {
      pages: ["/potential-appointments", "/call-transcripts"],
      employeeIds: [],
      canViewClientPhoneNumbers: false,
      canViewClientNames: false,
    };
    const { request } = owner.context;
    const address = `${parlor.url}/api/users/${id}/permissions`;
    const set = await request.put(address, { data: { permissions } });
    expect(set.status()).toBe(200);
    const requests = await get(owner, "/api/potential-appointments");
    const name = requests.find(
      (one: { requestedService: string }) => one.requestedService === "Hydrating Facial",
    ).callerName;

    const priya = await signedInAs("priya");
    await open(priya.page, `${parlor.url}/potential-appointments`);
    await waitForText(priya.page, "Waiting for an administrator");
    expect(
      await priya.page.getByRole("button", { name: /Approve|Find a Time|Reject|Reopen/ }).count(),
    ).toBe(0);
    unfit.push(...(await inspect(priya.page, "ai-masked")));
    await card(priya.page, /Hydrating Facial/)
      .getByRole("link", { name: "Read the Call" })
      .waitFor();
    await go(priya.page, "Call Transcripts");
    await priya.page.getByRole("link", { name: /Hola/ }).click();
    await waitForText(priya.page, "Soy •••");
    unfit.push(...(await inspect(priya.page, "call-masked")));
    expect(await priya.page.content()).not.toContain(name.split(" ")[1]);
    expect(priya.complaints).toEqual([]);
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", () => {
  expect(unfit).toEqual([]);
  expect(owner.complaints).toEqual([]);
});
