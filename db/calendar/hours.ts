import type { Database } from "#db/connection.ts";
import { insertRow } from "#db/rows.ts";
import type { Interval } from "#src/shared/working-hours.ts";

/** Weekly hours that hold from a day on, until the next version of the same employee. */
export interface HoursVersion {
  /** Null for the business. */
  readonly employeeId: number | null;
  /** YYYY-MM-DD; empty for the first version. */
  readonly from: string;
  /** JSON of a Weekly; null if the employee works when the business is open. */
  readonly weekly: string | null;
  /** HH:mm, in place of the business's, where `weekly` is null. */
  readonly start: string | null;
  readonly end: string | null;
}

export interface ClosedDayRow {
  readonly date: string;
  readonly name: string;
  readonly yearly: boolean;
  /** The hours of this day; omitted if it is closed all day. */
  readonly open?: readonly Interval[] | undefined;
}

/** Returns the versions of the business and all employees, earliest first. */
export function allHoursVersions(db: Database): HoursVersion[] {
  return db
    .query<HoursVersion, []>(
      `select employee_id as employeeId, from_day as "from", weekly, start, "end" from weekly_hours
       order by from_day`,
    )
    .all();
}

/** Adds a version, or replaces the one that begins on the same day. */
export function setHoursVersion(db: Database, { from, ...version }: HoursVersion): void {
  deleteHoursVersion(db, version.employeeId, from);
  insertRow(db, "weekly_hours", { ...version, fromDay: from });
}

/** Returns whether there was one. */
export function deleteHoursVersion(db: Database, employeeId: number | null, from: string): boolean {
  const { changes } = db
    .query("delete from weekly_hours where coalesce(employee_id, 0) = ? and from_day = ?")
    .run(employeeId ?? 0, from);
  return changes > 0;
}

export function allClosedDays(db: Database): ClosedDayRow[] {
  return db
    .query<{ date: string; name: string; yearly: number; open: string | null }, []>(
      "select day as date, name, yearly, open from closed_days order by day, id",
    )
    .all()
    .map(({ open, ...row }) => ({
      ...row,
      yearly: row.yearly === 1,
      ...(open !== null && { open: JSON.parse(open) as Interval[] }),
    }));
}

export function replaceClosedDays(db: Database, days: readonly ClosedDayRow[]): void {
  db.query("delete from closed_days").run();
  const insert = db.query("insert into closed_days (day, name, yearly, open) values (?, ?, ?, ?)");
  for (const { date, name, yearly, open } of days)
    insert.run(date, name, Number(yearly), open?.length ? JSON.stringify(open) : null);
}
