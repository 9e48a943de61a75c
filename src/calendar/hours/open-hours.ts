import { allEmployees } from "#db/calendar/employees.ts";
import * as store from "#db/calendar/hours.ts";
import type { App, Staff } from "#src/app.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import {
  extentOf,
  type Interval,
  mapWeek,
  type OwnHours,
  type Weekly,
  weekdayOf,
} from "#src/shared/working-hours.ts";
import type { OpenDay } from "./contract.ts";

/** Everyone's hours on every day, by the saved versions and closed days. */
export interface OpenHours {
  /** Returns the intervals in which an employee works on a day, or in which the business is open for null. */
  readonly intervalsOn: (employeeId: number | null, day: string) => readonly Interval[];
  /** Returns the entry of a date on which the business is closed all day. */
  readonly findClosedDay: (day: string) => store.ClosedDayRow | undefined;
  /** Returns the entry of a date that has special hours or is closed all day. */
  readonly findSpecialDay: (day: string) => store.ClosedDayRow | undefined;
  /** Returns the week, without closed days, of the version that holds on a day. */
  readonly weekOn: (employeeId: number | null, day: string) => Weekly;
  /** Returns an employee's own week; undefined if it depends on the business's. */
  readonly ownWeekOn: (employeeId: number, day: string) => Weekly | undefined;
  /** Returns an employee's own start and end: of their week, if they have one. Null where the business's hours apply. */
  readonly ownTimesOn: (employeeId: number, day: string) => OwnHours;
  /** Whether an employee has no hours of their own on a day. */
  readonly followsBusiness: (employeeId: number, day: string) => boolean;
  /** Returns the first days of the versions that begin after a day, earliest first. */
  readonly upcomingAfter: (employeeId: number | null, day: string) => readonly string[];
}

/** A month view with the weeks around it. */
const MAX_LISTED_DAYS = 62;
const MAX_KNOWN_DAYS = 1_000;
const NONE: readonly Interval[] = [];
const cache = new WeakMap<App, { version: string; hours: OpenHours }>();

/** Returns the current hours. They are read again after a change by any process. */
export function getOpenHours(app: App): OpenHours {
  const version = `${app.events.version("hours")} ${app.events.version("employees")}`;
  const cached = cache.get(app);
  if (cached?.version === version) return cached.hours;
  const hours = readOpenHours(app);
  cache.set(app, { version, hours });
  return hours;
}

/** Returns everyone's hours if the business had this week from a day on. */
export function planOpenHours(app: App, from: string, week: Weekly): OpenHours {
  const weekly = JSON.stringify(week);
  return readOpenHours(app, { employeeId: null, from, weekly, start: null, end: null });
}

function readOpenHours({ db }: App, planned?: store.HoursVersion): OpenHours {
  const closedDays = store.allClosedDays(db);
  const once = new Map(closedDays.filter((one) => !one.yearly).map((one) => [one.date, one]));
  const yearly = new Map(
    closedDays.filter((one) => one.yearly).map((one) => [one.date.slice(5), one]),
  );
  const stored = store.allHoursVersions(db);
  const all = planned
    ? [...stored, planned].toSorted((one, other) => (one.from < other.from ? -1 : 1))
    : stored;
  const versions = Map.groupBy(all, (one) => one.employeeId);
  const weeks = new Map(
    [...versions.values()]
      .flat()
      .map((one) => [one, one.weekly && (JSON.parse(one.weekly) as Weekly)]),
  );

  const findSpecialDay = (day: string) => once.get(day) ?? yearly.get(day.slice(5));
  const findVersion = (employeeId: number | null, day: string) =>
    versions.get(employeeId)?.findLast((one) => one.from <= day);

  const usualOn = (
    employeeId: number | null,
    day: string,
    weekday = weekdayOf(day),
  ): readonly Interval[] => {
    const version = findVersion(employeeId, day);
    const weekly = version && weeks.get(version);
    if (weekly) return weekly[weekday];
    if (employeeId === null) return NONE;
    const business = usualOn(null, day, weekday);
    return version ? withOwnTimes(business, version) : business;
  };
  /** Employees with hours of their own work what of theirs the day leaves. */
  const specialOn = (
    employeeId: number | null,
    day: string,
    open: readonly Interval[],
  ): readonly Interval[] => {
    const version = employeeId === null ? undefined : findVersion(employeeId, day);
    if (!version) return open;
    const weekly = weeks.get(version);
    return within(weekly ? weekly[weekdayOf(day)] : withOwnTimes(open, version), open);
  };
  const known = new Map<string, Map<number | null, readonly Interval[]>>();
  const intervalsOn = (employeeId: number | null, day: string) => {
    const ofDay = known.get(day) ?? new Map<number | null, readonly Interval[]>();
    const found = ofDay.get(employeeId);
    if (found) return found;
    const special = findSpecialDay(day);
    const intervals = special
      ? specialOn(employeeId, day, special.open ?? NONE)
      : usualOn(employeeId, day);
    ofDay.set(employeeId, intervals);
    // Lists and searches ask for the same days again and again.
    if (known.size < MAX_KNOWN_DAYS) known.set(day, ofDay);
    return intervals;
  };
  return {
    findClosedDay: (day) => {
      const special = findSpecialDay(day);
      return special?.open ? undefined : special;
    },
    findSpecialDay,
    intervalsOn,
    weekOn: (employeeId, day) => mapWeek((weekday) => usualOn(employeeId, day, weekday)),
    ownWeekOn: (employeeId, day) => {
      const version = findVersion(employeeId, day);
      return (version && weeks.get(version)) || undefined;
    },
    ownTimesOn: (employeeId, day) => {
      const version = findVersion(employeeId, day);
      const week = version && weeks.get(version);
      const times = week ? extentOf(week) : version;
      return { workStartTime: times?.start ?? null, workEndTime: times?.end ?? null };
    },
    followsBusiness: (employeeId, day) => {
      const version = findVersion(employeeId, day);
      return (
        !version || (version.weekly === null && version.start === null && version.end === null)
      );
    },
    upcomingAfter: (employeeId, day) =>
      (versions.get(employeeId) ?? []).flatMap(({ from }) => (from > day ? [from] : [])),
  };
}

/** The specification's simple case: the business's days, with the employee's own start or end. */
function withOwnTimes(
  business: readonly Interval[],
  { start, end }: store.HoursVersion,
): readonly Interval[] {
  const [first, last] = [business[0], business.at(-1)];
  if (!first || !last || (start === null && end === null)) return business;
  const own = { start: start ?? first.start, end: end ?? last.end };
  return own.start < own.end ? [own] : NONE;
}

/** Returns the parts of some intervals that lie in others. */
export function within(own: readonly Interval[], open: readonly Interval[]): readonly Interval[] {
  return own.flatMap((one) =>
    open.flatMap((other) => {
      const [, start = ""] = [one.start, other.start].toSorted();
      const [end = ""] = [one.end, other.end].toSorted();
      return start < end ? { start, end } : [];
    }),
  );
}

/** Returns the parts of some intervals that lie outside of others. */
export function without(
  own: readonly Interval[],
  others: readonly Interval[],
): readonly Interval[] {
  const starts = ["00:00", ...others.map(({ end }) => end)];
  return within(
    own,
    starts.map((start, at) => ({ start, end: others[at]?.start ?? "24:00" })),
  );
}

/** Lists the hours of each day for the business and the employees that the actor may see. */
export function listOpenDays(
  app: App,
  actor: Staff,
  span: { from: string; to: string },
): OpenDay[] {
  if (span.to < span.from) throw new Problem(400, "The last day is before the first.");
  if (span.to >= addDays(span.from, MAX_LISTED_DAYS))
    throw new Problem(400, `Request at most ${MAX_LISTED_DAYS} days.`);
  const hours = getOpenHours(app);
  const employees = allEmployees(app.db).filter(({ id }) => maySeeEmployee(actor, id));
  const days: OpenDay[] = [];
  for (let date = span.from; date <= span.to; date = addDays(date, 1))
    days.push({
      date,
      closedFor: hours.findClosedDay(date)?.name ?? null,
      open: [...hours.intervalsOn(null, date)],
      employees: employees.map(({ id }) => ({
        employeeId: id,
        open: [...hours.intervalsOn(id, date)],
      })),
    });
  return days;
}
