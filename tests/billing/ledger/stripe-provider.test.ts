import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { connectStripe } from "#src/platform/providers/stripe/stripe.ts";
import {
  STRIPE_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#tests/sandbox/stripe-stand-in.ts";
import { signatureOf } from "#tests/sandbox/stripe-webhooks.ts";

// The first of them compiles the contract.
setDefaultTimeout(60_000);

let stand: StripeStandIn;
let payments: PaymentsProvider;
let keys = 0;

beforeEach(async () => {
  stand = startStripeStandIn(Date.parse("2026-11-20T16:00:00Z"));
  payments = await connectStripe({ stripeApiBase: stand.url }, STRIPE_KEY);
});
afterEach(async () => {
  await stand.stop();
  expect([stand.unexpected, stand.bugs]).toEqual([[], []]);
});

function key(): string {
  keys += 1;
  return `key-${keys}`;
}

function value<T>(outcome: PaymentOutcome<T>): T {
  if (outcome.kind !== "done") throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.value;
}

async function subscribeCustomer(count = 3) {
  const customerId = value(
    await payments.createCustomer(
      { name: "Ada", email: "ada@example.com", phone: "+12025550111", contactId: 1 },
      key(),
    ),
  );
  const { priceId, productId } = value(
    await payments.createPrice(
      {
        name: "Laser",
        cents: 3_000,
        currency: "USD",
        interval: "month",
        statementName: "HALCYON HAIR",
      },
      key(),
    ),
  );
  const { id, url } = value(
    await payments.openCheckout(
      {
        customerId,
        priceId,
        once: { cents: 1, currency: "USD", productId },
        reference: "7",
        successUrl: "https://salon.example.com/financing/success",
        cancelUrl: "https://salon.example.com/financing/signup/1",
        metadata: { agreement: "7" },
      },
      key(),
    ),
  );
  expect(url).toContain(id);
  stand.complete(id);
  const checkout = value(await payments.readCheckout(id));
  const subscriptionId = checkout.subscriptionId ?? "";
  const { startedAt } = value(await payments.readSubscription(subscriptionId));
  const limited = {
    id: subscriptionId,
    priceId,
    interval: "month",
    count,
    startedAt,
    scheduleId: null,
  } as const;
  value(await payments.limitPeriods(limited, key()));
  return { customerId, priceId, checkout, subscriptionId };
}

test("a customer becomes a plan that runs to its last installment", async () => {
  const { checkout, subscriptionId } = await subscribeCustomer();
  expect(checkout).toMatchObject({ status: "complete", paid: true, metadata: { agreement: "7" } });
  const subscription = value(await payments.readSubscription(subscriptionId));
  expect(subscription).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
  expect(subscription.scheduleId).toMatch(/^sub_sched_/);
  expect(subscription.currentPeriodEnd).toBe(Date.parse("2026-12-20T16:00:00Z"));
  stand.pass(100);
  const invoices = value(await payments.invoicesOf(subscriptionId));
  expect(invoices.map(({ status, amountDue }) => [status, amountDue])).toEqual([
    ["paid", 3_000],
    ["paid", 3_000],
    ["paid", 3_001],
  ]);
  expect(invoices[0]?.paymentIntentId).toMatch(/^pi_/);
  expect(value(await payments.readSubscription(subscriptionId)).status).toBe("canceled");
});

test("a declined card is a value, and so is a missing object", async () => {
  const { customerId, subscriptionId } = await subscribeCustomer();
  stand.book.declined.add(customerId);
  stand.pass(32);
  const [invoice] = value(await payments.invoicesOf(subscriptionId));
  expect(invoice).toMatchObject({ status: "open", attempts: 1 });
  expect(await payments.payInvoice(invoice?.id ?? "", null, key())).toEqual({
    kind: "declined",
    message: "Your card was declined.",
  });
  expect(await payments.readInvoice("in_nothing")).toMatchObject({ kind: "missing" });
  expect(await payments.payInvoice("in_nothing", null, key())).toMatchObject({ kind: "missing" });
  expect(value(await payments.voidInvoice(invoice?.id ?? "", key())).status).toBe("void");
});

test("an early payment has its own invoice and is subtracted from the next one", async () => {
  const { customerId, subscriptionId } = await subscribeCustomer();
  const separate = value(
    await payments.invoiceSeparately(
      {
        customerId,
        subscriptionId,
        cents: 3_000,
        currency: "USD",
        description: "Installment 2 of 3",
        statementName: "HALCYON HAIR",
      },
      key(),
    ),
  );
  expect(separate).toMatchObject({ status: "open", amountDue: 3_000, subscriptionId: null });
  const { paymentMethodId } = value(await payments.readSubscription(subscriptionId));
  const paid = value(await payments.payInvoice(separate.id, paymentMethodId, key()));
  expect(paid.status).toBe("paid");
  value(
    await payments.creditNextInvoice(
      { customerId, subscriptionId, cents: 3_000, currency: "USD" },
      key(),
    ),
  );
  const separately = value(await payments.separateInvoicesOf({ customerId, subscriptionId }));
  expect(separately.map(({ id, status }) => [id, status])).toEqual([[separate.id, "paid"]]);
  stand.pass(32);
  const [next] = value(await payments.invoicesOf(subscriptionId));
  expect([next?.status, next?.amountDue]).toEqual(["paid", 0]);
  const refund = async () =>
    value(await payments.refund(paid.paymentIntentId ?? "", "duplicate", key(), 3_000));
  expect(await refund()).toEqual({ id: expect.stringMatching(/^re_/) });
  expect(await refund()).toBe("refunded before");
});

test("the same key makes one request, also when the first reply was lost", async () => {
  const client = { name: "Ada", email: "ada@example.com", phone: "+12025550111", contactId: null };
  stand.loseAnswers(3);
  expect(await payments.createCustomer(client, "same")).toMatchObject({ kind: "unreachable" });
  stand.loseAnswers(0);
  const id = value(await payments.createCustomer(client, "same"));
  expect(value(await payments.createCustomer(client, "same"))).toBe(id);
  expect(stand.book.customers.size).toBe(1);
});

test("memberships end at the end of the period, at once, or not at all", async () => {
  const { subscriptionId, customerId } = await subscribeCustomer(24);
  expect(
    value(await payments.cancelAtPeriodEnd(subscriptionId, true, key())).cancelAtPeriodEnd,
  ).toBe(true);
  expect(
    value(await payments.cancelAtPeriodEnd(subscriptionId, false, key())).cancelAtPeriodEnd,
  ).toBe(false);
  const portal = {
    customerId,
    returnUrl: "https://salon.example.com/membership/portal",
    configuration: undefined,
    updatesCard: true,
  };
  expect(value(await payments.openPortal(portal, key()))).toContain(customerId);
  const { scheduleId } = value(await payments.readSubscription(subscriptionId));
  value(await payments.cancelSchedule(scheduleId ?? "", key()));
  expect(value(await payments.readSubscription(subscriptionId)).status).toBe("canceled");
  expect(await payments.cancelSubscription(subscriptionId, key())).toMatchObject({
    kind: "missing",
  });
});

test("an event is read only with a correct and recent signature", async () => {
  const { subscriptionId } = await subscribeCustomer();
  const invoice = stand.book.events.find(({ type }) => type === "invoice.paid")?.object;
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "invoice.paid",
    data: { object: invoice },
  });
  const now = Math.floor(Date.now() / 1000);
  const read = (signature: string) => payments.readEvent(body, signature, "whsec_x");
  expect(await read(signatureOf(body, "whsec_x", now))).toMatchObject({
    id: "evt_1",
    type: "invoice.paid",
    about: "invoice",
    subscriptionId,
  });
  expect(await read(signatureOf(body, "whsec_y", now))).toBeUndefined();
  expect(await read(signatureOf(body, "whsec_x", now - 3_600))).toBeUndefined();
  expect(await read("nonsense")).toBeUndefined();
});
