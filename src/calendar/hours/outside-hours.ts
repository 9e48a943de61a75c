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
  differingDays,
  type Interval,
  isWithin,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from "#src/shared/working-hours.ts";
import type { OutsideHours } from "./contract.ts";
import { type OpenHours, within, without } from "./open-hours.ts";

const PLURALS: Readonly<Record<Weekday, string>> = {
  mon: "Mondays",
  tue: "Tuesdays",
  wed: "Wednesdays",
  thu: "Thursdays",
  fri: "Fridays",
  sat: "Saturdays",
  sun: "Sundays",
};

/** The hours of a day on, and those before a change of the business's hours, if only what it closes counts. */
interface Outside {
  readonly hours: OpenHours;
  readonly before?: OpenHours | undefined;
  readonly on: string;
  readonly days?: readonly Weekday[] | undefined;
}

/**
 * Says which employees that the actor may see work outside the business's hours on these days of the week, and how many
 * visits are booked then.
 */
export function listOutside(app: App, actor: Staff, outside: Outside) {
  const notes = listOutsideHours(app, actor, outside);
  return {
    notes,
    visitsOutside: notes.length === 0 ? 0 : countVisitsOutside(app, actor, outside),
  };
}

/** Says who works outside of the business's hours on the days that change, and didn't before. */
export function listNewlyOutside(
  app: App,
  actor: Staff,
  from: string,
  { before, hours }: { readonly before: OpenHours; readonly hours: OpenHours },
): OutsideHours {
  const days = differingDays(before.weekOn(null, from), hours.weekOn(null, from));
  return { days, from, ...listOutside(app, actor, { hours, before, on: from, days }) };
}

function listOutsideHours(app: App, actor: Staff, outside: Outside): string[] {
  const found = allEmployees(app.db)
    .filter(({ id }) => maySeeEmployee(actor, id))
    .flatMap((one) =>
      outsideHoursOf(outside, one).map((when) => ({ name: firstNameOf(one.name), when })),
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
  { hours, before, on, days = WEEKDAYS }: Outside,
): number {
  const [business, former] = [hours.weekOn(null, on), before?.weekOn(null, on)];
  const now = toWallTime(app, app.now());
  const first = `${on}T00:00:00`;
  return listUpcoming(app.db, first > now ? first : now, null).filter(
    ({ employeeId, startsAt, endsAt }) => {
      const day = dayOf(startsAt);
      const weekday = weekdayOf(day);
      const own = hours.intervalsOn(employeeId, day);
      const limited = limitTo(business[weekday], own, former?.[weekday]);
      return (
        days.includes(weekday) &&
        maySeeEmployee(actor, employeeId) &&
        isWithin(own, startsAt, endsAt) &&
        !isWithin(limited, startsAt, endsAt)
      );
    },
  ).length;
}

/** "Elena and Jo work 1 hour before opening." */
function renderOutside(names: readonly string[], when: string): string {
  return `${joinWords(names)} ${names.length === 1 ? "works" : "work"} ${when}.`;
}

/** "on Mondays and Tuesdays", "Monday through Friday" */
export function renderDays(days: readonly Weekday[]): string {
  const names = days.map((day) => PLURALS[day]);
  return days.length > 2 && WEEKDAYS.join().includes(days.join())
    ? `${names[0]?.slice(0, -1)} through ${names.at(-1)?.slice(0, -1)}`
    : `on ${joinWords(names)}`;
}

/**
 * Says on which of these days an employee works and the business doesn't: "Jo works 30 minutes before opening." Nothing without
 * own hours.
 */
export function describeOutsideHours(
  outside: Outside,
  employee: { readonly id: number; readonly name: string },
): string[] {
  const names = [firstNameOf(employee.name)];
  return outsideHoursOf(outside, employee).map((when) => renderOutside(names, when));
}

/** "1 hour before opening on Mondays", "on Sundays, when you're closed". */
function outsideHoursOf(
  { hours, before, on, days = WEEKDAYS }: Outside,
  employee: { readonly id: number },
): string[] {
  const [own, business] = [hours.weekOn(employee.id, on), hours.weekOn(null, on)];
  const former = before?.weekOn(null, on);
  const found = new Map<string, Weekday[]>();
  for (const day of days) {
    const outside = without(own[day], limitTo(business[day], own[day], former?.[day]));
    for (const when of describeDay(outside, business[day]))
      found.set(when, [...(found.get(when) ?? []), day]);
  }
  return [...found].map(([when, those]) =>
    when === CLOSED ? `${renderDays(those)}, when you're closed` : `${when} ${renderDays(those)}`,
  );
}

const CLOSED = "closed";

function describeDay(outside: readonly Interval[], business: readonly Interval[]): string[] {
  const [first, last] = [business[0], business.at(-1)];
  if (outside.length === 0) return [];
  if (!first || !last) return [CLOSED];
  const early = outside.filter(({ end }) => end <= first.start);
  const late = outside.filter(({ start }) => start >= last.end);
  return [
    ...(early.length > 0 ? [`${formatMinutes(minutesIn(early))} before opening`] : []),
    ...(early.length + late.length < outside.length ? ["during your break"] : []),
    ...(late.length > 0 ? [`${formatMinutes(minutesIn(late))} past closing`] : []),
  ];
}

/**
 * Limits an employee's hours to the business's. With the business's former hours, only what it closes is taken away, so
 * that hours that were outside before stay.
 */
export function limitTo(
  open: readonly Interval[],
  own: readonly Interval[],
  former?: readonly Interval[],
): readonly Interval[] {
  return former ? without(own, without(former, open)) : within(own, open);
}

function minutesIn(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + minuteOfDay(end) - minuteOfDay(start), 0);
}

/** "30 minutes", "1 hour and 30 minutes". */
function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return joinWords([
    ...(hours > 0 ? [`${hours} ${hours === 1 ? "hour" : "hours"}`] : []),
    ...(rest > 0 ? [`${rest} ${rest === 1 ? "minute" : "minutes"}`] : []),
  ]);
}
