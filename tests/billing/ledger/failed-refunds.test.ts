import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type Stripe from "stripe";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { openAlerts, watchConditions } from "#src/platform/alerts/alerts.ts";
import { dispute, failRefund, refund } from "#tests/sandbox/stripe-reversals.ts";
import { ADA, type BillingStand, billingStand } from "./stand.ts";

setDefaultTimeout(60_000);

let stand: BillingStand;
/** A user who has just signed in, because weeks pass in these tests. */
const staff = () => stand.person("admin", []).request;
let intent: Stripe.PaymentIntent;
beforeEach(async () => {
  stand = billingStand();
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  intent = [...stand.stripe.book.intents.values()].at(-1) as Stripe.PaymentIntent;
});
afterEach(async () => {
  await stand.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

const first = async () =>
  (await staff()("GET", "/api/payment-plan-subscriptions/1")).body.installments[0];
const settle = () =>
  staff()("POST", "/api/payment-plan-subscriptions/1/settle-refund", {
    installmentId: 1,
    amount: "30.00",
  });

async function alerts(): Promise<string[]> {
  await watchConditions(stand.app);
  return openAlerts(stand.app).map(({ name, message }) => `${name}: ${message}`);
}

async function failAfterWeeks(cents?: number): Promise<void> {
  const made = refund(stand.stripe.book, intent, cents);
  await stand.tell();
  expect((await first()).refundedAmount).toBe(cents ? "10.00" : "30.00");
  stand.pass(14);
  failRefund(stand.stripe.book, made);
}

test.each([
  ["its event arrives", () => stand.tell(3, 4)],
  ["its event is lost, and the night comes", () => reconcile(stand.app)],
])("a refund that the bank returns is owed again when %s", async (_, learn) => {
  await failAfterWeeks();
  await learn();
  expect(await first()).toMatchObject({ status: "paid", refundedAmount: null, refundOwed: true });
  expect(await alerts()).toEqual([
    expect.stringMatching(
      /^refunds-refused: The refund of \$30\.00 to Ada Lovelace failed: .*bank returned it \(expired or canceled card\)/,
    ),
  ]);
  stand.pass(1);
  await reconcile(stand.app);
  expect(await first()).toMatchObject({ refundedAmount: "30.00", refundOwed: false });
  expect([...stand.stripe.book.refunded.values()]).toEqual([3_000]);
  await reconcile(stand.app);
  expect([...stand.stripe.book.refunded.values()]).toEqual([3_000]);
  expect(await alerts()).toEqual([]);
});

test("of a partial refund that failed, only that part is refunded again", async () => {
  await failAfterWeeks(1_000);
  await stand.tell();
  stand.pass(1);
  await reconcile(stand.app);
  expect([...stand.stripe.book.refunded.values()]).toEqual([1_000]);
  expect(await first()).toMatchObject({ refundedAmount: "10.00", refundOwed: false });
});

test("a refund that fails is owed beside an earlier one that arrived", async () => {
  refund(stand.stripe.book, intent, 1_000);
  stand.pass(1);
  const later = refund(stand.stripe.book, intent, 1_000);
  await stand.tell();
  failRefund(stand.stripe.book, later);
  await stand.tell();
  expect(await first()).toMatchObject({ refundedAmount: "10.00", refundOwed: true });
  stand.pass(1);
  await reconcile(stand.app);
  expect(await first()).toMatchObject({ refundedAmount: "20.00", refundOwed: false });
});

test("a refund that Stripe can't make is settled by hand once, and isn't made again", async () => {
  await failAfterWeeks();
  await stand.tell();
  for (let click = 0; click < 3; click += 1) expect((await settle()).status).toBe(200);
  for (let night = 0; night < 3; night += 1) {
    stand.pass(1);
    await reconcile(stand.app);
  }
  expect(await first()).toMatchObject({ refundedAmount: "30.00", refundOwed: false });
  expect([...stand.stripe.book.refunded.values()]).toEqual([]);
  expect(await alerts()).toEqual([]);
  const settled = stand.app.db
    .query("select 1 from audit_logs where action = 'plan_subscription.settle_refund'")
    .all();
  expect(settled).toHaveLength(1);
});

test.each(["won", "lost"] as const)(
  "a refund that is owed waits for the bank's decision about the payment: %s",
  async (decision) => {
    const { book } = stand.stripe;
    await failAfterWeeks();
    await stand.tell();
    stand.pass(1);
    dispute(book, intent);
    // Stripe refuses the refund before the dispute is known, and isn't asked afterward.
    book.events.length = 0;
    const { payments } = stand.app.providers;
    Object.assign(stand.app.providers, {
      payments: async (key: string) => ({
        ...(await payments(key)),
        reversalsSince: async () => ({ kind: "done", value: [] }),
      }),
    });
    await reconcile(stand.app);
    // The bank may take the money meanwhile.
    expect(await first()).toMatchObject({ refundOwed: true, owedAmount: null });
    Object.assign(stand.app.providers, { payments });
    await reconcile(stand.app);
    expect(await first()).toMatchObject({ dispute: "open", refundOwed: false, owedAmount: null });
    expect((await settle()).status).toBe(409);
    expect((await alerts()).join()).not.toContain("refunds-refused");
    stand.pass(100);
    dispute(book, intent, decision);
    if (decision === "won") book.disputed.delete(intent.id);
    await stand.tell();
    await reconcile(stand.app);
    expect([...book.refunded.values()]).toEqual(decision === "won" ? [3_000] : []);
    expect(await first()).toMatchObject({ dispute: decision, refundOwed: false });
    expect(await alerts()).toEqual([]);
  },
);

test("another screen learns when a refund is offered again that couldn't be paid back by hand", async () => {
  await failAfterWeeks();
  await stand.tell();
  const list = async () => {
    const { body } = await staff()("GET", "/api/owed-refunds");
    return body.map(({ amount }: { amount: string }) => amount);
  };
  const shown = [await list()];
  const reads: Promise<unknown>[] = [];
  stand.app.events.listen(({ resource }) => {
    if (resource === "payments") reads.push(list().then((amounts) => shown.push(amounts)));
  });
  // Part of it was refunded at Stripe, and is known by the time that staff say that they paid back all of it.
  refund(stand.stripe.book, intent, 1_000);
  stand.stripe.book.events.length = 0;
  expect((await settle()).status).toBe(409);
  await Promise.all(reads);
  expect([shown[0], shown.at(-1)]).toEqual([["30.00"], ["20.00"]]);
});

test("a refund of another sale in the same account is none of Parlor's business", async () => {
  const other = stand.stripe.book.make<Stripe.PaymentIntent>("Res_payment_intent", "pi", {
    amount: 5_000,
    currency: "usd",
    status: "succeeded",
    metadata: {},
  });
  stand.stripe.book.intents.set(other.id, other);
  failRefund(stand.stripe.book, refund(stand.stripe.book, other));
  await stand.tell();
  stand.pass(1);
  await reconcile(stand.app);
  expect([...stand.stripe.book.refunded.values()]).toEqual([]);
  expect(await alerts()).toEqual([]);
});

test("refunds and disputes whose events were lost are read at night", async () => {
  refund(stand.stripe.book, intent, 1_200);
  stand.stripe.book.events.length = 0;
  await reconcile(stand.app);
  expect(await first()).toMatchObject({ refundedAmount: "12.00" });
});

test("the log doesn't name the client to whom a refund failed", async () => {
  const logged: unknown[] = [];
  Object.assign(stand.app, { log: (...line: unknown[]) => logged.push(line) });
  await failAfterWeeks();
  await stand.tell();
  expect(await alerts()).toEqual([expect.stringContaining("Ada Lovelace")]);
  expect(logged).toContainEqual(["warn", "alert", { alert: "refunds-refused" }]);
  expect(JSON.stringify(logged)).not.toContain("Ada Lovelace");
});

test("alerts show a client who is known by number only as the screens do", async () => {
  const { body } = await staff()("PATCH", "/api/contacts/1", { name: ADA });
  expect(body.name).toBe(ADA);
  await failAfterWeeks();
  await stand.tell();
  await alerts();
  expect(openAlerts(stand.app)).toMatchObject([
    {
      message: expect.stringContaining("The refund of $30.00 to (202) 555-0111 failed"),
      links: [{ label: "$30.00 to (202) 555-0111" }, { label: "Paid Back" }],
    },
  ]);
  stand.pass(1);
  await reconcile(stand.app);
  dispute(stand.stripe.book, intent);
  await stand.tell();
  await alerts();
  expect(openAlerts(stand.app)).toMatchObject([
    {
      message: expect.stringContaining("(202) 555-0111's bank"),
      links: [{ label: "(202) 555-0111" }],
    },
  ]);
});

test("a member's refund that the bank returns can be paid back by hand", async () => {
  const { sessionId } = await stand.signMembership();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  intent = [...stand.stripe.book.intents.values()].at(-1) as Stripe.PaymentIntent;
  const made = refund(stand.stripe.book, intent, 1_000);
  await stand.tell();
  failRefund(stand.stripe.book, made);
  await stand.tell();
  expect((await staff()("GET", "/api/owed-refunds")).body).toMatchObject([
    { id: intent.id, clientName: "Ada Lovelace", amount: "10.00" },
  ]);
  const settled = await staff()("POST", `/api/owed-refunds/${intent.id}/paid-back`, {
    amount: "10.00",
  });
  expect(settled.status).toBe(204);
  const { body } = await staff()("GET", "/api/subscriptions/1/payments");
  expect(body).toMatchObject([{ amount: "49.00", refundedAmount: "10.00" }]);
  expect(await alerts()).toEqual([]);
  stand.pass(1);
  await reconcile(stand.app);
  expect([...stand.stripe.book.refunded.values()]).toEqual([]);
});
