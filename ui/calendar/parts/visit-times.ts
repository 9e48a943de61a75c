import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { addMinutes, minutesBetween, type WallTime } from "#src/shared/wall-time.ts";

export function endOf({ appointmentDate, durationMinutes }: Appointment): WallTime {
  return addMinutes(appointmentDate, durationMinutes);
}

/** Not every salon marks arrivals: a client who is later than this is taken to be here. */
const LATE_MINUTES = 30;

/** Whether a visit that has begun still waits for its client. */
export function isDue({ status, appointmentDate }: Appointment, now: WallTime): boolean {
  return status !== "arrived" && minutesBetween(appointmentDate, now) < LATE_MINUTES;
}
