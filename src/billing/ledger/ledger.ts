import { countPaidAhead } from "#db/billing/charges.ts";
import {
  type InstallmentRow,
  installmentsOf,
  markPaid,
  noteAttempts,
} from "#db/billing/installments.ts";
import { findPlan } from "#db/billing/payment-plans.ts";
import {
  findPlanSubscription,
  type PlanStatus,
  type PlanSubscriptionRow,
  setPaidAhead,
  setPlanState,
  setSchedule,
} from "#db/billing/plan-subscriptions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePayments, StripeUnreachable, valueFrom } from "#src/billing/stripe/provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice, ProviderSubscription } from "#src/platform/providers/payments.ts";
import { cancelPlan } from "./cancel.ts";
import { mailNotice, noteFailure } from "./notices.ts";
import { payBackBeyond } from "./refund.ts";

/** Stripe's tries of the scheduled invoice and ours by hand together; the third ends the plan. */
export const MOST_STRIKES = 3;
const DECLINED = "The card was declined";

/**
 * Reads all of a plan's invoices and writes down what they say. Nothing depends on the order in which
 * events came, or on how often: an invoice pays one installment, and a paid one is paid for good.
 */
export async function readLedger(app: App, id: number): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (!plan || plan.status === "canceled") return;
  const payments = await requirePayments(app);
  const subscription = await payments.readSubscription(plan.stripeSubscriptionId);
  const invoices = valueFrom(await payments.invoicesOf(plan.stripeSubscriptionId));
  const seen = subscription.kind === "missing" ? undefined : valueFrom(subscription);

  const { strikes, notices } = await whenFree(() =>
    inTransaction(app.db, () => write(app, id, seen, invoices)),
  );
  for (const notice of notices) await mailNotice(app, notice);
  if (strikes >= MOST_STRIKES)
    await cancelPlan(app, id, {
      reason: `${MOST_STRIKES} failed payment attempts`,
      byStrikes: true,
    });
  await payBackBeyond(app, payments, id, invoices);
}

interface Written {
  /** Of the installment that is due. */
  readonly strikes: number;
  /** What the client was told by text, and is still to be told by mail. */
  readonly notices: readonly ReturnType<typeof noteFailure>[];
}

/** In a transaction. */
function write(
  app: App,
  id: number,
  seen: ProviderSubscription | undefined,
  invoices: readonly ProviderInvoice[],
): Written {
  const plan = findPlanSubscription(app.db, id);
  if (!plan || plan.status === "completed" || plan.status === "canceled")
    return { strikes: 0, notices: [] };
  const now = app.now();
  const oldestFirst = invoices.toSorted((one, other) => one.createdAt - other.createdAt);
  const notices = oldestFirst.map((invoice) => takeIn(app, id, invoice, now));
  const netted = oldestFirst.filter(
    ({ status, amountDue }) => status === "paid" && amountDue === 0,
  );
  settleAhead(app, plan, netted.length);

  const unpaid = installmentsOf(app.db, id).filter(({ status }) => status !== "paid");
  const owed = oldestFirst.find(({ status, attempts }) => status === "open" && attempts > 0);
  const strikes = strikesOf(unpaid[0]);
  const state = stateOf(unpaid, owed !== undefined, seen);
  // Stripe gave it up as well: that it is canceled is written where the client is told of it.
  const isGivenUp = state === "canceled" && strikes >= MOST_STRIKES;
  recordState(app, plan, unpaid, isGivenUp ? "past_due" : state);
  return { strikes, notices };
}

/** One invoice that has to do with money; one of nothing pays no installment (DECISIONS section 7). */
function takeIn(app: App, id: number, invoice: ProviderInvoice, now: number) {
  const installments = installmentsOf(app.db, id);
  const due = installments.find(({ status }) => status !== "paid");
  const isKnown = installments.some(({ stripeInvoiceId }) => stripeInvoiceId === invoice.id);
  if (!due || isKnown || invoice.amountDue === 0) return undefined;
  if (invoice.status === "paid") {
    const paid = { invoiceId: invoice.id, paymentIntentId: invoice.paymentIntentId };
    if (markPaid(app.db, due.id, { ...paid, at: invoice.paidAt ?? now, now }))
      recordSystem(app, {
        action: "installment.paid",
        target: ["plan_subscription", id],
        metadata: { installment: due.sequenceNumber },
      });
  } else if (invoice.status === "open" && invoice.attempts > 0) {
    const tried = { attempts: invoice.attempts, reason: DECLINED, now };
    const isNew = noteAttempts(app.db, due.id, tried);
    const isLast = due.manualDeclines + invoice.attempts >= MOST_STRIKES;
    // Of the last one the cancellation tells.
    if (isNew && !isLast) return noteFailure(app, id, due.sequenceNumber);
  }
  return undefined;
}

/** The scheduled invoice that a payment ahead nets to nothing has come. */
function settleAhead(app: App, plan: PlanSubscriptionRow, netted: number): void {
  if (plan.paidAhead === null) return;
  if (netted >= countPaidAhead(app.db, plan.id)) setPaidAhead(app.db, plan.id, null);
}

function stateOf(
  unpaid: readonly InstallmentRow[],
  isOwed: boolean,
  seen: ProviderSubscription | undefined,
): PlanStatus {
  if (unpaid.length === 0) return "completed";
  if (!seen || seen.status === "canceled" || seen.status === "incomplete_expired")
    return "canceled";
  return isOwed || seen.status === "past_due" || seen.status === "unpaid" ? "past_due" : "active";
}

function recordState(
  app: App,
  plan: PlanSubscriptionRow,
  unpaid: readonly InstallmentRow[],
  status: PlanStatus,
): void {
  const changed = setPlanState(app.db, plan.id, {
    status,
    remainingInstallments: unpaid.length,
    nextPaymentDate: status === "canceled" ? null : (unpaid[0]?.dueDate ?? null),
    completedAt: status === "completed" ? app.now() : null,
    canceledAt: status === "canceled" ? app.now() : null,
    cancelReason: status === "canceled" ? "Canceled at Stripe" : null,
    updatedAt: app.now(),
  });
  if (!changed) return;
  if (plan.status !== status)
    recordSystem(app, {
      action: "plan_subscription.status",
      target: ["plan_subscription", plan.id],
      metadata: { from: plan.status, to: status },
    });
  app.events.changed("plan-subscriptions", plan.id);
}

export function strikesOf(installment: InstallmentRow | undefined): number {
  return installment ? installment.scheduledAttempts + installment.manualDeclines : 0;
}

/** All that Stripe has of a plan. A schedule that cannot be made keeps no payment from being written down. */
export async function readPlan(app: App, id: number): Promise<void> {
  try {
    await ensureSchedule(app, id);
  } catch (error) {
    if (error instanceof StripeUnreachable) throw error;
    app.log("error", "a plan is without the schedule that ends it", { plan: id, error });
  }
  await readLedger(app, id);
}

/** No subscription without the schedule that ends it; asked again, Stripe answers the one there is. */
async function ensureSchedule(app: App, id: number): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  const terms = plan && findPlan(app.db, plan.paymentPlanId);
  if (!plan || !terms || plan.stripeScheduleId !== null) return;
  const payments = await requirePayments(app);
  const seen = await payments.readSubscription(plan.stripeSubscriptionId);
  if (seen.kind === "missing") return;
  const { status, startedAt, scheduleId: former, currentPeriodEnd } = valueFrom(seen);
  if (status === "canceled") return;
  const wanted = {
    id: plan.stripeSubscriptionId,
    priceId: plan.stripePriceId,
    interval: terms.installmentInterval,
    count: installmentsOf(app.db, id).length,
    startedAt,
    scheduleId: former,
  };
  // One that was made and then forgotten by a crash is over with its period: the next gets another.
  const key = `plan-${plan.stripeSubscriptionId}-${currentPeriodEnd}`;
  const scheduleId = valueFrom(await payments.limitPeriods(wanted, key));
  await whenFree(() =>
    inTransaction(app.db, () => {
      setSchedule(app.db, id, scheduleId);
      app.events.changed("plan-subscriptions", id);
    }),
  );
}
