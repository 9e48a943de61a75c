import { formatClock, formatShortDay, formatWeekday, type WallTime } from "./dates.ts";

/** "Fri, Nov 27 at 10:00 AM" of a wall time as the API has it. */
export function formatWallTime(text: string, now: WallTime): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  const time = { year, month, day, hour, minute };
  return `${formatWeekday(time).slice(0, 3)}, ${formatShortDay(time, now)} at ${formatClock(time)}`;
}
