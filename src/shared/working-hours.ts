import { addDays, clockOf, dayOf, type WallTime } from "./wall-time.ts";

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

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** HH:mm; "24:00" ends at midnight. */
export interface Interval {
  readonly start: string;
  readonly end: string;
}

/** The intervals of each weekday, earliest first. Gaps are breaks. */
export type Weekly = Readonly<Record<Weekday, readonly Interval[]>>;

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? "mon";
}

/** Returns a week in which each day gets what `toDay` returns. */
export function mapWeek(toDay: (weekday: Weekday) => readonly Interval[]): Weekly {
  return Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, toDay(weekday)])) as Weekly;
}

export function differingDays(one: Weekly, other: Weekly): Weekday[] {
  return WEEKDAYS.filter((day) => JSON.stringify(one[day]) !== JSON.stringify(other[day]));
}

/** Returns a week with the days that were edited since `base`, and all others as they are saved now. */
export function mergeEdited(edited: Weekly, base: Weekly, saved: Weekly): Weekly {
  const days = differingDays(edited, base);
  return mapWeek((day) => (days.includes(day) ? edited : saved)[day]);
}

/** Returns the earliest start and the latest end of a week; undefined if all of it is closed. */
export function extentOf(weekly: Weekly): Interval | undefined {
  const all = Object.values(weekly).flat();
  const start = all.map((one) => one.start).toSorted()[0];
  const end = all
    .map((one) => one.end)
    .toSorted()
    .at(-1);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** An appointment may last across two intervals that touch, so they are stored as one. */
export function joinTouching(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const one of intervals.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = joined.at(-1);
    if (last?.end === one.start) joined[joined.length - 1] = { start: last.start, end: one.end };
    else joined.push(one);
  }
  return joined;
}

/** Whether one of a day's intervals contains an appointment, which may end at midnight. */
export function isWithin(open: readonly Interval[], startsAt: WallTime, endsAt: WallTime): boolean {
  const starts = clockOf(startsAt);
  const ends = closingClock(dayOf(startsAt), endsAt);
  return open.some(({ start, end }) => start <= starts && ends <= end);
}

/** Returns HH:mm, rounded up to a minute; later than "24:00" on another day. */
function closingClock(day: string, endsAt: WallTime): string {
  if (dayOf(endsAt) === day) return endsAt.endsWith(":00") ? clockOf(endsAt) : endsAt.slice(11);
  return endsAt === `${addDays(day, 1)}T00:00:00` ? "24:00" : "later";
}

/** A time from start to end, the end excluded. */
export interface Span {
  readonly startsAt: WallTime;
  readonly endsAt: WallTime;
}

/** Returns true when the spans overlap. A span that starts when the other ends does not overlap it. */
export function overlaps(one: Span, other: Span): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}
