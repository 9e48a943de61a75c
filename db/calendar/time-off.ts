import type { Database } from "#db/connection.ts";
import { insertRow, reader } from "#db/rows.ts";

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

const timeOff = reader<TimeOffRow>(
  `select id, employee_id, starts_at, ends_at, reason, kind, created_at
  from time_off`,
);

/** Returns what overlaps a span, of all employees and the business, earliest first. */
export function timeOffBetween(
  db: Database,
  { from, until }: { from: string; until: string },
): TimeOffRow[] {
  return timeOff.list(
    db,
    "where ends_at > ? and starts_at < ? order by starts_at, id",
    from,
    until,
  );
}

export function findTimeOff(db: Database, id: number): TimeOffRow | null {
  return timeOff.find(db, "where id = ?", id);
}

export function insertTimeOff(db: Database, row: Omit<TimeOffRow, "id">): number {
  return insertRow(db, "time_off", row);
}

export function deleteTimeOff(db: Database, id: number): void {
  db.query("delete from time_off where id = ?").run(id);
}
