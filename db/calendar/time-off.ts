import type { Database } from "#db/connection.ts";

export interface TimeOffRow {
  readonly id: number;
  /** Null for the whole business. */
  readonly employeeId: number | null;
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly reason: string;
  readonly kind: "time-off" | "block";
  readonly createdAt: number;
}

const COLUMNS = `id, employee_id as employeeId, starts_at as startsAt, ends_at as endsAt, reason, kind,
  created_at as createdAt`;

/** Returns what overlaps a span, of all employees and the business, earliest first. */
export function timeOffBetween(
  db: Database,
  { from, until }: { from: string; until: string },
): TimeOffRow[] {
  return db
    .query<TimeOffRow, [string, string]>(
      `select ${COLUMNS} from time_off where ends_at > ? and starts_at < ? order by starts_at, id`,
    )
    .all(from, until);
}

export function findTimeOff(db: Database, id: number): TimeOffRow | null {
  return db.query<TimeOffRow, [number]>(`select ${COLUMNS} from time_off where id = ?`).get(id);
}

export function insertTimeOff(db: Database, row: Omit<TimeOffRow, "id">): number {
  const { lastInsertRowid } = db
    .query(
      `insert into time_off (employee_id, starts_at, ends_at, reason, kind, created_at)
       values ($employeeId, $startsAt, $endsAt, $reason, $kind, $createdAt)`,
    )
    .run({ ...row });
  return Number(lastInsertRowid);
}

export function deleteTimeOff(db: Database, id: number): void {
  db.query("delete from time_off where id = ?").run(id);
}
