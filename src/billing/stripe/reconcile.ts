import {
  forgetStripeEventsBefore,
  isKnownStripeEvent,
  noteStripeEvent,
  openCheckouts,
} from "#db/billing/checkouts.ts";
import {
  findPlanSubscriptionByStripe,
  livePlanSubscriptions,
  plansCompletedSince,
} from "#db/billing/plan-subscriptions.ts";
import { liveSubscriptions } from "#db/billing/subscriptions.ts";
import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { finishCharges } from "#src/billing/ledger/charge.ts";
import { readLedger, readPlan } from "#src/billing/ledger/ledger.ts";
import { adoptLostCharges } from "#src/billing/ledger/lost-charges.ts";
import { readMembership } from "#src/billing/ledger/membership-state.ts";
import { noteReversal } from "#src/billing/ledger/reversals.ts";
import type { ProviderEvent } from "#src/platform/providers/payments.ts";
import { fulfil } from "./fulfill.ts";
import { paymentsOf, StripeUnreachable } from "./provider.ts";

const REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * At the start and each night: what was paid, failed or ended while nobody listened, a plan left without
 * its schedule, a charge that was cut off. Everything is read anew, so that it may run at any time.
 */
export async function reconcile(app: App): Promise<void> {
  if (!(await paymentsOf(app))) return;
  try {
    await each(app, ["charges"], () => finishCharges(app));
    await each(app, openCheckouts(app.db), (session) => fulfil(app, session));
    await each(app, livePlanSubscriptions(app.db), async ({ id }) => {
      await adoptLostCharges(app, id);
      await readPlan(app, id);
    });
    await each(app, plansCompletedSince(app.db, app.now() - REMEMBERED_MS), ({ id }) =>
      readLedger(app, id),
    );
    await each(app, liveSubscriptions(app.db), ({ stripeSubscriptionId }) =>
      readMembership(app, stripeSubscriptionId),
    );
    await whenFree(() => forgetStripeEventsBefore(app.db, app.now() - REMEMBERED_MS));
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    app.log("warn", "Stripe could not be asked what happened", { reason: error.message });
  }
}

/** What Stripe says no to is logged and stays as it is; the others must not wait for somebody to look at it. */
async function each<T>(
  app: App,
  all: readonly T[],
  read: (one: T) => Promise<unknown>,
): Promise<void> {
  for (const one of all) {
    try {
      await read(one);
    } catch (error) {
      if (error instanceof StripeUnreachable) throw error;
      app.log("error", "what Stripe has could not be written down", { error });
    }
  }
}

/** An event is a hint: what it tells of is fetched. Noted only after that, so that a failure is told again. */
export async function hearEvent(app: App, event: ProviderEvent): Promise<void> {
  if (isKnownStripeEvent(app.db, event.id)) return;
  if (event.reversal) await noteReversal(app, event.reversal);
  else if (event.about === "checkout.session") await fulfil(app, event.objectId);
  else if (event.subscriptionId !== null) {
    const plan = findPlanSubscriptionByStripe(app.db, event.subscriptionId);
    if (plan) await readPlan(app, plan.id);
    else await readMembership(app, event.subscriptionId);
  }
  await whenFree(() => void noteStripeEvent(app.db, event.id, app.now()));
}
