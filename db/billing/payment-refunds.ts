import type { Database } from "#db/connection.ts";
import { returnedOf } from "#db/reversal-sums.ts";
import { findValue, integer, orNull, type RowOf, table, text } from "#db/rows.ts";
import { refundedCents } from "./reversals.ts";

const refunds = table("payment_refunds", {
  id: integer(),
  paymentId: integer(),
  /** Null for one that is recorded only. */
  stripePaymentIntentId: orNull(text()),
  cents: integer(),
  /** It is made once this much of the payment went back. */
  untilCents: integer(),
  /** Null for a second payment, which Parlor refunds. */
  askedBy: orNull(text()),
  createdAt: integer(),
  /** Until then staff can undo it. */
  dueAt: integer(),
  sentAt: orNull(integer()),
  madeAt: orNull(integer()),
});

/** A refund that was decided on. */
export type PaymentRefundRow = RowOf<typeof refunds>;

export function insertPaymentRefund(
  db: Database,
  refund: Omit<PaymentRefundRow, "id" | "sentAt" | "madeAt">,
): number {
  return refunds.insert(db, refund);
}

const DISPUTED =
  "from reversals r where r.stripe_payment_intent_id = payment_refunds.stripe_payment_intent_id and r.kind = 'dispute'";
/** Whether the client's bank returned the money itself after a dispute. */
const IS_NEEDLESS = `exists (select 1 ${DISPUTED} and r.status = 'lost') and until_cents <= ${returnedOf("payment_refunds.stripe_payment_intent_id")}`;

/** Returns a payment's refunds, oldest first, without those that the client's bank made needless. */
export function refundsOfPayment(db: Database, paymentId: number): PaymentRefundRow[] {
  return refunds.list(
    db,
    `where payment_id = ? and (made_at is not null or not (${IS_NEEDLESS})) order by id`,
    paymentId,
  );
}

/** What went back to the client, in cents. Of a card, Stripe's dashboard may have made it. */
export function refundedOf(
  db: Database,
  {
    id,
    stripePaymentIntentId,
  }: { readonly id: number; readonly stripePaymentIntentId: string | null },
): number {
  if (stripePaymentIntentId !== null) return refundedCents(db, stripePaymentIntentId);
  const sql =
    "select sum(cents) from payment_refunds where payment_id = ? and stripe_payment_intent_id is null and made_at is not null";
  return findValue<number>(db, sql, id) ?? 0;
}

/** Returns what is to be refunded by now and isn't disputed at the client's bank, oldest first. */
export function listDuePaymentRefunds(db: Database, now: number): PaymentRefundRow[] {
  return refunds.list(
    db,
    `where made_at is null and due_at <= ? and not (${IS_NEEDLESS})
       and not exists (select 1 ${DISPUTED} and r.status in ('needs_response', 'under_review'))
     order by id`,
    now,
  );
}

/** Records that Stripe is about to be asked. Returns false when the refund was undone, or made, meanwhile. */
export function setPaymentRefundSent(db: Database, id: number, now: number): boolean {
  return (
    db
      .query(
        `update payment_refunds set sent_at = coalesce(sent_at, $now)
         where id = $id and due_at <= $now and made_at is null`,
      )
      .run({ id, now }).changes === 1
  );
}

/** Returns false when it was recorded before. */
export function setPaymentRefundMade(db: Database, id: number, now: number): boolean {
  return (
    db.query("update payment_refunds set made_at = ? where id = ? and made_at is null").run(now, id)
      .changes === 1
  );
}

/** Records refunds of a payment at Stripe of which the client has so many cents back. */
export function setIntentRefundsMade(
  db: Database,
  paymentIntentId: string,
  returnedCents: number,
  now: number,
): void {
  db.query(
    `update payment_refunds set made_at = $now
     where stripe_payment_intent_id = $paymentIntentId and until_cents <= $returnedCents and made_at is null`,
  ).run({ paymentIntentId, returnedCents, now });
}

/** Takes back a refund that nothing was done about. Returns false when it is too late. */
export function deletePaymentRefund(db: Database, id: number): boolean {
  return (
    db
      .query("delete from payment_refunds where id = ? and sent_at is null and made_at is null")
      .run(id).changes === 1
  );
}
