import { toClock } from "#src/shared/clock-time.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";

const DAY_MINUTES = 24 * 60;

/** Converts a local time of day to elapsed minutes since the epoch. */
export interface DayClock {
  /** Returns when the clocks first show a time of day (in minutes, up to 1440) or a later one. */
  readonly at: (minute: number) => number;
  /** Whether the clocks skip that time of day. */
  readonly isSkipped: (minute: number) => boolean;
}

export interface ZoneClock {
  /** `day` is YYYY-MM-DD. */
  readonly on: (day: string) => DayClock;
  /** `wall` is YYYY-MM-DDTHH:mm:ss; seconds are dropped. */
  readonly at: (wall: string) => number;
  /**
   * Returns the wall time at `minutes` since the epoch, which is expected on `day`. Undefined for a time of day that
   * occurs a second time, because it would mean the first one.
   */
  readonly wallAt: (minutes: number, day: string) => string | undefined;
}

/**
 * Returns a clock of a time zone. An ordinary day takes two conversions, a day on which the clocks
 * change one for each time of day.
 */
export function zoneClock(timeZone: string): ZoneClock {
  const days = new Map<string, DayClock>();
  const on = (day: string) => days.getOrInsertComputed(day, () => dayClock(timeZone, day));
  const at = (wall: string) => on(wall.slice(0, 10)).at(minuteOfDay(wall));
  const wallAt = (minutes: number, day: string) => {
    const clock = on(day);
    const minute = minutes - clock.at(0);
    const isShown = minute >= 0 && minute < DAY_MINUTES && clock.at(minute) === minutes;
    if (isShown && !clock.isSkipped(minute)) return `${day}T${toClock(minute)}:00`;
    const wall = Temporal.Instant.fromEpochMilliseconds(minutes * MINUTE_MS)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: "second" });
    return at(wall) === minutes ? wall : undefined;
  };
  return { on, at, wallAt };
}

/** Returns the minutes after midnight of "YYYY-MM-DDTHH:mm:ss" or "HH:mm". */
export function minuteOfDay(clock: string): number {
  const from = clock.length > 5 ? 11 : 0;
  const digit = (at: number) => clock.charCodeAt(from + at) - 48;
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}

function dayClock(timeZone: string, day: string): DayClock {
  const date = Temporal.PlainDate.from(day);
  const [start, end] = [date, date.add({ days: 1 })].map((one) => one.toZonedDateTime(timeZone));
  if (!start || !end) throw new Error("a day has a start and an end");
  const midnight = start.epochMilliseconds / MINUTE_MS;
  const isOrdinary =
    start.hour + start.minute + end.hour + end.minute === 0 &&
    end.epochMilliseconds / MINUTE_MS - midnight === DAY_MINUTES &&
    start.offsetNanoseconds === end.offsetNanoseconds;
  if (isOrdinary) return { at: (minute) => midnight + minute, isSkipped: () => false };

  const shown = new Map<number, { at: number; isSkipped: boolean }>();
  const find = (minute: number) =>
    shown.getOrInsertComputed(minute, () => findFirst(timeZone, date, minute));
  return { at: (minute) => find(minute).at, isSkipped: (minute) => find(minute).isSkipped };
}

function findFirst(
  timeZone: string,
  date: Temporal.PlainDate,
  minute: number,
): { at: number; isSkipped: boolean } {
  const wall = date.toPlainDateTime().add({ minutes: minute });
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const isSkipped = !zoned.toPlainDateTime().equals(wall);
  // A skipped time is read as one before the change, so the next change is the one that skips it.
  const first = isSkipped ? (zoned.getTimeZoneTransition("next") ?? zoned) : zoned;
  return { at: first.epochMilliseconds / MINUTE_MS, isSkipped };
}
