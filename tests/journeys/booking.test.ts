import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Locator } from "playwright-core";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { readWithoutScript, until, waitForFocus, waitForText, waitForToast } from "./steps.ts";

const PHONE = { width: 360, height: 780 };
const NARROW = { width: 320, height: 640 };

let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;
let client: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("booking"), "--port", "0"]);
  browser = await launch();
  owner = await visitor(browser);
  client = await visitor(browser);
  const data = { username: DEMO_USER, password: DEMO_PASSWORD };
  await owner.context.request.post(`${parlor.url}/api/login`, { data });
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "the owner sets hours with a break, a closed day and time off",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings/hours`);
    const week = page.getByRole("form", { name: "Weekly Hours" });
    await week.getByRole("button", { name: "Add a break on Monday" }).click();
    await week.getByRole("button", { name: "Copy Monday to all open days" }).click();
    unfit.push(...(await inspect(page, "hours")));
    await week.getByRole("button", { name: "Save Hours" }).click();
    const question = page.getByRole("alertdialog", { name: "Shorten Staff Hours?" });
    await question.getByLabel("Shorten their hours too").uncheck();
    await question.getByRole("button", { name: "Save Hours" }).click();
    await waitForToast(page, "Hours saved");
    await page.getByRole("button", { name: "Add US Holidays" }).click();
    await waitForToast(page, "Holidays added");
    await page.getByRole("button", { name: "Add Time Off" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("From").fill("2031-01-07");
    await dialog.getByLabel("Reason (optional)").fill("Dentist");
    unfit.push(...(await inspect(page, "time-off")));
    await dialog.getByRole("button", { name: "Add Time Off" }).click();
    await waitForToast(page, "Time off added");
  },
  JOURNEY_MS,
);

journey(
  "changed hours are asked about before another employee's or another screen take their place",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings/hours`);
    const tuesday = page.getByRole("switch", { name: /^Tue/ });
    await tuesday.uncheck();
    const question = page.getByRole("alertdialog", { name: "Leave Without Saving?" });
    await page.getByRole("group", { name: "Hours for" }).getByRole("button").nth(1).click();
    await question.getByRole("button", { name: "Stay" }).click();
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link", { name: "Services" })
      .click();
    await question.getByRole("button", { name: "Stay" }).click();
    expect(await tuesday.isChecked()).toBe(false);
    await page.getByRole("group", { name: "Hours for" }).getByRole("button").nth(1).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/employee=/);
    await page.getByRole("group", { name: "Hours for" }).getByRole("button").first().click();
    await until(() => tuesday.isChecked());
    await tuesday.uncheck();
    await page.getByLabel("From (optional)").fill("2031-03-03");
    await page
      .getByRole("form", { name: "Weekly Hours" })
      .getByRole("button", { name: "Save Hours" })
      .click();
    await waitForToast(page, "Hours saved");
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link", { name: "Services" })
      .click();
    await page.waitForURL("**/settings/services");
  },
  JOURNEY_MS,
);

journey(
  "the owner adds a service with a deposit, and it can be booked online",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings/services`);
    await page.getByRole("button", { name: "Add Service" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Glow Facial");
    await dialog.getByLabel("Category (optional)").fill("Skin");
    await dialog.getByLabel("Price", { exact: true }).fill("125");
    await dialog.getByLabel("Deposit (optional)").fill("30");
    unfit.push(...(await inspect(page, "service")));
    await dialog.getByRole("button", { name: "Add Service" }).click();
    await waitForToast(page, "Service added");
    await page.getByRole("cell", { name: "$125.00" }).waitFor();
    unfit.push(...(await inspect(page, "services")));
    await page.getByRole("button", { name: "Add Service" }).first().click();
    await dialog.getByLabel("Name", { exact: true }).fill("Neck Massage");
    await dialog.getByLabel("Price", { exact: true }).fill("40");
    await dialog.getByRole("button", { name: "Add Service" }).click();
    await page.getByText("Neck Massage").waitFor();
    const text = await readWithoutScript(browser, `${parlor.url}/book`);
    expect(text).toContain("Glow Facial");
    expect(text).toContain("$125.00");
  },
  JOURNEY_MS,
);

journey(
  "a client books on a phone, pays the deposit, moves the appointment and cancels it",
  async () => {
    const { page } = client;
    await page.setViewportSize(PHONE);
    await open(page, `${parlor.url}/book`);
    unfit.push(...(await inspect(page, "book-service")));
    await page.setViewportSize(PHONE);
    await page.getByRole("checkbox", { name: /Glow Facial/ }).check();
    await page.getByRole("checkbox", { name: /Neck Massage/ }).check();
    await waitForText(page, "2 services");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Later days" }).click();
    const times = page.getByRole("group", { name: /Morning|Afternoon/ }).getByRole("button");
    await times.first().waitFor();
    unfit.push(...(await inspect(page, "book-time")));
    await page.setViewportSize(PHONE);
    // As a phone on its side.
    await page.setViewportSize({ width: 640, height: 360 });
    await times.first().click();
    await page.getByLabel("Phone number").waitFor();
    expect(await isInSight(page.getByRole("button", { name: "Send Code" }))).toBe(true);
    await page.setViewportSize(PHONE);
    await page.goBack();
    await times.first().waitFor();
    await waitForText(page, "Glow Facial, Neck Massage");
    await page.goBack();
    expect(await page.getByRole("checkbox", { name: /Glow Facial/ }).isChecked()).toBe(true);
    await page.goForward();
    await page.goForward();
    await page.reload();
    await page.getByLabel("Phone number").fill("5125550177");
    await page.getByRole("button", { name: "Send Code" }).click();
    await waitForText(page, "(512) 555-0177");
    await page.getByLabel("Verification Code").fill(await codeOf("+15125550177"));
    await page.getByRole("button", { name: "Confirm Number" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Grace Lindqvist");
    expect(await page.getByRole("checkbox").isChecked()).toBe(false);
    unfit.push(...(await inspect(page, "book-details")));
    await page.getByRole("button", { name: "Pay $30.00 Deposit" }).click();
    await page.waitForURL("**/demo/checkout/**");
    await page.getByRole("button", { name: "Simulate $30.00 payment" }).click();
    await page.waitForURL("**/book/**");
    await page.getByRole("heading", { name: "You're booked" }).waitFor();
    await waitForText(page, "$30.00 deposit paid.");
    await page.getByRole("article", { name: "Visit" }).getByText("Neck Massage").waitFor();
    unfit.push(...(await inspect(page, "book-manage")));
    await page.setViewportSize(PHONE);

    await page.getByRole("button", { name: "Reschedule" }).press("Enter");
    await waitForFocus(page, "Pick Another Time");
    await page.getByRole("button", { name: /^Keep / }).press("Enter");
    await waitForFocus(page, "Reschedule");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Later days" }).click();
    await times.first().click();
    unfit.push(...(await inspect(page, "book-move")));
    await page.setViewportSize(NARROW);
    await page.getByRole("button", { name: /^Move to / }).click();
    await waitForToast(page, "Appointment moved");
    await waitForFocus(page, "Reschedule");
    await page.getByRole("button", { name: "Cancel Appointment" }).click();
    await waitForText(page, "You get your $30.00 deposit back.");
    const keep = await page.getByRole("button", { name: "Keep Appointment" }).boundingBox();
    expect(keep?.x).toBeGreaterThan(0);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Appointment" }).click();
    await waitForText(page, "The refund of your $30.00 deposit is on its way.");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await waitForFocus(page, "Appointment canceled");
  },
  JOURNEY_MS,
);

journey(
  "a client whom no time suits joins the waitlist on a phone, and leaves it",
  async () => {
    const { page } = client;
    await open(page, `${parlor.url}/book`);
    await page.setViewportSize(NARROW);
    await page.getByRole("checkbox", { name: /Glow Facial/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Join the Waitlist" }).click();
    await waitForText(page, "reply YES to book it or NO to pass");
    await page.getByRole("button", { name: "Fri", exact: true }).click();
    await page.getByLabel("After (optional)").fill("14:00");
    await page.getByLabel("Before (optional)").fill("13:00");
    await page.getByRole("button", { name: "Continue" }).click();
    await waitForText(page, "Choose a time after 2:00 PM");
    await page.getByLabel("Before (optional)").fill("18:00");
    unfit.push(...(await inspect(page, "book-preferences")));
    await page.setViewportSize(NARROW);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Phone number").fill("(737) 555-0143");
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByLabel("Verification Code").fill(await codeOf("+17375550143"));
    await page.getByRole("button", { name: "Confirm Number" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ines Albrecht");
    unfit.push(...(await inspect(page, "book-join")));
    await page.setViewportSize(NARROW);
    await page.getByRole("button", { name: "Join the Waitlist" }).click();
    await waitForText(page, "You're on the waitlist");
    unfit.push(...(await inspect(page, "book-joined")));
    await page.goBack();
    await page.getByLabel("Name", { exact: true }).waitFor();
    await page.goForward();
    await waitForText(page, "You're on the waitlist");
    await page.reload();
    await waitForText(page, "Offers go to (737) 555-0143.");
    await open(owner.page, `${parlor.url}/waitlist?show=all`);
    const row = owner.page.getByRole("row", { name: "Ines Albrecht" });
    await row.getByText("Online").waitFor();
    await page.getByRole("button", { name: "Leave the Waitlist" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave the Waitlist" }).click();
    await waitForText(page, "You left the waitlist");
    await row.getByText("Canceled").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "signing out over changed hours leads to the sign-in",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings/hours`);
    await page.getByRole("switch", { name: /^Wed/ }).uncheck();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
  },
  JOURNEY_MS,
);

journey("nothing is inaccessible or too wide, and the console is quiet", () => {
  expect(unfit).toEqual([]);
  expect([...owner.complaints, ...client.complaints]).toEqual([]);
});

/** Whether all of it is in the window, above the demo's phone. */
async function isInSight(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const dock = await part.page().getByRole("complementary", { name: "Demo phone" }).boundingBox();
  return box !== null && dock !== null && box.y >= 0 && box.y + box.height <= dock.y;
}

/** Reads the code that was texted to a phone of the demo. */
async function codeOf(phone: string): Promise<string> {
  for (;;) {
    const reply = await client.context.request.get(`${parlor.url}/api/demo/texts`);
    const texts = (await reply.json()) as { phone: string; body: string }[];
    const code = texts.flatMap((one) =>
      one.phone === phone ? (/\b(\d{6})\b/.exec(one.body)?.[1] ?? []) : [],
    )[0];
    if (code !== undefined) return code;
    await Bun.sleep(100);
  }
}
