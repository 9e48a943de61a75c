import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";

/** Returns the ids of an employee's appointments that begin in a minute (YYYY-MM-DDTHH:mm). */
export function appointmentsOfEmployeeAt(
  db: Database,
  employeeId: number,
  minute: string,
): number[] {
  return pluck(
    db,
    "select id from appointments where employee_id = ? and starts_at >= ? and starts_at < ? order by id",
    employeeId,
    minute,
    `${minute}~`,
  );
}
