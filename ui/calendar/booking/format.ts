import { formatClock } from "#src/shared/clock-time.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Fri, Nov 27". Names come from here, because Bun and browsers differ in spaces and commas. */
export function formatDay(day: string): string {
  return `${weekdayOf(day)}, ${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}`;
}

export function weekdayOf(day: string): string {
  return WEEKDAYS[new Date(`${day.slice(0, 10)}T12:00:00Z`).getUTCDay()] ?? "";
}

/** "Fri, Nov 27 at 2:30 PM" */
export function formatStart(start: string): string {
  return `${formatDay(start)} at ${formatClock(start)}`;
}

/** "2 hr 30 min" */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} hr`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

export function formatPrice(decimal: string, currency: string): string {
  return formatMoney(parseCents(decimal) ?? 0, currency);
}
