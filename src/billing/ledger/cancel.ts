import { findPlanSubscription, setPlanState } from "#db/billing/plan-subscriptions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requirePayments, valueFrom } from "#src/billing/stripe/provider.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { mailNotice, noteCancellation } from "./notices.ts";

interface Why {
  readonly reason: string;
  /** After the third failed attempt, of which the client is told. */
  readonly byStrikes?: boolean;
  readonly actor?: Staff;
}

/**
 * Ends a plan: its schedule and subscription at Stripe, what is still owed there, and then here, once.
 * What was cut off in between is done again by whoever asks next, under the same keys.
 */
export async function cancelPlan(app: App, id: number, why: Why): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (!plan || plan.status === "canceled" || plan.status === "completed") return;
  const payments = await requirePayments(app);
  const stripeId = plan.stripeSubscriptionId;
  if (plan.stripeScheduleId !== null) {
    const ended = await payments.cancelSchedule(plan.stripeScheduleId, `cancel-${id}-schedule`);
    if (ended.kind === "unreachable") valueFrom(ended);
  }
  const canceled = await payments.cancelSubscription(stripeId, `cancel-${id}`);
  // Whatever it is but gone, Stripe goes on charging.
  if (canceled.kind !== "missing") valueFrom(canceled);
  for (const invoice of valueFrom(await payments.invoicesOf(stripeId)))
    if (invoice.status === "open")
      valueFrom(await payments.voidInvoice(invoice.id, `void-${invoice.id}`));

  const notice = await whenFree(() =>
    inTransaction(app.db, () => {
      const now = findPlanSubscription(app.db, id);
      if (!now || now.status === "canceled" || now.status === "completed") return undefined;
      setPlanState(app.db, id, {
        status: "canceled",
        remainingInstallments: now.remainingInstallments,
        nextPaymentDate: null,
        completedAt: null,
        canceledAt: app.now(),
        cancelReason: why.reason,
        updatedAt: app.now(),
      });
      const deed = {
        action: "plan_subscription.cancel",
        target: ["plan_subscription", id],
        metadata: { reason: why.reason },
      } as const;
      if (why.actor) record(app, why.actor, deed);
      else recordSystem(app, deed);
      app.events.changed("plan-subscriptions", id);
      return why.byStrikes ? noteCancellation(app, id) : undefined;
    }),
  );
  await mailNotice(app, notice);
}
