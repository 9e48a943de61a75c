import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { openApp } from "#tests/shell/app-stand.tsx";
import { VISIT } from "./client-visit.ts";

const TIMES = { slots: [], closedDays: [], offDays: [] };
const open = (changes: Partial<Managed>, availability: object = TIMES, answers: object = {}) =>
  openApp("/book/1-TOKEN", null, {
    "GET /api/booking/1-TOKEN": { ...VISIT, ...changes },
    "GET /api/booking/terms": { today: "2026-11-19", lastDay: "2027-01-18" },
    "GET /api/booking/1-TOKEN/availability": TIMES,
    "GET /api/booking/1-TOKEN/availability?from=2026-11-26&to=2026-12-02": availability,
    ...answers,
  });
const ticket = () => within(screen.getByRole("article", { name: "Visit" }));

test("a client's visit is a ticket with what is paid and due, and its buttons", async () => {
  await open({});
  ticket().getByRole("heading", { name: /^Friday, Nov\u00a027$/ });
  ticket().getByText("2:30 – 4:00 PM");
  for (const words of ["Glow Facial", "$120.00", "Neck Massage", "$45.00", "Total", "$165.00"])
    ticket().getByText(words);
  ticket().getByText("Booked");
  ticket().getByText("$60.00 deposit paid. $105.00 is due at the salon.");
  ticket().getByRole("link", { name: "Add to Calendar" });
  ticket().getByRole("button", { name: "Reschedule" });
  ticket().getByRole("button", { name: "Cancel Appointment" });
  expect(screen.queryByText("It's too late to change online")).toBeNull();
});

test.each([
  [
    "with a paid deposit",
    {},
    "You can change the time until Thu, Nov 26 at 2:30 PM. Cancel by then to get your deposit back. After that, we keep it.",
  ],
  [
    "without a deposit",
    { paid: false, deposit: null },
    "You can change the time until Thu, Nov 26 at 2:30 PM. You can cancel anytime before your visit.",
  ],
])("a visit %s says until when it can be changed and canceled", async (_, changes, words) => {
  await open(changes);
  screen.getByText(words);
});

test("after the deadline a client calls to change the time, and reads what canceling costs", async () => {
  const { keys } = await open({ canReschedule: false });
  expect(ticket().queryByRole("button")).toBeNull();
  screen.getByText(/^Online changes closed Thu, Nov 26 at 2:30 PM\. Call us/);
  const call = screen.getByRole("link", { name: "Call (512) 555-0100" });
  expect(call.getAttribute("href")).toBe("tel:5125550100");
  screen.getByText("You can still cancel. We keep your $60.00 deposit.");
  await keys.click(screen.getByRole("button", { name: "Cancel Without Refund" }));
  await screen.findByRole("alertdialog", { name: "Cancel This Appointment?" });
});

test("a canceled visit leads once to /book, with the same services and employee", async () => {
  await open({ status: "canceled", canReschedule: false, canCancel: false });
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
  expect(links.filter((href) => href.startsWith("/book"))).toEqual([
    "/book?services=1,2&employee=1",
  ]);
});

test.each([
  ["early", { canReschedule: true }, "You get your $60.00 deposit back."],
  ["late", { canReschedule: false }, "We keep your $60.00 deposit."],
  ["after its refund", { refunded: true }, "Your time will open up for others."],
  [
    "late after its refund",
    { refunded: true, canReschedule: false },
    "Your time will open up for others.",
  ],
  ["without a deposit", { paid: false, deposit: null }, "Your time will open up for others."],
])("canceling %s says what becomes of the deposit", async (_, changes, words) => {
  const { keys } = await open(changes);
  await keys.click(screen.getByRole("button", { name: /^Cancel (Appointment|Without Refund)$/ }));
  within(await screen.findByRole("alertdialog")).getByText(words);
});

test("a visit moves once its new time is confirmed, and the picker opens on the visit's day, at its time", async () => {
  const slots = [{ start: "2026-11-28T16:00:00", employeeId: 1 }];
  const { keys, sent } = await open({}, { ...TIMES, slots });
  await keys.click(screen.getByRole("button", { name: "Reschedule" }));
  await screen.findByRole("button", { name: "2:30 PM Current" });
  expect(ticket().queryByRole("link", { name: "Add to Calendar" })).toBeNull();
  expect(ticket().queryByRole("button")).toBeNull();
  screen.getByText("Nothing else is free that day.");
  await keys.click(screen.getByRole("button", { name: /^Sat 28/ }));
  await keys.click(await screen.findByRole("button", { name: "4:00 PM" }));
  expect(sent).toEqual([]);
  expect(screen.getByRole("button", { name: "4:00 PM" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe(
    "Fri, Nov\u00a027 at 2:30\u00a0PM → Sat, Nov\u00a028 at 4:00\u00a0PM",
  );
  screen.getByRole("button", { name: /^Keep Fri 2:30\sPM$/ });
  await keys.click(screen.getByRole("button", { name: /^Move to Sat 4:00\sPM$/ }));
  expect(sent[0]).toContain("/api/booking/1-TOKEN/reschedule");
  expect(sent[0]).toContain("2026-11-28T16:00:00");
});

test("a canceled visit no longer says that it was moved", async () => {
  const slots = [{ start: "2026-11-28T16:00:00", employeeId: 1 }];
  const { keys } = await open(
    {},
    { ...TIMES, slots },
    {
      "POST /api/booking/1-TOKEN/reschedule": VISIT,
      "POST /api/booking/1-TOKEN/cancel": { ...VISIT, status: "canceled", canCancel: false },
    },
  );
  await keys.click(screen.getByRole("button", { name: "Reschedule" }));
  await keys.click(await screen.findByRole("button", { name: /^Sat 28/ }));
  await keys.click(await screen.findByRole("button", { name: "4:00 PM" }));
  await keys.click(screen.getByRole("button", { name: /^Move to Sat 4:00\sPM$/ }));
  await screen.findByText("Appointment moved");
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  const question = within(await screen.findByRole("alertdialog"));
  await keys.click(question.getByRole("button", { name: "Cancel Appointment" }));
  await screen.findByRole("heading", { level: 1, name: "Appointment canceled" });
  await waitFor(() => expect(screen.queryByText("Appointment moved")).toBeNull());
});

test("in a full week no day can be chosen, not even the visit's own", async () => {
  const { keys } = await open({}, { ...TIMES, nextDay: undefined });
  await keys.click(screen.getByRole("button", { name: "Reschedule" }));
  const day = await screen.findByRole<HTMLButtonElement>("button", { name: "Fri 27 Full" });
  expect(day.disabled).toBe(true);
});

test.each([
  [
    "2026-11-26T14:30:00",
    "Cancel by Thu, Nov 26 at 2:30 PM to get your deposit back. After that, we keep it.",
  ],
  ["2026-11-19T09:00:00", "We can't refund your deposit if you cancel."],
])("a time is held until its deposit is paid, with the deadline %s", async (deadline, refund) => {
  const { keys } = await open({
    ...{ status: "held", paid: false, canReschedule: false, deadline },
    heldUntil: "2026-11-19T10:30:00",
  });
  screen.getByText("Pay by 10:30 AM to keep this time.");
  ticket().getByText(`$60.00 deposit due. ${refund}`);
  const buttons = ticket().getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Pay $60.00 Deposit",
    "Release This Time",
  ]);
  await keys.click(screen.getByRole("button", { name: "Release This Time" }));
  const question = await screen.findByRole("alertdialog", { name: "Release This Time?" });
  within(question).getByRole("button", { name: "Keep This Time" });
});

test("each service of a visit with several employees is said once, with its time and employee", async () => {
  const [facial, massage] = VISIT.appointment.services;
  await open({
    appointment: {
      ...VISIT.appointment,
      employeeName: "Ana and Ben",
      services: [
        {
          ...{ name: "", price: "", ...facial },
          start: "2026-11-27T14:30:00",
          employeeName: "Ana",
        },
        {
          ...{ name: "", price: "", ...massage },
          start: "2026-11-27T15:30:00",
          employeeName: "Ben",
        },
      ],
      parts: [
        { start: "2026-11-27T14:30:00", serviceName: "Glow Facial", employeeName: "Ana" },
        { start: "2026-11-27T15:30:00", serviceName: "Neck Massage", employeeName: "Ben" },
      ],
    },
  });
  for (const words of ["2:30 PM with Ana", "3:30 PM with Ben"]) ticket().getByText(words);
  expect(ticket().getAllByText(/Neck Massage/)).toHaveLength(1);
  expect(ticket().queryByText("With")).toBeNull();
});
