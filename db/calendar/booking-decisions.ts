import type { Database } from "#db/connection.ts";
import { updateRow } from "#db/rows.ts";
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  type StoredAppointment,
  toAppointmentRow,
} from "./appointments.ts";
import type { OnlineBookingRow } from "./online-bookings.ts";
import { IS_FIRST_PART } from "./visit-parts.ts";

/** A time that a client asked for and no one has decided on. */
export interface RequestRow extends AppointmentRow {
  /** When the client asked for this time, in epoch milliseconds. */
  readonly requestedAt: number;
}

/** Returns the requests that wait for a decision, oldest first. There are few: each waits for a day at most. */
export function listRequests(db: Database): RequestRow[] {
  return db
    .query<StoredAppointment<RequestRow>, []>(
      `select ${APPOINTMENT_COLUMNS}, coalesce((select requested_at from online_bookings
           where appointment_id = appointments.id), appointments.created_at) as requestedAt
       from appointments indexed by appointments_requested
       where status = 'requested' and ${IS_FIRST_PART} order by appointments.created_at`,
    )
    .all()
    .map(toAppointmentRow);
}

/** Records that a client asked for another time. */
export function setRequestedAt(db: Database, bookingId: number, now: number): void {
  updateRow(db, "online_bookings", bookingId, { requestedAt: now });
}

/** Null where the time is no longer released. */
export function setDepositDue(db: Database, bookingId: number, dueAt: number | null): void {
  updateRow(db, "online_bookings", bookingId, { depositDueAt: dueAt });
}

export function setCancelReason(
  db: Database,
  bookingId: number,
  cancelReason: OnlineBookingRow["cancelReason"],
): void {
  updateRow(db, "online_bookings", bookingId, { cancelReason });
}

/** An approved visit that is released unless its deposit is paid. */
export interface UnpaidRow extends AppointmentRow {
  readonly depositDueAt: number;
  readonly depositCents: number;
}

/** Returns the approved visits whose deposit is due by `at` and isn't paid, in the order of their deadlines. */
export function listUnpaidVisits(db: Database, at: number): UnpaidRow[] {
  const ofBooking = (column: string) =>
    `(select ${column} from online_bookings where appointment_id = appointments.id)`;
  return db
    .query<StoredAppointment<UnpaidRow>, [number]>(
      `select ${APPOINTMENT_COLUMNS}, ${ofBooking("deposit_due_at")} as depositDueAt,
         ${ofBooking("deposit_cents")} as depositCents
       from appointments where status in ('booked', 'confirmed') and appointments.id in (
         select appointment_id from online_bookings indexed by online_bookings_deposit_due
         where deposit_due_at is not null and paid_at is null and deposit_due_at <= ?)
       order by depositDueAt`,
    )
    .all(at)
    .map(toAppointmentRow);
}
