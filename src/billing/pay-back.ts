import { inTransaction, whenFree } from "#db/connection.ts";
import { installmentsOf } from "#db/installments.ts";
import { findPlanSubscription } from "#db/plan-subscriptions.ts";
import { isRefunded, keepReversal } from "#db/reversals.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/audit/audit.ts";
import type { PaymentsProvider, ProviderInvoice } from "#src/providers/payments.ts";
import { valueFrom } from "./provider.ts";

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
    // Stripe keeps a no under its key for a day; a second refund of the whole it refuses by itself.
    const key = `beyond-${invoiceId}-${Math.floor(app.now() / DAY_MS)}`;
    const refunded = await payments.refund(paymentIntentId, key);
    if (refunded.kind === "refused") {
      const { words } = refunded;
      app.log("error", "a payment beyond a plan could not go back", { plan: id, invoiceId, words });
      continue;
    }
    const charge = valueFrom(refunded);
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
