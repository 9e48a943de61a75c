import * as store from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { nameKey } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { hoursOf, type OwnHours } from "#src/shared/working-hours.ts";
import type { Employee, EmployeeChange, NewEmployee } from "./contract.ts";

export function listEmployees(app: App, actor: Staff): Employee[] {
  return store
    .allEmployees(app.db)
    .filter(({ id }) => maySeeEmployee(actor, id))
    .map(shown);
}

/** Their column is the last. */
export function createEmployee(app: App, actor: Staff, wanted: NewEmployee): Employee {
  return inTransaction(app.db, () => {
    const { name, workStartTime = null, workEndTime = null } = wanted;
    const others = store.allEmployees(app.db);
    refuseSecond(others, name);
    refuseBadHours(app, { workStartTime, workEndTime });
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
    return shown(foundEmployee(app, id));
  });
}

export function changeEmployee(
  app: App,
  actor: Staff,
  id: number,
  change: EmployeeChange,
): Employee {
  return inTransaction(app.db, () => {
    const former = foundEmployee(app, id);
    const others = store.allEmployees(app.db).filter((one) => one.id !== id);
    if (change.name !== undefined) refuseSecond(others, change.name);
    const to = {
      name: change.name ?? former.name,
      workStartTime:
        change.workStartTime === undefined ? former.workStartTime : change.workStartTime,
      workEndTime: change.workEndTime === undefined ? former.workEndTime : change.workEndTime,
    };
    if (change.workStartTime !== undefined || change.workEndTime !== undefined)
      refuseBadHours(app, to);
    store.setEmployee(app.db, id, to);
    if (change.displayOrder !== undefined) {
      const inOrder = others.toSpliced(change.displayOrder, 0, former);
      for (const [place, one] of inOrder.entries()) store.setDisplayOrder(app.db, one.id, place);
    }
    record(app, actor, {
      action: "employee.update",
      target: ["employee", id],
      metadata: { name: to.name, fields: Object.keys(change) },
    });
    app.events.changed("employees", id);
    return shown(foundEmployee(app, id));
  });
}

/** @throws Problem 404 */
export function foundEmployee(app: App, id: number): store.EmployeeRow {
  const employee = store.findEmployee(app.db, id);
  if (!employee) throw new Problem(404, "This employee does not exist any more.");
  return employee;
}

export function employeesById(app: App): Map<number, store.EmployeeRow> {
  return new Map(store.allEmployees(app.db).map((employee) => [employee.id, employee]));
}

/** Imports and webhooks know them by name alone. */
function refuseSecond(others: readonly store.EmployeeRow[], name: string): void {
  const there = others.find((one) => nameKey(one.name) === nameKey(name));
  if (!there) return;
  const words = `There is an employee named ${there.name} already.`;
  throw new Problem(409, words, { errors: { name: words } });
}

function refuseBadHours(app: App, own: OwnHours): void {
  const { start, end } = hoursOf(own, settingsOf(app));
  const words = "End time must be after start time";
  if (end <= start) throw new Problem(400, words, { errors: { workEndTime: words } });
}

function shown(employee: store.EmployeeRow): Employee {
  return {
    id: employee.id,
    name: employee.name,
    displayOrder: employee.displayOrder,
    workStartTime: employee.workStartTime,
    workEndTime: employee.workEndTime,
    createdAt: new Date(employee.createdAt).toISOString(),
  };
}
