import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { addDays } from "#src/shared/wall-time.ts";
import { inspect } from "./accessibility.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { addEmployees, journey, simulatedSalon } from "./salon.ts";
import { dialogActions, until, waitForText, waitForToast } from "./steps.ts";

/** A Wednesday of next year, so that nothing is over. */
const FIRST = firstWednesday(new Date().getUTCFullYear() + 1);
const DAYS = Array.from({ length: 6 }, (_, week) => addDays(FIRST, 7 * week));
const DESK = { width: 1280, height: 800 };

const salon = simulatedSalon("repeating", async (staff) => {
  await addEmployees(staff);
  await staff.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: "Noor Haddad",
    appointmentDate: `${DAYS[2]}T10:30`,
  });
});

journey(
  "a weekly appointment is booked, without the visit that has a conflict",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?date=${FIRST}`);
    await page.getByRole("button", { name: "Add Appointment" }).click();
    await page.getByRole("combobox", { name: "Client" }).fill("Ruth Abernathy");
    await page.getByLabel("Phone (optional)").fill("(202) 555-0134");
    await page.getByRole("button", { name: "Elena Sato", exact: true }).click();
    await page.getByRole("button", { name: "Another Time…" }).click();
    await page.getByLabel("Start time").fill("10:00");
    await page.getByLabel("Repeats").selectOption("Every week");
    await page.getByLabel("Visits", { exact: true }).first().fill("6");
    await waitForText(page, "Skipped: Elena Sato already has an appointment, 10:30 – 11:30 AM.");
    await waitForText(page, "5 visits, 1 conflict skipped");
    salon.unfit.push(...(await inspect(page, "repeating-add")));
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByText("5 visits, 1 conflict skipped").scrollIntoViewIfNeeded();
    salon.unfit.push(...(await tooWide(page)));
    await page.setViewportSize(DESK);
    await dialogActions(page)
      .getByRole("button", { name: /^Book .*10:00 AM$/ })
      .click();
    await waitForToast(page, "Appointments created");
    expect(await startsOfRuth()).toEqual(
      DAYS.filter((_, week) => week !== 2).map((day) => `${day}T10:00:00`),
    );
    expect((await card(page, "Ruth Abernathy").textContent()) ?? "").toContain("Every week, until");
  },
  JOURNEY_MS,
);

journey(
  "by keys one visit is moved alone",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?date=${DAYS[1]}`);
    await card(page, "Ruth Abernathy").focus();
    for (const key of [" ", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    const question = page.getByRole("dialog", { name: "Move Repeating Appointment" });
    await question.getByText("Every week, until").waitFor();
    salon.unfit.push(...(await inspect(page, "repeating-scope")));
    await page.setViewportSize(DESK);
    await question.getByRole("button", { name: "Only This Visit" }).focus();
    await page.keyboard.press("Enter");
    await waitForToast(page, "Appointment moved");
    const starts = await startsOfRuth();
    expect(starts.slice(0, 3)).toEqual([
      `${DAYS[0]}T10:00:00`,
      `${DAYS[1]}T10:30:00`,
      `${DAYS[3]}T10:00:00`,
    ]);
  },
  JOURNEY_MS,
);

journey(
  "this and all later visits get another time in the dialog",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?date=${DAYS[3]}`);
    await card(page, "Ruth Abernathy").click();
    await page
      .getByRole("dialog", { name: "Ruth Abernathy" })
      .getByText("Every week, until")
      .waitFor();
    salon.unfit.push(...(await inspect(page, "repeating-one")));
    await page.setViewportSize(DESK);
    await dialogActions(page).getByRole("button", { name: "Move" }).click();
    await page.getByRole("dialog", { name: "Move Appointment" }).waitFor();
    salon.unfit.push(...(await inspect(page, "repeating-move")));
    await page.setViewportSize(DESK);
    await page.getByRole("button", { name: "Another Time…" }).click();
    await page.getByLabel("Start time").fill("14:00");
    await page.getByLabel("End time").fill("15:00");
    await dialogActions(page).getByRole("button", { name: "Move to 2:00 PM" }).click();
    await page
      .getByRole("dialog", { name: "Move Repeating Appointment" })
      .getByRole("button", { name: "This and All Later Visits" })
      .click();
    await waitForToast(page, "Visits moved");
    expect((await startsOfRuth()).slice(1)).toEqual([
      `${DAYS[1]}T10:30:00`,
      ...DAYS.slice(3).map((day) => `${day}T14:00:00`),
    ]);
  },
  JOURNEY_MS,
);

journey(
  "the rest is canceled, and what was before stays",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?date=${DAYS[3]}`);
    await card(page, "Ruth Abernathy").click();
    await page.getByRole("button", { name: "Cancel Appointment" }).click();
    await page
      .getByRole("dialog", { name: "Cancel Repeating Appointment" })
      .getByRole("button", { name: "This and All Later Visits" })
      .click();
    await waitForToast(page, "Appointments canceled");
    await until(async () => (await startsOfRuth()).length === 2);
    expect(await startsOfRuth()).toEqual([`${DAYS[0]}T10:00:00`, `${DAYS[1]}T10:30:00`]);
  },
  JOURNEY_MS,
);

journey("nothing complained, and axe found nothing in either theme or width", () => {
  expect(salon.owner.complaints).toEqual([]);
  expect(salon.unfit).toEqual([]);
});

function firstWednesday(year: number): string {
  for (let day = `${year}-02-01`; ; day = addDays(day, 1))
    if (new Date(`${day}T12:00Z`).getUTCDay() === 3) return day;
}

function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name: /^Schedule of/ }).getByRole("button", { name });
}

async function tooWide(page: Page): Promise<string[]> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wider > 0 ? [`${wider} px too wide at 320 px`] : [];
}

async function startsOfRuth(): Promise<string[]> {
  const body = await salon.staff.request(
    "GET",
    `/api/appointments?from=${FIRST}&to=${addDays(FIRST, 60)}`,
  );
  return (body as { clientName: string; appointmentDate: string; status: string }[])
    .filter(({ clientName, status }) => clientName.startsWith("Ruth") && status !== "canceled")
    .map(({ appointmentDate }) => appointmentDate);
}
