import type { Database } from "#db/connection.ts";
import { integer, orNull, type RowOf, table, text } from "#db/rows.ts";
import type { Permissions } from "#src/shared/permissions.ts";
import { setHoursVersion } from "./hours.ts";

const employees = table("employees", {
  id: integer(),
  name: text(),
  displayOrder: integer(),
  /** HH:mm; null if the business's hours apply. */
  workStartTime: orNull(text()),
  workEndTime: orNull(text()),
  feedVersion: orNull(integer()),
  createdAt: integer(),
});

export type EmployeeRow = RowOf<typeof employees>;

/** Returns all employees in column order. */
export function allEmployees(db: Database): EmployeeRow[] {
  return employees.list(db, "order by display_order, id");
}

export function findEmployee(db: Database, id: number): EmployeeRow | null {
  return employees.find(db, "where id = ?", id);
}

export function insertEmployee(db: Database, employee: Omit<EmployeeRow, "id">): number {
  const id = employees.insert(db, employee);
  const { workStartTime: start, workEndTime: end } = employee;
  setHoursVersion(db, { employeeId: id, from: "", weekly: null, start, end });
  return id;
}

export function setEmployee(
  db: Database,
  id: number,
  fields: Pick<EmployeeRow, "name" | "workStartTime" | "workEndTime">,
): void {
  employees.update(db, id, {
    name: fields.name,
    workStartTime: fields.workStartTime,
    workEndTime: fields.workEndTime,
  });
}

export function setDisplayOrder(db: Database, id: number, displayOrder: number): void {
  employees.update(db, id, { displayOrder });
}

export function setFeedVersion(db: Database, id: number, version: number | null): void {
  employees.update(db, id, { feedVersion: version });
}

export function deleteEmployee(db: Database, id: number): void {
  db.query("delete from employees where id = ?").run(id);
}

/** Removes the employee from users' permissions and returns the ids of the changed users. */
export function removeEmployeeFromPermissions(db: Database, employeeId: number): string[] {
  const users = db
    .query<{ id: string; permissions: string }, [number]>(
      `select id, permissions from users
       where exists (select 1 from json_each(permissions, '$.employeeIds') where value = ?)`,
    )
    .all(employeeId);
  for (const { id, permissions } of users) {
    const before = JSON.parse(permissions) as Permissions;
    const employeeIds = before.employeeIds.filter((one) => one !== employeeId);
    db.query(
      "update users set permissions = ?, permission_version = permission_version + 1 where id = ?",
    ).run(JSON.stringify({ ...before, employeeIds }), id);
  }
  return users.map(({ id }) => id);
}
