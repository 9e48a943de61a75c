import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { openApp } from "#tests/shell/app-stand.tsx";

const VISIT: Managed = {
  status: "booked",
  appointment: {
    start: "2026-11-27T14:30:00",
    durationMinutes: 90,
    employeeName: "Ana",
    serviceName: "Glow Facial and Neck Massage",
    services: [
      { name: "Glow Facial", price: "120.00" },
      { name: "Neck Massage", price: "45.00" },
    ],
  },
  clientName: "Grace",
  serviceId: 1,
  services: [
    { serviceId: 1, name: "Glow Facial" },
    { serviceId: 2, name: "Neck Massage" },
  ],
  employeeId: 1,
  price: "165.00",
  deposit: "60.00",
  paid: true,
  refunded: false,
  deadline: "2026-11-26T14:30:00",
  canText: true,
  payBy: null,
  needsApproval: false,
  cardUrl: null,
  canReschedule: true,
  canCancel: true,
};
const open = (changes: Partial<Managed>) =>
  openApp("/book/1-TOKEN", null, {
    "GET /api/booking/1-TOKEN": { ...VISIT, ...changes },
    "GET /api/booking/terms": { noticeHours: 2, horizonDays: 60 },
  });
const ticket = () => within(screen.getByRole("article", { name: "Visit" }));

test("a client's visit is a ticket with what is paid and due, and its buttons", async () => {
  await open({});
  ticket().getByRole("heading", { name: "Friday, Nov 27" });
  ticket().getByText("2:30 – 4:00 PM");
  for (const words of ["Glow Facial", "$120.00", "Neck Massage", "$45.00"])
    ticket().getByText(words);
  ticket().getByText("Booked");
  ticket().getByText("$60.00 deposit paid. $105.00 is due at the salon.");
  ticket().getByRole("link", { name: "Add to Calendar" });
  ticket().getByRole("button", { name: "Reschedule" });
  ticket().getByRole("button", { name: "Cancel Appointment" });
  expect(screen.queryByText("It's too late to change online")).toBeNull();
});

test("after the deadline a client calls to change the time, and reads what canceling costs", async () => {
  const { keys } = await open({ canReschedule: false });
  expect(ticket().queryByRole("button")).toBeNull();
  screen.getByText(/^Online changes closed Thu, Nov 26 at 2:30 PM\. Call us/);
  const call = screen.getByRole("link", { name: "Call (512) 555-0100" });
  expect(call.getAttribute("href")).toBe("tel:5125550100");
  screen.getByText("You can still cancel. We keep your $60.00 deposit.");
  await keys.click(screen.getByRole("button", { name: "Cancel Without Refund" }));
  await screen.findByRole("alertdialog", { name: "Cancel this appointment?" });
});
