import { formatShortDay } from "#ui/shell/format/dates.ts";
import { noonOf } from "#ui/shell/format/noon.ts";

const DATE = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

/** "Thu, Nov 26, 2026" */
export function formatDate(day: string): string {
  return DATE.format(new Date(`${day}T12:00:00Z`));
}

/** "Nov 26" */
export function shortDayOf(day: string): string {
  const time = noonOf(day);
  return formatShortDay(time, time);
}
