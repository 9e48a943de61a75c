import { formatClock, formatShortDay, formatWeekday, type WallTime, wallTimeOf } from "./dates.ts";

/** "Fri, Nov 27 at 10:00 AM" for a wall time from the API. */
export function formatWallTime(text: string, now: WallTime): string {
  const time = wallTimeOf(text);
  return `${formatWeekday(time).slice(0, 3)}, ${formatShortDay(time, now)} at ${formatClock(time)}`;
}
