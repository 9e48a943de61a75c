import { type InstallmentRow, installmentsOf, setDecided } from "#db/billing/installments.ts";
import { findPlanSubscription, type PlanSubscriptionRow } from "#db/billing/plan-subscriptions.ts";
import { isRefunded, returnedCents } from "#db/billing/reversals.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { settleOwedRefund } from "#src/billing/owed-refunds/owed-refunds.ts";
import {
  findOwedRefund,
  isRefundAwaited,
  NO_ANSWER,
  recordOwedRefund,
} from "#src/billing/owed-state.ts";
import { refundUntil } from "#src/billing/refunds.ts";
import { requirePaymentsProvider, StripeUnreachable } from "#src/billing/stripe-provider.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";

interface Choice {
  readonly app: App;
  readonly actor: Staff;
  /** The plan subscription's id. */
  readonly id: number;
  readonly installmentId: number;
}

/**
 * Keeps a payment that arrived after its plan was canceled. Idempotent.
 * @throws Problem 404, 409 when there is nothing to decide
 */
export function keepPayment({ app, actor, id, installmentId }: Choice): void {
  inTransaction(app.db, () => {
    const { plan, payment, paymentIntentId } = getPayment(app, id, installmentId);
    if (isRefundAwaited(app, paymentIntentId) || isRefunded(app.db, paymentIntentId))
      throw new Problem(409, "This payment is being refunded.");
    requireLate(plan, payment);
    if (!setDecided(app.db, payment.id, app.now())) return;
    recordChoice({ app, actor, id, installmentId }, "keep_payment", payment);
  });
}

/**
 * Refunds a payment that arrived after its plan was canceled. The refund is owed before Stripe is asked, so that one cut
 * off by a crash is made at night. Idempotent.
 * @throws Problem 404, 409 with the reason for a refusal, 503 when Stripe did not answer
 */
export async function refundLatePayment(choice: Choice): Promise<void> {
  const { app, id, installmentId } = choice;
  if (app.config.passive)
    throw new Problem(409, "This server runs with --passive, so it doesn't refund payments.");
  await requirePaymentsProvider(app);
  const owed = inTransaction(app.db, () => {
    const { plan, payment, paymentIntentId } = getPayment(app, id, installmentId);
    const { amount: until } = payment;
    // A part may have been refunded in Stripe's dashboard.
    if (returnedCents(app.db, paymentIntentId) >= until) return undefined;
    const due = { paymentIntentId, currency: plan.currency, until };
    if (isRefundAwaited(app, paymentIntentId)) return due;
    requireLate(plan, payment);
    setDecided(app.db, payment.id, app.now());
    recordOwedRefund(app, { ...due, message: NO_ANSWER, unansweredSince: app.now() });
    recordChoice(choice, "refund_payment", payment);
    return due;
  });
  if (!owed) return;
  const outcome = await refundUntil(app, owed, { reason: `late-${installmentId}` }).catch(
    (error) => {
      if (!(error instanceof StripeUnreachable)) throw error;
      throw new Problem(503, "Stripe didn't answer, so we'll refund this payment tonight.");
    },
  );
  if (outcome === "disputed")
    throw new Problem(409, "The client disputed this payment. Their bank will decide.");
  if (outcome === "refused")
    throw new Problem(
      409,
      `Stripe refused the refund: ${findOwedRefund(app, owed.paymentIntentId)?.message ?? ""} We'll try again every day.`,
    );
}

/**
 * Records that staff paid back an owed refund outside Stripe, which may be unable to: the card is closed. `amount` is what
 * they saw as due. Idempotent.
 * @throws Problem 404, 409 when nothing is owed, when the amount has changed, or while Stripe is asked for it
 */
export async function settleRefund({
  amount,
  ...choice
}: Choice & { readonly amount: string }): Promise<void> {
  const { app, id, installmentId } = choice;
  const { payment, paymentIntentId } = getPayment(app, id, installmentId);
  const isSettled = await settleOwedRefund(app, { paymentIntentId, amount }, () =>
    recordChoice(choice, "settle_refund", payment),
  );
  if (!isSettled && !isRefunded(app.db, paymentIntentId))
    throw new Problem(409, "No refund of this payment is due.");
}

function getPayment(app: App, id: number, installmentId: number) {
  const plan = requireFound(
    findPlanSubscription(app.db, id),
    "This payment plan no longer exists.",
  );
  const payment = requireFound(
    installmentsOf(app.db, id).find((one) => one.id === installmentId) ?? null,
    "This payment doesn't exist.",
  );
  const { stripePaymentIntentId: paymentIntentId } = payment;
  if (payment.status !== "paid" || paymentIntentId === null)
    throw new Problem(409, "This payment hasn't been made.");
  return { plan, payment, paymentIntentId };
}

function requireLate(plan: PlanSubscriptionRow, payment: InstallmentRow): void {
  if (!isLate(plan, payment))
    throw new Problem(409, "This payment was made before the plan was canceled.");
}

/** Whether a payment was recorded after its plan had been canceled. */
export function isLate(
  { status, canceledAt }: Pick<PlanSubscriptionRow, "status" | "canceledAt">,
  payment: InstallmentRow,
): boolean {
  return (
    status === "canceled" &&
    payment.status === "paid" &&
    payment.updatedAt > (canceledAt ?? Infinity)
  );
}

function recordChoice({ app, actor, id }: Choice, action: string, payment: InstallmentRow): void {
  record(app, actor, {
    action: `plan_subscription.${action}`,
    target: ["plan_subscription", id],
    metadata: { installment: payment.sequenceNumber, amount: payment.amount },
  });
  app.events.changed("plan-subscriptions", id);
}
