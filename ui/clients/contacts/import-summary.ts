import { daysBetween, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

/** "Added today", "Added 3 days ago", "Added Nov 4": a contact's age counts in days. */
export function addedLabel(iso: string, now: number, timeZone: string): string {
  const then = wallTime(iso, timeZone);
  const today = wallTime(now, timeZone);
  const days = daysBetween(then, today);
  if (days <= 0) return "Added today";
  if (days === 1) return "Added yesterday";
  return days < 7 ? `Added ${days} days ago` : `Added ${formatShortDay(then, today)}`;
}
