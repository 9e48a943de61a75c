import { DAY_MS } from "#src/shared/durations.ts";
import { isHoliday } from "#src/shared/us-holidays.ts";
import {
  formatClock,
  formatDay,
  formatWeekday,
  momentAt,
  type WallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";

const MORNING_HOUR = 10;

/** "2026-11-24T10:00", as the endpoints take it; undefined while a part is missing. */
export function parseWallTime(date: string, time: string): string | undefined {
  const wall = `${date}T${time}`;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? wall : undefined;
}

/**
 * 10:00 AM today if that is at least two hours away, otherwise on the next day that is neither a
 * Sunday nor a holiday.
 */
export function nextMorning(now: WallTime): string {
  const today = Date.UTC(now.year, now.month - 1, now.day);
  const dateOf = (day: number) => new Date(day).toISOString().slice(0, 10);
  let day = now.hour < MORNING_HOUR - 2 ? today : today + DAY_MS;
  while (new Date(day).getUTCDay() === 0 || isHoliday(dateOf(day))) day += DAY_MS;
  return `${dateOf(day)}T${MORNING_HOUR}:00`;
}

export function wallText(moment: string, timeZone: string): string {
  return momentAt(moment, timeZone).slice(0, 16);
}

/** "Tuesday, November 24 at 10:00 AM, Chicago time". */
export function formatWallTime(wall: string, timeZone: string): string {
  const time = wallTimeOf(wall);
  return `${formatWeekday(time)}, ${formatDay(time)} at ${formatClock(time)}, ${formatZone(timeZone)}`;
}

/** The same for a moment, in the business's zone. */
export function formatMoment(moment: string, timeZone: string): string {
  return formatWallTime(wallText(moment, timeZone), timeZone);
}

/** "Chicago time" for "America/Chicago", which stays on one line. */
function formatZone(timeZone: string): string {
  const city = timeZone.split("/").at(-1)?.replaceAll("_", "\u00A0");
  return city === undefined || city === "UTC" ? "UTC" : `${city}\u00A0time`;
}
