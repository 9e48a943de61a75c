import type { App } from "#src/app.ts";
import { getSettings, toZonedTime } from "#src/platform/settings/settings.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatMonthDay } from "#src/shared/months.ts";
import { oncePerKey } from "#src/shared/once-per-key.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import type { ZoneOffsets } from "#src/shared/zone-offsets.ts";

/** Converts epoch milliseconds to local time in the business's time zone. */
export function toWallTime(app: App, instant: number): WallTime {
  return toZonedTime(app, instant).toPlainDateTime().toString({ smallestUnit: "second" });
}

/**
 * Converts local time in the business's time zone to epoch milliseconds. A time that occurs twice in
 * autumn is the first of the two; a time skipped in spring moves forward by the skipped hour.
 */
export function toInstant(app: App, wall: WallTime): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(getSettings(app).timeZone, {
    disambiguation: "compatible",
  }).epochMilliseconds;
}

/** Returns the local time itself, or the time after the change of clocks for one that spring skips. */
export function toExistingTime(app: App, wall: WallTime): WallTime {
  return toWallTime(app, toInstant(app, wall));
}

/** Returns true for a local time that daylight saving time skips in spring. It converts back to a later one. */
export function isSkipped(app: App, wall: WallTime): boolean {
  return toExistingTime(app, wall) !== wall;
}

/**
 * Returns a local time that no earlier instant has passed. This is the local time itself, except in the hour that repeats
 * in autumn, where it is an hour later, because the first pass reached all of that hour.
 */
export function latestWallTime(app: App, instant: number): WallTime {
  const now = toZonedTime(app, instant);
  const before = now.subtract({ hours: 1 });
  const summer = before.offsetNanoseconds - now.offsetNanoseconds;
  return now
    .toPlainDateTime()
    .add({ nanoseconds: Math.max(0, summer) })
    .toString({ smallestUnit: "second" });
}

/** The instant this many weekdays before `instant`, at the same local time. On a weekend no time passes. */
export function subtractWeekdays(app: App, instant: number, days: number): number {
  const now = toZonedTime(app, instant);
  const isWeekday = now.dayOfWeek <= 5;
  let time = isWeekday ? now : now.subtract({ days: now.dayOfWeek - 6 }).startOfDay();
  for (let left = days; left > 0; left -= time.dayOfWeek <= 5 ? 1 : 0)
    time = time.subtract({ days: 1 });
  return time.epochMilliseconds;
}

/** The offsets of the business's time zone, from three years ago to three years ahead. */
export function zoneOffsets(app: App): ZoneOffsets {
  return offsetsOf(`${new Date(app.now()).getUTCFullYear()} ${getSettings(app).timeZone}`);
}

const YEARS_KNOWN = 3;
const NANOSECONDS_PER_MILLISECOND = 1_000_000;

const offsetsOf = oncePerKey((key): ZoneOffsets => {
  const [year, timeZone = "UTC"] = key.split(" ");
  const january = (years: number) => Date.UTC(Number(year) + years, 0);
  const [from, until] = [january(-YEARS_KNOWN), january(YEARS_KNOWN)];
  const offsets: [number, number][] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  while (at && at.epochMilliseconds < until) {
    offsets.push([at.epochMilliseconds, at.offsetNanoseconds / NANOSECONDS_PER_MILLISECOND]);
    at = at.getTimeZoneTransition("next");
  }
  return { timeZone, from, until, offsets };
});

/** Creating one takes a third of a millisecond. Callers use few formats, in one zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the business's time zone. */
export function formatTime(app: App, at: number, format: Intl.DateTimeFormatOptions): string {
  const options = { ...format, timeZone: getSettings(app).timeZone };
  const key = JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  formatters.set(key, formatter);
  return formatter.format(at);
}

/** For a time that daylight saving time skips: "The clocks skip 2:30 AM on March 14. Use 3:30 AM." */
export function skippedTimeMessage(app: App, wall: WallTime): string {
  return `The clocks skip ${formatClock(wall)} on ${formatMonthDay(wall)}. Use ${formatClock(toExistingTime(app, wall))}.`;
}

/** For one that an import or another program sent: "The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM." */
export function movedTimeMessage(app: App, wall: WallTime): string {
  return `The clocks skip ${formatClock(wall)} on ${formatMonthDay(wall)}, so it begins at ${formatClock(toExistingTime(app, wall))}.`;
}
