import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** Returns all appointments of a number, earliest first. */
export function listAppointmentsOfPhone(db: Database, phone: string): AppointmentRow[] {
  return appointments.list(db, "where phone = ? order by starts_at, id", phoneKey(phone));
}

/** Removes the client from the appointments of a number. The times remain booked. */
export function anonymizeAppointments(db: Database, phone: string): void {
  db.query(
    "update appointments set client_name = 'Erased client', name_key = '', phone = null where phone = ?",
  ).run(phoneKey(phone));
}
