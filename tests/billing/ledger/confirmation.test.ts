import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { attempt } from "#tests/sandbox/stripe-invoices.ts";
import { notePaid } from "#tests/sandbox/stripe-subscriptions.ts";
import { type BillingStand, billingStand } from "./stand.ts";

setDefaultTimeout(60_000);

let stand: BillingStand;
/** A user who has just signed in, because weeks pass in these tests. */
const staff = () => stand.person("admin", []).request;
beforeEach(async () => {
  stand = billingStand();
  saveSettings(stand.app, stand.admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
});
afterEach(async () => {
  await stand.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

const book = () => stand.stripe.book;
const customer = () => [...book().customers.keys()][0] ?? "";
const charge = () => staff()("POST", "/api/payment-plan-subscriptions/1/trigger-payment");
const plan = async () => (await staff()("GET", "/api/payment-plan-subscriptions/1")).body;
const statuses = () => stand.ledger().map(({ status }) => status);
const openInvoice = () => [...book().invoices.values()].find(({ status }) => status === "open");
const paidAtStripe = () =>
  [...book().invoices.values()].reduce((sum, one) => sum + one.amount_paid, 0);

/** The client opens the link and confirms at the bank. */
function confirm(): void {
  book().unconfirmed.clear();
  const invoice = openInvoice();
  if (!invoice) throw new Error("no invoice is open");
  attempt(book(), invoice, true);
  notePaid(book(), invoice);
}

test("a payment that the bank wants confirmed is no failed attempt, and the client gets the bank's page once", async () => {
  book().unconfirmed.add(customer());
  for (let click = 0; click < 3; click += 1) {
    const { status, body } = await charge();
    expect([status, body.message]).toEqual([
      409,
      "The client's bank asks the client to confirm this payment, and we've sent the client the link. This isn't a failed attempt.",
    ]);
    await completeUnfinishedCharges(stand.app);
  }
  expect((await plan()).installments[1]).toMatchObject({ status: "pending", attemptCount: 0 });
  const link = openInvoice()?.hosted_invoice_url ?? "";
  expect(link).toStartWith("https://invoice.stripe.example/");
  expect(stand.mail.sent.map(({ subject, text }) => [subject, text.includes(link)])).toEqual([
    ['Confirm a payment of your plan "Laser"', true],
  ]);
  const texts = stand.app.db
    .query<{ body: string }, []>("select body from messages where kind = 'billing'")
    .all();
  expect(texts.map(({ body }) => body.includes(link))).toEqual([true]);
  confirm();
  await stand.tell();
  expect(statuses()).toEqual(["paid", "paid", "pending"]);
  stand.pass(70);
  await reconcile(stand.app);
  expect([(await plan()).status, paidAtStripe()]).toEqual(["completed", 9_000]);
});

test("a due payment that the bank wants confirmed stays due, and is recorded when the client pays", async () => {
  book().declined.add(customer());
  stand.pass(31);
  await reconcile(stand.app);
  book().declined.clear();
  book().unconfirmed.add(customer());
  expect((await charge()).body.message).toContain("This isn't a failed attempt");
  expect((await plan()).installments[1]).toMatchObject({ attemptCount: 1 });
  confirm();
  await reconcile(stand.app);
  expect([statuses(), paidAtStripe()]).toEqual([["paid", "paid", "pending"], 6_000]);
});

test.each([
  ["isn't confirmed within three days", () => stand.pass(4)],
  [
    "is collected by the schedule in the meantime",
    async () => {
      book().unconfirmed.clear();
      stand.pass(31);
      await reconcile(stand.app);
    },
  ],
  [
    "belongs to a plan that is canceled",
    async () => {
      await staff()("POST", "/api/payment-plan-subscriptions/1/cancel");
    },
  ],
])("a payment that %s can't be confirmed any more", async (_, happen) => {
  book().unconfirmed.add(customer());
  await charge();
  await happen();
  await completeUnfinishedCharges(stand.app);
  expect(openInvoice()).toBeUndefined();
  const before = paidAtStripe();
  await completeUnfinishedCharges(stand.app);
  expect(paidAtStripe()).toBe(before);
});

test("twenty clicks, a late event and a client who pays in the same minute charge once", async () => {
  book().declined.add(customer());
  stand.pass(31);
  await reconcile(stand.app);
  book().declined.clear();
  confirm();
  const clicks = await Promise.all(Array.from({ length: 20 }, charge));
  expect(clicks.every(({ status }) => status === 409)).toBe(true);
  expect([statuses(), paidAtStripe()]).toEqual([["paid", "paid", "pending"], 6_000]);
  await stand.tell(2, 3);
  await reconcile(stand.app);
  expect([statuses(), paidAtStripe()]).toEqual([["paid", "paid", "pending"], 6_000]);
});
