import { formatClock } from "#src/shared/clock-time.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { weekdayOf } from "#src/shared/working-hours.ts";
import { shortDayName } from "#ui/calendar/hours/day-names.ts";
import { formatShortMonthDay } from "#ui/shell/format/dates.ts";

/** "Fri, Nov 27". Without Intl, because Bun and browsers differ in spaces and commas. */
export function formatDay(day: string): string {
  return `${formatWeekday(day)}, ${formatShortMonthDay(day)}`;
}

/** "Fri" */
export function formatWeekday(day: string): string {
  return shortDayName(weekdayOf(day));
}

/** "Fri, Nov 27 at 2:30 PM" */
export function formatStart(start: string): string {
  return keepTogether(`${formatDay(dayOf(start))} at ${formatClock(start)}`);
}

/** Keeps "Nov 27" and "2:30 PM" in one line. */
export function keepTogether(text: string): string {
  return text.replaceAll(/ (?=\d+\b(?!:)|[AP]M)/g, "\u00a0");
}

/** "2 h 30 min" */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

/** "1 hour", "24 hours" */
export function formatHours(hours: number): string {
  return `${hours} hour${hours === 1 ? "" : "s"}`;
}

export function formatPrice(decimal: string, currency: string): string {
  return formatMoney(parseCents(decimal) ?? 0, currency);
}
