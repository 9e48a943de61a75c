import { expect, test } from "bun:test";
import { fireEvent, screen, within } from "@testing-library/react";
import { openApp } from "#tests/shell/app-stand.tsx";

const SERVICE = {
  ...{ id: 1, name: "Glow Facial", category: "", durationMinutes: 60, price: "120.00" },
  ...{ deposit: null, employees: [{ id: 7, name: "Elena" }] },
};
const TERMS = {
  ...{ today: "2026-11-19", lastDay: "2027-01-18", needsApproval: false, canText: true },
  ...{ reminderConsent: "R", marketingConsent: "M", waitlistConsent: "W", waitlistMinutes: 15 },
  cancellationHours: 24,
};
const SUNDAYS = ["2026-11-22", "2026-11-29", "2026-12-06", "2026-12-13"];
const ENTRY = {
  ...{ id: 1, serviceId: 1, services: [], serviceName: "Glow Facial", employeeId: 7, token: "T" },
  ...{ from: "2026-11-19", to: "2026-12-17", weekdays: ["mon"], status: "waiting" },
  ...{ timeFrom: "17:00", timeTo: "19:00", createdAt: "2026-11-19T16:00:00Z" },
};

function setTime(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test("a client joins the waitlist with days and hours that each step repeats", async () => {
  const { keys } = await openApp("/book", null, {
    "GET /api/booking/services": [SERVICE],
    "GET /api/booking/terms": TERMS,
    "GET /api/booking/availability": {
      ...{ slots: [], offDays: [], closedDays: [...SUNDAYS, "2026-11-26"] },
    },
    "POST /api/booking/send-code": null,
    "POST /api/booking/verify-code": null,
    "POST /api/booking/waitlist": ENTRY,
  });
  await keys.click(screen.getByRole("checkbox", { name: /Glow Facial/ }));
  await keys.click(screen.getByRole("button", { name: "Continue" }));
  await keys.click(await screen.findByRole("button", { name: "Join the Waitlist" }));
  screen.getByRole("heading", { level: 1, name: "Join the Waitlist" });

  const days = within(await screen.findByRole("group", { name: "Days (optional)" }));
  await screen.findByRole("button", { name: "Mon" });
  expect(days.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Mon",
    "Tue",
    "Wed",
    "Thu",
    "Fri",
    "Sat",
  ]);
  await keys.click(days.getByRole("button", { name: "Mon" }));
  const after = screen.getByLabelText("After (optional)");
  expect(after.dataset["empty"]).toBe("Any time");
  setTime("After (optional)", "17:00");
  expect(after.dataset["empty"]).toBeUndefined();
  setTime("Before (optional)", "16:00");
  await keys.click(screen.getByRole("button", { name: "Continue" }));
  screen.getByText("Choose a time after 5:00 PM");
  setTime("Before (optional)", "19:00");
  await keys.click(screen.getByRole("button", { name: "Continue" }));
  screen.getByText("Mon, 5:00 PM – 7:00 PM with Elena");
  within(screen.getByRole("list", { name: "Your visit" })).getByText("Mon, 5:00 PM – 7:00 PM");

  await keys.type(await screen.findByLabelText("Phone Number"), "5125550177");
  await keys.click(screen.getByRole("button", { name: "Send Code" }));
  await keys.type(await screen.findByLabelText("Verification Code"), "482915");
  await keys.click(screen.getByRole("button", { name: "Confirm Number" }));
  await keys.type(await screen.findByLabelText("Name"), "Ines Albrecht");
  await keys.click(screen.getByRole("button", { name: "Join the Waitlist" }));
  await screen.findByText("You're on the waitlist");
  const buttons = within(screen.getByRole("main")).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Book a Visit",
    "Leave the Waitlist",
  ]);
});
