import type { Database } from "#db/connection.ts";
import { exists, findValue } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** Returns all appointments of a client, earliest first. */
export function listAppointmentsOfContact(db: Database, contactId: number): AppointmentRow[] {
  return appointments.list(db, "where contact_id = ? order by starts_at, id", contactId);
}

/** Returns the visits of a client that overlap a time, earliest first, without canceled and missed ones. */
export function listOverlapping(
  db: Database,
  contactId: number,
  { startsAt, endsAt }: Pick<AppointmentRow, "startsAt" | "endsAt">,
): AppointmentRow[] {
  return appointments.list(
    db,
    "where contact_id = ? and starts_at < ? and ends_at > ? and status not in ('canceled', 'no_show') order by starts_at",
    contactId,
    endsAt,
    startsAt,
  );
}

/** Whether the client came to a visit that began before then (wall time). */
export function hasPastVisit(db: Database, contactId: number, wallNow: string): boolean {
  return exists(
    db,
    "select 1 from appointments where contact_id = ? and starts_at < ? and status not in ('canceled', 'no_show', 'requested')",
    contactId,
    wallNow,
  );
}

export function hasMissedVisit(db: Database, contactId: number): boolean {
  return exists(
    db,
    "select 1 from appointments where contact_id = ? and status = 'no_show'",
    contactId,
  );
}

/** Removes an erased client from their appointments. The times remain booked. */
export function anonymizeAppointments(db: Database, contactId: number): void {
  db.query(
    "update appointments set client_name = 'Erased client', name_key = '', visit_notes = '' where contact_id = ?",
  ).run(contactId);
  clearNumbers(db, contactId);
}

/** Removes the number of a deleted client, so that nothing is texted about their appointments. */
export function clearNumbers(db: Database, contactId: number): void {
  db.query(
    "update appointments set phone = null, contact_id = null, reminder_message_id = null where contact_id = ?",
  ).run(contactId);
}

/** When a canceled visit was canceled, in epoch milliseconds; 0 where that isn't known. */
export function findCanceledAt(db: Database, id: number): number {
  return (
    findValue<number>(
      db,
      "select canceled_at from appointments where id = ? and status = 'canceled'",
      id,
    ) ?? 0
  );
}
