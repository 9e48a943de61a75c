import type { Database } from "#db/connection.ts";
import { lostOf, refundedOf } from "#db/reversal-sums.ts";
import { pluck } from "#db/rows.ts";
import type { OnlineBookingRow } from "./online-bookings.ts";

export interface DepositRow
  extends Pick<
    OnlineBookingRow,
    "id" | "paidAt" | "depositDueAt" | "refundDueAt" | "refundedAt" | "paymentIntentId"
  > {
  readonly appointmentId: number;
  readonly depositCents: number;
  /** What Stripe reports as refunded, also from its dashboard. */
  readonly returnedCents: number;
  /** How much of it has gone back once the refunds of what bills left are made. */
  readonly unusedCents: number;
  /** What the salon has of it then. */
  readonly heldCents: number;
  /** Whether the client's bank hasn't decided, as far as we know. */
  readonly disputed: 0 | 1;
  /** What it has returned after deciding for the client. */
  readonly lostCents: number;
}

/** Returns the deposits of appointments by the appointment's id. */
export function depositsByAppointment(
  db: Database,
  appointmentIds: readonly number[],
): ReadonlyMap<number, DepositRow> {
  const rows = db
    .query<DepositRow, [string]>(
      `with paid as (
         select *, ${refundedOf("payment_intent_id")} as returned, ${lostOf("payment_intent_id")} as lost,
           coalesce((select max(until_cents) from payment_visits v join payment_refunds r on r.payment_id = v.payment_id
             where v.appointment_id = b.appointment_id and r.stripe_payment_intent_id = b.payment_intent_id), 0) as unused
         from online_bookings b indexed by online_bookings_of_appointment
         where appointment_id in (select value from json_each(?)) and deposit_cents is not null
       )
       select id, appointment_id as appointmentId, deposit_cents as depositCents, paid_at as paidAt,
         payment_intent_id as paymentIntentId, deposit_due_at as depositDueAt, refund_due_at as refundDueAt, refunded_at as refundedAt,
         returned as returnedCents, unused as unusedCents, max(0, deposit_cents - max(returned + lost, unused)) as heldCents,
         exists (select 1 from reversals where stripe_payment_intent_id = payment_intent_id
           and kind = 'dispute' and status not in ('won', 'lost', 'warning_closed')) as disputed,
         lost as lostCents
       from paid`,
    )
    .all(JSON.stringify(appointmentIds));
  return new Map(rows.map((row) => [row.appointmentId, row]));
}

/** Returns the bookings whose deposit may be refunded by now, and isn't disputed at the client's bank, in the order of the decisions. */
export function listDueRefunds(db: Database, now: number): number[] {
  return pluck(
    db,
    `select id from online_bookings where refund_due_at <= ? and refunded_at is null and not exists (select 1 from reversals r
       where r.stripe_payment_intent_id = payment_intent_id and r.kind = 'dispute'
         and r.status in ('needs_response', 'under_review'))
       and deposit_cents > ${lostOf("payment_intent_id")}
     order by refund_due_at`,
    now,
  );
}

/** Decides that a deposit is refunded, not before `at`. The first decision stands. */
export function setRefundDue(db: Database, bookingId: number, at: number): void {
  db.query(
    "update online_bookings set refund_due_at = ? where id = ? and refund_due_at is null",
  ).run(at, bookingId);
}

/** Takes back a refund that Stripe has not been asked for, or refused. Returns whether one was due. */
export function clearRefundDue(db: Database, bookingId: number): boolean {
  return (
    db
      .query(
        `update online_bookings set refund_due_at = null where id = ?
           and refund_due_at is not null and refund_sent_at is null and refunded_at is null`,
      )
      .run(bookingId).changes === 1
  );
}

/** Records that Stripe is about to be asked. Returns false when the refund was taken back, or made, meanwhile. */
export function setRefundSent(db: Database, bookingId: number, now: number): boolean {
  return (
    db
      .query(
        `update online_bookings set refund_sent_at = coalesce(refund_sent_at, $now)
         where id = $bookingId and refund_due_at <= $now and refunded_at is null`,
      )
      .run({ bookingId, now }).changes === 1
  );
}

/** Records that Stripe refused, so that a visit that is put back keeps its deposit. */
export function clearRefundSent(db: Database, bookingId: number): void {
  db.query("update online_bookings set refund_sent_at = null where id = ?").run(bookingId);
}

/** Returns false when it was recorded before. */
export function setRefunded(db: Database, bookingId: number, now: number): boolean {
  return (
    db
      .query(
        `update online_bookings set refunded_at = $now, refund_due_at = coalesce(refund_due_at, $now)
         where id = $bookingId and refunded_at is null`,
      )
      .run({ bookingId, now }).changes === 1
  );
}

/** Records the refund that is due of a deposit of which the client has so many cents back. */
export function setDueRefunded(
  db: Database,
  paymentIntentId: string,
  returnedCents: number,
  now: number,
): void {
  db.query(
    `update online_bookings set refunded_at = $now
     where payment_intent_id = $paymentIntentId and refund_due_at is not null and refunded_at is null
       and deposit_cents <= $returnedCents`,
  ).run({ paymentIntentId, returnedCents, now });
}

/** The refund did not arrive: the client has only so many cents back. Returns false when none was recorded. */
export function clearRefunded(
  db: Database,
  paymentIntentId: string,
  returnedCents: number,
): boolean {
  return (
    db
      .query(
        `update online_bookings set refunded_at = null
         where payment_intent_id = ? and deposit_cents > ? and refunded_at is not null`,
      )
      .run(paymentIntentId, returnedCents).changes > 0
  );
}

/**
 * Cancels the bookings of appointments that are about to be deleted. Without a decision, the deposits of upcoming ones are to
 * be refunded.
 */
export function cancelBookingsOf(
  db: Database,
  appointmentIds: readonly number[],
  options: {
    readonly now: number;
    readonly wallNow: string;
    readonly refundAt: number;
    readonly deposit: "refund" | "keep" | null;
  },
): void {
  db.query(
    `update online_bookings set canceled_at = $now,
       refund_due_at = case
         when paid_at is null or refund_sent_at is not null then refund_due_at
         when $deposit = 'keep' then null
         when $deposit = 'refund' or appointment_id in
           (select id from appointments where id = appointment_id and status <> 'canceled' and starts_at > $wallNow)
           then coalesce(refund_due_at, $refundAt)
         else refund_due_at end
     where appointment_id in (select value from json_each($ids))`,
  ).run({ ...options, ids: JSON.stringify(appointmentIds) });
}
