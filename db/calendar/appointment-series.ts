import type { Database } from "#db/connection.ts";
import { insertRow, updateRow } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

export interface AppointmentSeries {
  readonly id: number;
  readonly everyWeeks: number;
  /** The start of the last visit that isn't canceled, or of the last one when all are. */
  readonly lastStart: string;
}

export function insertSeries(
  db: Database,
  { everyWeeks, createdAt }: { readonly everyWeeks: number; readonly createdAt: number },
): number {
  return insertRow(db, "appointment_series", { everyWeeks, createdAt });
}

/** Makes an appointment the first visit of a series. */
export function setSeries(db: Database, appointmentId: number, seriesId: number): void {
  updateRow(db, "appointments", appointmentId, { seriesId });
}

export function seriesByIds(
  db: Database,
  ids: readonly number[],
): ReadonlyMap<number, AppointmentSeries> {
  if (ids.length === 0) return new Map();
  const rows = db
    .query<AppointmentSeries, [string]>(
      `select s.id, s.every_weeks as everyWeeks,
         coalesce(max(iif(a.status <> 'canceled', a.starts_at, null)), max(a.starts_at)) as lastStart
       from appointment_series s join appointments a on a.series_id = s.id
       where s.id in (select value from json_each(?)) group by s.id`,
    )
    .all(JSON.stringify(ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the visits of a series that begin after a wall time, earliest first, in any status. */
export function listVisitsAfter(db: Database, seriesId: number, after: string): AppointmentRow[] {
  return appointments.list(
    db,
    "where series_id = ?1 and starts_at > ?2 order by starts_at, appointments.id",
    seriesId,
    after,
  );
}
