import type { Database } from "#db/connection.ts";
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  type StoredAppointment,
  toAppointmentRow,
} from "./appointments.ts";

const ACTIONS = ["booking.create", "booking.move", "booking.cancel", "appointment.cancel"] as const;

/** What a client did with a visit: on the booking page, or by an X. */
export interface BookingNewsRow extends AppointmentRow {
  /** Of the audit entry. */
  readonly entryId: number;
  readonly action: (typeof ACTIONS)[number];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Returns what clients did last, newest first, from as many audit entries of each action. */
export function listBookingNews(db: Database, limit: number): BookingNewsRow[] {
  // Limited before the join: deleted visits would let it read the whole log.
  const query = db.query<StoredAppointment<BookingNewsRow>, [string, number]>(
    `select ${APPOINTMENT_COLUMNS}, entry_id as entryId, action, at from (
       select id as entry_id, action, target_id, metadata, created_at as at
       from audit_logs indexed by audit_logs_of_action
       where action = ? and actor_type = 'system' order by id desc limit ?) as entry
     join appointments on appointments.id = iif(action = 'appointment.cancel',
       iif(metadata ->> 'by' = 'text', cast(target_id as integer), null),
       (select appointment_id from online_bookings where id = cast(target_id as integer)))`,
  );
  return ACTIONS.flatMap((action) => query.all(action, limit).map(toAppointmentRow)).sort(
    (one, other) => other.entryId - one.entryId,
  );
}
