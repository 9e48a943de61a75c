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
import { type OwnHours, resolveHours } from "#src/shared/working-hours.ts";
import type { Employee, EmployeeChange, NewEmployee } from "./contract.ts";

const MAX_EMPLOYEES = 200;

export function listEmployees(app: App, actor: Staff): Employee[] {
  return store
    .allEmployees(app.db)
    .filter(({ id }) => maySeeEmployee(actor, id))
    .map(toEmployee);
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
    return toEmployee(getEmployee(app, id));
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
    if (change.name !== undefined) requireUniqueName(others, change.name);
    const to = {
      name: change.name ?? before.name,
      workStartTime:
        change.workStartTime === undefined ? before.workStartTime : change.workStartTime,
      workEndTime: change.workEndTime === undefined ? before.workEndTime : change.workEndTime,
    };
    const isMoved =
      to.workStartTime !== before.workStartTime || to.workEndTime !== before.workEndTime;
    if (isMoved) setOwnHours(app, id, to);
    store.setEmployee(app.db, id, to);
    if (change.displayOrder !== undefined) {
      const sorted = others.toSpliced(change.displayOrder, 0, before);
      for (const [position, one] of sorted.entries())
        store.setDisplayOrder(app.db, one.id, position);
    }
    record(app, actor, {
      action: "employee.update",
      target: ["employee", id],
      metadata: { name: to.name, fields: Object.keys(change) },
    });
    app.events.changed("employees", id);
    return toEmployee(getEmployee(app, id));
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

/** From today on: the ends of the employee's own week move, or the business's days get an own start or end. */
function setOwnHours(app: App, id: number, own: OwnHours): void {
  requireValidHours(app, own);
  const { workStartTime: start, workEndTime: end } = own;
  const from = businessDay(app);
  const week = start && end && getOpenHours(app).ownWeekOn(id, from);
  const version = week
    ? { weekly: JSON.stringify(moveEnds(week, { start, end })), start: null, end: null }
    : { weekly: null, start, end };
  changeHours(app, id, () => {
    setHoursVersion(app.db, { employeeId: id, from, ...version });
    app.events.changed("hours");
    return {};
  });
}

function requireValidHours(app: App, own: OwnHours): void {
  const { start, end } = resolveHours(own, getSettings(app));
  const message = "End time must be after start time";
  if (end <= start) throw fieldProblem(400, "workEndTime", message);
}

function toEmployee(employee: store.EmployeeRow): Employee {
  return {
    ...employee,
    createdAt: toIso(employee.createdAt),
  };
}
