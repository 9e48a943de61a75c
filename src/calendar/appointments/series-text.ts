import { listVisitsAfter, seriesByIds } from "#db/calendar/appointment-series.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";

/** The most days without a visit that a text names. */
const MAX_NAMED = 3;
const DATE = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
const DATE_AND_YEAR = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/**
 * Continues "You are booked on Friday, December 4 at 10:00 AM": ", then every 2 weeks until March 12, 2027 (7 visits,
 * none on December 18)". Empty for an appointment that does not repeat, and for the last visit.
 */
export function renderSeries(app: App, first: AppointmentRow): string {
  const { seriesId } = first;
  const series = seriesId === null ? undefined : seriesByIds(app.db, [seriesId]).get(seriesId);
  if (!series) return "";
  const days = new Set(
    [first, ...listVisitsAfter(app.db, series.id, first.startsAt)].flatMap(
      ({ status, startsAt }) => (status === "canceled" ? [] : dayOf(startsAt)),
    ),
  );
  const last = [...days].at(-1);
  if (days.size < 2 || last === undefined) return "";
  const rhythm = series.everyWeeks === 1 ? "every week" : `every ${series.everyWeeks} weeks`;
  const missing: string[] = [];
  for (let day = dayOf(first.startsAt); day < last; day = addDays(day, series.everyWeeks * 7))
    if (!days.has(day)) missing.push(day);
  return `, then ${rhythm} until ${formatDay(last, first.startsAt)} (${days.size} visits${renderMissing(missing)})`;
}

function renderMissing(days: readonly string[]): string {
  if (days.length === 0) return "";
  if (days.length > MAX_NAMED) return ", with some weeks left out";
  const named = days.map((day) => DATE.format(noonOf(day)));
  return `, none on ${new Intl.ListFormat("en-US", { type: "conjunction" }).format(named)}`;
}

/** With the year, unless the other day is in the same one. */
function formatDay(day: string, other: string): string {
  const isSameYear = day.slice(0, 4) === other.slice(0, 4);
  return (isSameYear ? DATE : DATE_AND_YEAR).format(noonOf(day));
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
