import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { inspect } from "./accessibility.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { journey, simulatedSalon } from "./salon.ts";
import { dialogActions, go, undo, until, waitForText } from "./steps.ts";

/** Next year or later, so that nothing is over; in a year that has the 12th on a Wednesday. */
const YEAR = firstFutureYear((year) => new Date(Date.UTC(year, 2, 12)).getUTCDay() === 3);
const DAY = `${YEAR}-03-12`;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

const salon = simulatedSalon("appointments", (staff) =>
  staff.request("POST", "/api/contacts", { name: "Ruth Abernathy", phoneNumber: "+12025550134" }),
);

journey(
  "without employees the screen leads to Settings, where they are added",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments`);
    await waitForText(page, "No employees found.");
    await page.getByRole("link", { name: "Add Employees" }).click();
    for (const name of ["Elena Sato", "Tomas Cruz"]) {
      await page.getByLabel("Employee name").fill(name);
      await page.getByRole("button", { name: "Add Employee" }).click();
      await page.getByText(name, { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Working hours of Tomas Cruz" }).click();
    const form = page.getByRole("form", { name: "Working hours of Tomas Cruz" });
    await form.getByLabel("End time").fill("18:00");
    salon.unfit.push(...(await inspect(page, "settings-employees")));
    await form.getByRole("button", { name: "Save" }).click();
    await waitForText(page, "9:00 AM to 6:00 PM");
  },
  JOURNEY_MS,
);

journey(
  "a booking fills in the client's number, and stands in its column",
  async () => {
    const { page } = salon.owner;
    await go(page, "Appointments");
    await open(page, `${salon.parlor.url}/appointments?date=${DAY}`);
    await page.getByRole("button", { name: "Add Appointment" }).click();
    await page.getByRole("combobox", { name: "Client" }).fill("Abernathy, Ruth");
    await waitForText(page, "From the contact Ruth Abernathy");
    await page.getByRole("button", { name: "Elena Sato", exact: true }).click();
    await page.getByRole("button", { name: "Another Time…" }).click();
    await page.getByLabel("Start time").fill("10:00");
    await page.getByLabel("Service (optional)").fill("Dermaplaning");
    salon.unfit.push(...(await inspect(page, "appointments-add")));
    await dialogActions(page)
      .getByRole("button", { name: /^Book .*10:00 AM$/ })
      .click();
    await card(page, "Ruth Abernathy").waitFor();
    expect(await card(page, "Ruth Abernathy").textContent()).toBe(
      "Ruth Abernathy, 10:00 – 11:00 AM, (202) 555-0134, Dermaplaning, with Elena Sato",
    );
    await book("Noor Haddad", 2, "13:00");
    await card(page, "Noor Haddad").waitFor();
    salon.unfit.push(...(await inspect(page, "appointments-day")));
  },
  JOURNEY_MS,
);

journey(
  "a card is moved by keys alone, and the focus stays with it",
  async () => {
    const { page } = salon.owner;
    await card(page, "Ruth Abernathy").focus();
    for (const key of [" ", "ArrowRight", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await waitForText(page, "10:30 AM, Tomas Cruz");
    await page.keyboard.press("Enter");
    await expectAnnounced(
      page,
      "Ruth Abernathy",
      "10:30 – 11:30 AM, (202) 555-0134, Dermaplaning, with Tomas Cruz",
    );
    await expectFocusOn(page, "Ruth Abernathy");
    await undo(page, "Appointment moved");
    await expectAnnounced(
      page,
      "Ruth Abernathy",
      "10:00 – 11:00 AM, (202) 555-0134, Dermaplaning, with Elena Sato",
    );
  },
  JOURNEY_MS,
);

journey(
  "a visit that was moved to another employee in its form has the focus there",
  async () => {
    const { page } = salon.owner;
    await card(page, "Noor Haddad").focus();
    await page.keyboard.press("Enter");
    const visit = page.getByRole("dialog", { name: "Noor Haddad" });
    await visit.getByRole("button", { name: "Move" }).click();
    await page.getByRole("button", { name: "Elena Sato", exact: true }).click();
    await page.getByRole("button", { name: "Another Time…" }).click();
    await page.getByLabel("Start time").fill("15:00");
    await dialogActions(page).getByRole("button", { name: "Move to 3:00 PM" }).press("Enter");
    await expectFocusOn(page, "Noor Haddad, 3:00 – 4:00 PM");
    await undo(page, "Appointment moved");
    await expectAnnounced(page, "Noor Haddad", "1:00 – 2:00 PM");
  },
  JOURNEY_MS,
);

journey(
  "Tab leads past the open list of clients to the next field, and closes it",
  async () => {
    const { page } = salon.owner;
    for (const at of [1, 2, 3, 4])
      await salon.staff.request("POST", "/api/contacts", {
        name: `Bea Cole ${at}`,
        phoneNumber: `+1202555016${at}`,
      });
    // A list that scrolls would stop Tab.
    await page.setViewportSize({ width: 1280, height: 240 });
    await page.getByRole("button", { name: "Add Appointment" }).click();
    await page.getByRole("combobox", { name: "Client" }).fill("Bea");
    const list = page.getByRole("listbox", { name: "Clients with that name" });
    await list.getByText("Bea Cole 4").waitFor();
    expect(await list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    await page.keyboard.press("Tab");
    await until(() =>
      page.getByLabel("Phone (optional)").evaluate((field) => field === document.activeElement),
    );
    await list.waitFor({ state: "detached" });
    await page.setViewportSize(DESK);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
  },
  JOURNEY_MS,
);

journey(
  "a card is dragged onto another, which is asked about",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize(DESK);
    await drag(page, card(page, "Ruth Abernathy"), card(page, "Noor Haddad"));
    const dialog = page.getByRole("alertdialog", { name: "Move Anyway?" });
    await dialog.getByText("Tomas Cruz already has an appointment").waitFor();
    await dialog.getByRole("button", { name: "Move Anyway" }).click();
    await expectAnnounced(page, "Ruth Abernathy", "Dermaplaning, Overlaps, with Tomas Cruz");
  },
  JOURNEY_MS,
);

journey(
  "calling one off can be undone, and it is found among the canceled",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize(DESK);
    await card(page, "Noor Haddad").click();
    await page.getByRole("dialog", { name: "Noor Haddad" }).waitFor();
    salon.unfit.push(...(await inspect(page, "appointments-one")));
    await page.getByRole("button", { name: "Cancel Appointment", exact: true }).click();
    salon.unfit.push(...(await inspect(page, "appointments-cancel")));
    await page.getByRole("button", { name: "Cancel Appointment", exact: true }).click();
    await page.getByRole("button", { name: "1 canceled" }).waitFor();
    await undo(page, "Appointment canceled");
    await page.getByRole("button", { name: "1 canceled" }).waitFor({ state: "detached" });
    await card(page, "Noor Haddad").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "the week shows everybody, and one employee's by the hour; a phone one at a time",
  async () => {
    const { page } = salon.owner;
    await page.getByText("Week", { exact: true }).click();
    await page.getByRole("heading", { level: 2, name: `Mar 12 to 18, ${YEAR}` }).waitFor();
    salon.unfit.push(...(await inspect(page, "appointments-week")));
    await page.setViewportSize(DESK);
    await page.getByRole("button", { name: "Week of Everyone" }).click();
    await page.getByRole("menuitem", { name: "Tomas Cruz" }).click();
    await card(page, "Noor Haddad").waitFor();

    await page.setViewportSize(PHONE);
    await page.getByText("Day", { exact: true }).click();
    await page.getByRole("button", { name: /^Elena Sato/ }).click();
    const list = page.getByRole("region", { name: /^Schedule of/ });
    await list.getByText("No appointments").waitFor();
    await page.getByRole("button", { name: /^Tomas Cruz/ }).click();
    await list.getByRole("button", { name: /Noor Haddad/ }).click();
    await page
      .getByRole("dialog", { name: "Noor Haddad" })
      .getByRole("button", { name: "Close" })
      .click();
    await page.setViewportSize(DESK);
  },
  JOURNEY_MS,
);

journey(
  "what is typed while Book Appointment loads arrives in its first field, after the keys and the button",
  async () => {
    const { page } = salon.owner;
    const client = page.getByRole("combobox", { name: "Client" });
    await open(page, `${salon.parlor.url}/contacts`);
    // The frame of the page answers to keys a moment later than the page.
    await until(async () => {
      for (const key of ["n", "a"]) await page.keyboard.press(key);
      return new URL(page.url()).pathname === "/appointments";
    });
    await page.keyboard.type("Anna Conti");
    await until(async () => (await client.inputValue()) === "Anna Conti");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await open(page, `${salon.parlor.url}/appointments?date=${DAY}`);
    await page.getByRole("button", { name: "Add Appointment" }).click();
    await page.keyboard.type("Ada B");
    await until(async () => (await client.inputValue()) === "Ada B");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
  },
  JOURNEY_MS,
);

journey(
  "on paper each employee has a sheet, black on white",
  async () => {
    const { page } = salon.owner;
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.getByRole("heading", { name: `Tomas Cruz, Wednesday, March 12, ${YEAR}` }).waitFor();
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe("rgb(255, 255, 255)");
    expect(await page.getByRole("navigation", { name: "Screens" }).isVisible()).toBe(false);
    expect(await page.locator(".gridwrap").isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    await card(page, "Noor Haddad").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "statuses are told apart by words and quiet colors, readable in both themes",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize(DESK);
    const statuses = ["confirmed", "arrived", "no_show"] as const;
    // Who has yet to come is no no-show.
    const dayOf = (status: string) => `${status === "no_show" ? YEAR - 10 : YEAR}-03-11`;
    for (const [at, status] of statuses.entries()) {
      const { id } = await salon.staff.request("POST", "/api/appointments", {
        employeeId: 1,
        clientName: `Mei ${status}`,
        appointmentDate: `${dayOf(status)}T${10 + 2 * at}:00`,
        durationMinutes: 90,
      });
      await salon.staff.request("PATCH", `/api/appointments/${id}`, { status });
    }
    const grounds = new Set<string>();
    for (const [at, text] of ["Confirmed", "Arrived", "No-show"].entries()) {
      const status = statuses[at] ?? "";
      await open(page, `${salon.parlor.url}/appointments?date=${dayOf(status)}`);
      const one = card(page, `Mei ${status}`);
      expect(await one.textContent()).toContain(`, ${text}`);
      grounds.add(await one.evaluate((element) => getComputedStyle(element).backgroundColor));
    }
    expect(grounds.size).toBe(2);
    salon.unfit.push(...(await inspect(page, "appointments-statuses")));
  },
  JOURNEY_MS,
);

journey("nothing complained, and axe found nothing in either theme or width", () => {
  // The conflict is a 409, which Chromium logs as an error.
  const complaints = salon.owner.complaints.filter((one) => !one.includes("409 (Conflict)"));
  expect(complaints).toEqual([]);
  expect(salon.unfit).toEqual([]);
});

function firstFutureYear(fits: (year: number) => boolean): number {
  let year = new Date().getUTCFullYear() + 1;
  while (!fits(year)) year += 1;
  return year;
}

function card(page: Page, name: string): Locator {
  return page.getByRole("region", { name: /^Schedule of/ }).getByRole("button", { name });
}

async function expectAnnounced(page: Page, name: string, text: string): Promise<void> {
  await until(async () =>
    (
      (await card(page, name)
        .textContent()
        .catch(() => "")) ?? ""
    ).includes(text),
  );
}

/** The focused element's text begins with this one. */
async function expectFocusOn(page: Page, text: string): Promise<void> {
  await page.waitForFunction((one) => document.activeElement?.textContent?.startsWith(one), text);
}

async function book(clientName: string, employeeId: number, start: string): Promise<void> {
  await salon.staff.request("POST", "/api/appointments", {
    employeeId,
    clientName,
    appointmentDate: `${DAY}T${start}`,
  });
}

/** By the upper edge of the one to that of the other. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + 40, start.y + 8);
  await page.mouse.down();
  // A fast mouse is beside the card with its first movement.
  await page.mouse.move(end.x + 40, end.y + 8, { steps: 2 });
  await page.mouse.up();
}
