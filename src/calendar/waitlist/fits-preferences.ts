import type { WaitlistRow } from "#db/calendar/waitlist.ts";
import { addMinutes, clockOf, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { weekdayOf } from "#src/shared/working-hours.ts";

interface Visit {
  readonly startsAt: WallTime;
  readonly employeeId: number;
  readonly minutes: number;
}

/** Returns whether a visit lies in the days and hours of a waitlist entry, with an employee it allows. */
export function fitsPreferences(
  entry: Pick<WaitlistRow, "employeeId" | "fromDay" | "toDay" | "weekdays" | "timeFrom" | "timeTo">,
  { startsAt, employeeId, minutes }: Visit,
): boolean {
  const day = dayOf(startsAt);
  const endsAt = addMinutes(startsAt, minutes);
  return (
    (entry.employeeId === null || entry.employeeId === employeeId) &&
    day >= entry.fromDay &&
    day <= entry.toDay &&
    (entry.weekdays === null || entry.weekdays.includes(weekdayOf(day))) &&
    (entry.timeFrom === null || clockOf(startsAt) >= entry.timeFrom) &&
    (entry.timeTo === null || (dayOf(endsAt) === day && clockOf(endsAt) <= entry.timeTo))
  );
}
