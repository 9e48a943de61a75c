import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { addMinutes, minutesBetween, type WallTime } from "#src/shared/wall-time.ts";

export function endOf({ appointmentDate, durationMinutes }: Appointment): WallTime {
  return addMinutes(appointmentDate, durationMinutes);
}

/** Whether the visit is taking place. */
export function isNow(visit: Appointment, now: WallTime): boolean {
  return visit.appointmentDate <= now && now < endOf(visit) && visit.status !== "no_show";
}

const EARLY_MINUTES = 10;

/** Whether the client's arrival is what staff mark next: from shortly before the visit until it ends. */
export function isDue(visit: Appointment, now: WallTime): boolean {
  return (
    (visit.status === "booked" || visit.status === "confirmed") &&
    minutesBetween(now, visit.appointmentDate) <= EARLY_MINUTES &&
    now < endOf(visit)
  );
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
