import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { StaffClient } from "#tests/support/staff-client.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor } from "./browser.ts";
import { signedInVisitor, until } from "./steps.ts";

const OWNER = { username: "maya", password: "halcyon-2026" };
const DESK = { username: "devi", password: "a long enough one", email: "devi@example.com" };
/** Buttons that only administrators, or users who may see names and numbers, need. */
const OF_OTHERS =
  /^(Add Appointment|Add Contact|Import CSV|Export CSV|New Campaign|Set Permissions & Approve|Approve|Match .*)$/;

let browser: Browser;
let parlor: RunningParlor;
let devi: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("not-an-admin"), "--port", "0"]);
  const admin = new StaffClient(parlor.url);
  await admin.signIn(OWNER.username, OWNER.password);
  await admin.request("POST", "/api/register", DESK);
  const pending = (await admin.request("GET", "/api/users/pending")) as {
    id: string;
    username: string;
  }[];
  const id = pending.find(({ username }) => username === DESK.username)?.id;
  await admin.request("POST", `/api/users/${id}/approve`, {
    permissions: {
      pages: PAGES.map(({ path }) => path),
      employeeIds: [1],
      canViewClientPhoneNumbers: false,
      canViewClientNames: false,
    },
  });
  browser = await launch();
  devi = await signedInVisitor(browser, parlor, DESK);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

const PAGES = [
  { path: "/", heading: "Dashboard" },
  { path: "/campaigns", heading: "Campaigns" },
  { path: "/inbox", heading: "Inbox" },
  { path: "/contacts", heading: "Contacts" },
  { path: "/appointments", heading: "Appointments" },
  { path: "/reviews", heading: "Reviews" },
  { path: "/contact-updates", heading: "Contact Updates" },
  { path: "/appointment-management", heading: "Appointment Management" },
  { path: "/audit-logs", heading: "Audit Logs" },
];

/** Screens that come with a page. */
const SUBPAGES = [
  { path: "/campaigns/automatic", heading: "Automatic Texts" },
  { path: "/campaigns/automatic/birthday", heading: "Birthday" },
];

for (const { path, heading } of [...PAGES, ...SUBPAGES])
  journey(
    `who sees neither names nor numbers can work at ${path}, and is offered nothing that is refused`,
    async () => {
      const { page } = devi;
      await open(page, parlor.url + path);
      await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
      expect(await page.getByText(/\(512\) 555-|\+1512555/).count()).toBe(0);
      expect(await page.getByText(/Ruth Abernathy|Beatriz Marsh|Noor Hart/).count()).toBe(0);
      expect(await page.getByRole("button", { name: OF_OTHERS }).allTextContents()).toEqual([]);
      unfit.push(...(await inspect(page, `not-an-admin${path.replace("/", "-")}`)));
    },
    JOURNEY_MS,
  );

journey("of the book there is one column, and of clients their numbers in the list", async () => {
  const { page } = devi;
  await open(page, `${parlor.url}/appointments`);
  await until(async () => (await page.getByText(/^Client #\d+$/).count()) > 0);
  expect(await page.getByText("Jo Carver").count()).toBe(0);
  await open(page, `${parlor.url}/contacts`);
  await until(async () => (await page.getByText(/^Client #\d+$/).count()) > 0);
  await until(async () => (await page.getByText(/^••• ••• \d{4}$/).count()) > 0);
});

journey.each(["/users", "/settings"])("%s is for administrators", async (path) => {
  const { page } = devi;
  await open(page, parlor.url + path);
  await page.getByText("You do not have permission to access this page.").waitFor();
  // The browser tells of its own that the page was refused.
  devi.complaints.splice(
    0,
    devi.complaints.length,
    ...devi.complaints.filter((one) => !one.includes("403")),
  );
});

journey("nothing complained: no console error, no hydration warning, no axe violation", () => {
  expect([devi.complaints, unfit]).toEqual([[], []]);
});
