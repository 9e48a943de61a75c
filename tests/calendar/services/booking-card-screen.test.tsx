import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { ADMIN, openApp, SETTINGS } from "#tests/shell/app-stand.tsx";

test("the owner reads which clients are reminded only after the deadline to cancel", async () => {
  const { keys } = await openApp("/settings/online-booking", ADMIN, {
    "GET /api/settings": {
      ...SETTINGS,
      appointmentReminderEnabled: true,
      appointmentReminderTime: "10:00",
      bookingCancellationHours: 24,
    },
    "GET /api/booking-page": { url: "https://glow.test/book", qr: { size: 1, path: "" } },
  });
  const hours = await screen.findByLabelText("Free cancellation, hours before");
  const hint = () => document.getElementById(hours.getAttribute("aria-describedby") ?? "");
  expect(hint()?.textContent).toEndWith(
    "For visits before 10:00 AM, the 10:00 AM reminder goes out after this deadline, and says so.",
  );
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save Rules" });
  expect(save.disabled).toBe(true);
  await keys.clear(hours);
  await keys.type(hours, "12");
  expect(save.disabled).toBe(false);
  expect(hint()?.textContent).toBe(
    "Until then, clients can reschedule, or cancel and get their deposit back.",
  );
  await keys.clear(hours);
  await keys.type(hours, "48");
  expect(hint()?.textContent).toContain("For every visit, the 10:00 AM reminder");
});
