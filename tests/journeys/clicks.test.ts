import { expect } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { newFolder } from "#tests/support/binary.ts";
import { JOURNEY_MS, open, visitor } from "./browser.ts";
import { type Clicks, countClicks, typeIntoFocused } from "./clicks.ts";
import { writeClientsCsv } from "./clients-csv.ts";
import { demoSalon, journey, MAYA } from "./salon.ts";
import { bar, go, signedInVisitor, until, waitForText, waitForToast } from "./steps.ts";
import { touchscreen } from "./touchscreen.ts";

const salon = demoSalon("clicks");

journey(
  "answering a client with a booking takes at most 4 clicks and no typed time",
  async () => {
    const { page, clicks } = await countedStaff();
    await open(page, `${salon.parlor.url}/inbox`);

    await page.getByRole("link", { name: /Odalys Quintero/ }).click();
    await page.waitForFunction(() => document.activeElement?.matches("textarea"));
    await page.getByRole("button", { name: "Book", exact: true }).click();
    const dialog = page.getByRole("dialog");
    // The client asked about the peel.
    await dialog.getByText("From your texts").waitFor();
    await dialog.getByText("Chemical Peel, Level 2").waitFor();
    // A full day offers the next free time.
    const next = dialog.getByRole("button", { name: /^Choose .* [AP]M/ });
    const time = dialog.getByRole("button", { name: /^\d+:\d+ [AP]M$/ });
    await time.or(next).first().click();
    const when = await dialog.getByRole("status").last().textContent();
    await dialog.getByRole("button", { name: /^Book .*\d/ }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/inbox");
    await waitForToast(page, "Appointment created");
    expect(when).toMatch(/^\w{3}, \w{3} \d+, .*With (?:Elena|Tomas|Jo|Priya)/);
    await page
      .getByText(/We.ll text the client|We texted the client the link to pay the deposit/)
      .first()
      .waitFor();
    expectAtMost(4, clicks);
  },
  JOURNEY_MS,
);

journey(
  "a visit is confirmed on the calendar after the dashboard has read the same day",
  async () => {
    const { page } = salon.owner;
    await open(page, salon.parlor.url);
    await page.getByRole("region", { name: /Today/ }).waitFor();
    await go(page, "Appointments");
    // The sample salon's next open day: it is closed on Sundays.
    const dayBar = page.locator(".daybar");
    const presses = (await dayBar.textContent())?.includes("Sat") ? 2 : 1;
    await dayBar.getByRole("button", { name: "Next day" }).click({ clickCount: presses });
    await page.locator(".ap").last().click();
    const sheet = page.getByRole("dialog");
    const isConfirmed = await sheet.getByRole("radio", { name: "Confirmed" }).isChecked();
    const saved = page.waitForResponse((reply) => reply.request().method() === "PATCH");
    await sheet.getByText(isConfirmed ? "Booked" : "Confirmed", { exact: true }).click();
    expect((await saved).status()).toBe(200);
    expect(salon.owner.complaints).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "after a name that nobody has, the first click on the services opens them",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?new=1`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Client" }).fill("Katherina Zzz");
    await dialog.getByText("New client").first().waitFor();
    await dialog.getByRole("combobox", { name: "Service", exact: true }).click();
    await page.keyboard.type("haircut");
    await page.getByRole("option", { name: "Use “haircut”" }).waitFor();
    await page.getByRole("option", { name: /^Cut & Style/ }).click();
    await dialog.getByRole("button", { name: "Remove Cut & Style" }).waitFor();
    expect(salon.owner.complaints).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "from a CSV file to a campaign on its way takes at most 9 clicks",
  async () => {
    const { page, clicks } = await countedStaff();
    const file = join(newFolder("csv"), "clients.csv");
    writeClientsCsv(file);
    await open(page, salon.parlor.url);

    await go(page, "Contacts");
    await bar(page).getByRole("button", { name: "Import CSV" }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("dialog").getByRole("button", { name: "Choose CSV File" }).click();
    await (await chooser).setFiles(file);
    await page.getByRole("button", { name: "Import Contacts" }).click();
    await waitForText(page, "1,000 contacts imported");
    await page.getByRole("dialog").getByRole("button", { name: "New Campaign" }).click();

    await typeIntoFocused(page, "Name", "December Evenings");
    await page.keyboard.press("Tab");
    await typeIntoFocused(
      page,
      "Message",
      "Halcyon: winter facials are $20 off. Reply STOP to opt out.",
    );
    await page.getByLabel("Select all").click();
    await page.getByRole("button", { name: /^Send Now [\d,]+ clients/ }).click();
    await page.getByRole("button", { name: /^Send to [\d,]+ clients$/ }).click();
    await waitForToast(page, "Checking contact deliverability before sending");
    expectAtMost(9, clicks);
  },
  JOURNEY_MS,
);

journey(
  "joining a membership on a phone takes at most 6 taps",
  async () => {
    const { context, page } = await visitor(salon.browser, { hasTouch: true, isMobile: true });
    const clicks = await countClicks(context);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `${salon.parlor.url}/membership`);
    const link = page.getByRole("link", { name: /Glow Club/ });
    // The client was texted this link.
    await open(page, new URL((await link.getAttribute("href")) ?? "", salon.parlor.url).href);
    clicks.restart();

    await page.getByLabel("Full Name").tap();
    await page.keyboard.type("Grace Lindqvist");
    await page.keyboard.press("Tab");
    await typeIntoFocused(page, "Phone Number", "(512) 555-0991");
    await page.keyboard.press("Tab");
    await typeIntoFocused(page, "Email", "grace@example.com");
    await page.getByRole("button", { name: "View Agreement" }).tap();
    const agreement = page.getByRole("dialog");
    await agreement.getByRole("document").evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await agreement.getByRole("button", { name: "Done" }).tap();
    await signWithFinger(page);
    await page.getByRole("button", { name: "Continue to Checkout" }).tap();
    await page.waitForURL("**/demo/checkout/**");
    await page.getByRole("button", { name: "Simulate $89.00 payment" }).tap();
    await page.waitForURL("**/membership/success**");
    expectAtMost(6, clicks);
  },
  JOURNEY_MS,
);

async function countedStaff() {
  const { context, page } = await signedInVisitor(salon.browser, salon.parlor, MAYA);
  return { page, clicks: await countClicks(context) };
}

function expectAtMost(limit: number, { pressed }: Clicks): void {
  expect(pressed.length, pressed.join(", ")).toBeWithin(1, limit + 1);
}

/** One stroke on the glass, which is one press. */
async function signWithFinger(page: Page): Promise<void> {
  const canvas = page.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  await until(async () => {
    const height = await canvas.evaluate((one) => (one as HTMLCanvasElement).height);
    return height >= 198;
  });
  const box = await canvas.boundingBox();
  if (!box) throw new Error("nowhere to sign");
  const glass = await touchscreen(page);
  const at = (step: number) => ({
    x: box.x + 60 + step * 6,
    y: box.y + 100 + Math.sin(step) * 20,
  });
  await glass.press(at(0));
  for (let step = 1; step < 30; step += 1) await glass.move(at(step));
  await glass.rest(at(29), 100);
  await glass.lift();
  await page.getByRole("img", { name: "Your drawn signature" }).waitFor();
}
