import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor } from "./browser.ts";
import {
  bar,
  go,
  goToSettings,
  saveSettings,
  signedInVisitor,
  until,
  waitForText,
  waitForToast,
} from "./steps.ts";

const TAGGED = 12;
const OTHERS = 5;
/** The stand-in plays these endings: a landline by its lookup, and a number that is out of reach. */
const LANDLINE = "+12122000006";
const OUT_OF_REACH = "+12122000003";
const MESSAGE = "Hi {firstName|there}, winter facials are $20 off.";
const NAME = "December Evenings";

let browser: Browser;
let parlor: RunningParlor;
let standIn: StandInProcess;
let owner: Visitor;
let staff: StaffClient;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  standIn = await startStandInProcess(5);
  await standIn.control({ callbackDelayMs: [20, 200] });
  const data = newFolder("campaigns");
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    TWILIO_API_BASE: standIn.url,
    TWILIO_LOOKUPS_BASE: standIn.url,
    // Instead of a minute: what is in doubt here is made so on purpose.
    PARLOR_SETTLE_SECONDS: "10",
  });
  staff = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: 50, delaySeconds: 1 });
  await staff.request("POST", "/api/settings", {
    businessName: "Halcyon",
    testPhoneNumber: "+12025550177",
  });
  await staff.request("POST", "/api/settings/connect-webhook");
  await importTagged();
  browser = await launch();
  owner = await signedInVisitor(browser, parlor);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  standIn?.end();
});

journey(
  "settings switch the paid lookups on, and say what they cost",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings/texting`);
    await waitForText(page, "Twilio charges $0.008 for each new number");
    await page.getByRole("switch", { name: "Look up line types before a campaign" }).check();
    await page.getByLabel("Daily cap (optional)").fill("5000");
    unfit.push(...(await inspect(page, "settings-caps")));
    await saveSettings(page);
  },
  JOURNEY_MS,
);

journey(
  "all who carry a tag are chosen but one, a test is sent, and the campaign is scheduled",
  async () => {
    const { page } = owner;
    await go(page, "Campaigns");
    await bar(page).getByRole("button", { name: "New Campaign" }).click();
    await page.getByLabel("Name", { exact: true }).fill(NAME);
    await page.getByLabel("Message", { exact: true }).fill(MESSAGE);
    await page.getByRole("button", { name: "Add Salon Name and STOP" }).click();
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("menuitem", { name: /Facial/ }).click();
    await waitForText(page, `${TAGGED} tagged`);
    await waitForText(page, `${TAGGED} of ${TAGGED + OTHERS} selected`);
    await page.getByRole("checkbox", { name: /Tagged4 / }).uncheck();
    await waitForText(page, `${TAGGED - 1} of ${TAGGED + OTHERS} selected`);
    await page.getByText("Schedule…", { exact: true }).click();
    unfit.push(...(await inspect(page, "composer")));

    await page.getByRole("button", { name: "Send Test to (202) 555-0177" }).click();
    await waitForToast(page, "Test sent");
    await until(async () =>
      (await standIn.log()).some(
        ({ to, body }) => to === "+12025550177" && body.startsWith("Halcyon: Hi Alex, winter"),
      ),
    );
    await page.getByRole("button", { name: /^Schedule/ }).click();
    await page.getByRole("button", { name: `Schedule for ${TAGGED - 1} clients` }).click();
    await waitForToast(page, "It will be sent");
    await card(page).getByText("Scheduled", { exact: true }).waitFor();
    unfit.push(...(await inspect(page, "scheduled")));
  },
  JOURNEY_MS,
);

journey(
  "its time is moved, and then it is sent now, once its numbers are checked",
  async () => {
    const { page } = owner;
    await card(page).getByRole("button", { name: "Reschedule…" }).click();
    const dialog = page.getByRole("dialog", { name: "Reschedule" });
    await dialog.getByLabel("Date").fill("2020-01-01");
    await dialog.getByRole("button", { name: "Save" }).click();
    await waitForText(page, "Choose a time in the future.");
    const later = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await dialog.getByLabel("Date").fill(later);
    await dialog.getByLabel("Time").fill("15:30");
    unfit.push(...(await inspect(page, "reschedule")));
    await dialog.getByRole("button", { name: "Save" }).click();
    await waitForToast(page, "Campaign rescheduled");
    await card(page).getByText("at 3:30 PM").waitFor();
    await card(page).getByText("Checked").waitFor();

    await choose(page, "Send Now");
    await page.getByRole("alertdialog").getByRole("button", { name: "Send Now" }).click();
    await card(page).getByText("Completed", { exact: true }).waitFor();
    const sent = (await standIn.log()).filter(({ body }) => body.includes("Tagged"));
    // Neither the one who was unticked nor the landline, which the check found.
    expect(sent).toHaveLength(TAGGED - 2);
    expect(sent.map(({ to }) => to)).not.toContain(LANDLINE);
    expect(sent.some(({ body }) => body.includes("Tagged4,"))).toBe(false);
  },
  JOURNEY_MS,
);

journey(
  "the report tells what did not arrive and why",
  async () => {
    const { page } = owner;
    await card(page).getByRole("link", { name: NAME }).click();
    await page.getByRole("heading", { level: 2, name: NAME }).waitFor();
    const reasons = page.getByRole("region", { name: "Not delivered" });
    await reasons.getByText("Failed", { exact: true }).waitFor();
    await reasons.getByText("Skipped", { exact: true }).waitFor();
    expect(await reasons.getByRole("listitem").count()).toBe(2);
    await until(async () => (await figure(page, "Delivered")) === String(TAGGED - 3));
    expect(await figure(page, "Sent")).toBe(String(TAGGED - 2));
    expect(await figure(page, "Failed")).toBe("1");

    // A reply while the page is open.
    const [text] = (await standIn.log()).filter(({ body }) => body.includes("Tagged2,"));
    await standIn.inbound({ from: text?.to ?? "", to: PHONE_NUMBER, body: "BOOK please" });
    await until(async () => (await figure(page, "Replies")) === "1");
    unfit.push(...(await inspect(page, "report")));
    await open(page, page.url());
    await page.getByRole("img", { name: /^Hour by hour/ }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "a duplicate begins with the same words and clients",
  async () => {
    const { page } = owner;
    await page.getByRole("button", { name: "Duplicate" }).click();
    const dialog = page.getByRole("dialog", { name: "New Campaign" });
    await dialog.waitFor();
    expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe(`Copy of ${NAME}`);
    await waitForText(page, `${TAGGED - 2} of ${TAGGED + OTHERS - 1} selected`);
    await dialog.getByRole("switch").uncheck();
    await waitForText(page, "pay for texts to landlines and dead numbers");
    await dialog.getByRole("button", { name: /^Send Now/ }).click();
    await waitForToast(page, "Your campaign will send shortly");
    await until(
      async () => (await standIn.log()).filter(({ body }) => body.includes("Tagged")).length === 20,
    );
  },
  JOURNEY_MS,
);

journey(
  "the scan by hand asks first, tells what it found, and leads to the campaigns",
  async () => {
    const { page } = owner;
    await goToSettings(page, "Texting");
    const check = page.getByRole("region", { name: "Manual Deliverability Check" });
    await check.getByRole("button", { name: "Check Now" }).click();
    unfit.push(...(await inspect(page, "scan-asked")));
    await page.getByRole("alertdialog").getByRole("button", { name: "Check Now" }).click();
    await waitForToast(page, "Deliverability check complete");
    await waitForToast(page, "Scanned 2");
    await page.getByRole("heading", { level: 1, name: "Campaigns" }).waitFor();
    await goToSettings(page, "Texting");
    await check.getByText(/^Last check, .*: Scanned 2\d messages\. /).waitFor();
    unfit.push(...(await inspect(page, "scan-done")));
  },
  JOURNEY_MS,
);

journey(
  "what nobody could confirm is listed, and settled by staff",
  async () => {
    const { page } = owner;
    const contacts = await staff.request("GET", "/api/contacts?q=Other");
    const [arrived, lost] = contacts.contacts;
    await standIn.control({ faults: { refuse500: 1 } });
    const { id } = await staff.request("POST", "/api/campaigns", {
      name: "In doubt",
      message: "Are you there?",
      contactIds: [arrived.id, lost.id],
      skipCheck: true,
    });
    await until(async () => (await standIn.counts()).refused >= 2);
    await standIn.control({ faults: {} });
    // Another program on the same account texts them, so the sender can't be determined.
    for (const { phoneNumber } of [arrived, lost]) await foreignText(phoneNumber);

    await open(page, `${parlor.url}/campaigns`);
    const doubtful = page.getByRole("article", { name: "In doubt" });
    await doubtful.getByText("2 could not be confirmed").click();
    const list = page.getByRole("region", { name: "Couldn't be confirmed" });
    await list.getByRole("button", { name: `It Arrived ${arrived.name}` }).waitFor();
    unfit.push(...(await inspect(page, "unknown")));
    await list.getByRole("button", { name: `It Arrived ${arrived.name}` }).click();
    await waitForToast(page, "Counted as sent");
    await list.getByRole("button", { name: `Send Again ${lost.name}` }).click();
    await waitForText(page, "will get it twice.");
    unfit.push(...(await inspect(page, "send-again")));
    await page.getByRole("alertdialog").getByRole("button", { name: "Send Again" }).click();
    await waitForToast(page, "Sending it again");
    await list.waitFor({ state: "detached" });
    await until(async () => {
      const { sentCount, unknownCount } = await staff.request("GET", `/api/campaigns/${id}`);
      return sentCount === 2 && unknownCount === 0;
    });
    const said = (await standIn.log()).filter(({ body }) => body === "Are you there?");
    expect(said).toHaveLength(1);
  },
  JOURNEY_MS,
);

journey("nothing complained: no console error, no hydration warning, no axe violation", () => {
  // The browser reports the request that was refused on purpose.
  expect(owner.complaints.filter((one) => !/status of 400/.test(one))).toEqual([]);
  expect(unfit).toEqual([]);
});

function card(page: Page) {
  return page.getByRole("article", { name: NAME, exact: true });
}

async function choose(page: Page, act: string): Promise<void> {
  await card(page)
    .getByRole("button", { name: /More actions/ })
    .click();
  await page.getByRole("menuitem", { name: act }).click();
}

async function figure(page: Page, name: string): Promise<string | null> {
  return page.getByRole("region", { name, exact: true }).locator(".figure").textContent();
}

async function importTagged(): Promise<void> {
  const numbers = [
    LANDLINE,
    OUT_OF_REACH,
    ...Array.from({ length: TAGGED - 2 }, (_, n) => `+1212200${1_004 + n * 10}`),
  ];
  await staff.request("POST", "/api/contacts/bulk-import", {
    contacts: numbers.map((phoneNumber, n) => ({
      firstName: `Tagged${n}`,
      lastName: "Client",
      phoneNumber,
    })),
    tag: "Facial",
    consentBasis: "They signed a form",
  });
  await staff.request("POST", "/api/contacts/bulk-import", {
    contacts: Array.from({ length: OTHERS }, (_, n) => ({
      firstName: "Other",
      lastName: `Client ${n}`,
      phoneNumber: `+1212300${1_004 + n * 10}`,
    })),
    consentBasis: "They signed a form",
  });
}

async function foreignText(to: string): Promise<void> {
  const answer = await fetch(`${standIn.url}/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}` },
    body: new URLSearchParams({ To: to, From: PHONE_NUMBER, Body: "From another program" }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
