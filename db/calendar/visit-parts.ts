import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** True of every visit's first part that takes place, and of a visit with one employee. */
export const IS_FIRST_PART =
  "(appointments.visit_id is null or appointments.visit_id = appointments.id)";

/** Returns the appointments of a visit in order, canceled ones too: only one unless several employees perform it. */
export function listParts(db: Database, row: AppointmentRow): AppointmentRow[] {
  if (row.visitId === null) return [row];
  return appointments.list(
    db,
    "where appointments.visit_id = ? order by starts_at, appointments.id",
    row.visitId,
  );
}

/** Returns the parts of a visit that were canceled by the same change as this one, in order. */
export function listCanceledWith(db: Database, row: AppointmentRow): AppointmentRow[] {
  return appointments.list(
    db,
    `where appointments.visit_id = ? and canceled_at is (select canceled_at from appointments one where one.id = ?)
     order by starts_at, appointments.id`,
    row.visitId,
    row.id,
  );
}

/** Returns the visits with several employees of which these appointments are parts. */
export function listVisitIds(db: Database, ids: readonly number[]): number[] {
  return pluck(
    db,
    `select distinct visit_id from appointments
     where id in (select value from json_each(?)) and visit_id is not null`,
    JSON.stringify(ids),
  );
}

/** Returns the parts of visits in their order, by visit. */
export function partsByVisit(
  db: Database,
  visitIds: readonly number[],
): ReadonlyMap<number | null, readonly AppointmentRow[]> {
  if (visitIds.length === 0) return new Map();
  const rows = appointments.list(
    db,
    `where appointments.visit_id in (select value from json_each(?))
     order by appointments.starts_at, appointments.id`,
    JSON.stringify(visitIds),
  );
  return Map.groupBy(rows, ({ visitId }) => visitId);
}

/** Makes appointments one visit, of which this is the first part; null makes them separate visits. */
export function setVisit(db: Database, ids: readonly number[], visitId: number | null): void {
  db.query("update appointments set visit_id = ? where id in (select value from json_each(?))").run(
    visitId,
    JSON.stringify(ids),
  );
}

/** The booking of a visit, with its link and deposit, belongs to its first part, as does the text that is planned. */
export function moveBooking(db: Database, from: number, to: number): void {
  db.query("update online_bookings set appointment_id = ? where appointment_id = ?").run(to, from);
  db.query(
    `update appointments set text_due_at = former.text_due_at,
       known_starts_at = iif(former.known_starts_at = '', '', appointments.known_starts_at)
     from (select text_due_at, known_starts_at from appointments where id = ?) former where id = ?`,
  ).run(from, to);
  db.query("update appointments set text_due_at = null where id = ?").run(from);
}
