import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, visitor } from "./browser.ts";
import { readWithoutScript, signedInVisitor, until, waitForText } from "./steps.ts";

const GRACE = "+12125550144";

let browser: Browser;
let parlor: RunningParlor;
let standIn: StandInProcess;
let api: StaffClient;

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  standIn = await startStandInProcess(7);
  const data = newFolder("approval-journey");
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    TWILIO_API_BASE: standIn.url,
    TWILIO_LOOKUPS_BASE: standIn.url,
    TWILIO_MESSAGING_BASE: standIn.url,
  });
  api = await signedIn(parlor);
  await connectStandIn(api, parlor.url, { messageCount: 100, delaySeconds: 1 });
  await api.request("POST", "/api/settings", { businessName: "Halcyon" });
  await standIn.control({
    magic: false,
    smsUrl: `${parlor.url}/api/twilio/webhook`,
    registration: {
      brand: { status: "APPROVED" },
      campaign: { campaign_status: "FAILED", errors: [{ description: "Opt-in page not found" }] },
    },
  });
  browser = await launch();
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  standIn?.end();
});

journey(
  "a client signs up for texts on the public page and confirms by YES",
  async () => {
    const { page, complaints } = await visitor(browser);
    await open(page, `${parlor.url}/texts`);
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
    expect(await inspect(page, "texts")).toEqual([]);
    await page.getByLabel("Name").fill("Grace Lindqvist");
    await page.getByLabel("Mobile Number").fill("(212) 555-0144");
    await page.getByRole("button", { name: "Sign Up for Texts" }).click();
    await waitForText(page, "Choose at least one kind of text.");
    await page.getByRole("checkbox", { name: /marketing texts with offers/ }).check();
    await page.getByRole("button", { name: "Sign Up for Texts" }).click();
    await page.getByRole("heading", { name: "Check Your Phone" }).waitFor();
    expect(await inspect(page, "texts-sent")).toEqual([]);
    await standIn.inbound({ from: GRACE, to: PHONE_NUMBER, body: "Yes" });
    await until(async () => {
      const { contacts } = await api.request("GET", "/api/contacts");
      return contacts.some(({ name }: { name: string }) => name === "Grace Lindqvist");
    });
    const history = await api.request("GET", "/api/contacts/1/history");
    expect(JSON.stringify(history)).toContain("I agree to get recurring marketing texts");
    expect(complaints).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "the pages that carriers open can be read without JavaScript",
  async () => {
    expect(await readWithoutScript(browser, `${parlor.url}/texts`)).toContain(
      "Reply HELP for help",
    );
    expect(await readWithoutScript(browser, `${parlor.url}/privacy`)).toContain(
      "We never share or sell your mobile number",
    );
    expect(await readWithoutScript(browser, `${parlor.url}/terms`)).toContain("Reply STOP");
  },
  JOURNEY_MS,
);

journey(
  "the owner sees why carriers refused, copies the sheet, and New Campaign warns",
  async () => {
    const { page, complaints } = await signedInVisitor(browser, parlor);
    await open(page, `${parlor.url}/settings/texting`);
    const card = page.getByRole("region", { name: "Get Approved" });
    await card.getByRole("button", { name: /^Check/ }).click();
    await card.getByText("Carriers refused it: Opt-in page not found.").waitFor();
    await card.getByLabel("Legal business name").fill("Halcyon LLC");
    await card.getByRole("button", { name: "Save Details" }).click();
    await card.getByText("Brand", { exact: true }).last().click();
    await card.getByText("Halcyon LLC").waitFor();
    expect(await inspect(page, "get-approved")).toEqual([]);
    await open(page, `${parlor.url}/campaigns`);
    await page.getByRole("button", { name: "New Campaign" }).first().click();
    await page.getByRole("dialog").getByText("Carriers haven't approved your number").waitFor();
    expect(complaints).toEqual([]);
  },
  JOURNEY_MS,
);
