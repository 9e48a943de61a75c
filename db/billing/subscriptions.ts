import type { Database } from "#db/connection.ts";
import { count, exists, insertRow, reader, type Stored } from "#db/rows.ts";

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

type StoredRow = Stored<SubscriptionRow, "cancelAtPeriodEnd">;

const subscriptions = reader<StoredRow, SubscriptionRow>(
  `select subscriptions.id, membership_id, subscriptions.contact_id, agreement_id,
    stripe_subscription_id, stripe_customer_id, subscriptions.price, currency,
    subscriptions.billing_frequency, subscriptions.status, current_period_end,
    cancel_at_period_end, subscriptions.created_at, subscriptions.updated_at
  from subscriptions`,
  (row) => ({ ...row, cancelAtPeriodEnd: row.cancelAtPeriodEnd === 1 }),
);

export function findSubscriptionByStripe(db: Database, stripeId: string): SubscriptionRow | null {
  return subscriptions.find(db, "where stripe_subscription_id = ?", stripeId);
}

export function findSubscriptionByAgreement(
  db: Database,
  agreementId: number,
): SubscriptionRow | null {
  return subscriptions.find(db, "where agreement_id = ?", agreementId);
}

/** Stores a subscription and updates the membership's subscriber count. Runs in the fulfilling transaction. */
export function insertSubscription(
  db: Database,
  subscription: Omit<SubscriptionRow, "id" | "updatedAt">,
): number {
  const id = insertRow(db, "subscriptions", {
    ...subscription,
    cancelAtPeriodEnd: Number(subscription.cancelAtPeriodEnd),
    updatedAt: subscription.createdAt,
  });
  if (subscription.status !== "canceled") countSubscribers(db, subscription.membershipId, 1);
  return id;
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
  if (step !== 0) countSubscribers(db, before.membershipId, step);
  return changes > 0;
}

/** Stores how many invoices Stripe may still collect. */
export function setOpenInvoices(db: Database, id: number, count: number): void {
  db.query(
    "update subscriptions set open_invoices = $count where id = $id and open_invoices <> $count",
  ).run({ id, count });
}

/** Live memberships, those that ended since then, and older ones until their last invoice is settled: a payment's event may be lost. */
export function listSubscriptionsToRead(db: Database, since: number): SubscriptionRow[] {
  return subscriptions.list(
    db,
    "where status <> 'canceled' or updated_at > ? or open_invoices > 0 order by id",
    since,
  );
}

function countSubscribers(db: Database, membershipId: string, step: number): void {
  db.query("update memberships set subscriber_count = subscriber_count + ? where id = ?").run(
    step,
    membershipId,
  );
}

export function countOverdue(db: Database): { plans: number; memberships: number } {
  const overdue = (table: string) =>
    count(db, `select count(*) from ${table} where status = 'past_due'`);
  return { plans: overdue("payment_plan_subscriptions"), memberships: overdue("subscriptions") };
}

/** Counts what ended since then with a payment that failed. A membership that anyone canceled here leaves no invoice open. */
export function countUncollected(
  db: Database,
  since: number,
): { plans: number; memberships: number } {
  return {
    plans: count(
      db,
      `select count(*) from payment_plan_subscriptions
       where status = 'canceled' and canceled_at >= ? and cancel_reason like '% failed payment %'`,
      since,
    ),
    memberships: count(
      db,
      `select count(*) from subscriptions
       where status = 'canceled' and updated_at >= ? and open_invoices > 0`,
      since,
    ),
  };
}

/** Whether a membership or payment plan with this id at Stripe was recorded by then. */
export function isSubscriptionBefore(db: Database, stripeId: string, time: number): boolean {
  return exists(
    db,
    `select 1 from subscriptions where stripe_subscription_id = $stripeId and created_at <= $time
     union all
     select 1 from payment_plan_subscriptions where stripe_subscription_id = $stripeId and created_at <= $time`,
    { stripeId, time },
  );
}

interface MembershipPaymentRow {
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

export interface UsageRow {
  readonly id: number;
  readonly subscriptionId: number;
  /** A day in the business's time zone, such as "2026-11-20". */
  readonly usedDate: string;
  readonly notes: string;
  readonly createdBy: string | null;
  /** Null once the user is deleted. */
  readonly createdByUsername: string | null;
  readonly createdAt: number;
}

/** Returns the usage, latest day first. */
export function usageOf(db: Database, subscriptionId: number): UsageRow[] {
  return db
    .query<UsageRow, [number]>(
      `select membership_usage.id, subscription_id as subscriptionId, used_date as usedDate, notes,
         created_by as createdBy, username as createdByUsername, membership_usage.created_at as createdAt
       from membership_usage left join users on users.id = created_by
       where subscription_id = ? order by used_date desc, membership_usage.id desc`,
    )
    .all(subscriptionId);
}

/** Erases what staff wrote about a client's uses of their memberships. The uses remain. */
export function eraseUsageNotes(db: Database, contactId: number): void {
  const usages = `select id from membership_usage where subscription_id in
    (select id from subscriptions where contact_id = ?)`;
  db.query(`delete from own_words where kind = 'usage' and id in (${usages})`).run(contactId);
  db.query(`update membership_usage set notes = '' where id in (${usages})`).run(contactId);
}

export function insertUsage(
  db: Database,
  usage: Omit<UsageRow, "id" | "createdByUsername">,
): number {
  return insertRow(db, "membership_usage", usage);
}
