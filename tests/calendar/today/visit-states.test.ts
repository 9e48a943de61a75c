import { expect, test } from "bun:test";
import type { Appointment, AppointmentStatus } from "#src/calendar/appointments/contract.ts";
import { visitsOfToday } from "#ui/calendar/today/visit-states.ts";

const NOW = "2026-11-20T10:42:00";

function visit(clock: string, status: AppointmentStatus, durationMinutes = 60): Appointment {
  const appointmentDate = `2026-11-20T${clock}:00`;
  return { id: 1, appointmentDate, status, durationMinutes } as Appointment;
}

function statesOf(...visits: Appointment[]) {
  const { earlier, begun, ahead } = visitsOfToday(visits, NOW);
  const rows = [...begun, ...ahead].map((row) => {
    const clock = row.visit.appointmentDate.slice(11, 16);
    return [clock, row.state, row.remark].filter(Boolean).join(" ");
  });
  return { earlier: earlier.length, rows };
}

test("the desk sees who is here, who is late, who comes next, and who has confirmed", () => {
  const { earlier, rows } = statesOf(
    visit("12:00", "confirmed"),
    visit("09:00", "arrived"),
    visit("09:30", "canceled"),
    visit("10:00", "arrived"),
    visit("10:30", "booked"),
    visit("10:05", "booked"),
    visit("10:12", "confirmed"),
    visit("10:45", "arrived"),
    visit("11:30", "booked"),
    visit("13:00", "booked"),
    visit("14:00", "requested"),
  );
  expect(earlier).toBe(1);
  expect(rows).toEqual([
    "10:00 in-progress",
    "10:05 unmarked",
    "10:12 due 30 min late",
    "10:30 due 12 min late",
    "10:45 arrived",
    "11:30 next in 48 min",
    "12:00 confirmed",
    "13:00 booked",
    "14:00 requested",
  ]);
});

test("a client is late for half an hour or until the end; then the arrival isn't marked", () => {
  const { earlier, rows } = statesOf(
    visit("08:00", "requested"),
    visit("09:00", "booked"),
    visit("09:30", "confirmed", 120),
    visit("10:37", "booked"),
    visit("10:38", "booked"),
    visit("10:40", "arrived"),
  );
  expect(earlier).toBe(1);
  expect(rows).toEqual([
    "09:00 unmarked",
    "09:30 unmarked",
    "10:37 due 5 min late",
    "10:38 due",
    "10:40 in-progress",
  ]);
});

test("where no arrival was marked, as in a salon that marks none, visits that are over need no mark", () => {
  const { earlier, rows } = statesOf(
    visit("09:00", "booked"),
    visit("09:30", "confirmed", 120),
    visit("10:30", "booked"),
  );
  expect(earlier).toBe(1);
  expect(rows).toEqual(["09:30 unmarked", "10:30 due 12 min late"]);
});

test("all who come at the next time are next, unless they're here already", () => {
  const { rows } = statesOf(
    visit("11:30", "booked"),
    visit("11:30", "confirmed"),
    visit("11:30", "arrived"),
  );
  expect(rows).toEqual(["11:30 next in 48 min", "11:30 next in 48 min", "11:30 arrived"]);
});

test("a client who paid is shown as paid, and one who paid ahead still has to come", () => {
  const paid = (clock: string, status: AppointmentStatus) =>
    ({ ...visit(clock, status), payment: { status: "paid" } }) as Appointment;
  const { rows } = statesOf(
    paid("10:00", "arrived"),
    paid("10:45", "arrived"),
    paid("13:00", "confirmed"),
  );
  expect(rows).toEqual(["10:00 paid", "10:45 paid", "13:00 next in 2 h 18 min"]);
});

test("a no-show is over, and hours are named", () => {
  const { earlier, rows } = statesOf(visit("10:30", "no_show"), visit("12:47", "confirmed"));
  expect(earlier).toBe(1);
  expect(rows).toEqual(["12:47 next in 2 h 5 min"]);
});
