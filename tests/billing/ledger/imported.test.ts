import { afterEach, beforeEach, expect, test } from "bun:test";
import { chargeNow } from "#src/billing/ledger/charge.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { recordImportedSubscriptions } from "#src/billing/stripe-provider.ts";
import { openAlerts, watchConditions } from "#src/platform/alerts/alerts.ts";
import { type BillingStand, billingStand } from "./stand.ts";

let stand: BillingStand;
beforeEach(async () => {
  stand = billingStand();
  for (const { sessionId } of [await stand.signPlan(), await stand.signMembership()]) {
    stand.stripe.complete(sessionId);
    await fulfillCheckout(stand.app, sessionId);
  }
  recordImportedSubscriptions(stand.app);
});
afterEach(() => stand.stop());

const states = () => [
  stand.plan()?.status,
  stand.app.db.query("select status from subscriptions").values().flat()[0],
];
const alerts = async () => {
  await watchConditions(stand.app);
  return openAlerts(stand.app).map(({ name }) => name);
};

test("imported memberships and plans stay as they are while another Stripe account is connected", async () => {
  const { subscriptions } = stand.stripe.book;
  const own = new Map(subscriptions);
  subscriptions.clear();
  await expect(chargeNow(stand.app, stand.admin.actor, 1)).rejects.toThrow(
    "Connect the account that collects it.",
  );
  await reconcile(stand.app);
  expect(states()).toEqual(["active", "active"]);
  expect(await alerts()).toContain("stripe-other-account");

  for (const [id, subscription] of own) subscriptions.set(id, subscription);
  await reconcile(stand.app);
  expect(states()).toEqual(["active", "active"]);
  expect(await alerts()).not.toContain("stripe-other-account");
});

test("once their account is connected, they follow Stripe as before", async () => {
  await reconcile(stand.app);
  stand.stripe.book.subscriptions.clear();
  await reconcile(stand.app);
  expect(states()).toEqual(["canceled", "canceled"]);
  expect(await alerts()).not.toContain("stripe-other-account");
});

test("a new membership in the connected account is not mistaken for an imported one", async () => {
  stand.stripe.book.subscriptions.clear();
  stand.clock.now += 1000;
  const { sessionId } = await stand.signMembership();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  await reconcile(stand.app);
  expect(states()).toEqual(["active", "active"]);
  expect(await alerts()).toContain("stripe-other-account");
});
