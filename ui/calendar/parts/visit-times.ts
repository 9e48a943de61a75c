import type { Appointment } from "#src/calendar/appointments/contract.ts";
import {
  addDays,
  addMinutes,
  dayOf,
  minutesBetween,
  type WallTime,
} from "#src/shared/wall-time.ts";

export function endOf({ appointmentDate, durationMinutes }: Appointment): WallTime {
  return addMinutes(appointmentDate, durationMinutes);
}

/** Whether the visit is taking place. */
export function isNow(visit: Appointment, now: WallTime): boolean {
  return visit.appointmentDate <= now && now < endOf(visit) && visit.status !== "no_show";
}

const EARLY_MINUTES = 10;

/** Whether the client's arrival is what staff mark next: from shortly before the visit until the end of the next day. Earlier visits may come from an import. */
export function isDue(visit: Appointment, now: WallTime): boolean {
  return (
    (visit.status === "booked" || visit.status === "confirmed") &&
    minutesBetween(now, visit.appointmentDate) <= EARLY_MINUTES &&
    dayOf(visit.appointmentDate) >= addDays(dayOf(now), -1)
  );
}

const LATE_MINUTES = 5;
/** After this many minutes, the client may be here without having been marked as arrived. */
const MAX_LATE_MINUTES = 30;

/** Whether staff still have to say if the client of a visit came. */
export function isUnmarked(visit: Appointment, now: WallTime): boolean {
  const late = minutesBetween(visit.appointmentDate, now);
  return isDue(visit, now) && (late > MAX_LATE_MINUTES || endOf(visit) <= now);
}

/** "15 min late" from five minutes after the start; undefined for a client who is or may be here. */
export function formatLateness(visit: Appointment, now: WallTime): string | undefined {
  const late = Math.floor(minutesBetween(visit.appointmentDate, now));
  return isDue(visit, now) && late >= LATE_MINUTES && !isUnmarked(visit, now)
    ? `${late} min late`
    : undefined;
}

/** The days on which arrivals were marked. Not every salon does, and its visits that are over need no mark. */
export function daysWithArrivals(visits: readonly Appointment[]): ReadonlySet<string> {
  return new Set(
    visits
      .filter(({ status }) => status === "arrived" || status === "no_show")
      .map(({ appointmentDate }) => dayOf(appointmentDate)),
  );
}
