import type { Database } from "#db/connection.ts";
import { lostOf, refundedOf, returnedOf } from "#db/reversal-sums.ts";
import { exists, findValue, from, integer, orNull, type RowOf, table, text } from "#db/rows.ts";

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

/**
 * Returns the cents of a payment that was made through Parlor, or undefined: the account at Stripe may be used for other sales too.
 */
export function findPaidCents(db: Database, paymentIntentId: string): number | undefined {
  return findValue<number>(
    db,
    `select amount from payment_plan_installments where stripe_payment_intent_id = ?1
     union all select amount from membership_payments where stripe_payment_intent_id = ?1
     union all select amount from surplus_payments where stripe_payment_intent_id = ?1
     union all select deposit_cents from online_bookings where payment_intent_id = ?1
     union all select due_cents + tip_cents from payments where stripe_payment_intent_id = ?1
     union all select due_cents + tip_cents from payment_checkouts where stripe_payment_intent_id = ?1`,
    paymentIntentId,
  );
}

/** Who paid, and for what. */
export interface Payer {
  /** Null for a client without a page. */
  readonly contactId: number | null;
  /** Null for an erased client. */
  readonly clientName: string | null;
  /** What the payment belongs to, with its id. */
  readonly of: readonly [
    type: "booking" | "payment" | "plan_subscription" | "subscription",
    id: number,
  ];
}

/** Returns undefined for a payment that nothing names, as earlier versions refunded. */
export function findPayer(db: Database, paymentIntentId: string): Payer | undefined {
  const row = db
    .query<Omit<Payer, "of"> & { type: Payer["of"][0]; id: number }, [string]>(
      `with plans as (
         select 'plan_subscription' as type, id, contact_id, agreement_id from payment_plan_subscriptions
         union all select 'subscription', id, contact_id, agreement_id from subscriptions
       ),
       paid as (
         select 'booking' as type, id, contact_id, nullif(client_name, 'Erased client') as client_name, null as agreement_id
         from online_bookings where payment_intent_id = ?1
         union all select 'payment', id, contact_id, nullif(client_name, ''), null
         from payments where stripe_payment_intent_id = ?1
         union all select 'payment', p.id, p.contact_id, nullif(p.client_name, ''), null
         from payment_checkouts c join payments p on p.id = c.payment_id where c.stripe_payment_intent_id = ?1
         union all select 'plan_subscription', s.id, s.contact_id, null, s.agreement_id
         from payment_plan_installments i join payment_plan_subscriptions s on s.id = i.subscription_id
         where i.stripe_payment_intent_id = ?1
         union all select 'subscription', s.id, s.contact_id, null, s.agreement_id
         from membership_payments m join subscriptions s on s.id = m.subscription_id where m.stripe_payment_intent_id = ?1
         union all select plans.type, plans.id, plans.contact_id, null, plans.agreement_id
         from surplus_payments x join plans on plans.agreement_id = x.agreement_id where x.stripe_payment_intent_id = ?1
       )
       select type, paid.id, contact_id as contactId,
         coalesce(paid.client_name, contacts.name, agreements.signer_name) as clientName
       from paid left join contacts on contacts.id = contact_id left join agreements on agreements.id = agreement_id`,
    )
    .get(paymentIntentId);
  return row
    ? { contactId: row.contactId, clientName: row.clientName, of: [row.type, row.id] }
    : undefined;
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

export function lostCents(db: Database, paymentIntentId: string | null): number {
  return findValue<number>(db, `select ${lostOf("?")}`, paymentIntentId) ?? 0;
}

export function returnedCents(db: Database, paymentIntentId: string): number {
  return findValue<number>(db, `select ${returnedOf("?")}`, paymentIntentId) ?? 0;
}

/** Returns whether the client's bank decides about a payment. Stripe makes no refund of it meanwhile. */
export function isDisputeOpen(db: Database, paymentIntentId: string): boolean {
  return exists(
    db,
    `select 1 from reversals where stripe_payment_intent_id = $id and kind = 'dispute'
       and status in ('needs_response', 'under_review')`,
    { id: paymentIntentId },
  );
}

/** Returns whether all or part of a payment was refunded. */
export function isRefunded(db: Database, paymentIntentId: string): boolean {
  return refundedCents(db, paymentIntentId) > 0;
}

export function refundedCents(db: Database, paymentIntentId: string): number {
  return findValue<number>(db, `select ${refundedOf("?")}`, paymentIntentId) ?? 0;
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

/** Returns the disputes that were lost since then, or whose deadline has passed since without an answer. */
export function listDisputesMissed(db: Database, since: number, now: number): ReversalRow[] {
  return reversals.list(
    db,
    `where kind = 'dispute' and (status = 'lost' and told_at >= $since
       or status in ('needs_response', 'warning_needs_response') and due_by between $since and $now) order by told_at`,
    { since, now },
  );
}

/** Returns the disputes that can still be answered at Stripe, most urgent first. */
export function listDisputesToAnswer(db: Database, now: number): ReversalRow[] {
  return reversals.list(
    db,
    `where kind = 'dispute' and status in ('needs_response', 'warning_needs_response')
       and (due_by is null or due_by > ?) order by due_by`,
    now,
  );
}
