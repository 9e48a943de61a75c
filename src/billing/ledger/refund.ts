import { setCheckout } from "#db/billing/checkouts.ts";
import { installmentsOf } from "#db/billing/installments.ts";
import { findPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { isRefunded, keepReversal } from "#db/billing/reversals.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { valueFrom } from "#src/billing/stripe/provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider, ProviderInvoice } from "#src/platform/providers/payments.ts";
import { forgetOwed, noteOwed, type Owed } from "./amount-owed.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Nobody pays more installments than they signed for. Once each is paid, whatever else the subscription
 * took for a period goes back: nobody had told Stripe where to end, or in time that one was paid ahead.
 * What Stripe says no to, such as a balance that is short, is asked for again at night.
 */
export async function payBackBeyond(
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
    const refunded = await giveBack(app, payments, payment, `beyond-${invoiceId}`);
    if (refunded.kind === "refused") continue;
    const charge = valueFrom(refunded);
    // A person had paid it back before, or the bank decides.
    if (charge === null) continue;
    await whenFree(() =>
      inTransaction(app.db, () => {
        const isNew = keepReversal(app.db, {
          id: charge,
          kind: "refund",
          paymentIntentId,
          amount: amountDue,
          currency: plan.currency,
          status: "refunded",
          reason: null,
          dueBy: null,
          toldAt: app.now(),
        });
        if (!isNew) return;
        recordSystem(app, {
          action: "plan_subscription.refund",
          target: ["plan_subscription", id],
          metadata: { invoice: invoiceId, amount: amountDue },
        });
      }),
    );
  }
}

/**
 * A second checkout that was paid for one signature: canceled and paid back, and noted only then, so that a
 * crash in between repeats it. @throws StripeUnreachable to be asked again
 */
export async function payBackSecond(
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
    valueFrom(await giveBack(app, payments, payment, `second-${sessionId}-${paymentIntentId}`));
  }
  await whenFree(() =>
    inTransaction(app.db, () => {
      setCheckout(app.db, sessionId, "refunded");
      recordSystem(app, { action: "checkout.refund", target: ["checkout", sessionId] });
    }),
  );
}

/**
 * What Stripe says no to is owed: an alert says so. It keeps a no under its key for a day; a second refund
 * of the whole it refuses by itself.
 */
export async function giveBack(
  app: App,
  payments: PaymentsProvider,
  payment: Omit<Owed, "words">,
  reason: string,
) {
  const key = `${reason}-${Math.floor(app.now() / DAY_MS)}`;
  const refunded = await payments.refund(payment.paymentIntentId, key);
  if (refunded.kind === "refused") {
    const { words } = refunded;
    app.log("error", "a payment could not go back", { payment: payment.paymentIntentId, words });
    await whenFree(() => noteOwed(app, { ...payment, words }));
  }
  if (refunded.kind === "done") await whenFree(() => forgetOwed(app, payment.paymentIntentId));
  return refunded;
}
