import { findPlanSubscription, setPlanState } from "#db/billing/plan-subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { record } from "#src/platform/audit/audit.ts";
import { applyPayments, recordState } from "./apply-invoice.ts";
import { voidUnpaid } from "./charge-invoice.ts";
import { mailNotice, notifyCancellation } from "./notices.ts";

interface Cancellation {
  readonly reason: string;
  /** Set when failed attempts cause the cancellation, so that the client is notified. */
  readonly afterFailures?: boolean;
  readonly actor?: Staff;
}

/**
 * Cancels a plan: first its schedule, subscription and open invoices at Stripe, then its state here, once.
 * After an interruption the next call repeats the steps with the same idempotency keys.
 */
export async function cancelPlan(app: App, id: number, cancellation: Cancellation): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (!plan || plan.status === "canceled" || plan.status === "completed") return;
  const payments = await requirePaymentsProvider(app);
  const stripeId = plan.stripeSubscriptionId;
  if (plan.stripeScheduleId !== null) {
    const ended = await payments.cancelSchedule(plan.stripeScheduleId, `cancel-${id}-schedule`);
    if (ended.kind === "unreachable") valueFrom(ended);
  }
  const canceled = await payments.cancelSubscription(stripeId, `cancel-${id}`);
  // Unless the subscription is gone, Stripe would keep charging.
  if (canceled.kind !== "missing") valueFrom(canceled);
  await voidUnpaid(payments, stripeId);
  // Read again: Stripe may have collected one of them before it could be voided.
  const invoices = valueFrom(await payments.invoicesOf(stripeId));

  const notice = await writeWhenFree(app.db, () => {
    const now = findPlanSubscription(app.db, id);
    if (!now || now.status === "canceled" || now.status === "completed") return undefined;
    const unpaid = applyPayments(app, now, invoices);
    // The last payment may have been collected meanwhile.
    if (unpaid.length === 0) {
      recordState(app, now, unpaid, "completed");
      return undefined;
    }
    setPlanState(app.db, id, {
      status: "canceled",
      remainingInstallments: unpaid.length,
      nextPaymentDate: null,
      completedAt: null,
      canceledAt: app.now(),
      cancelReason: cancellation.reason,
      updatedAt: app.now(),
    });
    record(app, cancellation.actor ?? null, {
      action: "plan_subscription.cancel",
      target: ["plan_subscription", id],
      metadata: { reason: cancellation.reason },
    });
    app.events.changed("plan-subscriptions", id);
    return cancellation.afterFailures ? notifyCancellation(app, id) : undefined;
  });
  await mailNotice(app, notice);
}
