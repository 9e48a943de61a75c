import { allEmployees } from "#db/calendar/employees.ts";
import { listUpcoming } from "#db/calendar/undecided-visits.ts";
import type { App, Staff } from "#src/app.ts";
import { minuteOfDay } from "#src/calendar/availability/zone-clock.ts";
import { toWallTime } from "#src/platform/time.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import {
  type Interval,
  isWithin,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from "#src/shared/working-hours.ts";
import { getOpenHours, type OpenHours } from "./open-hours.ts";

const PLURALS: Readonly<Record<Weekday, string>> = {
  mon: "Mondays",
  tue: "Tuesdays",
  wed: "Wednesdays",
  thu: "Thursdays",
  fri: "Fridays",
  sat: "Saturdays",
  sun: "Sundays",
};

/**
 * Says which employees that the actor may see work outside the business's hours on these days of the week, and how many
 * visits are booked then.
 */
export function listOutside(
  app: App,
  actor: Staff,
  on: string,
  days?: readonly Weekday[],
  hours = getOpenHours(app),
) {
  const notes = listOutsideHours(app, actor, hours, on, days);
  return {
    notes,
    visitsOutside: notes.length === 0 ? 0 : countVisitsOutside(app, actor, hours, on, days),
  };
}

function listOutsideHours(
  app: App,
  actor: Staff,
  hours: OpenHours,
  on: string,
  days?: readonly Weekday[],
): string[] {
  const found = allEmployees(app.db)
    .filter(({ id }) => maySeeEmployee(actor, id))
    .flatMap((one) =>
      outsideHoursOf(hours, one, on, days).map((when) => ({ name: firstNameOf(one.name), when })),
    );
  return [...Map.groupBy(found, ({ when }) => when)].map(([when, those]) =>
    renderOutside(
      those.map(({ name }) => name),
      when,
    ),
  );
}

/**
 * Counts the upcoming visits from a day on that fit the hours of an employee and not those of the business on these days of
 * the week.
 */
function countVisitsOutside(
  app: App,
  actor: Staff,
  hours: OpenHours,
  on: string,
  among: readonly Weekday[] = WEEKDAYS,
): number {
  const business = hours.weekOn(null, on);
  const now = toWallTime(app, app.now());
  const first = `${on}T00:00:00`;
  return listUpcoming(app.db, first > now ? first : now, null).filter(
    ({ employeeId, startsAt, endsAt }) => {
      const day = dayOf(startsAt);
      const weekday = weekdayOf(day);
      return (
        among.includes(weekday) &&
        maySeeEmployee(actor, employeeId) &&
        isWithin(hours.intervalsOn(employeeId, day), startsAt, endsAt) &&
        !isWithin(business[weekday], startsAt, endsAt)
      );
    },
  ).length;
}

/** "Elena and Jo work 1 hour before you open." */
function renderOutside(names: readonly string[], when: string): string {
  return `${joinWords(names)} ${names.length === 1 ? "works" : "work"} ${when}.`;
}

/** "Mondays and Tuesdays" */
export function renderDays(days: readonly Weekday[]): string {
  return joinWords(days.map((day) => PLURALS[day]));
}

/**
 * Says on which of these days an employee works and the business doesn't: "Jo works 30 minutes before you open." Nothing without
 * own hours.
 */
export function describeOutsideHours(
  hours: OpenHours,
  employee: { readonly id: number; readonly name: string },
  on: string,
  among?: readonly Weekday[],
): string[] {
  const names = [firstNameOf(employee.name)];
  return outsideHoursOf(hours, employee, on, among).map((when) => renderOutside(names, when));
}

/** "1 hour before you open on Mondays", "on Sundays, when you're closed". */
function outsideHoursOf(
  hours: OpenHours,
  employee: { readonly id: number },
  on: string,
  among: readonly Weekday[] = WEEKDAYS,
): string[] {
  const [own, business] = [hours.weekOn(employee.id, on), hours.weekOn(null, on)];
  const worked = WEEKDAYS.filter((day) => own[day].length > 0 && business[day].length > 0);
  const days = new Map<string, string[]>();
  for (const day of among)
    for (const when of describeDay(own[day], business[day]))
      days.set(when, [...(days.get(when) ?? []), PLURALS[day]]);
  return [...days].map(([when, named]) =>
    when === CLOSED
      ? `on ${joinWords(named)}, when you're closed`
      : `${when}${named.length === worked.length ? "" : ` on ${joinWords(named)}`}`,
  );
}

const CLOSED = "closed";

function describeDay(own: readonly Interval[], business: readonly Interval[]): string[] {
  const [first, last] = [business[0], business.at(-1)];
  const [begins, ends] = [own[0]?.start, own.at(-1)?.end];
  if (begins === undefined || ends === undefined) return [];
  if (!first || !last) return [CLOSED];
  const early = minuteOfDay(first.start) - minuteOfDay(begins);
  const late = minuteOfDay(ends) - minuteOfDay(last.end);
  const worksInBreak = business
    .slice(1)
    .some((next, at) =>
      own.some(({ start, end }) => start < next.start && end > (business[at]?.end ?? "")),
    );
  return [
    ...(early > 0 ? [`${formatMinutes(early)} before you open`] : []),
    ...(worksInBreak ? ["during your break"] : []),
    ...(late > 0 ? [`${formatMinutes(late)} after you close`] : []),
  ];
}

/** "30 minutes", "1 hour and 30 minutes". */
function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return joinWords([
    ...(hours > 0 ? [`${hours} ${hours === 1 ? "hour" : "hours"}`] : []),
    ...(rest > 0 ? [`${rest} ${rest === 1 ? "minute" : "minutes"}`] : []),
  ]);
}
