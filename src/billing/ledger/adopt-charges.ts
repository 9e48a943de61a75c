import { adoptCharge, isChargeInvoice } from "#db/billing/charges.ts";
import { installmentsOf, markPaid } from "#db/billing/installments.ts";
import * as store from "#db/billing/plan-subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider, ProviderInvoice } from "#src/platform/providers/payments.ts";
import { voidIfUnpaid } from "./charge-invoice.ts";
import { refundSurplus } from "./refund.ts";

/**
 * Records early payments that a restored backup does not contain. They are separate invoices, which the
 * subscription does not list. Without this step the client would pay that installment twice. One for which no
 * installment is left is refunded.
 */
export async function adoptLostCharges(app: App, id: number): Promise<void> {
  const plan = store.findPlanSubscription(app.db, id);
  if (!plan) return;
  const payments = await requirePaymentsProvider(app);
  const invoices = await listSeparateInvoices(payments, plan);
  const paid = invoices
    .filter(({ status, amountDue }) => status === "paid" && amountDue > 0)
    .toReversed();
  const surplus =
    paid.length === 0
      ? []
      : await writeWhenFree(app.db, () => paid.filter((one) => !adoptInvoice(app, id, one)));
  const { agreementId } = plan;
  for (const invoice of surplus)
    await refundSurplus(app, invoice, { agreementId, reason: `beyond-${invoice.id}` });
}

/**
 * Voids separate invoices that no charge knows, because the reply was lost: the client could still pay them on Stripe's
 * pages.
 */
export async function voidLostInvoices(
  app: App,
  payments: PaymentsProvider,
  plan: store.PlanSubscriptionRow,
): Promise<void> {
  for (const invoice of await listSeparateInvoices(payments, plan))
    if (!isChargeInvoice(app.db, plan.id, invoice.id)) await voidIfUnpaid(payments, invoice);
}

/** Newest first. */
async function listSeparateInvoices(
  payments: PaymentsProvider,
  plan: store.PlanSubscriptionRow,
): Promise<ProviderInvoice[]> {
  const outcome = await payments.separateInvoicesOf({
    customerId: plan.stripeCustomerId,
    subscriptionId: plan.stripeSubscriptionId,
  });
  // The customer was deleted at Stripe.
  return outcome.kind === "missing" ? [] : valueFrom(outcome);
}

/** Returns false if no installment is left for an unknown payment. */
function adoptInvoice(app: App, id: number, invoice: ProviderInvoice): boolean {
  const now = app.now();
  if (isChargeInvoice(app.db, id, invoice.id)) return true;
  const due = installmentsOf(app.db, id).find(({ status }) => status !== "paid");
  if (!due) return false;
  const { id: invoiceId, paymentIntentId } = invoice;
  adoptCharge(app.db, { subscriptionId: id, installmentId: due.id, invoiceId, now });
  markPaid(app.db, due.id, { invoiceId, paymentIntentId, at: invoice.paidAt ?? now, now });
  store.setPaidAhead(app.db, id, due.sequenceNumber);
  recordSystem(app, {
    action: "installment.paid",
    target: ["plan_subscription", id],
    metadata: { installment: due.sequenceNumber, by: "charge" },
  });
  app.events.changed("plan-subscriptions", id);
  return true;
}
