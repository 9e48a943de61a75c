import { expect, test } from "bun:test";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { isUnmarked } from "#ui/calendar/parts/visit-times.ts";

test.each([
  ["2026-11-20T09:00:00", "booked", true],
  ["2026-11-20T09:00:00", "confirmed", true],
  ["2026-11-20T09:00:00", "arrived", false],
  ["2026-11-20T10:30:00", "booked", false],
  ["2026-11-20T10:05:00", "booked", true],
  ["2026-11-19T08:00:00", "booked", true],
  // Of before yesterday, a salon that came from another program has thousands.
  ["2026-11-18T17:00:00", "booked", false],
] as const)(
  "of a visit at %s that is %s, staff still say if the client came: %p",
  (appointmentDate, status, expected) => {
    const visit = { appointmentDate, status, durationMinutes: 60 } as Appointment;
    expect(isUnmarked(visit, "2026-11-20T10:42:00")).toBe(expected);
  },
);
