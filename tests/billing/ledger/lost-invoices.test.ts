import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { attempt } from "#tests/sandbox/stripe-invoices.ts";
import { type BillingStand, billingStand } from "./stand.ts";

setDefaultTimeout(60_000);

let stand: BillingStand;
/** A user who has just signed in, because weeks pass in these tests. */
const staff = () => stand.person("admin", []).request;
beforeEach(async () => {
  stand = billingStand();
  await buyPlan();
});
afterEach(async () => {
  await stand.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

async function buyPlan(): Promise<void> {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
}

const PLAN = "/api/payment-plan-subscriptions/1";
const plan = async () => (await staff()("GET", PLAN)).body;
const invoices = () => [...stand.stripe.book.invoices.values()];
const collected = () => invoices().reduce((sum, one) => sum + one.amount_paid, 0);
const returned = () =>
  [...stand.stripe.book.refunded.values()].reduce((sum, cents) => sum + cents, 0);

test("an invoice of Charge Now whose reply was lost can't be paid after the schedule was", async () => {
  let left = 0;
  for (let lost = 1; lost <= 5; lost += 1) {
    await stand.stop();
    stand = billingStand();
    await buyPlan();
    stand.stripe.loseAnswers(2, lost);
    await staff()("POST", `${PLAN}/trigger-payment`);
    stand.stripe.loseAnswers(0);
    left += invoices().filter(({ status }) => status === "open").length;
    stand.pass(32);
    await stand.tell();
    await completeUnfinishedCharges(stand.app);
    const open = invoices().filter(({ status }) => status === "open" || status === "draft");
    expect([lost, open.map(({ id }) => id)]).toEqual([lost, []]);
    await reconcile(stand.app);
    const paid = (await plan()).installments.filter(
      ({ status }: { status: string }) => status === "paid",
    );
    expect([lost, paid.length * 3_000]).toEqual([lost, collected() - returned()]);
  }
  expect(left).toBeGreaterThan(0);
});

test("a separate invoice that the client paid after the last installment is refunded at night", async () => {
  stand.stripe.loseAnswers(2, 3);
  await staff()("POST", `${PLAN}/trigger-payment`);
  stand.stripe.loseAnswers(0);
  const separate = invoices().find(({ billing_reason: why }) => why === "manual");
  // As after a restore: this server doesn't know the charge.
  stand.app.db.run("delete from charges");
  stand.pass(70);
  await reconcile(stand.app);
  expect((await plan()).status).toBe("completed");
  if (separate?.status === "open") attempt(stand.stripe.book, separate, true);
  await reconcile(stand.app);
  await reconcile(stand.app);
  expect(collected() - returned()).toBe(9_000);
  const exported = String((await staff()("GET", "/api/exports/payments")).body);
  expect(exported).toContain("Beyond what was agreed");
});

test("an invoice that was made without its line is no payment", async () => {
  stand.stripe.loseAnswers(2, 1);
  await staff()("POST", `${PLAN}/trigger-payment`);
  stand.stripe.loseAnswers(0);
  const draft = invoices().find(({ status }) => status === "draft");
  expect(draft?.amount_due).toBe(0);
  stand.pass(32);
  await stand.tell();
  for (let night = 0; night < 2; night += 1) {
    await completeUnfinishedCharges(stand.app);
    await reconcile(stand.app);
  }
  expect((await plan()).remainingInstallments).toBe(3 - collected() / 3_000);
});

test("a plan whose next payment was made early can be canceled on its due day", async () => {
  await staff()("POST", `${PLAN}/trigger-payment`);
  stand.pass(30.01);
  expect(invoices().at(-1)).toMatchObject({ status: "draft", amount_due: 0 });
  const { status, body } = await staff()("POST", `${PLAN}/cancel`);
  expect([status, body.status, body.remainingInstallments]).toEqual([200, "canceled", 1]);
});

test("a membership that Stripe ended is read until its last invoice is settled", async () => {
  const { sessionId } = await stand.signMembership();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  const customer = [...stand.stripe.book.customers.keys()].at(-1) ?? "";
  stand.stripe.book.declined.add(customer);
  stand.pass(60);
  await reconcile(stand.app);
  stand.stripe.book.declined.clear();
  stand.pass(120);
  const open = [...stand.stripe.book.invoices.values()].find(
    (one) => one.status === "open" && one.customer === customer,
  );
  if (open) attempt(stand.stripe.book, open, true);
  stand.stripe.book.events.length = 0;
  await reconcile(stand.app);
  expect((await staff()("GET", "/api/subscriptions/1/payments")).body).toHaveLength(2);
});
