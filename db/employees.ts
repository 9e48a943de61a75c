import type { Database } from "./connection.ts";

export interface EmployeeRow {
  readonly id: number;
  readonly name: string;
  readonly displayOrder: number;
  /** HH:mm; null where the business's hours hold. */
  readonly workStartTime: string | null;
  readonly workEndTime: string | null;
  readonly feedVersion: number | null;
  readonly createdAt: number;
}

const COLUMNS = `id, name, display_order as displayOrder, work_start_time as workStartTime,
  work_end_time as workEndTime, feed_version as feedVersion, created_at as createdAt`;

/** In the order of the columns on the screen. */
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
  return Number(lastInsertRowid);
}
