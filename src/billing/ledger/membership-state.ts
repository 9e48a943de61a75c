import {
  findSubscriptionByStripe,
  insertMembershipPayment,
  type SubscriptionStatus,
  setOpenInvoices,
  setSubscription,
} from "#db/billing/subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";
import { findOwn } from "#src/shared/find-own.ts";
import { countUnsettled } from "./apply-invoice.ts";
import { mailNotice, notifyOverdue } from "./notices.ts";

/** Maps Stripe's subscription states to the product's. An unknown one changes nothing, and no client hears of it. */
const STATES: Readonly<Record<string, SubscriptionStatus>> = {
  active: "active",
  trialing: "trialing",
  past_due: "past_due",
  unpaid: "past_due",
  incomplete: "past_due",
  paused: "past_due",
  canceled: "canceled",
  incomplete_expired: "canceled",
};

/** Brings a membership in line with its current state at Stripe, whatever the order of events. */
export async function reconcileMembership(app: App, stripeSubscriptionId: string): Promise<void> {
  if (!findSubscriptionByStripe(app.db, stripeSubscriptionId)) return;
  const payments = await requirePaymentsProvider(app);
  const outcome = await payments.readSubscription(stripeSubscriptionId);
  // Deleting a customer at Stripe deletes its subscriptions too.
  const stripeSubscription = outcome.kind === "missing" ? undefined : valueFrom(outcome);
  const invoices = stripeSubscription
    ? valueFrom(await payments.invoicesOf(stripeSubscriptionId))
    : [];
  const notice = await writeWhenFree(app.db, () => {
    const before = findSubscriptionByStripe(app.db, stripeSubscriptionId);
    if (!before) return undefined;
    setOpenInvoices(app.db, before.id, countUnsettled(invoices));
    const isNewlyPaid =
      invoices.filter((invoice) => savePayment(app, before.id, invoice)).length > 0;
    const status = stripeSubscription
      ? (findOwn(STATES, stripeSubscription.status) ?? before.status)
      : "canceled";
    const changed = setSubscription(app.db, before, {
      status,
      currentPeriodEnd: stripeSubscription?.currentPeriodEnd ?? before.currentPeriodEnd,
      cancelAtPeriodEnd: stripeSubscription?.cancelAtPeriodEnd ?? false,
      updatedAt: app.now(),
    });
    if (isNewlyPaid || changed) app.events.changed("subscriptions", before.id);
    if (!changed) return undefined;
    if (before.status !== status)
      recordSystem(app, {
        action: "subscription.status",
        target: ["subscription", before.id],
        metadata: { from: before.status, to: status },
      });
    app.events.changed("memberships");
    return status === "past_due" && before.status !== status
      ? notifyOverdue(app, before.id)
      : undefined;
  });
  await mailNotice(app, notice);
}

/** Must run in a transaction. Returns false if the invoice is unpaid or already recorded. */
function savePayment(app: App, id: number, invoice: ProviderInvoice): boolean {
  if (invoice.status !== "paid" || invoice.amountDue === 0) return false;
  return insertMembershipPayment(app.db, id, {
    invoiceId: invoice.id,
    paymentIntentId: invoice.paymentIntentId,
    amount: invoice.amountDue,
    paidAt: invoice.paidAt ?? invoice.createdAt,
  });
}
