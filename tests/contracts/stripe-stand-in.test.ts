import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import Stripe from "stripe";
import {
  STRIPE_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#tests/sandbox/stripe-stand-in.ts";

// The official SDK drives the stand-in; each request and answer is held to the types of its API version.

// The first of them compiles the contract.
setDefaultTimeout(60_000);
const NOW = Date.parse("2026-11-20T16:00:00Z");
const SECRET = "whsec_of_the_tests";

let stand: StripeStandIn;
let stripe: Stripe;

beforeEach(() => {
  stand = startStripeStandIn(NOW);
  const { hostname, port } = new URL(stand.url);
  stripe = new Stripe(STRIPE_KEY, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
});

afterEach(async () => {
  await stand.stop();
  expect(stand.bugs).toEqual([]);
});

/** A plan of $105 in three months, the first with a one-time line, bought by a new customer. */
async function buy(recurring = 3_000, once = 4_500) {
  const customer = await stripe.customers.create({
    name: "Ada",
    email: "ada@example.com",
    metadata: { contact: "1" },
  });
  const product = await stripe.products.create({ name: "Laser" });
  const price = await stripe.prices.create({
    product: product.id,
    unit_amount: recurring,
    currency: "usd",
    recurring: { interval: "month" },
  });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    allowed_payment_method_types: ["card"],
    customer: customer.id,
    client_reference_id: "plan-1",
    success_url: "https://salon.example.com/financing/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://salon.example.com/financing/signup/1",
    line_items: [
      { quantity: 1, price: price.id },
      { quantity: 1, price_data: { currency: "usd", product: product.id, unit_amount: once } },
    ],
    subscription_data: { metadata: { plan: "1" } },
    metadata: { agreement: "7" },
  });
  return { customer, price, session };
}

async function buyPlan(recurring?: number, once?: number) {
  const { customer, price, session } = await buy(recurring, once);
  stand.complete(session.id);
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  const subscription = await stripe.subscriptions.retrieve(String(paid.subscription));
  return { customer, price, session: paid, subscription };
}

test("a checkout becomes a subscription with its first invoice paid", async () => {
  const { session, subscription, customer } = await buyPlan();
  expect(session).toMatchObject({
    status: "complete",
    payment_status: "paid",
    metadata: { agreement: "7" },
  });
  expect(subscription).toMatchObject({
    status: "active",
    customer: customer.id,
    metadata: { plan: "1" },
  });
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(
    data.map(({ status, amount_paid, billing_reason }) => [status, amount_paid, billing_reason]),
  ).toEqual([["paid", 7_500, "subscription_create"]]);
  expect(data[0]?.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/);
  expect(stand.unexpected).toEqual([]);
});

test("a schedule of three months bills twice more and then ends the subscription", async () => {
  const { subscription, price } = await buyPlan();
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
  });
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "cancel",
    proration_behavior: "none",
    phases: [
      {
        start_date: Number(schedule.phases[0]?.start_date),
        items: [{ price: price.id, quantity: 1 }],
        duration: { interval: "month", interval_count: 3 },
      },
    ],
  });
  stand.pass(120);
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([3_000, 3_000, 7_500]);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("completed");
});

test("from_subscription can't be combined with other fields, as at Stripe", async () => {
  const { subscription } = await buyPlan();
  const both = stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
    end_behavior: "cancel",
  });
  expect(both).rejects.toThrow("from_subscription");
});

test("periods are counted from the first day: October 31, November 30, December 31, February 28", async () => {
  stand.pass(-20);
  const { session } = await buy();
  stand.complete(session.id);
  const [subscription = ""] = stand.book.subscriptions.keys();
  const ends: string[] = [];
  for (let month = 0; month < 5; month += 1) {
    const { items } = await stripe.subscriptions.retrieve(subscription);
    ends.push(new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(5, 10));
    stand.pass(31);
  }
  expect(ends).toEqual(["11-30", "12-31", "01-31", "02-28", "03-31"]);
});

test("a declined renewal is retried three times, and a manual payment in between doesn't count", async () => {
  const { subscription, customer } = await buyPlan();
  stand.book.declined.add(customer.id);
  stand.pass(31);
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id, status: "open" }))
    .data;
  if (!invoice) throw new Error("no open invoice");
  expect([
    invoice.attempt_count,
    (await stripe.subscriptions.retrieve(subscription.id)).status,
  ]).toEqual([1, "past_due"]);
  const byHand = stripe.invoices.pay(invoice.id, { off_session: true });
  expect(byHand).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined" });
  await byHand.catch(() => undefined);
  expect((await stripe.invoices.retrieve(invoice.id)).attempt_count).toBe(1);

  stand.book.declined.delete(customer.id);
  expect((await stripe.invoices.pay(invoice.id, { off_session: true })).status).toBe("paid");
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("a negative item reduces the next scheduled invoice to zero", async () => {
  const { subscription, customer } = await buyPlan();
  await stripe.invoiceItems.create({
    customer: customer.id,
    subscription: subscription.id,
    amount: -3_000,
    currency: "usd",
  });
  stand.pass(32);
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
  expect([invoice?.status, invoice?.amount_due, invoice?.total]).toEqual(["paid", 0, 0]);
});

test("an idempotency key returns the first result, and refuses a different request", async () => {
  const first = await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k1" });
  const again = await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k1" });
  expect(again.id).toBe(first.id);
  const other = stripe.customers.create({ name: "Bea" }, { idempotencyKey: "k1" });
  expect(other).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  stand.loseAnswers(1);
  const lost = stripe.customers.create({ name: "Cy" }, { idempotencyKey: "k2" });
  await lost.catch(() => undefined);
  await stripe.customers.create({ name: "Cy" }, { idempotencyKey: "k2" });
  expect(stand.book.customers.size).toBe(2);
});

test("fields that the SDK's types don't know are refused and reported", async () => {
  const strange = stripe.customers.create({
    nickname: "Ada",
  } as unknown as Stripe.CustomerCreateParams);
  expect(strange).rejects.toThrow("additional properties");
  await strange.catch(() => undefined);
  expect(stand.unexpected).toHaveLength(1);
  expect(stripe.charges.list()).rejects.toThrow("Unrecognized request URL");
});

test("webhooks are signed as the SDK expects, repeated and reordered", async () => {
  const heard: { id: string; type: string }[] = [];
  const listener = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const event = await stripe.webhooks.constructEventAsync(
        await request.text(),
        request.headers.get("stripe-signature") ?? "",
        SECRET,
      );
      heard.push({ id: event.id, type: event.type });
      return new Response(null, { status: heard.length === 1 ? 500 : 200 });
    },
  });
  await buyPlan();
  const delivery = {
    to: listener.url.href,
    secret: SECRET,
    times: 2,
    shuffle: (count: number) => Array.from({ length: count }, (_, at) => count - 1 - at),
  };
  const statuses = await stand.deliver(delivery);
  expect(statuses.filter((status) => status === 500)).toHaveLength(1);
  expect(heard.at(0)?.type).toBe("checkout.session.completed");
  expect(new Set(heard.map(({ type }) => type))).toEqual(
    new Set([
      "customer.subscription.created",
      "invoice.finalized",
      "invoice.paid",
      "checkout.session.completed",
    ]),
  );
  expect(heard).toHaveLength(8);
  await listener.stop(true);
});
