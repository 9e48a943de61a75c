import { findAgreement } from "#db/billing/agreements.ts";
import { countPaidAhead } from "#db/billing/charges.ts";
import { type InstallmentRow, installmentsOf } from "#db/billing/installments.ts";
import * as store from "#db/billing/plan-subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import {
  requirePaymentsProvider,
  StripeUnreachable,
  valueFrom,
} from "#src/billing/stripe-provider.ts";
import type { ProviderInvoice, ProviderSubscription } from "#src/platform/providers/payments.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { type Interval, PERIOD_MS } from "#src/shared/installments.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import {
  applyInvoice,
  applyPayments,
  byAge,
  countUnsettled,
  failedAttemptsOf,
  MAX_FAILED_ATTEMPTS,
  recordState,
} from "./apply-invoice.ts";
import { cancelPlan } from "./cancel.ts";
import { PlanFacts } from "./facts.ts";
import { mailNotice, type notifyFailure } from "./notices.ts";
import { refundOverpayments } from "./refund.ts";

/**
 * Reads all invoices of a plan and records their payments and failures. Idempotent and independent of the
 * order of events: an invoice pays one installment, and a paid installment stays paid. Payments of a canceled plan are
 * recorded too, and an alert asks about them.
 */
export async function reconcileLedger(app: App, id: number): Promise<void> {
  const plan = store.findPlanSubscription(app.db, id);
  if (!plan) return;
  const payments = await requirePaymentsProvider(app);
  const subscription = await payments.readSubscription(plan.stripeSubscriptionId);
  const invoices = valueFrom(await payments.invoicesOf(plan.stripeSubscriptionId));
  const subscriptionNow = subscription.kind === "missing" ? undefined : valueFrom(subscription);

  const { failedAttempts, notices } = await writeWhenFree(app.db, () => {
    const unsettled = countUnsettled(invoices);
    if (unsettled !== plan.openInvoices) store.setOpenInvoices(app.db, id, unsettled);
    return applyInvoices(app, id, subscriptionNow, invoices);
  });
  for (const notice of notices) await mailNotice(app, notice);
  if (failedAttempts >= MAX_FAILED_ATTEMPTS)
    await cancelPlan(app, id, {
      reason: `${MAX_FAILED_ATTEMPTS} failed payment attempts`,
      afterFailures: true,
    });
  await refundOverpayments(app, id, invoices);
}

interface ApplyResult {
  /** Failed attempts of the installment that is due. */
  readonly failedAttempts: number;
  /** Notices that were texted and are still to be mailed. */
  readonly notices: readonly ReturnType<typeof notifyFailure>[];
}

/** Must run in a transaction. */
function applyInvoices(
  app: App,
  id: number,
  subscriptionNow: ProviderSubscription | undefined,
  invoices: readonly ProviderInvoice[],
): ApplyResult {
  const plan = store.findPlanSubscription(app.db, id);
  if (!plan || plan.status === "completed" || plan.status === "canceled") {
    // Stripe reports what happened: a payment counts, also of a plan that was canceled here in the meantime.
    if (plan?.status === "canceled") applyPayments(app, plan, invoices);
    return { failedAttempts: 0, notices: [] };
  }
  const oldestFirst = byAge(invoices);
  const notices = oldestFirst.map((invoice) => applyInvoice(app, id, invoice));
  const netted = oldestFirst.filter(
    // Of a period: moving the renewals also makes an invoice of zero.
    ({ status, amountDue, isOfPeriod }) => status === "paid" && amountDue === 0 && isOfPeriod,
  );
  clearPaidAhead(app, plan, netted.length);

  const unpaid = installmentsOf(app.db, id).filter(({ status }) => status !== "paid");
  const owed = oldestFirst.find(({ status, attempts }) => status === "open" && attempts > 0);
  const failedAttempts = failedAttemptsOf(unpaid[0]);
  const state = stateOf(plan.status, unpaid, owed !== undefined, subscriptionNow);
  // When Stripe has given up too, cancelPlan records the cancellation, because it notifies the client.
  const isAwaitingCancel = state === "canceled" && failedAttempts >= MAX_FAILED_ATTEMPTS;
  recordState(app, plan, unpaid, isAwaitingCancel ? "past_due" : state);
  return { failedAttempts, notices };
}

/** Clears `paidAhead` once the scheduled invoice that the early payment reduced to zero has arrived. */
function clearPaidAhead(app: App, plan: store.PlanSubscriptionRow, netted: number): void {
  if (plan.paidAhead === null) return;
  if (netted >= countPaidAhead(app.db, plan.id)) store.setPaidAhead(app.db, plan.id, null);
}

const PAST_DUE = new Set(["past_due", "unpaid"]);
const ACTIVE = new Set(["active", "trialing", "incomplete", "paused"]);

/** Maps Stripe's state to the plan's. An unknown one changes nothing. */
function stateOf(
  before: store.PlanStatus,
  unpaid: readonly InstallmentRow[],
  isOwed: boolean,
  subscriptionNow: ProviderSubscription | undefined,
): store.PlanStatus {
  if (unpaid.length === 0) return "completed";
  if (
    !subscriptionNow ||
    subscriptionNow.status === "canceled" ||
    subscriptionNow.status === "incomplete_expired"
  )
    return "canceled";
  if (isOwed || PAST_DUE.has(subscriptionNow.status)) return "past_due";
  return ACTIVE.has(subscriptionNow.status) ? "active" : before;
}

/** Brings a plan in line with Stripe. A failure to create its schedule does not block recording payments. */
export async function reconcilePlan(app: App, id: number): Promise<void> {
  try {
    await ensureSchedule(app, id);
  } catch (error) {
    if (error instanceof StripeUnreachable) throw error;
    app.log("error", "could not create the schedule that ends a plan", { plan: id, error });
  }
  await reconcileLedger(app, id);
}

/** Creates the schedule that ends the subscription after its installments. Idempotent. */
async function ensureSchedule(app: App, id: number): Promise<void> {
  const plan = store.findPlanSubscription(app.db, id);
  const agreement = plan && findAgreement(app.db, plan.agreementId);
  if (!plan || !agreement || plan.stripeScheduleId !== null) return;
  // As it was signed: the plan may have been edited before the payment.
  const { interval } = PlanFacts.parse(JSON.parse(agreement.facts));
  const payments = await requirePaymentsProvider(app);
  const subscriptionNow = await payments.readSubscription(plan.stripeSubscriptionId);
  if (subscriptionNow.kind === "missing") return;
  const stripeSubscription = valueFrom(subscriptionNow);
  const { status, startedAt, scheduleId: existing, currentPeriodEnd } = stripeSubscription;
  if (status === "canceled") return;
  const installments = installmentsOf(app.db, id);
  const request = {
    id: plan.stripeSubscriptionId,
    priceId: plan.stripePriceId,
    interval,
    count: installments.length,
    startedAt,
    scheduleId: existing,
    moved: moveToDueDates(app, stripeSubscription, interval, installments),
  };
  // The key includes the period, because a schedule that a crash left unrecorded is obsolete after it.
  const key = `plan-${plan.stripeSubscriptionId}-${currentPeriodEnd}`;
  const scheduleId = valueFrom(await payments.limitPeriods(request, key));
  await writeWhenFree(app.db, () => {
    store.setSchedule(app.db, id, scheduleId);
    app.events.changed("plan-subscriptions", id);
  });
}

/** Stripe charges an hour after a renewal, when the invoice becomes final. */
const CHARGE_DELAY_MS = HOUR_MS;

/**
 * Returns when the remaining installments must be charged, if Stripe's own renewals don't fall on their due dates. Stripe
 * counts days in UTC: an evening in America is the next day, a morning in New Zealand the one before.
 */
function moveToDueDates(
  app: App,
  { startedAt, currentPeriodEnd }: ProviderSubscription,
  interval: Interval,
  installments: readonly InstallmentRow[],
): { nextAt: number; endsAt: number } | undefined {
  const passed = Math.round((currentPeriodEnd - startedAt) / PERIOD_MS[interval]);
  const due = installments[passed];
  if (!due) return undefined;
  const isOnDueDate = ({ dueDate, sequenceNumber }: InstallmentRow) => {
    const renewal = addPeriods(startedAt, interval, sequenceNumber - 1);
    return [renewal, renewal + CHARGE_DELAY_MS].every(
      (time) => dayOf(toWallTime(app, time)) === dueDate,
    );
  };
  const nextAt = middleOfDay(app, due.dueDate);
  if (installments.slice(passed).every(isOnDueDate) || nextAt <= app.now()) return undefined;
  const remaining = installments.length - passed;
  return { nextAt, endsAt: addPeriods(nextAt, interval, remaining) };
}

/** As Stripe counts: in UTC, with the last day of a shorter month. */
function addPeriods(time: number, interval: Interval, times: number): number {
  const utc = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO("UTC");
  return utc.add({ [`${interval}s`]: times }).epochMilliseconds;
}

/** The middle of what a day in the business's zone has in common with the same day in UTC. */
function middleOfDay(app: App, day: string): number {
  const [from, to] = [`${day}T00:00:00`, `${addDays(day, 1)}T00:00:00`];
  const start = Math.max(toInstant(app, from), Date.parse(`${from}Z`));
  const end = Math.min(toInstant(app, to), Date.parse(`${to}Z`));
  return Math.floor((start + end) / 2000) * 1000;
}
