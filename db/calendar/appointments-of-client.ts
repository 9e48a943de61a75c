import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { type AppointmentRow, appointmentsWhere } from "./appointments.ts";

/** All that is in the book under a number, earliest first. */
export function appointmentsHeld(db: Database, phone: string): AppointmentRow[] {
  return appointmentsWhere(db, "phone = ? order by starts_at, id", phoneKey(phone));
}

/** The hours stay taken; whose they were is forgotten. */
export function blankAppointments(db: Database, phone: string): void {
  db.query(
    "update appointments set client_name = 'Erased client', name_key = '', phone = null where phone = ?",
  ).run(phoneKey(phone));
}
