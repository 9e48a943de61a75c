import { setCheckoutStatus } from "#db/billing/checkouts.ts";
import { installmentsOf } from "#db/billing/installments.ts";
import { findPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { isRefunded, saveReversal } from "#db/billing/reversals.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider, ProviderInvoice } from "#src/platform/providers/payments.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { clearOwedRefund, type OwedRefund, recordOwedRefund } from "./amount-owed.ts";

/**
 * Refunds payments beyond the signed installments. They occur when the subscription's schedule was missing,
 * or when the credit for an early payment came too late. Refunds that Stripe refuses, for example because
 * the balance is low, are tried again each night.
 */
export async function refundOverpayments(
  app: App,
  payments: PaymentsProvider,
  id: number,
  invoices: readonly ProviderInvoice[],
): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (plan?.status !== "completed") return;
  const paid = new Set(installmentsOf(app.db, id).map(({ stripeInvoiceId }) => stripeInvoiceId));
  for (const { id: invoiceId, status, amountDue, isOfPeriod, paymentIntentId } of invoices) {
    if (status !== "paid" || !isOfPeriod || paid.has(invoiceId) || paymentIntentId === null)
      continue;
    if (isRefunded(app.db, paymentIntentId)) continue;
    const payment = { paymentIntentId, cents: amountDue, currency: plan.currency };
    const refunded = await refundPayment(app, payments, payment, `beyond-${invoiceId}`);
    if (refunded.kind === "refused") continue;
    const result = valueFrom(refunded);
    if (result === "refunded before" || result === "disputed") continue;
    await writeWhenFree(app.db, () => {
      const isNew = saveReversal(app.db, {
        id: result.charge,
        kind: "refund",
        paymentIntentId,
        amount: amountDue,
        currency: plan.currency,
        status: "refunded",
        reason: null,
        dueBy: null,
        eventAt: app.now(),
      });
      if (!isNew) return;
      recordSystem(app, {
        action: "plan_subscription.refund",
        target: ["plan_subscription", id],
        metadata: { invoice: invoiceId, amount: amountDue },
      });
    });
  }
}

/**
 * Cancels and refunds a second paid checkout of one signature. The result is stored last, so that the refund
 * is repeated after a crash.
 * @throws StripeUnreachable when the caller should try again
 */
export async function refundDuplicateCheckout(
  app: App,
  payments: PaymentsProvider,
  sessionId: string,
  stripeId: string,
): Promise<void> {
  const canceled = await payments.cancelSubscription(stripeId, `second-${sessionId}-cancel`);
  if (canceled.kind !== "missing") valueFrom(canceled);
  for (const invoice of valueFrom(await payments.invoicesOf(stripeId))) {
    const { paymentIntentId, status, amountDue: cents, currency } = invoice;
    if (status !== "paid" || paymentIntentId === null) continue;
    const payment = { paymentIntentId, cents, currency };
    valueFrom(
      await refundPayment(app, payments, payment, `second-${sessionId}-${paymentIntentId}`),
    );
  }
  await writeWhenFree(app.db, () => {
    setCheckoutStatus(app.db, sessionId, "refunded");
    recordSystem(app, { action: "checkout.refund", target: ["checkout", sessionId] });
  });
}

/**
 * Refunds a payment in full. A refusal is recorded as owed and raises an alert. Stripe repeats a refusal for
 * the same key for a day, so the key contains the day. Stripe itself refuses a second full refund.
 */
export async function refundPayment(
  app: App,
  payments: PaymentsProvider,
  payment: Omit<OwedRefund, "message">,
  reason: string,
) {
  const key = `${reason}-${Math.floor(app.now() / DAY_MS)}`;
  const refunded = await payments.refund(payment.paymentIntentId, "duplicate", key);
  if (refunded.kind === "refused") {
    const { message } = refunded;
    app.log("error", "Stripe refused a refund", {
      payment: payment.paymentIntentId,
      reason: message,
    });
    await whenFree(() => recordOwedRefund(app, { ...payment, message }));
  }
  if (refunded.kind === "done") await whenFree(() => clearOwedRefund(app, payment.paymentIntentId));
  return refunded;
}
