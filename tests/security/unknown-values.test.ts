import { expect, test } from "bun:test";
import { reconcileMembership } from "#src/billing/ledger/membership-state.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { toCheckout } from "#src/platform/providers/stripe/shapes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DEFAULTS } from "#src/platform/settings/shapes-contract.ts";
import { billingStand } from "#tests/billing/ledger/stand.ts";
import { testApp } from "#tests/support/test-app.ts";

/** Answers a state that no list has, as Stripe may after an update. */
async function answerUnknownState(stand: ReturnType<typeof billingStand>): Promise<void> {
  const payments = (await stand.app.providers.payments?.({} as never)) as PaymentsProvider;
  const readSubscription: PaymentsProvider["readSubscription"] = async (id) => {
    const outcome = await payments.readSubscription(id);
    return outcome.kind === "done"
      ? { ...outcome, value: { ...outcome.value, status: "under_new_management" } }
      : outcome;
  };
  Object.assign(stand.app.providers, { payments: async () => ({ ...payments, readSubscription }) });
}

test("a state that Stripe invents changes neither a membership nor a plan, and no client hears of it", async () => {
  const stand = billingStand();
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  const state = () =>
    stand.app.db
      .query("select status, remaining_installments from payment_plan_subscriptions")
      .values();
  const [before, sent] = [state(), stand.sms.sent.length];
  await answerUnknownState(stand);
  await reconcileMembership(stand.app, "sub_none");
  const { reconcile } = await import("#src/billing/stripe/reconcile.ts");
  await reconcile(stand.app);
  await stand.sendAll();
  expect(state()).toEqual(before);
  expect(stand.sms.sent).toHaveLength(sent);
  await stand.stop();
});

test.each([
  ["paid", true],
  ["no_payment_required", true],
  ["unpaid", false],
  ["promised", false],
])("a checkout whose payment is %p counts as paid: %p", (status, isPaid) => {
  const session = { id: "cs_1", status: "complete", payment_status: status, metadata: {} };
  expect(toCheckout(session as never).paid).toBe(isPaid);
});

test.each([
  ["timeZone", "Mars/Olympus"],
  ["quietHoursEnabled", "perhaps"],
  ["quietHoursStart", "25:99"],
  ["country", "XX"],
  ["dailyCap", "many"],
  ["secondFactorRequired", "sometimes"],
] as const)("a stored %s of %p counts as not set, and every page opens", async (name, value) => {
  const { app, admin } = testApp();
  app.db
    .query("insert or replace into settings (name, value) values (?, ?)")
    .run(name, JSON.stringify(value));
  app.events.changed("settings");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(getSettings(app)[name]).toEqual({ ...DEFAULTS, timeZone }[name]);
  for (const path of ["/api/settings", "/api/appointments", "/api/campaigns", "/api/stats"])
    expect((await admin.request("GET", path)).status).toBe(200);
});

test("a page that no list has opens nothing", async () => {
  const { app, person } = testApp();
  const user = person("user", ["/inbox"]);
  app.db
    .query("update users set permissions = json_set(permissions, '$.pages', json('[\"/vault\"]'))")
    .run();
  expect((await user.request("GET", "/api/conversations")).status).toBe(403);
});
