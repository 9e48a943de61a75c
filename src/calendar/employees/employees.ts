import * as store from "#db/calendar/employees.ts";
import { setHoursVersion } from "#db/calendar/hours.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { changeHours } from "#src/calendar/hours/affected.ts";
import { moveEnds } from "#src/calendar/hours/move-ends.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { nameKey } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import { extentOf, type OwnHours, resolveHours } from "#src/shared/working-hours.ts";
import type { Employee, EmployeeChange, NewEmployee } from "./contract.ts";

const MAX_EMPLOYEES = 200;

export function listEmployees(app: App, actor: Staff): Employee[] {
  return store
    .allEmployees(app.db)
    .filter(({ id }) => maySeeEmployee(actor, id))
    .map((one) => toEmployee(app, one));
}

/** Adds an employee as the last column. @throws Problem 400, 409 */
export function createEmployee(app: App, actor: Staff, input: NewEmployee): Employee {
  return inTransaction(app.db, () => {
    const { name, workStartTime = null, workEndTime = null } = input;
    const others = store.allEmployees(app.db);
    // Every screen with a calendar needs the whole list, so it has no pages.
    if (others.length >= MAX_EMPLOYEES)
      throw new Problem(
        409,
        `You already have ${MAX_EMPLOYEES} employees, which is the limit. Delete one first.`,
      );
    requireUniqueName(others, name);
    requireValidHours(app, { workStartTime, workEndTime });
    const id = store.insertEmployee(app.db, {
      name,
      workStartTime,
      workEndTime,
      displayOrder: (others.at(-1)?.displayOrder ?? -1) + 1,
      feedVersion: null,
      createdAt: app.now(),
    });
    record(app, actor, {
      action: "employee.create",
      target: ["employee", id],
      metadata: { name },
    });
    app.events.changed("employees", id);
    return toEmployee(app, getEmployee(app, id));
  });
}

export function changeEmployee(
  app: App,
  actor: Staff,
  id: number,
  change: EmployeeChange,
): Employee {
  return inTransaction(app.db, () => {
    const before = getEmployee(app, id);
    const others = store.allEmployees(app.db).filter((one) => one.id !== id);
    const name = change.name ?? before.name;
    if (name !== before.name) requireUniqueName(others, name);
    store.setEmployee(app.db, id, { ...before, name, ...changeOwnHours(app, id, change) });
    if (change.displayOrder !== undefined) {
      const sorted = others.toSpliced(change.displayOrder, 0, before);
      for (const [position, one] of sorted.entries())
        store.setDisplayOrder(app.db, one.id, position);
    }
    record(app, actor, {
      action: "employee.update",
      target: ["employee", id],
      metadata: { name, fields: Object.keys(change) },
    });
    app.events.changed("employees", id);
    return toEmployee(app, getEmployee(app, id));
  });
}

/** @throws Problem 404 */
export function getEmployee(app: App, id: number): store.EmployeeRow {
  return requireFound(store.findEmployee(app.db, id), "This employee no longer exists.");
}

export function employeesById(app: App): Map<number, store.EmployeeRow> {
  return new Map(store.allEmployees(app.db).map((employee) => [employee.id, employee]));
}

/** Names must be unique, because imports and webhook requests identify employees by name. */
function requireUniqueName(others: readonly store.EmployeeRow[], name: string): void {
  const existing = others.find((one) => nameKey(one.name) === nameKey(name));
  if (!existing) return;
  throw fieldProblem(409, "name", `There's already an employee named ${existing.name}.`);
}

/**
 * Changes the hours from today on, and returns the start and end that the employee has then: the ends of their own week
 * move, or the business's days get an own start or end. What a form sends back unchanged changes nothing.
 */
function changeOwnHours(app: App, id: number, { workStartTime, workEndTime }: EmployeeChange) {
  const from = businessDay(app);
  const now = getOpenHours(app).ownTimesOn(id, from);
  if (workStartTime === undefined && workEndTime === undefined) return now;
  const to = {
    workStartTime: workStartTime === undefined ? now.workStartTime : workStartTime,
    workEndTime: workEndTime === undefined ? now.workEndTime : workEndTime,
  };
  const { workStartTime: start, workEndTime: end } = to;
  const week = getOpenHours(app).ownWeekOn(id, from);
  const isOff = week !== undefined && extentOf(week) === undefined;
  if (start === now.workStartTime && end === now.workEndTime && !isOff) return now;
  requireValidHours(app, to);
  const moved = week && !isOff && start && end ? moveEnds(week, { start, end }) : undefined;
  const version = moved
    ? { weekly: JSON.stringify(moved), start: null, end: null }
    : { weekly: null, start, end };
  changeHours(app, id, () => {
    setHoursVersion(app.db, { employeeId: id, from, ...version });
    app.events.changed("hours");
    return {};
  });
  return getOpenHours(app).ownTimesOn(id, from);
}

function requireValidHours(app: App, own: OwnHours): void {
  const { start, end } = resolveHours(own, getSettings(app));
  const message = "End time must be after start time";
  if (end <= start) throw fieldProblem(400, "workEndTime", message);
}

/** With the start and end of today's hours. */
function toEmployee(app: App, employee: store.EmployeeRow): Employee {
  return {
    ...employee,
    ...getOpenHours(app).ownTimesOn(employee.id, businessDay(app)),
    createdAt: toIso(employee.createdAt),
  };
}
