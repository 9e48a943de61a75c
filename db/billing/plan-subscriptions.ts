import type { Database } from "#db/connection.ts";

export type PlanStatus = "active" | "past_due" | "completed" | "canceled";

export interface PlanSubscriptionRow {
  readonly id: number;
  readonly paymentPlanId: string;
  readonly contactId: number | null;
  readonly agreementId: number;
  readonly stripeSubscriptionId: string;
  /** Null until the schedule that ends it is created. */
  readonly stripeScheduleId: string | null;
  readonly stripeCustomerId: string;
  readonly stripePriceId: string;
  readonly currency: string;
  /** Cents, as signed. */
  readonly total: number;
  readonly status: PlanStatus;
  readonly remainingInstallments: number;
  /** A day in the business's time zone. */
  readonly nextPaymentDate: string | null;
  readonly completedAt: number | null;
  readonly canceledAt: number | null;
  readonly cancelReason: string | null;
  /** Sequence number of the installment that was paid early and whose scheduled invoice is still to come. */
  readonly paidAhead: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `id, payment_plan_id as paymentPlanId, contact_id as contactId, agreement_id as agreementId,
  stripe_subscription_id as stripeSubscriptionId, stripe_schedule_id as stripeScheduleId,
  stripe_customer_id as stripeCustomerId, stripe_price_id as stripePriceId, currency, total, status,
  remaining_installments as remainingInstallments, next_payment_date as nextPaymentDate,
  completed_at as completedAt, canceled_at as canceledAt, cancel_reason as cancelReason,
  paid_ahead as paidAhead, created_at as createdAt, updated_at as updatedAt`;

export function findPlanSubscription(db: Database, id: number): PlanSubscriptionRow | null {
  return selectPlanSubscriptions(db, "id = ?", id)[0] ?? null;
}

export function findPlanSubscriptionByStripe(
  db: Database,
  stripeId: string,
): PlanSubscriptionRow | null {
  return selectPlanSubscriptions(db, "stripe_subscription_id = ?", stripeId)[0] ?? null;
}

export function findPlanSubscriptionByAgreement(
  db: Database,
  agreementId: number,
): PlanSubscriptionRow | null {
  return selectPlanSubscriptions(db, "agreement_id = ?", agreementId)[0] ?? null;
}

/** Returns the plans whose state may have changed at Stripe. */
export function listLivePlanSubscriptions(db: Database): PlanSubscriptionRow[] {
  return selectPlanSubscriptions(db, "status in ('active', 'past_due') order by id");
}

/** Returns the plans that were completed since then. */
export function listPlansCompletedSince(db: Database, since: number): PlanSubscriptionRow[] {
  return selectPlanSubscriptions(
    db,
    "status = 'completed' and completed_at > ? order by id",
    since,
  );
}

/**
 * Stores a plan subscription and updates the plan's subscriber count, which fixes the plan's amounts. Runs in
 * the fulfilling transaction.
 */
export function insertPlanSubscription(
  db: Database,
  subscription: Pick<
    PlanSubscriptionRow,
    | "paymentPlanId"
    | "contactId"
    | "agreementId"
    | "stripeSubscriptionId"
    | "stripeCustomerId"
    | "stripePriceId"
    | "currency"
    | "total"
    | "remainingInstallments"
    | "nextPaymentDate"
    | "createdAt"
  >,
): number {
  const { lastInsertRowid } = db
    .query(
      `insert into payment_plan_subscriptions (payment_plan_id, contact_id, agreement_id, stripe_subscription_id,
         stripe_customer_id, stripe_price_id, currency, total, status, remaining_installments, next_payment_date,
         created_at, updated_at)
       values ($paymentPlanId, $contactId, $agreementId, $stripeSubscriptionId, $stripeCustomerId, $stripePriceId,
         $currency, $total, 'active', $remainingInstallments, $nextPaymentDate, $createdAt, $createdAt)`,
    )
    .run({ ...subscription });
  db.query("update payment_plans set subscriber_count = subscriber_count + 1 where id = ?").run(
    subscription.paymentPlanId,
  );
  return Number(lastInsertRowid);
}

export function setSchedule(db: Database, id: number, scheduleId: string): void {
  db.query("update payment_plan_subscriptions set stripe_schedule_id = ? where id = ?").run(
    scheduleId,
    id,
  );
}

export function setPaidAhead(db: Database, id: number, sequenceNumber: number | null): void {
  db.query("update payment_plan_subscriptions set paid_ahead = ? where id = ?").run(
    sequenceNumber,
    id,
  );
}

/** Stores the state that the ledger results in. Returns false if nothing changed. */
export function setPlanState(
  db: Database,
  id: number,
  state: Pick<
    PlanSubscriptionRow,
    | "status"
    | "remainingInstallments"
    | "nextPaymentDate"
    | "completedAt"
    | "canceledAt"
    | "cancelReason"
    | "updatedAt"
  >,
): boolean {
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

function selectPlanSubscriptions(
  db: Database,
  rest: string,
  ...values: (string | number)[]
): PlanSubscriptionRow[] {
  return db
    .query<PlanSubscriptionRow, (string | number)[]>(
      `select ${COLUMNS} from payment_plan_subscriptions where ${rest}`,
    )
    .all(...values);
}
