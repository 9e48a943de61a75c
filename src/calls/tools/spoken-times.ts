import { formatClock } from "#src/shared/clock-time.ts";
import { dayOf, type WallTime } from "#src/shared/wall-time.ts";

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** "Friday" of "2026-11-27" */
export function weekdayOf(day: string): string {
  return WEEKDAY.format(new Date(`${day}T12:00:00Z`));
}

/** "Friday, November 27" */
export function formatDay(day: string): string {
  return DAY.format(new Date(`${day}T12:00:00Z`));
}

/** "Friday, November 27 at 9:30 AM" */
export function formatSlot(startsAt: WallTime): string {
  return `${formatDay(dayOf(startsAt))} at ${formatClock(startsAt)}`;
}
