import { adoptCharge } from "#db/billing/charges.ts";
import { installmentsOf, markPaid } from "#db/billing/installments.ts";
import { findPlanSubscription, setPaidAhead } from "#db/billing/plan-subscriptions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePayments, valueFrom } from "#src/billing/stripe/provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";

/**
 * A restored backup does not know what was paid ahead after it was made, and a subscription does not list
 * it: it was an invoice of its own. Unless it is found, the client would pay for that installment twice.
 */
export async function adoptLostCharges(app: App, id: number): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (!plan) return;
  const payments = await requirePayments(app);
  const listed = await payments.separateInvoicesOf({
    customerId: plan.stripeCustomerId,
    subscriptionId: plan.stripeSubscriptionId,
  });
  // The customer was deleted at Stripe.
  if (listed.kind === "missing") return;
  const paid = valueFrom(listed)
    .filter(({ status }) => status === "paid")
    .toReversed();
  if (paid.length === 0) return;
  await whenFree(() =>
    inTransaction(app.db, () => {
      for (const invoice of paid) adopt(app, id, invoice);
    }),
  );
}

function adopt(app: App, id: number, invoice: ProviderInvoice): void {
  const now = app.now();
  const due = installmentsOf(app.db, id).find(({ status }) => status !== "paid");
  if (!due) return;
  const { id: invoiceId, paymentIntentId } = invoice;
  if (!adoptCharge(app.db, { subscriptionId: id, installmentId: due.id, invoiceId, now })) return;
  markPaid(app.db, due.id, { invoiceId, paymentIntentId, at: invoice.paidAt ?? now, now });
  setPaidAhead(app.db, id, due.sequenceNumber);
  recordSystem(app, {
    action: "installment.paid",
    target: ["plan_subscription", id],
    metadata: { installment: due.sequenceNumber, by: "charge" },
  });
  app.events.changed("plan-subscriptions", id);
}
