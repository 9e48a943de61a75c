import { setEmployee } from "#db/calendar/employees.ts";
import * as store from "#db/calendar/hours.ts";
import { inTransaction } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { saveWorkHours } from "#src/platform/settings/work-hours.ts";
import { toWallTime } from "#src/platform/time.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { clockOf, dayOf, listDays } from "#src/shared/wall-time.ts";
import {
  extentOf,
  type Interval,
  joinTouching,
  mapWeek,
  type Weekly,
} from "#src/shared/working-hours.ts";
import { changeHours } from "./affected.ts";
import type {
  AffectedVisit,
  BusinessHours,
  BusinessHoursChange,
  EmployeeHours,
  EmployeeHoursChange,
  SavedHours,
} from "./contract.ts";
import { moveEnds } from "./move-ends.ts";
import { getOpenHours } from "./open-hours.ts";
import { describeOutsideHours, listNewlyOutside, listOutside } from "./outside-hours.ts";
import { listUnstaffed } from "./unstaffed-hours.ts";

const REVIEWED_AT = "hours-reviewed-at";

/** With notes about the employees that the actor may see. */
export function getBusinessHours(app: App, actor?: Staff): BusinessHours {
  const hours = getOpenHours(app);
  const today = businessDay(app);
  const upcoming = hours.upcomingAfter(null, today);
  const newest = upcoming.at(-1) ?? today;
  const outside = actor && listOutside(app, actor, { hours, on: newest });
  return {
    weekly: hours.weekOn(null, today),
    upcoming: upcoming.map((from) => ({ from, weekly: hours.weekOn(null, from) })),
    closedDays: store.allClosedDays(app.db),
    ...(outside ?? { notes: [], visitsOutside: 0 }),
    unstaffed: actor ? listUnstaffed(app, actor, hours, newest) : [],
    reviewed: readState<number>(app.db, REVIEWED_AT) !== undefined,
  } as BusinessHours;
}

/** Saves hours from a day on, and closed days. Appointments stay; those outside are returned and wait for a decision. */
export function saveBusinessHours(
  app: App,
  actor: Staff,
  { weekly, from, closedDays }: BusinessHoursChange,
): SavedHours {
  return changeInTransaction(app, null, () => {
    const firstDay = requireFirstDay(app, from);
    const before = getOpenHours(app);
    if (weekly) {
      saveWeek(app, null, firstDay, weekly);
      const extent = firstDay === businessDay(app) ? extentOf(weekly) : undefined;
      if (extent) saveWorkHours(app, extent);
    }
    if (closedDays) store.replaceClosedDays(app.db, toSpecialDays(closedDays));
    record(app, actor, {
      action: "hours.update",
      metadata: {
        fields: [...(weekly ? ["weekly"] : []), ...(closedDays ? ["closedDays"] : [])],
        ...(weekly && { from: from ?? businessDay(app) }),
      },
    });
    writeState(app.db, REVIEWED_AT, app.now());
    publish(app);
    const outside = listNewlyOutside(app, actor, firstDay, { before, hours: getOpenHours(app) });
    return { ...getBusinessHours(app, actor), outside };
  });
}

/** Confirms the hours as they are, which completes the step of the checklist. */
export function confirmHours(app: App, actor: Staff): BusinessHours {
  return inTransaction(app.db, () => {
    writeState(app.db, REVIEWED_AT, app.now());
    record(app, actor, { action: "hours.confirm" });
    app.events.changed("hours");
    return getBusinessHours(app, actor);
  });
}

/** @throws Problem 404 */
export function getEmployeeHours(
  app: App,
  actor: Staff,
  id: number,
  notesOn = businessDay(app),
): EmployeeHours {
  const employee = getEmployee(app, id);
  if (!maySeeEmployee(actor, id)) throw new Problem(404, "This employee no longer exists.");
  const hours = getOpenHours(app);
  const today = businessDay(app);
  const weekOn = (day: string) => (hours.followsBusiness(id, day) ? null : hours.weekOn(id, day));
  return {
    weekly: weekOn(today),
    upcoming: hours.upcomingAfter(id, today).map((from) => ({ from, weekly: weekOn(from) })),
    notes: describeOutsideHours({ hours, on: notesOn }, employee),
  } as EmployeeHours;
}

/** @throws Problem 400 for a day that has passed, 404 */
export function saveEmployeeHours(
  app: App,
  actor: Staff,
  id: number,
  { weekly, from }: EmployeeHoursChange,
): ChangedHours<EmployeeHours> {
  return changeInTransaction(app, id, () => {
    const firstDay = requireFirstDay(app, from);
    const employee = getEmployee(app, id);
    setEmployeeWeek(app, employee, { weekly, from: firstDay });
    recordEmployeeHours(app, actor, id, { name: employee.name, from: firstDay });
    publish(app);
    return getEmployeeHours(app, actor, id, firstDay);
  });
}

/** In the caller's transaction. */
export function setEmployeeWeek(
  app: App,
  { id, name }: { readonly id: number; readonly name: string },
  { weekly, from }: { readonly weekly: Weekly | null; readonly from: string },
): void {
  saveWeek(app, id, from, weekly);
  if (from === businessDay(app)) {
    const extent = weekly ? extentOf(weekly) : undefined;
    // The specification's fields show the simple case.
    setEmployee(app.db, id, {
      name,
      workStartTime: extent?.start ?? null,
      workEndTime: extent?.end ?? null,
    });
  }
  app.events.changed("employees", id);
}

/** Removes a version that has not begun. @throws Problem 404 */
export function removeUpcomingHours(
  app: App,
  actor: Staff,
  employeeId: number | null,
  from: string,
): void {
  changeInTransaction(app, employeeId, () => {
    const name = employeeId === null ? undefined : getEmployee(app, employeeId).name;
    if (from <= businessDay(app) || !store.deleteHoursVersion(app.db, employeeId, from))
      throw new Problem(404, "These hours no longer exist.");
    if (employeeId !== null) recordEmployeeHours(app, actor, employeeId, { name, removed: from });
    else record(app, actor, { action: "hours.update", metadata: { removed: from } });
    publish(app);
    return {};
  });
}

/** Returns the days of a span that differ from the week, and when the business is open on them; never if it is closed. */
export function listSpecialDays(
  app: App,
  from: string,
  to: string,
): { date: string; name: string; open: readonly Interval[] }[] {
  const hours = getOpenHours(app);
  return listDays(from, to).flatMap((date) => {
    const special = hours.findSpecialDay(date);
    return special ? { date, name: special.name, open: special.open ?? [] } : [];
  });
}

/** Returns the hours of an employee, or of the business for null, on a day. */
export function hoursOn(app: App, employeeId: number | null, day: string): readonly Interval[] {
  return getOpenHours(app).intervalsOn(employeeId, day);
}

/** Whether the business is open at this moment. */
export function isOpenNow(app: App): boolean {
  const now = toWallTime(app, app.now());
  const clock = clockOf(now);
  return getOpenHours(app)
    .intervalsOn(null, dayOf(now))
    .some(({ start, end }) => start <= clock && clock < end);
}

/** Moves the week's earliest start and latest end from today on. Runs in the caller's transaction. */
export function applyWorkHours(app: App, to: Interval): void {
  const today = businessDay(app);
  const week = moveEnds(getOpenHours(app).weekOn(null, today), to);
  const extent = extentOf(week);
  changeHours(app, null, () => {
    saveWeek(app, null, today, week);
    if (extent) saveWorkHours(app, extent);
    publish(app);
    return {};
  });
}

export type ChangedHours<Hours> = Hours & { affected: AffectedVisit[] };

export function changeInTransaction<Result extends object>(
  app: App,
  employeeId: number | null,
  change: () => Result,
): ChangedHours<Result> {
  return inTransaction(app.db, () => changeHours(app, employeeId, change));
}

/** A date has one entry, the last: closed and open at once would contradict each other. */
function toSpecialDays(days: BusinessHours["closedDays"]): store.ClosedDayRow[] {
  const ofDate = new Map(days.map((day) => [day.yearly ? day.date.slice(5) : day.date, day]));
  return [...ofDate.values()].map((day) => ({ ...day, open: joinTouching(day.open ?? []) }));
}

/** Of the business for null. */
function saveWeek({ db }: App, employeeId: number | null, from: string, week: Weekly | null): void {
  const weekly = week && JSON.stringify(mapWeek((day) => joinTouching(week[day])));
  store.setHoursVersion(db, { employeeId, from, weekly, start: null, end: null });
}

/** @throws Problem 400 for a day that has passed */
export function requireFirstDay(app: App, from: string | undefined): string {
  const today = businessDay(app);
  if (from === undefined || from >= today) return from ?? today;
  throw fieldProblem(400, "from", "Hours can't change on days that have passed");
}

function recordEmployeeHours(
  app: App,
  actor: Staff,
  id: number,
  metadata: Record<string, unknown>,
): void {
  record(app, actor, { action: "employee.hours", target: ["employee", id], metadata });
  app.events.changed("employees", id);
}

export function publish(app: App): void {
  app.events.changed("hours");
  // Their replies say which appointments lie outside working hours.
  app.events.changed("appointments");
}
