import { formatClock } from "./clock-time.ts";
import { dayOf, type WallTime } from "./wall-time.ts";

const DATE = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** "Friday, November 27" of a day or a local time, as in texts and calls. */
export function formatLongDate(day: string): string {
  return DATE.format(new Date(`${dayOf(day)}T12:00:00Z`));
}

/** "Friday, November 27 at 9:30 AM" */
export function formatLongTime(wall: WallTime): string {
  return `${formatLongDate(wall)} at ${formatClock(wall)}`;
}
