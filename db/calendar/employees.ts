import type { Database } from "#db/connection.ts";
import type { Permissions } from "#src/shared/permissions.ts";
import { setHoursVersion } from "./hours.ts";

export interface EmployeeRow {
  readonly id: number;
  readonly name: string;
  readonly displayOrder: number;
  /** HH:mm; null if the business's hours apply. */
  readonly workStartTime: string | null;
  readonly workEndTime: string | null;
  readonly feedVersion: number | null;
  readonly createdAt: number;
}

const COLUMNS = `id, name, display_order as displayOrder, work_start_time as workStartTime,
  work_end_time as workEndTime, feed_version as feedVersion, created_at as createdAt`;

/** Returns all employees in column order. */
export function allEmployees(db: Database): EmployeeRow[] {
  return db
    .query<EmployeeRow, []>(`select ${COLUMNS} from employees order by display_order, id`)
    .all();
}

export function findEmployee(db: Database, id: number): EmployeeRow | null {
  return db.query<EmployeeRow, [number]>(`select ${COLUMNS} from employees where id = ?`).get(id);
}

export function insertEmployee(db: Database, employee: Omit<EmployeeRow, "id">): number {
  const { lastInsertRowid } = db
    .query(
      `insert into employees (name, display_order, work_start_time, work_end_time, feed_version, created_at)
       values ($name, $displayOrder, $workStartTime, $workEndTime, $feedVersion, $createdAt)`,
    )
    .run({ ...employee });
  const id = Number(lastInsertRowid);
  const { workStartTime: start, workEndTime: end } = employee;
  setHoursVersion(db, { employeeId: id, from: "", weekly: null, start, end });
  return id;
}

export function setEmployee(
  db: Database,
  id: number,
  fields: Pick<EmployeeRow, "name" | "workStartTime" | "workEndTime">,
): void {
  db.query(
    "update employees set name = ?, work_start_time = ?, work_end_time = ? where id = ?",
  ).run(fields.name, fields.workStartTime, fields.workEndTime, id);
}

export function setDisplayOrder(db: Database, id: number, displayOrder: number): void {
  db.query("update employees set display_order = ? where id = ?").run(displayOrder, id);
}

export function setFeedVersion(db: Database, id: number, version: number | null): void {
  db.query("update employees set feed_version = ? where id = ?").run(version, id);
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
