import { formatClock, toEnd } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { addMinutes, clockOf, dayOf } from "#src/shared/wall-time.ts";
import { formatDay, formatShortDay, formatWeekday, wallTimeOf } from "#ui/shell/format/dates.ts";
import type { Span } from "./schedule-query.ts";

/** "Thursday, November 20"; includes the year unless it is the current one. */
export function longDay(day: string, today: string): string {
  const time = wallTimeOf(day);
  const label = `${formatWeekday(time)}, ${formatDay(time)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? label : `${label}, ${time.year}`;
}

/** "Nov 16 to 22", "Nov 30 to Dec 6", "Mar 9 to 15, 2031". */
export function formatWeek(from: string, to: string, today: string): string {
  const [first, last] = [wallTimeOf(from), wallTimeOf(to)];
  const start = formatShortDay(first, last);
  const end = formatShortDay(last, wallTimeOf(today));
  return first.month === last.month
    ? `${start} to ${end.replace(/^\w+ /, "")}`
    : `${start} to ${end}`;
}

/** "Thu, Nov 20" or "Nov 30–Dec 6", for a phone's bar. */
export function shortSpan({ from, to }: Span): string {
  if (from !== to) return formatWeek(from, to, to).replace(" to ", "–");
  const time = wallTimeOf(from);
  return `${formatWeekday(time).slice(0, 3)}, ${formatShortDay(time, time)}`;
}

/** "Thu 20". */
export function columnDay(day: string): string {
  const time = wallTimeOf(day);
  return `${formatWeekday(time).slice(0, 3)} ${time.day}`;
}

/** "Thursday, Nov 20" for a wall time. */
export function mediumDay(day: string, today: string): string {
  const time = wallTimeOf(day);
  return `${formatWeekday(time)}, ${formatShortDay(time, wallTimeOf(today))}`;
}

/** "Thursday, Nov 20 at 2:30 PM" for a wall time. */
export function formatVisitStart(start: string): string {
  return `${mediumDay(dayOf(start), start)} at ${formatClock(start)}`;
}

/** One hour later by default, on the same day. */
export function usualEnd(
  date: string,
  startTime: string,
  minutes: number = DEFAULT_APPOINTMENT_MINUTES,
): string {
  const end = clockOf(addMinutes(`${date || "2026-01-01"}T${startTime}:00`, minutes));
  return toEnd(end) > startTime ? end : "23:59";
}
