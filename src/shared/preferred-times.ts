import { addMinutes, clockOf, dayOf, type WallTime } from "./wall-time.ts";
import { weekdayOf } from "./working-hours.ts";

/** The days and times of day that a client wants. */
export interface PreferredTimes {
  /** Both days included. */
  readonly from: string;
  readonly to: string;
  /** Null for any day of the week. */
  readonly weekdays: readonly string[] | null;
  /** The visit lies between these times of day; null for any. */
  readonly timeFrom: string | null;
  readonly timeTo: string | null;
}

export function isPreferredTime(times: PreferredTimes, start: WallTime, minutes: number): boolean {
  const { from, to, weekdays, timeFrom, timeTo } = times;
  const day = dayOf(start);
  const end = addMinutes(start, minutes);
  return (
    day >= from &&
    day <= to &&
    (weekdays === null || weekdays.includes(weekdayOf(day))) &&
    (timeFrom === null || clockOf(start) >= timeFrom) &&
    (timeTo === null || (dayOf(end) === day && clockOf(end) <= timeTo))
  );
}
