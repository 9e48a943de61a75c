import { formatClock } from "./clock-time.ts";
import { dayOf, type WallTime } from "./wall-time.ts";

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** "December 20" for "2026-12-20", or a local time of it. */
export function formatMonthDay(day: string): string {
  return formatLongDay(day.slice(0, 10)).slice(0, -", 2026".length);
}

/** "December 20, 2026" for "2026-12-20". */
export function formatLongDay(day: string): string {
  const [year, month = 1, date] = day.split("-").map(Number);
  return `${MONTHS[month - 1]} ${date}, ${year}`;
}

/** "December 20", with the year unless the other day is in the same one. */
export function formatDayRelativeTo(day: string, other: string): string {
  const isSameYear = day.slice(0, 4) === other.slice(0, 4);
  return isSameYear ? formatMonthDay(day) : formatLongDay(day);
}

/** "Friday, November 27" of a day or a local time, as in texts and calls. */
export function formatLongDate(day: string): string {
  const weekday = WEEKDAYS[new Date(`${dayOf(day)}T12:00:00Z`).getUTCDay()];
  return `${weekday}, ${formatMonthDay(day)}`;
}

/** "Fri, Nov 27 at 9:30 AM" */
export function formatShortTime(wall: WallTime): string {
  return formatLongTime(wall).replace(/(\w{3})\w*, (\w{3})\w*/, "$1, $2");
}

/** "Friday, November 27 at 9:30 AM" */
export function formatLongTime(wall: WallTime): string {
  return `${formatLongDate(wall)} at ${formatClock(wall)}`;
}
