import { addDays, dayOf, type WallTime } from "./wall-time.ts";

/** HH:mm; null where the business's hours apply. */
export interface OwnHours {
  readonly workStartTime: string | null;
  readonly workEndTime: string | null;
}

export interface Hours {
  readonly start: string;
  readonly end: string;
}

interface BusinessHours {
  readonly systemWorkStartTime: string;
  readonly systemWorkEndTime: string;
}

export function resolveHours(own: OwnHours, business: BusinessHours): Hours {
  return {
    start: own.workStartTime ?? business.systemWorkStartTime,
    end: own.workEndTime ?? business.systemWorkEndTime,
  };
}

/** An appointment that ends on another day is outside, unless it ends at midnight. */
export function isOutsideHours(
  { start, end }: Hours,
  startsAt: WallTime,
  endsAt: WallTime,
): boolean {
  const day = dayOf(startsAt);
  const closes = end === "00:00" ? `${addDays(day, 1)}T00:00:00` : `${day}T${end}:00`;
  return startsAt < `${day}T${start}:00` || endsAt > closes;
}

interface Span {
  readonly startsAt: WallTime;
  readonly endsAt: WallTime;
}

/** Returns true when the spans overlap. A span that starts when the other ends does not overlap it. */
export function overlaps(one: Span, other: Span): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}
