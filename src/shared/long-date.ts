import { formatClock } from "./clock-time.ts";
import { formatMonthDay, WEEKDAYS } from "./months.ts";
import { dayOf, type WallTime } from "./wall-time.ts";

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
