import type { Database } from "#db/connection.ts";
import { lostOf } from "#db/reversal-sums.ts";
import { integer, orNull, type RowOf, table, text } from "#db/rows.ts";

export type PlanStatus = "active" | "past_due" | "completed" | "canceled";

const subscriptions = table("payment_plan_subscriptions", {
  id: integer(),
  paymentPlanId: text(),
  contactId: orNull(integer()),
  agreementId: integer(),
  stripeSubscriptionId: text(),
  stripeCustomerId: text(),
  stripePriceId: text(),
  currency: text(),
  /** Cents, as signed. */
  total: integer(),
  remainingInstallments: integer(),
  /** A day in the business's time zone. */
  nextPaymentDate: orNull(text()),
  createdAt: integer(),
  status: text<PlanStatus>(),
  completedAt: orNull(integer()),
  canceledAt: orNull(integer()),
  cancelReason: orNull(text()),
  updatedAt: integer(),
  /** Null until the schedule that ends it is created. */
  stripeScheduleId: orNull(text()),
  /** Sequence number of the installment that was paid early and whose scheduled invoice is still to come. */
  paidAhead: orNull(integer()),
  /** Invoices that Stripe may still collect, as last read. */
  openInvoices: integer(),
});

export type PlanSubscriptionRow = RowOf<typeof subscriptions>;

/** The state that results from the ledger. */
type PlanState = Pick<
  PlanSubscriptionRow,
  | "remainingInstallments"
  | "nextPaymentDate"
  | "status"
  | "completedAt"
  | "canceledAt"
  | "cancelReason"
  | "updatedAt"
>;
type NewPlanSubscription = Omit<
  PlanSubscriptionRow,
  | Exclude<keyof PlanState, "remainingInstallments" | "nextPaymentDate">
  | "id"
  | "stripeScheduleId"
  | "paidAhead"
  | "openInvoices"
>;

export function findPlanSubscription(db: Database, id: number): PlanSubscriptionRow | null {
  return subscriptions.find(db, "where id = ?", id);
}

export function findPlanSubscriptionByStripe(
  db: Database,
  stripeId: string,
): PlanSubscriptionRow | null {
  return subscriptions.find(db, "where stripe_subscription_id = ?", stripeId);
}

export function findPlanSubscriptionByAgreement(
  db: Database,
  agreementId: number,
): PlanSubscriptionRow | null {
  return subscriptions.find(db, "where agreement_id = ?", agreementId);
}

/** Returns the plans whose state may have changed at Stripe. */
export function listLivePlanSubscriptions(db: Database): PlanSubscriptionRow[] {
  return subscriptions.list(db, "where status in ('active', 'past_due') order by id");
}

/** Returns the plans that were completed or canceled since then, and older ones until their last invoice is settled. */
export function listPlansEndedSince(db: Database, since: number): PlanSubscriptionRow[] {
  return subscriptions.list(
    db,
    `where status in ('completed', 'canceled') and (coalesce(completed_at, canceled_at) > ? or open_invoices > 0)
     order by id`,
    since,
  );
}

/** A payment recorded after its plan was canceled, while staff haven't decided whether to refund it. */
export interface LatePayment {
  readonly planSubscriptionId: number;
  readonly paymentIntentId: string | null;
  readonly cents: number;
  readonly currency: string;
}

/** Oldest first. */
export function listLatePayments(db: Database): LatePayment[] {
  return db
    .query<LatePayment, []>(
      `select s.id as planSubscriptionId, i.stripe_payment_intent_id as paymentIntentId, i.amount as cents, s.currency from payment_plan_subscriptions s
       join payment_plan_installments i on i.subscription_id = s.id
       where s.status = 'canceled' and i.status = 'paid' and i.updated_at > s.canceled_at and i.decided_at is null
         and not exists (select 1 from reversals r where r.kind = 'refund'
           and r.stripe_payment_intent_id = i.stripe_payment_intent_id)
         and i.amount > ${lostOf("i.stripe_payment_intent_id")}
       order by i.updated_at`,
    )
    .all();
}

/**
 * Stores a plan subscription and updates the plan's subscriber count, which fixes the plan's amounts. Runs in
 * the fulfilling transaction.
 */
export function insertPlanSubscription(db: Database, subscription: NewPlanSubscription): number {
  const id = subscriptions.insert(db, {
    ...subscription,
    status: "active",
    updatedAt: subscription.createdAt,
  });
  db.query("update payment_plans set subscriber_count = subscriber_count + 1 where id = ?").run(
    subscription.paymentPlanId,
  );
  return id;
}

export function setSchedule(db: Database, id: number, scheduleId: string): void {
  subscriptions.update(db, id, { stripeScheduleId: scheduleId });
}

export function setPaidAhead(db: Database, id: number, sequenceNumber: number | null): void {
  subscriptions.update(db, id, { paidAhead: sequenceNumber });
}

export function setOpenInvoices(db: Database, id: number, count: number): void {
  subscriptions.update(db, id, { openInvoices: count });
}

/** Stores a state. Returns false if nothing changed. */
export function setPlanState(db: Database, id: number, state: PlanState): boolean {
  return (
    db
      .query(
        `update payment_plan_subscriptions set status = $status, remaining_installments = $remainingInstallments,
           next_payment_date = $nextPaymentDate, completed_at = $completedAt, canceled_at = $canceledAt,
           cancel_reason = $cancelReason, updated_at = $updatedAt
         where id = $id and (status, remaining_installments, next_payment_date, completed_at, canceled_at)
           is not ($status, $remainingInstallments, $nextPaymentDate, $completedAt, $canceledAt)`,
      )
      .run({ ...state, id }).changes > 0
  );
}
