import type { Database } from "#db/connection.ts";
import { exists, from, integer, orNull, type RowOf, table, text } from "#db/rows.ts";

const reversals = table("reversals", {
  /** Stripe's id of the refund or of the dispute; in records of earlier versions, of the refunded charge. */
  id: text(),
  kind: text<"refund" | "dispute">(),
  paymentIntentId: from("stripe_payment_intent_id", text()),
  /** Cents. */
  amount: integer(),
  currency: text(),
  /** Stripe's status of a dispute, or "refunded". */
  status: text(),
  reason: orNull(text()),
  /** The deadline for answering a dispute, in epoch milliseconds. */
  dueBy: orNull(integer()),
  /** When the refund, or the newest event of the dispute, was created. */
  eventAt: from("told_at", integer()),
});

/** A refund, or a dispute that a client opened with the bank. */
export type ReversalRow = RowOf<typeof reversals>;

/** Returns false if a newer event was stored before, because events arrive in any order. */
export function saveReversal(db: Database, reversal: ReversalRow): boolean {
  const { changes } = db
    .query(
      `insert into reversals (id, kind, stripe_payment_intent_id, amount, currency, status, reason, due_by, told_at)
       values ($id, $kind, $paymentIntentId, $amount, $currency, $status, $reason, $dueBy, $eventAt)
       on conflict (id) do update set amount = excluded.amount, status = excluded.status,
         reason = excluded.reason, due_by = excluded.due_by, told_at = excluded.told_at
       where excluded.told_at > told_at or (excluded.told_at = told_at and
         (excluded.amount > amount or excluded.status in ('won', 'lost', 'warning_closed') and status <> excluded.status))`,
    )
    .run({ ...reversal });
  return changes > 0;
}

/** The status of a refund that staff made outside Stripe. */
export const BY_HAND = "by hand";

/**
 * Replaces what is known of a payment's refunds at Stripe, without those that failed. Returns the new ones. Earlier versions
 * stored one row for each charge.
 */
export function saveRefunds(
  db: Database,
  paymentIntentId: string,
  refunds: readonly ReversalRow[],
): ReversalRow[] {
  const before = refundsOf(db, paymentIntentId).filter(({ status }) => status !== BY_HAND);
  const isKnown = (one: ReversalRow) =>
    before.some(({ id, amount }) => id === one.id && amount === one.amount);
  if (before.length === refunds.length && refunds.every(isKnown)) return [];
  db.query(
    "delete from reversals where stripe_payment_intent_id = ? and kind = 'refund' and status <> ?",
  ).run(paymentIntentId, BY_HAND);
  for (const one of refunds) saveReversal(db, one);
  return refunds.filter((one) => !isKnown(one));
}

function refundsOf(db: Database, paymentIntentId: string): ReversalRow[] {
  return reversals.list(
    db,
    "where stripe_payment_intent_id = ? and kind = 'refund'",
    paymentIntentId,
  );
}

export function findReversal(db: Database, id: string): ReversalRow | null {
  return reversals.find(db, "where id = ?", id);
}

/** Returns whether a payment was made through Parlor. The account at Stripe may be used for other sales too. */
export function isOwnPayment(db: Database, paymentIntentId: string): boolean {
  return exists(
    db,
    `select 1 from payment_plan_installments where stripe_payment_intent_id = $id
     union all select 1 from membership_payments where stripe_payment_intent_id = $id
     union all select 1 from surplus_payments where stripe_payment_intent_id = $id
     union all select 1 from online_bookings where payment_intent_id = $id
     union all select 1 from payments where stripe_payment_intent_id = $id
     union all select 1 from payment_checkouts where stripe_payment_intent_id = $id`,
    { id: paymentIntentId },
  );
}

/** Who paid a deposit or at the desk. */
export interface RefundedClient {
  /** Null for an erased client. */
  readonly contactId: number | null;
  /** The booking of a deposit whose visit doesn't exist. */
  readonly bookingId: number | null;
}

/** Returns undefined for other payments. */
export function findRefundedClient(
  db: Database,
  { paymentIntentId }: Pick<ReversalRow, "paymentIntentId">,
): RefundedClient | undefined {
  const row = db
    .query<RefundedClient, [string]>(
      `select contact_id as contactId, iif(appointment_id is null, id, null) as bookingId
       from online_bookings where payment_intent_id = ?1
       union all select contact_id, null from payments where stripe_payment_intent_id = ?1
       union all select p.contact_id, null from payment_checkouts c join payments p on p.id = c.payment_id
         where c.stripe_payment_intent_id = ?1`,
    )
    .get(paymentIntentId);
  return row ?? undefined;
}

/** A payment beyond what a client signed. */
export interface SurplusPayment {
  readonly paymentIntentId: string;
  readonly agreementId: number;
  readonly invoiceId: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: number;
}

/** Idempotent: a payment is recorded once. */
export function saveSurplusPayment(db: Database, payment: SurplusPayment): void {
  db.query(
    `insert into surplus_payments (stripe_payment_intent_id, agreement_id, stripe_invoice_id, amount, currency, paid_at)
     values ($paymentIntentId, $agreementId, $invoiceId, $amount, $currency, $paidAt) on conflict do nothing`,
  ).run({ ...payment });
}

/** Returns whether all or part of a payment was refunded. */
export function isRefunded(db: Database, paymentIntentId: string): boolean {
  return refundedCents(db, paymentIntentId) > 0;
}

export function refundedCents(db: Database, paymentIntentId: string): number {
  return refundsOf(db, paymentIntentId).reduce((sum, { amount }) => sum + amount, 0);
}

export function reversalsOfPlans(db: Database, subscriptionIds: readonly number[]): ReversalRow[] {
  return reversals.list(
    db,
    `where stripe_payment_intent_id in
     (select stripe_payment_intent_id from payment_plan_installments
      where subscription_id in (select value from json_each(?)))`,
    JSON.stringify(subscriptionIds),
  );
}

export function reversalsOfMember(db: Database, subscriptionId: number): ReversalRow[] {
  return reversals.list(
    db,
    `where stripe_payment_intent_id in
     (select stripe_payment_intent_id from membership_payments where subscription_id = ?)`,
    subscriptionId,
  );
}

/** Returns the disputes that need an answer at Stripe, most urgent first. */
export function listDisputesToAnswer(db: Database): ReversalRow[] {
  return reversals.list(
    db,
    "where kind = 'dispute' and status in ('needs_response', 'warning_needs_response') order by due_by",
  );
}
