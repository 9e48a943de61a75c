import type { Database } from "#db/connection.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** Returns all appointments of a client, earliest first. */
export function listAppointmentsOfContact(db: Database, contactId: number): AppointmentRow[] {
  return appointments.list(db, "where contact_id = ? order by starts_at, id", contactId);
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
