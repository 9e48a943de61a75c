import { keepMembershipPayment } from "#db/billing/membership-payments.ts";
import {
  findSubscriptionByStripe,
  type SubscriptionStatus,
  setSubscription,
} from "#db/billing/subscriptions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePayments, valueFrom } from "#src/billing/stripe/provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";
import { mailNotice, noteOverdue } from "./notices.ts";

/** Stripe's states as the specification has them (DECISIONS section 7). */
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

/** Local state follows what Stripe has now, in whatever order its events came. */
export async function readMembership(app: App, stripeSubscriptionId: string): Promise<void> {
  if (!findSubscriptionByStripe(app.db, stripeSubscriptionId)) return;
  const payments = await requirePayments(app);
  const outcome = await payments.readSubscription(stripeSubscriptionId);
  // Deleted at Stripe together with its customer.
  const seen = outcome.kind === "missing" ? undefined : valueFrom(outcome);
  const invoices = seen ? valueFrom(await payments.invoicesOf(stripeSubscriptionId)) : [];
  const notice = await whenFree(() =>
    inTransaction(app.db, () => {
      const former = findSubscriptionByStripe(app.db, stripeSubscriptionId);
      if (!former) return undefined;
      const isNewlyPaid =
        invoices.filter((invoice) => keepPaid(app, former.id, invoice)).length > 0;
      const status = seen ? (STATES[seen.status] ?? "past_due") : "canceled";
      const changed = setSubscription(app.db, former, {
        status,
        currentPeriodEnd: seen?.currentPeriodEnd ?? former.currentPeriodEnd,
        cancelAtPeriodEnd: seen?.cancelAtPeriodEnd ?? false,
        updatedAt: app.now(),
      });
      if (isNewlyPaid || changed) app.events.changed("subscriptions", former.id);
      if (!changed) return undefined;
      if (former.status !== status)
        recordSystem(app, {
          action: "subscription.status",
          target: ["subscription", former.id],
          metadata: { from: former.status, to: status },
        });
      app.events.changed("memberships");
      return status === "past_due" && former.status !== status
        ? noteOverdue(app, former.id)
        : undefined;
    }),
  );
  await mailNotice(app, notice);
}

/** In a transaction. False for what is not paid, or is known. */
function keepPaid(app: App, id: number, invoice: ProviderInvoice): boolean {
  if (invoice.status !== "paid" || invoice.amountDue === 0) return false;
  return keepMembershipPayment(app.db, id, {
    invoiceId: invoice.id,
    paymentIntentId: invoice.paymentIntentId,
    amount: invoice.amountDue,
    paidAt: invoice.paidAt ?? invoice.createdAt,
  });
}
