import type { Database } from "#db/connection.ts";

export type SubscriptionStatus = "active" | "past_due" | "trialing" | "canceled";

export interface SubscriptionRow {
  readonly id: number;
  readonly membershipId: string;
  readonly contactId: number | null;
  readonly agreementId: number;
  readonly stripeSubscriptionId: string;
  readonly stripeCustomerId: string;
  /** Cents per period at the time of purchase. */
  readonly price: number;
  readonly currency: string;
  readonly billingFrequency: "week" | "month" | "year";
  readonly status: SubscriptionStatus;
  readonly currentPeriodEnd: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Stored extends Omit<SubscriptionRow, "cancelAtPeriodEnd"> {
  readonly cancelAtPeriodEnd: number;
}

const COLUMNS = `subscriptions.id, membership_id as membershipId, subscriptions.contact_id as contactId,
  agreement_id as agreementId, stripe_subscription_id as stripeSubscriptionId,
  stripe_customer_id as stripeCustomerId, subscriptions.price, currency,
  subscriptions.billing_frequency as billingFrequency, subscriptions.status,
  current_period_end as currentPeriodEnd, cancel_at_period_end as cancelAtPeriodEnd,
  subscriptions.created_at as createdAt, subscriptions.updated_at as updatedAt`;

export function findSubscriptionByStripe(db: Database, stripeId: string): SubscriptionRow | null {
  return toRowOrNull(
    db
      .query<Stored, [string]>(
        `select ${COLUMNS} from subscriptions where stripe_subscription_id = ?`,
      )
      .get(stripeId),
  );
}

export function findSubscriptionByAgreement(
  db: Database,
  agreementId: number,
): SubscriptionRow | null {
  return toRowOrNull(
    db
      .query<Stored, [number]>(`select ${COLUMNS} from subscriptions where agreement_id = ?`)
      .get(agreementId),
  );
}

/**
 * Stores a subscription and updates the membership's subscriber count. Runs in the fulfilling transaction.
 */
export function insertSubscription(
  db: Database,
  subscription: Omit<SubscriptionRow, "id" | "updatedAt">,
): number {
  const { lastInsertRowid } = db
    .query(
      `insert into subscriptions (membership_id, contact_id, agreement_id, stripe_subscription_id,
         stripe_customer_id, price, currency, billing_frequency, status, current_period_end,
         cancel_at_period_end, created_at, updated_at)
       values ($membershipId, $contactId, $agreementId, $stripeSubscriptionId, $stripeCustomerId, $price,
         $currency, $billingFrequency, $status, $currentPeriodEnd, $cancelAtPeriodEnd, $createdAt, $createdAt)`,
    )
    .run({ ...subscription, cancelAtPeriodEnd: Number(subscription.cancelAtPeriodEnd) });
  if (subscription.status !== "canceled") count(db, subscription.membershipId, 1);
  return Number(lastInsertRowid);
}

/** Stores Stripe's current state. Returns false if nothing changed. */
export function setSubscription(
  db: Database,
  before: SubscriptionRow,
  now: Pick<SubscriptionRow, "status" | "currentPeriodEnd" | "cancelAtPeriodEnd" | "updatedAt">,
): boolean {
  const { changes } = db
    .query(
      `update subscriptions set status = $status, current_period_end = $currentPeriodEnd,
         cancel_at_period_end = $cancelAtPeriodEnd, updated_at = $updatedAt
       where id = $id and (status, current_period_end, cancel_at_period_end)
         is not ($status, $currentPeriodEnd, $cancelAtPeriodEnd)`,
    )
    .run({ ...now, id: before.id, cancelAtPeriodEnd: Number(now.cancelAtPeriodEnd) });
  const step = Number(now.status !== "canceled") - Number(before.status !== "canceled");
  if (step !== 0) count(db, before.membershipId, step);
  return changes > 0;
}

/** Returns the subscriptions whose state may have changed at Stripe. */
export function listLiveSubscriptions(db: Database): SubscriptionRow[] {
  return db
    .query<Stored, []>(
      `select ${COLUMNS} from subscriptions where status in ('active', 'past_due', 'trialing') order by id`,
    )
    .all()
    .map(toSubscriptionRow);
}

function count(db: Database, membershipId: string, step: number): void {
  db.query("update memberships set subscriber_count = subscriber_count + ? where id = ?").run(
    step,
    membershipId,
  );
}

function toRowOrNull(row: Stored | null): SubscriptionRow | null {
  return row && toSubscriptionRow(row);
}

function toSubscriptionRow(row: Stored): SubscriptionRow {
  return { ...row, cancelAtPeriodEnd: row.cancelAtPeriodEnd === 1 };
}

/** Counts plans and memberships with an overdue payment. */
export function countOverdue(db: Database): { plans: number; memberships: number } {
  const count = (table: string) =>
    db
      .query<{ n: number }, []>(`select count(*) as n from ${table} where status = 'past_due'`)
      .get()?.n ?? 0;
  return { plans: count("payment_plan_subscriptions"), memberships: count("subscriptions") };
}
