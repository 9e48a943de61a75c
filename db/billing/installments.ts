import type { Database } from "#db/connection.ts";
import { integer, orNull, type RowOf, table, text } from "#db/rows.ts";

const installments = table("payment_plan_installments", {
  id: integer(),
  subscriptionId: integer(),
  sequenceNumber: integer(),
  /** A day in the business's time zone. */
  dueDate: text(),
  /** Cents. */
  amount: integer(),
  status: text<"pending" | "paid" | "failed">(),
  stripeInvoiceId: orNull(text()),
  stripePaymentIntentId: orNull(text()),
  paidAt: orNull(integer()),
  failureReason: orNull(text()),
  /** Failed attempts of Stripe's schedule and failed manual charges. */
  scheduledAttempts: integer(),
  manualDeclines: integer(),
  /** When staff decided to keep or refund a payment that arrived after its plan was canceled. */
  decidedAt: orNull(integer()),
  createdAt: integer(),
  updatedAt: integer(),
});

export type InstallmentRow = RowOf<typeof installments>;

export function installmentsOf(db: Database, subscriptionId: number): InstallmentRow[] {
  return installments.list(
    db,
    "where subscription_id = ? order by sequence_number",
    subscriptionId,
  );
}

/** Returns the installments of several subscriptions, in sequence within each. */
export function installmentsOfAll(
  db: Database,
  subscriptionIds: readonly number[],
): InstallmentRow[] {
  return installments.list(
    db,
    "where subscription_id in (select value from json_each(?)) order by subscription_id, sequence_number",
    JSON.stringify(subscriptionIds),
  );
}

export function insertInstallments(
  db: Database,
  subscriptionId: number,
  installments: readonly { readonly dueDate: string; readonly amount: number }[],
  now: number,
): void {
  const insert = db.query(
    `insert into payment_plan_installments (subscription_id, sequence_number, due_date, amount, status, created_at, updated_at)
     values (?, ?, ?, ?, 'pending', ?, ?)`,
  );
  installments.forEach(({ dueDate, amount }, at) => {
    insert.run(subscriptionId, at + 1, dueDate, amount, now, now);
  });
}

/** Marks an installment as paid. Returns false if it or the invoice was already used. */
export function markPaid(
  db: Database,
  id: number,
  paid: { invoiceId: string; paymentIntentId: string | null; at: number; now: number },
): boolean {
  return (
    db
      .query(
        `update or ignore payment_plan_installments set status = 'paid', stripe_invoice_id = $invoiceId,
           stripe_payment_intent_id = $paymentIntentId, paid_at = $at, failure_reason = null, updated_at = $now
         where id = $id and status <> 'paid'`,
      )
      .run({ ...paid, id }).changes > 0
  );
}

/** Stores the attempts that the scheduled invoice reports. Returns false if they are known. */
export function recordAttempts(
  db: Database,
  id: number,
  attempt: { attempts: number; reason: string; now: number },
): boolean {
  return (
    db
      .query(
        `update payment_plan_installments set status = 'failed', scheduled_attempts = $attempts,
           failure_reason = $reason, updated_at = $now
         where id = $id and status <> 'paid' and scheduled_attempts < $attempts`,
      )
      .run({ ...attempt, id }).changes > 0
  );
}

export function recordManualDecline(db: Database, id: number, reason: string, now: number): void {
  db.query(
    `update payment_plan_installments set status = 'failed', manual_declines = manual_declines + 1,
       failure_reason = ?, updated_at = ? where id = ? and status <> 'paid'`,
  ).run(reason, now, id);
}

/** Returns false if staff had decided before. */
export function setDecided(db: Database, id: number, now: number): boolean {
  const { changes } = db
    .query(
      "update payment_plan_installments set decided_at = ? where id = ? and decided_at is null",
    )
    .run(now, id);
  return changes > 0;
}
