import { type CheckoutRow, setCheckoutStatus } from "#db/billing/checkouts.ts";
import { installmentsOf } from "#db/billing/installments.ts";
import { findPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { saveSurplusPayment } from "#db/billing/reversals.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { refundUntil } from "#src/billing/refunds.ts";
import { forEachLogged, valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider, ProviderInvoice } from "#src/platform/providers/payments.ts";
import { voidUnpaid } from "./charge-invoice.ts";

/**
 * Refunds payments beyond the signed installments. They occur when the subscription's schedule was missing,
 * or when the credit for an early payment came too late. Refunds that Stripe refuses, for example because
 * the balance is low, are tried again each night.
 */
export async function refundOverpayments(
  app: App,
  id: number,
  invoices: readonly ProviderInvoice[],
): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (plan?.status !== "completed") return;
  const paid = new Set(installmentsOf(app.db, id).map(({ stripeInvoiceId }) => stripeInvoiceId));
  const surplus = invoices.filter(
    ({ id: invoice, isOfPeriod }) => isOfPeriod && !paid.has(invoice),
  );
  await forEachLogged(app, surplus, (invoice) =>
    refundSurplus(app, invoice, {
      agreementId: plan.agreementId,
      reason: `beyond-${invoice.id}`,
      onRefund: (amount) =>
        recordSystem(app, {
          action: "plan_subscription.refund",
          target: ["plan_subscription", id],
          metadata: { invoice: invoice.id, amount },
        }),
    }),
  );
}

interface Surplus {
  readonly agreementId: number;
  /** Part of the idempotency key. */
  readonly reason: string;
  /** Runs in the transaction that records the refund. */
  readonly onRefund?: (cents: number) => void;
}

/**
 * Records a paid invoice beyond what was signed, and refunds it. It is recorded before, so that the export shows it
 * even if Stripe refuses the refund. Returns false for a refusal.
 */
export async function refundSurplus(
  app: App,
  invoice: ProviderInvoice,
  { agreementId, reason, onRefund }: Surplus,
): Promise<boolean> {
  const { paymentIntentId, amountDue: amount, currency } = invoice;
  if (invoice.status !== "paid" || paymentIntentId === null) return true;
  const paidAt = invoice.paidAt ?? app.now();
  const payment = { paymentIntentId, amount, currency, paidAt };
  await writeWhenFree(app.db, () =>
    saveSurplusPayment(app.db, { ...payment, agreementId, invoiceId: invoice.id }),
  );
  const due = { paymentIntentId, currency, until: amount };
  const cause = "duplicate";
  return (await refundUntil(app, due, { reason, cause, onRefund })) !== "refused";
}

/**
 * Cancels and refunds a second paid checkout of one signature. The result is stored last, so that the refund
 * is repeated after a crash.
 * @throws StripeUnreachable when the caller should try again
 */
export async function refundDuplicateCheckout(
  app: App,
  payments: PaymentsProvider,
  { sessionId, agreementId }: Pick<CheckoutRow, "sessionId" | "agreementId">,
  stripeId: string,
): Promise<void> {
  const canceled = await payments.cancelSubscription(stripeId, `second-${sessionId}-cancel`);
  if (canceled.kind !== "missing") valueFrom(canceled);
  await voidUnpaid(payments, stripeId);
  const refused: string[] = [];
  for (const invoice of valueFrom(await payments.invoicesOf(stripeId))) {
    const reason = `second-${sessionId}-${invoice.paymentIntentId}`;
    if (!(await refundSurplus(app, invoice, { agreementId, reason }))) refused.push(invoice.id);
  }
  if (refused.length > 0) throw new Error(`Stripe refused to refund ${refused.join(", ")}`);
  await writeWhenFree(app.db, () => {
    setCheckoutStatus(app.db, sessionId, "refunded");
    recordSystem(app, { action: "checkout.refund", target: ["checkout", sessionId] });
  });
}
