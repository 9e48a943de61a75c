import { inTransaction, whenFree } from "#db/connection.ts";
import {
  findSubscriptionByStripe,
  type SubscriptionStatus,
  setSubscription,
} from "#db/subscriptions.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/audit/audit.ts";
import { requirePayments, valueFrom } from "./provider.ts";

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
  await whenFree(() =>
    inTransaction(app.db, () => {
      const former = findSubscriptionByStripe(app.db, stripeSubscriptionId);
      if (!former) return;
      const status = seen ? (STATES[seen.status] ?? "past_due") : "canceled";
      const changed = setSubscription(app.db, former, {
        status,
        currentPeriodEnd: seen?.currentPeriodEnd ?? former.currentPeriodEnd,
        cancelAtPeriodEnd: seen?.cancelAtPeriodEnd ?? false,
        updatedAt: app.now(),
      });
      if (!changed) return;
      if (former.status !== status)
        recordSystem(app, {
          action: "subscription.status",
          target: ["subscription", former.id],
          metadata: { from: former.status, to: status },
        });
      app.events.changed("subscriptions", former.id);
      app.events.changed("memberships");
    }),
  );
}
