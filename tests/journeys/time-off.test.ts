import { expect } from "bun:test";
import { inspect } from "./accessibility.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { addEmployees, journey, simulatedSalon } from "./salon.ts";
import { dialogActions, until, waitForText, waitForToast } from "./steps.ts";

/** Next year, so that nothing is over. */
const DAY = `${new Date().getUTCFullYear() + 1}-02-03`;
const DESK = { width: 1280, height: 800 };
const SMALL_PHONE = { width: 320, height: 640 };

const salon = simulatedSalon("time-off", async (staff) => {
  await addEmployees(staff);
  await staff.request("POST", "/api/appointments", {
    employeeId: 2,
    clientName: "Noor Haddad",
    appointmentDate: `${DAY}T12:30`,
  });
});

journey(
  "an empty time is dragged and blocked, and the appointment in it is named",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments?date=${DAY}`);
    const lane = page.locator("[data-lane='1']");
    const box = await lane.boundingBox();
    if (!box) throw new Error("Tomas has no column");
    // 88 px an hour from 9 AM, 4 px below the head: from 11:00 AM to 1:00 PM, beside the card.
    const top = box.y + 4;
    await page.mouse.move(box.x + 4, top + 2 * 88 + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 4, top + 3 * 88, { steps: 4 });
    await page.mouse.move(box.x + 2, top + 4 * 88 - 10, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Block Time Instead" }).click();
    await page.getByRole("dialog", { name: "Block Time" }).waitFor();
    expect(await page.getByLabel("From: time").inputValue()).toBe("11:00 AM");
    expect(await page.getByLabel("To: time").inputValue()).toBe("1:00 PM");
    await page.getByLabel("Reason (optional)").fill("Stock delivery");
    salon.unfit.push(...(await inspect(page, "time-off-block")));
    await page.setViewportSize(DESK);
    await dialogActions(page).getByRole("button", { name: "Block Time" }).click();
    await waitForText(page, "1 appointment is in this time.");
    await page.getByRole("dialog").getByText("Noor Haddad").waitFor();
    await dialogActions(page).getByRole("button", { name: "Done" }).click();
    await page
      .getByRole("button", { name: /^Stock delivery/ })
      .first()
      .waitFor();
    salon.unfit.push(...(await inspect(page, "time-off-drawn")));
  },
  JOURNEY_MS,
);

journey(
  "the block is opened by keyboard, and deleted on a small phone",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize(DESK);
    const block = page
      .getByRole("region", { name: /^Schedule of/ })
      .getByRole("button", { name: /^Stock delivery ?, 11:00 AM – 1:00 PM, Tomas Cruz$/ });
    await block.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Blocked Time" });
    await dialog.getByText("Tomas Cruz").waitFor();
    salon.unfit.push(...(await inspect(page, "time-off-one")));
    await dialogActions(page).getByRole("button", { name: "Close" }).click();

    await page.setViewportSize(SMALL_PHONE);
    await page.getByRole("button", { name: /^Tomas Cruz/ }).click();
    const onPhone = page.getByRole("button", { name: /^Stock delivery/ }).filter({ visible: true });
    await onPhone.click();
    await dialogActions(page).getByRole("button", { name: "Delete" }).click();
    await waitForToast(page, "Block deleted");
    await until(async () => (await onPhone.count()) === 0);
    expect(await salon.staff.request("GET", `/api/time-off?from=${DAY}&to=${DAY}`)).toEqual([]);
  },
  JOURNEY_MS,
);

journey("nothing complained, and axe found nothing in either theme or width", () => {
  expect(salon.owner.complaints).toEqual([]);
  expect(salon.unfit).toEqual([]);
});
