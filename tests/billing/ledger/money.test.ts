import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cancelPlan } from "#src/billing/ledger/cancel.ts";
import { chargeNow, completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { JOBS } from "#src/jobs.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { expireCheckout } from "#tests/sandbox/stripe-checkout.ts";
import { attempt } from "#tests/sandbox/stripe-invoices.ts";
import { endSubscription } from "#tests/sandbox/stripe-subscriptions.ts";
import { type BillingStand, billingStand } from "./stand.ts";

// The first of them compiles the contract.
setDefaultTimeout(60_000);

let stand: BillingStand;
beforeEach(() => {
  stand = billingStand();
});
afterEach(async () => {
  await stand.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

const statuses = (id = 1) => stand.ledger(id).map(({ status }) => status);
const paidAtStripe = () =>
  [...stand.stripe.book.invoices.values()]
    .filter(({ status, amount_paid }) => status === "paid" && amount_paid > 0)
    .reduce((sum, { amount_paid }) => sum + amount_paid, 0);

async function buyPlan(): Promise<void> {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  expect(await fulfillCheckout(stand.app, sessionId)).toBe("fulfilled");
}

test("a paid checkout creates a plan with its schedule and first installment, once", async () => {
  const { sessionId } = await stand.signPlan();
  expect(await fulfillCheckout(stand.app, sessionId)).toBe("open");
  stand.stripe.complete(sessionId);
  await Promise.all(Array.from({ length: 5 }, () => fulfillCheckout(stand.app, sessionId)));
  expect(statuses()).toEqual(["paid", "pending", "pending"]);
  expect(stand.plan()).toMatchObject({
    status: "active",
    remainingInstallments: 2,
    nextPaymentDate: "2026-12-20",
  });
  expect(stand.plan()?.stripeScheduleId).toMatch(/^sub_sched_/);
  expect(stand.plan(2)).toBeNull();
  expect(stand.app.db.query("select count(*) as n from contacts").get()).toEqual({ n: 1 });
});

test("reading alone records each monthly payment and completes the plan after the last", async () => {
  await buyPlan();
  stand.pass(40);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "pending"]);
  stand.pass(60);
  await reconcile(stand.app);
  expect(stand.plan()).toMatchObject({ status: "completed", remainingInstallments: 0 });
  expect(paidAtStripe()).toBe(9_000);
});

test("a payment learned of days later keeps the signed dates", async () => {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  stand.pass(3);
  await reconcile(stand.app);
  expect(stand.plan()).toMatchObject({ nextPaymentDate: "2026-12-20" });
});

test("a schedule created several periods late ends the plan on the signed day", async () => {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  stand.pass(40);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "pending"]);
  for (let month = 0; month < 4; month += 1) {
    stand.pass(31);
    await reconcile(stand.app);
  }
  expect([stand.plan()?.status, paidAtStripe()]).toEqual(["completed", 9_000]);
});

test("a schedule whose creation was interrupted is created again, also in a later period", async () => {
  for (const days of [0, 40]) {
    const { sessionId } = await stand.signPlan({}, `+1202555011${days === 0 ? 3 : 4}`);
    stand.stripe.complete(sessionId);
    // Its making is answered; the SDK's two tries to say where it ends are not.
    stand.stripe.book.events.length = 0;
    const made = stand.stripe.asked.filter((one) => one.includes("schedules")).length;
    stand.stripe.loseAnswers(2, 2);
    await expect(fulfillCheckout(stand.app, sessionId)).rejects.toThrow("can't be reached");
    expect(stand.stripe.asked.filter((one) => one.includes("schedules")).length - made).toBe(3);
    const id = days === 0 ? 1 : 2;
    expect(stand.plan(id)?.stripeScheduleId).toBeNull();
    stand.pass(days);
    await reconcile(stand.app);
    expect(stand.plan(id)?.stripeScheduleId).toMatch(/^sub_sched_/);
  }
  stand.pass(130);
  await reconcile(stand.app);
  expect([1, 2].map((id) => stand.plan(id)?.status)).toEqual(["completed", "completed"]);
  expect(paidAtStripe()).toBe(18_000);
});

test("a checkout that Stripe no longer knows doesn't keep other checkouts from being read", async () => {
  const { sessionId } = await stand.signPlan();
  const other = await stand.signPlan({}, "+12025550112");
  stand.stripe.book.sessions.delete(sessionId);
  stand.stripe.complete(other.sessionId);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "pending", "pending"]);
});

test("repeated, reordered and lost webhooks count every installment once", async () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const { sessionId } = await stand.signPlan({}, `+1202555${4_000 + seed}`);
    stand.stripe.complete(sessionId);
    for (const days of [0, 33, 33, 33]) {
      stand.pass(days);
      await stand.tell(10, seed);
    }
  }
  const plans = stand.app.db
    .query<{ status: string; schedule: string | null }, []>(
      "select status, stripe_schedule_id as schedule from payment_plan_subscriptions",
    )
    .all();
  expect(plans.map(({ status }) => status)).toEqual(Array(6).fill("completed"));
  expect(plans.every(({ schedule }) => schedule !== null)).toBe(true);
  expect(paidAtStripe()).toBe(6 * 9_000);
});

test("the third failed try cancels once, with one text and one email, and nothing stays owed", async () => {
  saveSettings(stand.app, stand.admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
  await buyPlan();
  stand.stripe.book.declined.add([...stand.stripe.book.customers.keys()][0] ?? "");
  for (const days of [32, 4, 6, 8]) {
    stand.pass(days);
    // The webhook and the night may read it at the same time.
    await Promise.all([reconcile(stand.app), reconcile(stand.app)]);
    await reconcile(stand.app);
  }
  expect(stand.mail.sent.map(({ subject }) => subject)).toEqual([
    'A payment of your plan "Laser" failed',
    'A payment of your plan "Laser" failed',
    'Your payment plan "Laser" was canceled',
  ]);
  expect(stand.plan()).toMatchObject({
    status: "canceled",
    cancelReason: "3 failed payment attempts",
  });
  const texts = stand.app.db
    .query<{ body: string }, []>("select body from messages where kind = 'billing' order by id")
    .all()
    .map(({ body }) => body);
  expect(texts).toHaveLength(3);
  expect(
    texts.filter((body) => body.includes("was canceled after 3 failed payments")),
  ).toHaveLength(1);
  const link = "Update your card: https://salon.example.com/financing/login";
  expect(texts.slice(0, 2).every((body) => body.includes(link))).toBe(true);
  expect(stand.mail.sent.slice(0, 2).every(({ text }) => text.includes(link))).toBe(true);
  const [subscription] = stand.stripe.book.subscriptions.values();
  expect(subscription?.status).toBe("canceled");
  expect(
    [...stand.stripe.book.invoices.values()].filter(({ status }) => status === "open"),
  ).toEqual([]);
});

test("a plan that Stripe canceled while the server was down is announced like any other", async () => {
  saveSettings(stand.app, stand.admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
  await buyPlan();
  stand.stripe.book.declined.add([...stand.stripe.book.customers.keys()][0] ?? "");
  stand.pass(60);
  const [subscription] = stand.stripe.book.subscriptions.values();
  expect(subscription?.status).toBe("canceled");
  await reconcile(stand.app);
  await reconcile(stand.app);
  expect(stand.plan()).toMatchObject({
    status: "canceled",
    cancelReason: "3 failed payment attempts",
  });
  expect(stand.mail.sent.map(({ subject }) => subject)).toEqual([
    'Your payment plan "Laser" was canceled',
  ]);
  expect(
    [...stand.stripe.book.invoices.values()].filter(({ status }) => status === "open"),
  ).toEqual([]);
});

test("a failed installment that is paid in time continues as if it had never failed", async () => {
  await buyPlan();
  const customer = [...stand.stripe.book.customers.keys()][0] ?? "";
  stand.stripe.book.declined.add(customer);
  stand.pass(31);
  await reconcile(stand.app);
  expect([statuses(), stand.plan()?.status]).toEqual([["paid", "failed", "pending"], "past_due"]);
  stand.stripe.book.declined.delete(customer);
  stand.pass(4);
  await reconcile(stand.app);
  expect([statuses(), stand.plan()?.status]).toEqual([["paid", "paid", "pending"], "active"]);
});

test("twenty clicks on Charge Now charge once, and the signed dates stay", async () => {
  await buyPlan();
  const clicks = await Promise.allSettled(
    Array.from({ length: 20 }, () => chargeNow(stand.app, stand.admin.actor, 1)),
  );
  expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = clicks.flatMap((click) => (click.status === "rejected" ? [click.reason] : []));
  expect(refused.map(({ status }) => status)).toEqual(Array(19).fill(409));
  expect(paidAtStripe()).toBe(6_000);
  expect(statuses()).toEqual(["paid", "paid", "pending"]);
  expect(chargeNow(stand.app, stand.admin.actor, 1)).rejects.toThrow(
    "Installment 2 was paid early",
  );

  stand.pass(32);
  await reconcile(stand.app);
  expect([statuses(), paidAtStripe()]).toEqual([["paid", "paid", "pending"], 6_000]);
  await chargeNow(stand.app, stand.admin.actor, 1);
  stand.pass(40);
  await reconcile(stand.app);
  expect([stand.plan()?.status, paidAtStripe()]).toEqual(["completed", 9_000]);
});

test("each early payment waits for its own due date before the next one can be charged", async () => {
  const { sessionId } = await stand.signPlan({ principal: 12_000, count: 4 });
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  const path = "/api/payment-plan-subscriptions/1/trigger-payment";
  // Weeks pass, so each click is by a user who has just signed in.
  const charge = () => stand.person("admin", []).request("POST", path);
  expect((await charge()).status).toBe(200);
  stand.pass(32);
  await reconcile(stand.app);
  expect((await charge()).status).toBe(200);
  await reconcile(stand.app);
  expect(await charge()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Installment 3 was paid early") },
  });
  expect(paidAtStripe()).toBe(9_000);
  for (const days of [31, 40]) {
    stand.pass(days);
    await reconcile(stand.app);
  }
  expect([stand.plan()?.status, paidAtStripe()]).toEqual(["completed", 12_000]);
});

test("Charge Now collects what is owed, and a third decline ends the plan", async () => {
  await buyPlan();
  const customer = [...stand.stripe.book.customers.keys()][0] ?? "";
  stand.stripe.book.declined.add(customer);
  stand.pass(31);
  await reconcile(stand.app);
  const charge = () => chargeNow(stand.app, stand.admin.actor, 1);
  expect(charge()).rejects.toThrow("The payment failed: Your card was declined.");
  await charge().catch(() => undefined);
  expect(stand.plan()).toMatchObject({ status: "canceled" });
});

test("a third failure, of which one was by Charge Now, is told once: as the plan's end", async () => {
  await buyPlan();
  stand.stripe.book.declined.add([...stand.stripe.book.customers.keys()][0] ?? "");
  await chargeNow(stand.app, stand.admin.actor, 1).catch(() => undefined);
  for (const days of [32, 4]) {
    stand.pass(days);
    await reconcile(stand.app);
  }
  expect(stand.plan()).toMatchObject({ status: "canceled" });
  const texts = stand.app.db
    .query<{ body: string }, []>("select body from messages where kind = 'billing' order by id")
    .all()
    .map(({ body }) => body.includes("was canceled"));
  expect(texts).toEqual([false, false, true]);
});

test("a payment that Stripe collects while Charge Now runs does not count as failed", async () => {
  await buyPlan();
  const customer = [...stand.stripe.book.customers.keys()][0] ?? "";
  stand.stripe.book.declined.add(customer);
  stand.pass(31);
  await reconcile(stand.app);
  stand.stripe.book.declined.delete(customer);
  beforePaying((invoiceId) => {
    const invoice = stand.stripe.book.find(stand.stripe.book.invoices, invoiceId, "invoice");
    attempt(stand.stripe.book, invoice, false);
  });
  expect((await chargeNow(stand.app, stand.admin.actor, 1)).amount).toBe("30.00");
  expect([statuses(), paidAtStripe()]).toEqual([["paid", "paid", "pending"], 6_000]);
});

test("a charge that Stripe refuses doesn't keep other charges from completing", async () => {
  await buyPlan();
  const second = await stand.signPlan({}, "+12025550112");
  stand.stripe.complete(second.sessionId);
  await fulfillCheckout(stand.app, second.sessionId);
  for (const id of [1, 2]) {
    stand.stripe.loseAnswers(2, 4);
    await chargeNow(stand.app, stand.admin.actor, id).catch(() => undefined);
    stand.stripe.loseAnswers(0);
  }
  stand.stripe.book.subscriptions.delete(stand.plan(1)?.stripeSubscriptionId ?? "");
  await completeUnfinishedCharges(stand.app);
  expect(statuses(2)).toEqual(["paid", "paid", "pending"]);
});

test("a plan that Stripe couldn't cancel isn't marked canceled", async () => {
  await buyPlan();
  const refused = { kind: "refused", message: "This key may not do that." } as const;
  withProvider(() => ({
    cancelSubscription: async () => refused,
    cancelSchedule: async () => refused,
  }));
  const cancel = () => cancelPlan(stand.app, 1, { reason: "Canceled by staff" });
  expect(cancel()).rejects.toThrow("This key may not do that.");
  await cancel().catch(() => undefined);
  expect(stand.plan()?.status).toBe("active");
});

test("a plan whose schedule may still run at Stripe isn't marked canceled", async () => {
  await buyPlan();
  const lost = { kind: "unreachable", message: "Stripe didn't answer." } as const;
  withProvider(() => ({ cancelSchedule: async () => lost }));
  const cancel = cancelPlan(stand.app, 1, { reason: "Canceled by staff" });
  expect(await cancel.catch(({ message }) => message)).toBe("Stripe didn't answer.");
  expect(stand.plan()?.status).toBe("active");
});

test("a client who signs and pays the next day gets what they paid for", async () => {
  const { sessionId } = await stand.signPlan();
  stand.pass(1 + 120 / 86_400);
  const forget = JOBS.find(({ id }) => id === "delete-unpaid-agreements");
  await forget?.run(stand.app);
  stand.stripe.complete(sessionId);
  expect(await fulfillCheckout(stand.app, sessionId)).toBe("fulfilled");
  expect(statuses()).toEqual(["paid", "pending", "pending"]);
});

test("an agreement whose checkout has expired is deleted after a day", async () => {
  const { sessionId } = await stand.signPlan();
  expireCheckout(stand.stripe.book, sessionId);
  await reconcile(stand.app);
  stand.pass(2);
  const forget = JOBS.find(({ id }) => id === "delete-unpaid-agreements");
  await forget?.run(stand.app);
  expect(stand.app.db.query("select count(*) as n from agreements").get()).toEqual({ n: 0 });
});

test("a schedule that Stripe refuses doesn't keep payments from being recorded", async () => {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  const refused = { kind: "refused", message: "This key may not do that." } as const;
  withProvider(() => ({ limitPeriods: async () => refused }));
  expect(await fulfillCheckout(stand.app, sessionId)).toBe("fulfilled");
  stand.pass(32);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "pending"]);
});

test("a plan that was canceled at Stripe without a webhook is not charged", async () => {
  await buyPlan();
  const [subscription] = stand.stripe.book.subscriptions.values();
  if (subscription) endSubscription(stand.stripe.book, subscription);
  expect(chargeNow(stand.app, stand.admin.actor, 1)).rejects.toThrow(
    "The payment failed: This plan was canceled at Stripe.",
  );
  await chargeNow(stand.app, stand.admin.actor, 1).catch(() => undefined);
  expect([paidAtStripe(), stand.plan()?.status]).toEqual([3_000, "canceled"]);
});

test("a declined early payment leaves no invoice behind and counts as one strike", async () => {
  await buyPlan();
  const customer = [...stand.stripe.book.customers.keys()][0] ?? "";
  stand.stripe.book.declined.add(customer);
  await chargeNow(stand.app, stand.admin.actor, 1).catch(() => undefined);
  expect([...stand.stripe.book.invoices.values()].map(({ status }) => status)).toEqual([
    "paid",
    "void",
  ]);
  stand.stripe.book.declined.delete(customer);
  expect((await chargeNow(stand.app, stand.admin.actor, 1)).amount).toBe("30.00");
  expect(paidAtStripe()).toBe(6_000);
});

test("losing the reply at any step of a charge still results in one charge", async () => {
  for (let lost = 1; lost <= 7; lost += 1) {
    const own = billingStand();
    const { sessionId } = await own.signPlan();
    own.stripe.complete(sessionId);
    await fulfillCheckout(own.app, sessionId);
    // The SDK retries a request once, so two answers of each are lost, from that request on.
    loseRepliesFrom(own, lost);
    await chargeNow(own.app, own.admin.actor, 1).catch(() => undefined);
    own.stripe.loseAnswers(0);
    await completeUnfinishedCharges(own.app);
    await reconcile(own.app);
    own.pass(32);
    await reconcile(own.app);
    const paid = [...own.stripe.book.invoices.values()].reduce(
      (sum, one) => sum + one.amount_paid,
      0,
    );
    expect([lost, paid]).toEqual([lost, 6_000]);
    await own.stripe.stop();
    expect([own.stripe.unexpected, own.stripe.bugs]).toEqual([[], []]);
  }
});

test("of two paid checkouts for one signature, the second is canceled and refunded", async () => {
  const signed = await stand.signPlan();
  const second = await stand.openAgain(signed);
  stand.stripe.complete(signed.sessionId);
  stand.stripe.complete(second);
  expect(await fulfillCheckout(stand.app, second)).toBe("fulfilled");
  expect(await fulfillCheckout(stand.app, signed.sessionId)).toBe("refunded");
  expect(await fulfillCheckout(stand.app, signed.sessionId)).toBe("refunded");
  const active = [...stand.stripe.book.subscriptions.values()].filter(
    ({ status }) => status === "active",
  );
  expect(active).toHaveLength(1);
  expect(stand.stripe.asked.filter((one) => one === "POST /v1/refunds")).toHaveLength(1);
});

test("a membership follows Stripe: renewed, past due, canceled at the end of its period", async () => {
  const { sessionId } = await stand.signMembership();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  const state = () =>
    stand.app.db
      .query<{ status: string; cancels: number; end: number }, []>(
        "select status, cancel_at_period_end as cancels, current_period_end as end from subscriptions",
      )
      .get();
  expect(state()).toMatchObject({ status: "active", end: Date.parse("2026-12-20T16:00:00Z") });
  stand.pass(31);
  await reconcile(stand.app);
  expect(state()).toMatchObject({ status: "active", end: Date.parse("2027-01-20T16:00:00Z") });
  const [subscription] = stand.stripe.book.subscriptions.values();
  if (subscription) subscription.cancel_at_period_end = true;
  await reconcile(stand.app);
  expect(state()).toMatchObject({ status: "active", cancels: 1 });
  stand.pass(31);
  await reconcile(stand.app);
  expect(state()).toMatchObject({ status: "canceled" });
  expect(stand.app.db.query("select subscriber_count as n from memberships").get()).toEqual({
    n: 0,
  });
});

/** Lets something happen at Stripe just before it is asked to charge a card. */
function beforePaying(happens: (invoiceId: string) => void): void {
  withProvider(({ payInvoice }) => ({
    payInvoice(invoiceId, ...rest) {
      happens(invoiceId);
      return payInvoice(invoiceId, ...rest);
    },
  }));
}

function withProvider(changed: (provider: PaymentsProvider) => Partial<PaymentsProvider>): void {
  const { payments } = stand.app.providers;
  Object.assign(stand.app.providers, {
    async payments(key: string) {
      const provider = await payments(key);
      return { ...provider, ...changed(provider) };
    },
  });
}

function loseRepliesFrom({ stripe }: BillingStand, request: number): void {
  stripe.loseAnswers(2, request);
}
