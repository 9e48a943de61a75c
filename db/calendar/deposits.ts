import type { Database } from "#db/connection.ts";
import type { OnlineBookingRow } from "./online-bookings.ts";

export interface DepositRow
  extends Pick<OnlineBookingRow, "paidAt" | "depositDueAt" | "refundDueAt" | "refundedAt"> {
  readonly appointmentId: number;
  readonly depositCents: number;
  /** What Stripe reports as refunded, also from its dashboard. */
  readonly returnedCents: number;
  /** Whether the client's bank has not decided for the salon. */
  readonly disputed: 0 | 1;
}

/** Returns the deposits of appointments by the appointment's id. */
export function depositsByAppointment(
  db: Database,
  appointmentIds: readonly number[],
): ReadonlyMap<number, DepositRow> {
  const rows = db
    .query<DepositRow, [string]>(
      `select appointment_id as appointmentId, deposit_cents as depositCents, paid_at as paidAt,
         deposit_due_at as depositDueAt, refund_due_at as refundDueAt, refunded_at as refundedAt,
         coalesce((select sum(amount) from reversals
           where stripe_payment_intent_id = payment_intent_id and kind = 'refund'), 0) as returnedCents,
         exists (select 1 from reversals where stripe_payment_intent_id = payment_intent_id
           and kind = 'dispute' and status not in ('won', 'warning_closed')) as disputed
       from online_bookings indexed by online_bookings_of_appointment
       where appointment_id in (select value from json_each(?)) and deposit_cents is not null`,
    )
    .all(JSON.stringify(appointmentIds));
  return new Map(rows.map((row) => [row.appointmentId, row]));
}
