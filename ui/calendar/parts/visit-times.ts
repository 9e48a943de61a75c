import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { addMinutes, minutesBetween, type WallTime } from "#src/shared/wall-time.ts";

export function endOf({ appointmentDate, durationMinutes }: Appointment): WallTime {
  return addMinutes(appointmentDate, durationMinutes);
}

/** Not every salon marks arrivals: a client who is later than this may be here. */
const LATE_MINUTES = 30;

/** Whether the client of a visit that has begun is here, is expected, or may have come unmarked. */
export function presenceOf(
  { status, appointmentDate }: Appointment,
  now: WallTime,
): "in-progress" | "due" | "unmarked" {
  if (status === "arrived") return "in-progress";
  return minutesBetween(appointmentDate, now) < LATE_MINUTES ? "due" : "unmarked";
}
