import type { Database } from "#db/connection.ts";

/** Money that went back, or may: a refund, or a dispute that a client opened with the bank. */
export interface ReversalRow {
  /** Stripe's: of the charge that was refunded, or of the dispute. */
  readonly id: string;
  readonly kind: "refund" | "dispute";
  readonly paymentIntentId: string;
  /** Cents: of a charge all that was refunded so far. */
  readonly amount: number;
  readonly currency: string;
  /** Of a dispute as Stripe names it; of a refund "refunded". */
  readonly status: string;
  readonly reason: string | null;
  /** Until when a dispute can be answered; epoch milliseconds. */
  readonly dueBy: number | null;
  /** When the newest event that told of it was made. */
  readonly toldAt: number;
}

const COLUMNS = `id, kind, stripe_payment_intent_id as paymentIntentId, amount, currency, status, reason,
  due_by as dueBy, told_at as toldAt`;

/** False where something newer was told of it before: events come in any order. */
export function keepReversal(db: Database, reversal: ReversalRow): boolean {
  const { changes } = db
    .query(
      `insert into reversals (id, kind, stripe_payment_intent_id, amount, currency, status, reason, due_by, told_at)
       values ($id, $kind, $paymentIntentId, $amount, $currency, $status, $reason, $dueBy, $toldAt)
       on conflict (id) do update set amount = excluded.amount, status = excluded.status,
         reason = excluded.reason, due_by = excluded.due_by, told_at = excluded.told_at
       where excluded.told_at > told_at or (excluded.told_at = told_at and
         (excluded.amount > amount or excluded.status in ('won', 'lost', 'warning_closed') and status <> excluded.status))`,
    )
    .run({ ...reversal });
  return changes > 0;
}

/** Did all or some of this payment go back? */
export function isRefunded(db: Database, paymentIntentId: string): boolean {
  return (
    db
      .query("select 1 from reversals where stripe_payment_intent_id = ? and kind = 'refund'")
      .get(paymentIntentId) !== null
  );
}

/** Of the payments of these plans. */
export function reversalsOfPlans(db: Database, subscriptionIds: readonly number[]): ReversalRow[] {
  return db
    .query<ReversalRow, [string]>(
      `select ${COLUMNS} from reversals where stripe_payment_intent_id in
         (select stripe_payment_intent_id from payment_plan_installments
          where subscription_id in (select value from json_each(?)))`,
    )
    .all(JSON.stringify(subscriptionIds));
}

/** Of the payments of one member. */
export function reversalsOfMember(db: Database, subscriptionId: number): ReversalRow[] {
  return db
    .query<ReversalRow, [number]>(
      `select ${COLUMNS} from reversals where stripe_payment_intent_id in
         (select stripe_payment_intent_id from membership_payments where subscription_id = ?)`,
    )
    .all(subscriptionId);
}

/** Disputes that somebody must answer at Stripe, the most urgent first. */
export function disputesToAnswer(db: Database): ReversalRow[] {
  return db
    .query<ReversalRow, []>(
      `select ${COLUMNS} from reversals
       where kind = 'dispute' and status in ('needs_response', 'warning_needs_response') order by due_by`,
    )
    .all();
}
