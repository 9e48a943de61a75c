import type { Database } from "#db/connection.ts";

export interface MembershipPaymentRow {
  readonly invoiceId: string;
  readonly paymentIntentId: string | null;
  /** Cents. */
  readonly amount: number;
  /** Epoch milliseconds. */
  readonly paidAt: number;
}

/** Stores a paid invoice. Returns false if it is known. */
export function insertMembershipPayment(
  db: Database,
  subscriptionId: number,
  payment: MembershipPaymentRow,
): boolean {
  const { changes } = db
    .query(
      `insert into membership_payments (stripe_invoice_id, subscription_id, stripe_payment_intent_id, amount, paid_at)
       values ($invoiceId, $subscriptionId, $paymentIntentId, $amount, $paidAt)
       on conflict (stripe_invoice_id) do nothing`,
    )
    .run({ ...payment, subscriptionId });
  return changes > 0;
}

/** Returns the payments, newest first. */
export function membershipPayments(db: Database, subscriptionId: number): MembershipPaymentRow[] {
  return db
    .query<MembershipPaymentRow, [number]>(
      `select stripe_invoice_id as invoiceId, stripe_payment_intent_id as paymentIntentId, amount, paid_at as paidAt
       from membership_payments where subscription_id = ? order by paid_at desc, stripe_invoice_id`,
    )
    .all(subscriptionId);
}
