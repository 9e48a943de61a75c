import { listVisitsAfter, seriesByIds } from "#db/calendar/appointment-series.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { isFirstPart } from "#src/calendar/appointments/whole-visit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { formatLongDate, formatLongTime } from "#src/shared/long-date.ts";
import { formatDayRelativeTo, formatMonthDay } from "#src/shared/months.ts";
import { firstNameOf, spokenName } from "#src/shared/names.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";

/** The most days without a visit that a text names. */
const MAX_NAMED = 3;

/** Fills in the fields of a thank-you or reminder for one or several appointments of one day, as read at `sentAt`. */
export function renderTemplate(
  app: App,
  template: string,
  appointments: readonly AppointmentRow[],
  sentAt: number,
): string {
  const [first] = appointments;
  if (!first) throw new Error("a text needs at least one appointment");
  const employees = appointments.map(
    ({ employeeId }) => findEmployee(app.db, employeeId)?.name ?? "",
  );
  const values: Readonly<Record<string, string>> = {
    clientName: spokenName(first.clientName),
    firstName: firstNameOf(first.clientName),
    service: joinDistinct(appointments.map(({ service }) => service)),
    employee: joinDistinct(employees.map(firstNameOf)),
    date: formatLongDate(first.startsAt),
    time: formatTimes(appointments),
  };
  const dated = fitDay(template, first.startsAt, dayOf(toWallTime(app, sentAt)));
  const named = fillBusinessName(dated, getSettings(app).businessName);
  return named.replace(FIELD, (field, name: string) => values[name] ?? field).trim();
}

const VISITED_TODAY =
  /(\b(?:coming|came|visiting|visited|joining|joined|stopping|stopped|seeing|saw)\b[^.!?]*)\btoday\b/gi;

/** Corrects "today" and "tomorrow" in a text that is sent later than usual, such as after quiet hours. */
function fitDay(template: string, startsAt: string, sentDay: string): string {
  const day = dayOf(startsAt);
  if (day === sentDay) return template.replace(/\b(T)omorrow\b/gi, "$1oday");
  const then = day === addDays(sentDay, -1) ? "yesterday" : `on ${formatLongDate(startsAt)}`;
  return day > sentDay ? template : template.replace(VISITED_TODAY, `$1${then}`);
}

const FIELD = /\{(clientName|firstName|service|employee|date|time)\}/g;

/** What changed for the client. `employee` is " with Jo" if that is new to them; `later` names the visits after it. */
export function renderMove(
  { startsAt, knownStartsAt }: AppointmentRow,
  employee: string,
  later: string,
): string {
  const when = formatLongTime(startsAt);
  return knownStartsAt === null
    ? `your appointment on ${when}${later} ${later === "" ? "is" : "are"} now${employee}`
    : `we moved your appointment from ${formatLongTime(knownStartsAt)} to ${when}${employee}${later && `,${later} too`}`;
}

/** "3:00 PM and 4:30 PM", for appointments of one day. A visit with several employees has the time of its first part. */
export function formatTimes(appointments: readonly AppointmentRow[]): string {
  return joinDistinct(
    appointments.filter(isFirstPart).map(({ startsAt }) => formatClock(startsAt)),
  );
}

function joinDistinct(words: readonly string[]): string {
  const different = [...new Set(words)].filter((word) => word !== "");
  return joinWords(different);
}

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
  return `, then ${rhythm} until ${formatDayRelativeTo(last, first.startsAt)} (${days.size} visits${renderMissing(missing)})`;
}

function renderMissing(days: readonly string[]): string {
  if (days.length === 0) return "";
  if (days.length > MAX_NAMED) return ", with some weeks left out";
  const named = days.map(formatMonthDay);
  return `, none on ${joinWords(named)}`;
}
