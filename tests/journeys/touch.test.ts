import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { OWNER } from "#tests/support/salon.ts";
import { JOURNEY_MS, open, visitor } from "./browser.ts";
import { addEmployees, journey, simulatedSalon } from "./salon.ts";
import { until, waitForToast } from "./steps.ts";
import { touchscreen } from "./touchscreen.ts";

const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };
const DAY = `${new Date().getUTCFullYear() + 1}-03-10`;

/** Elena and Tomas. */
let employees: number[];
const salon = simulatedSalon("touch", async (staff) => {
  employees = await addEmployees(staff);
});

for (const [device, size] of Object.entries({ tablet: TABLET, phone: PHONE })) {
  journey(
    `on a ${device}, a card that is held can be moved, and one that is swiped stays`,
    async () => {
      const { id } = await salon.staff.request("POST", "/api/appointments", {
        employeeId: employees[0],
        clientName: "Ruth Abernathy",
        appointmentDate: `${DAY}T10:00`,
      });
      const { page, complaints } = await touchVisitor(size);
      const card = schedule(page).getByRole("button", { name: /^Ruth Abernathy/ });
      await swipe(page, card);
      expect(await startOf(id)).toBe(`${DAY}T10:00:00`);

      await holdAndDrag(page, card, { down: 2 * (await hourHeight(page)) });
      await waitForToast(page, "Appointment moved");
      expect(await startOf(id)).toBe(`${DAY}T12:00:00`);
      // The press that ended the drag opened nothing; the next one opens the card.
      expect(await page.getByRole("dialog").count()).toBe(0);
      await card.tap();
      await page.getByRole("dialog").getByRole("button", { name: "Move" }).waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
      await salon.staff.request("DELETE", `/api/appointments/${id}`);
    },
    JOURNEY_MS,
  );

  journey(
    `on a ${device}, pressing an empty slot books its time`,
    async () => {
      const { page, complaints } = await touchVisitor(size);
      const lane = schedule(page).locator("[data-lane]").first();
      const box = await boxOf(lane);
      // The schedule begins at nine: half past one is four and a half hours further down.
      const top = box.y + 4.5 * (await hourHeight(page));
      await page.touchscreen.tap(box.x + box.width / 2, top + 4);
      const dialog = page.getByRole("dialog", { name: "Book Appointment" });
      await dialog.waitFor();
      expect(await dialog.getByLabel("Date").inputValue()).toBe(DAY);
      expect(await dialog.getByLabel("Start time").inputValue()).toBe("13:30");
      await dialog.getByRole("combobox", { name: "Client" }).fill(`Noor ${device}`);
      await dialog.getByRole("button", { name: /^Book .*1:30 PM$/ }).tap();
      await schedule(page)
        .getByRole("button", { name: new RegExp(`^Noor ${device}.*1:30 – 2:30 PM.*Elena Sato`) })
        .waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
      for (const { id } of await salon.staff.request(
        "GET",
        `/api/appointments?from=${DAY}&to=${DAY}`,
      ))
        await salon.staff.request("DELETE", `/api/appointments/${id}`);
    },
    JOURNEY_MS,
  );
}

journey(
  "on a tablet, a held card moves to another employee",
  async () => {
    const { id } = await salon.staff.request("POST", "/api/appointments", {
      employeeId: employees[0],
      clientName: "Ruth Abernathy",
      appointmentDate: `${DAY}T10:00`,
    });
    const { page } = await touchVisitor(TABLET);
    const card = schedule(page).getByRole("button", { name: /^Ruth Abernathy/ });
    const { width } = await boxOf(schedule(page).locator("[data-lane]").first());
    await holdAndDrag(page, card, { down: 0, right: width });
    await waitForToast(page, "Appointment moved");
    const { employeeId } = await appointment(id);
    expect(employeeId).toBe(employees[1]);
    await page.context().close();
  },
  JOURNEY_MS,
);

async function touchVisitor(size: { width: number; height: number }) {
  const one = await visitor(salon.browser, { hasTouch: true, isMobile: true });
  await one.page.setViewportSize(size);
  const { username, password } = OWNER;
  await one.context.request.post(`${salon.parlor.url}/api/login`, { data: { username, password } });
  await open(one.page, `${salon.parlor.url}/appointments?date=${DAY}`);
  await schedule(one.page).waitFor();
  return one;
}

function schedule(page: Page): Locator {
  return page.getByRole("region", { name: /^Schedule of/ });
}

async function appointment(id: number) {
  const all = await salon.staff.request("GET", `/api/appointments?from=${DAY}&to=${DAY}`);
  return all.find((one: { id: number }) => one.id === id);
}

async function startOf(id: number): Promise<string> {
  return (await appointment(id)).appointmentDate;
}

/** Hours are higher where the day has more room. */
async function hourHeight(page: Page) {
  const hours = schedule(page).locator(".hrs span");
  const [first, second] = [await boxOf(hours.nth(1)), await boxOf(hours.nth(2))];
  return second.y - first.y;
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("not on the screen");
  return box;
}

/** A quick stroke over the card, as in scrolling. */
async function swipe(page: Page, card: Locator): Promise<void> {
  const { x, y } = await boxOf(card);
  const finger = await touchscreen(page);
  await finger.press({ x: x + 40, y: y + 40 });
  for (let step = 1; step <= 6; step += 1) await finger.move({ x: x + 40, y: y + 40 - step * 12 });
  await finger.rest({ x: x + 40, y: y - 32 }, 100);
  await finger.lift();
}

async function holdAndDrag(page: Page, card: Locator, by: { down: number; right?: number }) {
  const { x, y } = await boxOf(card);
  const from = { x: x + 40, y: y + 12 };
  const finger = await touchscreen(page);
  await finger.press(from);
  // The card that is held is drawn a second time, under the finger.
  await page.locator(".ap.ghost").waitFor();
  const steps = 10;
  for (let step = 1; step <= steps; step += 1)
    await finger.move({
      x: from.x + ((by.right ?? 0) * step) / steps,
      y: from.y + (by.down * step) / steps,
    });
  const ghost = page.locator(".ap.ghost");
  await until(async () => (await boxOf(ghost)).y > y + by.down - 12);
  await finger.lift();
}
