import type { Database } from "#db/connection.ts";
import { count, pluck } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** Returns the ids of up to `slice` appointments of one employee or of all. */
export function listAppointmentIds(
  db: Database,
  employeeId: number | undefined,
  slice: number,
): number[] {
  const ofWhom = employeeId === undefined ? "" : "where employee_id = ?1";
  return pluck(db, `select id from appointments ${ofWhom} limit ?2`, employeeId ?? null, slice);
}

/** Returns the days on which employees have one of these appointments that still takes place after a wall time. */
export function listUpcomingDays(
  db: Database,
  ids: readonly number[],
  after: string,
): { employeeId: number; day: string }[] {
  return db
    .query<{ employeeId: number; day: string }, [string, string]>(
      `select distinct employee_id as employeeId, substr(starts_at, 1, 10) as day from appointments
       where id in (select value from json_each(?)) and status <> 'canceled' and ends_at > ?`,
    )
    .all(JSON.stringify(ids), after);
}

/** Returns those of these appointments that take place and begin after a wall time. */
export function listUpcoming(db: Database, ids: readonly number[], after: string): number[] {
  return pluck(
    db,
    `select id from appointments
     where id in (select value from json_each(?)) and status <> 'canceled' and starts_at > ?`,
    JSON.stringify(ids),
    after,
  );
}

/** Returns those of these appointments that are canceled. */
export function listCanceled(db: Database, ids: readonly number[]): number[] {
  return pluck(
    db,
    "select id from appointments where id in (select value from json_each(?)) and status = 'canceled'",
    JSON.stringify(ids),
  );
}

/** Returns those of these appointments that still take place, if `all`, and those with a planned text about a change. */
export function listAppointmentsToNotify(
  db: Database,
  ids: readonly number[],
  all: boolean,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where appointments.id in (select value from json_each($ids))
       and (text_due_at is not null or ($all and status in ('requested', 'booked', 'confirmed')))
     order by starts_at, appointments.id`,
    { ids: JSON.stringify(ids), all },
  );
}

export function deleteAppointments(db: Database, ids: readonly number[]): void {
  db.query("delete from appointments where id in (select value from json_each(?))").run(
    JSON.stringify(ids),
  );
}

export function countAppointments(db: Database): number {
  return count(db, "select count(*) from appointments");
}

/** Counts an employee's appointments that start at or after a wall time. */
export function countAppointmentsFrom(db: Database, employeeId: number, from: string): number {
  return count(
    db,
    "select count(*) from appointments where employee_id = ? and starts_at >= ? and status <> 'canceled'",
    employeeId,
    from,
  );
}

/** Returns up to `slice` of an employee's appointments from a wall time on that still take place. */
export function listAppointmentsFrom(
  db: Database,
  employeeId: number,
  from: string,
  slice: number,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where employee_id = ? and starts_at >= ? and status in ('requested', 'booked', 'confirmed')
     order by starts_at limit ?`,
    employeeId,
    from,
    slice,
  );
}

/**
 * Moves up to `slice` appointments from a wall time on to another employee, and returns their ids. Their clients still know
 * the former one.
 */
export function moveAppointments(
  db: Database,
  move: { employeeId: number; to: number; from: string; slice: number; now: number },
): number[] {
  return pluck(
    db,
    `update appointments set known_employee_id = nullif(coalesce(known_employee_id, employee_id), $to),
       employee_id = $to, revision = revision + 1, changed_at = $now
     where id in (select id from appointments where employee_id = $employeeId and starts_at >= $from limit $slice)
     returning id`,
    move,
  );
}
