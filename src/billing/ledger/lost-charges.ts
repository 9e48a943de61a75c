import { adoptCharge } from "#db/billing/charges.ts";
import { installmentsOf, markPaid } from "#db/billing/installments.ts";
import { findPlanSubscription, setPaidAhead } from "#db/billing/plan-subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";

/**
 * Records early payments that a restored backup does not contain. They are separate invoices, which the
 * subscription does not list. Without this step the client would pay that installment twice.
 */
export async function adoptLostCharges(app: App, id: number): Promise<void> {
  const plan = findPlanSubscription(app.db, id);
  if (!plan) return;
  const payments = await requirePaymentsProvider(app);
  const outcome = await payments.separateInvoicesOf({
    customerId: plan.stripeCustomerId,
    subscriptionId: plan.stripeSubscriptionId,
  });
  // The customer was deleted at Stripe.
  if (outcome.kind === "missing") return;
  const paid = valueFrom(outcome)
    .filter(({ status }) => status === "paid")
    .toReversed();
  if (paid.length === 0) return;
  await writeWhenFree(app.db, () => {
    for (const invoice of paid) adoptInvoice(app, id, invoice);
  });
}

function adoptInvoice(app: App, id: number, invoice: ProviderInvoice): void {
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
