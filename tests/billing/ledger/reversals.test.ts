import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type Stripe from "stripe";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { cancelByStaff } from "#src/billing/subscriptions/subscriptions.ts";
import { openAlerts, watchConditions } from "#src/platform/alerts/alerts.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { dispute, refund } from "#tests/sandbox/stripe-reversals.ts";
import { type BillingStand, billingStand } from "./stand.ts";

setDefaultTimeout(60_000);

let stand: BillingStand;
beforeEach(() => {
  stand = billingStand();
});
afterEach(async () => {
  await stand.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

async function buyOffer(kind: "plan" | "membership"): Promise<Stripe.PaymentIntent> {
  const { sessionId } = kind === "plan" ? await stand.signPlan() : await stand.signMembership();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  const intent = [...stand.stripe.book.intents.values()].at(-1);
  if (!intent) throw new Error("nothing was paid");
  return intent;
}

function connectMail(): void {
  saveSettings(stand.app, stand.admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
}

/** Alerts and notices are mailed, and the card of the client is declined a month later. */
async function buyThenDecline(kind: "plan" | "membership"): Promise<void> {
  connectMail();
  await buyOffer(kind);
  stand.stripe.book.declined.add([...stand.stripe.book.customers.keys()][0] ?? "");
  stand.pass(31);
}

const first = async () =>
  (await stand.admin.request("GET", "/api/payment-plan-subscriptions/1")).body.installments[0];
/** By a user who has just signed in, because weeks pass in these tests. */
const payments = async () =>
  (await stand.person("admin", []).request("GET", "/api/subscriptions/1/payments")).body;

test("a full or partial refund is shown with its payment, and the installment stays paid", async () => {
  const intent = await buyOffer("plan");
  expect(await first()).toMatchObject({ status: "paid", refundedAmount: null, dispute: null });
  refund(stand.stripe.book, intent, 1_000);
  await stand.tell();
  expect(await first()).toMatchObject({ status: "paid", refundedAmount: "10.00" });
  refund(stand.stripe.book, intent, 2_000);
  await stand.tell(10, 3);
  expect(await first()).toMatchObject({ status: "paid", refundedAmount: "30.00" });
});

test("refunds reported in another order give the same sum", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const { sessionId } = await stand.signPlan({}, `+1202555${5_000 + seed}`);
    stand.stripe.complete(sessionId);
    await fulfillCheckout(stand.app, sessionId);
    const intent = [...stand.stripe.book.intents.values()].at(-1);
    if (!intent) throw new Error("nothing was paid");
    for (const cents of [500, 700, 300]) refund(stand.stripe.book, intent, cents);
    await stand.tell(3, seed);
    const { body } = await stand.admin.request("GET", `/api/payment-plan-subscriptions/${seed}`);
    expect(body.installments[0].refundedAmount).toBe("15.00");
  }
});

test("a refund reported before its payment is shown once the payment is known", async () => {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  stand.stripe.book.events.length = 0;
  const [intent] = stand.stripe.book.intents.values();
  if (intent) refund(stand.stripe.book, intent);
  await stand.tell();
  await reconcile(stand.app);
  expect(await first()).toMatchObject({ status: "paid", refundedAmount: "30.00" });
});

test("a dispute is shown, admins are alerted until it is answered, and its outcome stays", async () => {
  connectMail();
  const intent = await buyOffer("plan");
  dispute(stand.stripe.book, intent);
  await stand.tell(2);
  expect(await first()).toMatchObject({ status: "paid", dispute: "open" });
  await watchConditions(stand.app);
  expect(stand.mail.sent.at(-1)).toMatchObject({
    subject: "Glow: A client disputes a payment",
    text: expect.stringContaining(
      "Ada Lovelace's bank was asked for $30.00 back. Answer it at stripe.com, Payments, Disputes until November 29, with the signed agreement.",
    ),
  });
  stand.pass(1);
  dispute(stand.stripe.book, intent, "under_review");
  await stand.tell();
  expect(await first()).toMatchObject({ dispute: "open" });
  await watchConditions(stand.app);
  expect(stand.mail.sent.at(-1)?.subject).toBe("Glow: resolved: A client disputes a payment");
  stand.pass(1);
  dispute(stand.stripe.book, intent, "lost");
  await stand.tell();
  expect(await first()).toMatchObject({ dispute: "lost" });
});

test("the alert about a dispute ends with its deadline, also if Stripe reports nothing more", async () => {
  const intent = await buyOffer("plan");
  dispute(stand.stripe.book, intent);
  await stand.tell();
  await watchConditions(stand.app);
  expect(openAlerts(stand.app)).toMatchObject([
    {
      name: "payments-disputed",
      links: [{ path: "/contacts/1", label: "Ada Lovelace" }],
    },
  ]);
  stand.clock.now += 10 * 24 * 60 * 60 * 1000;
  await watchConditions(stand.app);
  expect(openAlerts(stand.app)).toEqual([]);
});

test.each<[string, string, () => Promise<unknown>]>([
  [
    "was lost",
    "The client's bank decided for the client, so $30.00 is lost. See stripe.com, Payments, Disputes.",
    async () => {
      stand.pass(1);
      for (const one of stand.stripe.book.intents.values()) dispute(stand.stripe.book, one, "lost");
      await stand.tell();
    },
  ],
  [
    "wasn't answered in time",
    "The deadline to answer has passed. If you didn't answer, the money is lost. See stripe.com, Payments, Disputes.",
    async () => stand.pass(10),
  ],
])("a dispute that %s isn't mailed as resolved", async (_, outcome, pass) => {
  connectMail();
  dispute(stand.stripe.book, await buyOffer("plan"));
  await stand.tell();
  await watchConditions(stand.app);
  await pass();
  await watchConditions(stand.app);
  expect(stand.mail.sent.at(-1)).toMatchObject({
    subject: "Glow: ended: A client disputes a payment",
    text: expect.stringContaining(outcome),
  });
});

test("events about a dispute of the same second, in any order, leave the bank's decision", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const { sessionId } = await stand.signPlan({}, `+1202555${5_000 + seed}`);
    stand.stripe.complete(sessionId);
    await fulfillCheckout(stand.app, sessionId);
    const intent = [...stand.stripe.book.intents.values()].at(-1);
    if (!intent) throw new Error("nothing was paid");
    for (const status of ["needs_response", "under_review", "lost"] as const)
      dispute(stand.stripe.book, intent, status);
    await stand.tell(3, seed);
    const { body } = await stand.admin.request("GET", `/api/payment-plan-subscriptions/${seed}`);
    expect(body.installments[0].dispute).toBe("lost");
  }
});

test("a bank's decision whose event is lost is read at night", async () => {
  const intent = await buyOffer("plan");
  for (const status of ["needs_response", "under_review"] as const) {
    dispute(stand.stripe.book, intent, status);
    await stand.tell();
    stand.pass(1);
  }
  dispute(stand.stripe.book, intent, "lost");
  stand.stripe.book.events.length = 0;
  await reconcile(stand.app);
  expect(await first()).toMatchObject({ dispute: "lost" });
});

test("a member's payments are listed with their refunds", async () => {
  const intent = await buyOffer("membership");
  stand.pass(31);
  await stand.tell(2);
  expect(await payments()).toMatchObject([
    { amount: "49.00", refundedAmount: null, dispute: null },
    { amount: "49.00", refundedAmount: null, dispute: null },
  ]);
  refund(stand.stripe.book, intent, 900);
  dispute(stand.stripe.book, intent);
  await stand.tell();
  expect(await payments()).toMatchObject([
    { refundedAmount: null, dispute: null },
    { refundedAmount: "9.00", dispute: "open" },
  ]);
});

test("a member whose card is declined learns once, by text and email, how to change the card", async () => {
  await buyThenDecline("membership");
  await stand.tell(5, 2);
  await reconcile(stand.app);
  const link = "Update your card: https://salon.example.com/membership/login";
  expect(stand.mail.sent).toMatchObject([
    {
      subject: 'The payment of your membership "Glow Club" failed',
      text: expect.stringContaining(link),
    },
  ]);
  const texts = stand.app.db
    .query<{ body: string }, []>("select body from messages where kind = 'billing'")
    .all();
  expect(texts).toEqual([{ body: expect.stringContaining(link) }]);
  await watchConditions(stand.app);
  expect(stand.mail.sent.at(-1)?.subject).toBe("Glow: Payments are overdue");
});

test.each([
  ["membership", "1 membership (see Subscriptions)"],
  ["plan", "1 payment plan (see Payment Subscribers)"],
] as const)(
  "the mail about overdue payments doesn't end as resolved when Stripe gives up on a %s",
  async (kind, name) => {
    await buyThenDecline(kind);
    await stand.tell();
    await watchConditions(stand.app);
    stand.pass(30);
    await stand.tell();
    await reconcile(stand.app);
    await watchConditions(stand.app);
    expect(stand.mail.sent.at(-1)).toMatchObject({
      subject: "Glow: ended: Payments are overdue",
      text: expect.stringContaining(
        `${name} was canceled after failed payments, so nothing more is collected.`,
      ),
    });
  },
);

test("the mail about overdue payments ends as resolved if staff cancel the membership", async () => {
  await buyThenDecline("membership");
  await stand.tell();
  await watchConditions(stand.app);
  await cancelByStaff(stand.app, stand.admin.actor, 1);
  await stand.tell();
  await watchConditions(stand.app);
  expect(stand.mail.sent.at(-1)?.subject).toBe("Glow: resolved: Payments are overdue");
});
