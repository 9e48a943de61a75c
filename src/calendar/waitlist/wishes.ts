import type { WaitlistRow } from "#db/calendar/waitlist.ts";
import { addMinutes, clockOf, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { weekdayOf } from "#src/shared/working-hours.ts";

interface Visit {
  readonly startsAt: WallTime;
  readonly employeeId: number;
  readonly minutes: number;
}

/** Returns whether a visit lies within the days and hours that the client gave, with the employee of their choice. */
export function fitsWishes(
  wishes: Pick<
    WaitlistRow,
    "employeeId" | "fromDay" | "toDay" | "weekdays" | "timeFrom" | "timeTo"
  >,
  { startsAt, employeeId, minutes }: Visit,
): boolean {
  const day = dayOf(startsAt);
  const endsAt = addMinutes(startsAt, minutes);
  return (
    (wishes.employeeId === null || wishes.employeeId === employeeId) &&
    day >= wishes.fromDay &&
    day <= wishes.toDay &&
    (wishes.weekdays === null || wishes.weekdays.includes(weekdayOf(day))) &&
    (wishes.timeFrom === null || clockOf(startsAt) >= wishes.timeFrom) &&
    (wishes.timeTo === null || (dayOf(endsAt) === day && clockOf(endsAt) <= wishes.timeTo))
  );
}
