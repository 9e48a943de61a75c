import {
  deleteStripeEventsBefore,
  isKnownStripeEvent,
  listOpenCheckouts,
  recordStripeEvent,
} from "#db/billing/checkouts.ts";
import * as store from "#db/billing/plan-subscriptions.ts";
import { listSubscriptionsToRead } from "#db/billing/subscriptions.ts";
import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { completeCard } from "#src/billing/cards/cards.ts";
import { adoptLostCharges } from "#src/billing/ledger/adopt-charges.ts";
import { completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { reconcileLedger, reconcilePlan } from "#src/billing/ledger/ledger.ts";
import { reconcileMembership } from "#src/billing/ledger/membership-state.ts";
import { readReversals, recordReversal } from "#src/billing/ledger/reversals.ts";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { completePayment, settleCheckouts } from "#src/billing/payments/complete-payment.ts";
import { recordRefunds, retryOwedRefund } from "#src/billing/refunds.ts";
import {
  findPaymentsProvider,
  forEachLogged,
  requirePaymentsProvider,
  StripeUnreachable,
} from "#src/billing/stripe-provider.ts";
import type { ProviderEvent } from "#src/platform/providers/payments.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { fulfillCheckout } from "./fulfill.ts";

const RETENTION_MS = 90 * DAY_MS;

/**
 * Catches up with Stripe, at startup and every night: missed payments, failures and cancellations, plans
 * without a schedule, and interrupted charges. It reads the current state, so it can run at any time.
 */
export async function reconcile(app: App): Promise<void> {
  if (!(await findPaymentsProvider(app))) return;
  try {
    await forEachLogged(app, ["charges"], () => completeUnfinishedCharges(app));
    await forEachLogged(app, listOpenCheckouts(app.db), (session) => fulfillCheckout(app, session));
    await forEachLogged(app, ["payments"], () => settleCheckouts(app));
    await forEachLogged(app, store.listLivePlanSubscriptions(app.db), async ({ id }) => {
      await adoptLostCharges(app, id);
      await reconcilePlan(app, id);
    });
    await forEachLogged(
      app,
      store.listPlansEndedSince(app.db, app.now() - RETENTION_MS),
      async ({ id }) => {
        await adoptLostCharges(app, id);
        await reconcileLedger(app, id);
      },
    );
    await forEachLogged(
      app,
      listSubscriptionsToRead(app.db, app.now() - RETENTION_MS),
      ({ stripeSubscriptionId }) => reconcileMembership(app, stripeSubscriptionId),
    );
    const payments = await requirePaymentsProvider(app);
    await forEachLogged(app, ["reversals"], async () => {
      const refunded = await readReversals(app, payments);
      await forEachLogged(app, refunded, (id) => recordRefunds(app, payments, id));
    });
    await forEachLogged(app, listOwedRefunds(app), (owed) => retryOwedRefund(app, owed));
    await whenFree(() => deleteStripeEventsBefore(app.db, app.now() - RETENTION_MS));
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    app.log("warn", "Stripe is unreachable, so reconciliation was skipped", {
      reason: error.message,
    });
  }
}

/**
 * Handles an event by fetching the object's current state. Recorded last, so that Stripe resends it after a
 * failure.
 */
export async function handleStripeEvent(app: App, event: ProviderEvent): Promise<void> {
  if (isKnownStripeEvent(app.db, event.id)) return;
  if (event.reversal) await recordReversal(app, event.reversal);
  else if (event.refundedPayment !== undefined)
    await recordRefunds(app, await requirePaymentsProvider(app), event.refundedPayment);
  else if (event.about === "checkout.session") {
    const outcome = await fulfillCheckout(app, event.objectId);
    const isKnown =
      outcome !== "unknown" ||
      (await completePayment(app, event.objectId)) !== "unknown" ||
      (await completeCard(app, event.objectId));
    // Not of a membership, a payment plan, a card on file or a payment at the desk: a deposit of an online booking.
    if (!isKnown) await app.hooks.completeDeposit(app, event.objectId);
  } else if (event.subscriptionId !== null) {
    const plan = store.findPlanSubscriptionByStripe(app.db, event.subscriptionId);
    if (plan) await reconcilePlan(app, plan.id);
    else await reconcileMembership(app, event.subscriptionId);
  } else if (event.about === "invoice")
    // A separate invoice names no subscription. The client may have confirmed it.
    await completeUnfinishedCharges(app);
  await whenFree(() => void recordStripeEvent(app.db, event.id, app.now()));
}
