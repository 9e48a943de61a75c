import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import Papa from "papaparse";
import { chargeNow, completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { recordRefunds } from "#src/billing/refunds.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { requirePaymentsProvider } from "#src/billing/stripe-provider.ts";
import { exportTable } from "#src/integrations/exports/exports.ts";
import { openAlerts, watchConditions } from "#src/platform/alerts/alerts.ts";
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

const paidAtStripe = () =>
  [...stand.stripe.book.invoices.values()].reduce((sum, one) => sum + one.amount_paid, 0);
const wentBack = () => [...stand.stripe.book.refunded.values()];
const toldInTheLog = () =>
  stand.app.db.query("select 1 from audit_logs where action = 'plan_subscription.refund'").all()
    .length;

/** Paid, but unknown to Parlor until five periods of a plan of three were charged. */
async function chargeFivePeriods(): Promise<void> {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  stand.pass(130);
  expect(paidAtStripe()).toBe(15_000);
}

test("what was collected beyond the plan while the server was down is refunded, once", async () => {
  await chargeFivePeriods();
  for (let night = 0; night < 3; night += 1) await reconcile(stand.app);
  await stand.tell(3, 5);
  await reconcile(stand.app);
  expect(stand.plan()).toMatchObject({ status: "completed", remainingInstallments: 0 });
  expect([wentBack(), toldInTheLog()]).toEqual([[3_000, 3_000], 2]);
  stand.pass(62);
  expect(paidAtStripe()).toBe(15_000);
});

/** The exported payments that aren't installments: kind, amount, client and what it was for. */
async function exportedSurplus(): Promise<string[]> {
  const { content } = exportTable(stand.app, undefined, "payments", {});
  const csv = (await Array.fromAsync(content as AsyncIterable<string>)).join("");
  const agreed = stand.app.db
    .query("select stripe_payment_intent_id from payment_plan_installments")
    .values()
    .flat();
  return Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, "").trim(), { header: true })
    .data.filter(({ payment }) => payment !== "" && !agreed.includes(payment ?? ""))
    .map((row) => [row["kind"], row["amount"], row["client"], row["for"]].join(" "));
}

test("an automatic refund is exported with its charge and its client", async () => {
  await chargeFivePeriods();
  await reconcile(stand.app);
  const [name, plan] = ["Ada Lovelace", "Laser"];
  expect(await exportedSurplus()).toEqual([
    `charge 30.00 ${name} ${plan}`,
    `charge 30.00 ${name} ${plan}`,
    `refund -30.00 ${name} ${plan}`,
    `refund -30.00 ${name} ${plan}`,
  ]);
});

/** Completes two checkouts of one plan while Stripe refuses refunds. Returns the one whose payment is owed back. */
async function refuseSecondRefund() {
  const signed = await stand.signPlan();
  const second = await stand.openAgain(signed);
  for (const id of [signed.sessionId, second]) stand.stripe.complete(id);
  await fulfillCheckout(stand.app, second);
  stand.stripe.book.balanceIsShort = true;
  await expect(fulfillCheckout(stand.app, signed.sessionId)).rejects.toThrow();
  return signed;
}

test("a second checkout is exported with its refund and its client, also while Stripe refuses the refund", async () => {
  const signed = await refuseSecondRefund();
  expect(await exportedSurplus()).toEqual(["charge 30.00 Ada Lovelace Laser"]);
  stand.stripe.book.balanceIsShort = false;
  stand.pass(1);
  await fulfillCheckout(stand.app, signed.sessionId);
  expect(await exportedSurplus()).toEqual([
    "charge 30.00 Ada Lovelace Laser",
    "refund -30.00 Ada Lovelace Laser",
  ]);
});

test("a refund that Stripe can't make today is made another night, and the ledger doesn't wait", async () => {
  await chargeFivePeriods();
  stand.stripe.book.balanceIsShort = true;
  await reconcile(stand.app);
  await reconcile(stand.app);
  expect([stand.plan()?.status, wentBack(), toldInTheLog()]).toEqual(["completed", [], 0]);
  await watchConditions(stand.app);
  const [alert] = openAlerts(stand.app);
  expect([alert?.name, alert?.message]).toEqual([
    "refunds-refused",
    expect.stringMatching(
      /^The refund of \$30\.00 to Ada Lovelace failed: \S.* 1 more refund failed, too\. /,
    ),
  ]);
  expect(alert?.links).toEqual([
    { path: "/contacts/1", label: "$30.00 to Ada Lovelace" },
    { path: "/?payment=owed", label: "1 more refund" },
    { path: "/?payment=owed", label: "Paid Back" },
  ]);
  stand.stripe.book.balanceIsShort = false;
  stand.pass(1);
  await reconcile(stand.app);
  expect([wentBack(), toldInTheLog()]).toEqual([[3_000, 3_000], 2]);
  await watchConditions(stand.app);
  expect(openAlerts(stand.app)).toEqual([]);
});

test("a refund that was refused is owed until all of it went back, also if a part is made at Stripe", async () => {
  const { book } = stand.stripe;
  await chargeFivePeriods();
  book.balanceIsShort = true;
  await reconcile(stand.app);
  book.balanceIsShort = false;
  const [surplus] = [...book.intents.values()].slice(-2);
  if (!surplus) throw new Error("nothing was paid");
  refund(book, surplus, 1_000);
  await stand.tell();
  stand.pass(1);
  await reconcile(stand.app);
  await reconcile(stand.app);
  expect(wentBack()).toEqual([3_000, 3_000]);
});

test("a payment that was already refunded at Stripe, or is disputed, is left alone", async () => {
  await chargeFivePeriods();
  const [first, second] = [...stand.stripe.book.intents.values()].slice(-2);
  if (!first || !second) throw new Error("nothing was paid");
  refund(stand.stripe.book, first);
  dispute(stand.stripe.book, second);
  await reconcile(stand.app);
  await reconcile(stand.app);
  expect([stand.plan()?.status, wentBack(), toldInTheLog()]).toEqual(["completed", [3_000], 0]);
});

test.each([-1, -2])(
  "a payment that Stripe no longer knows is owed, and the plan's other refund is made, %d",
  async (at) => {
    await chargeFivePeriods();
    const lost = [...stand.stripe.book.intents.keys()].at(at) ?? "";
    stand.stripe.book.intents.delete(lost);
    await reconcile(stand.app);
    expect(wentBack()).toEqual([3_000]);
    await watchConditions(stand.app);
    expect(openAlerts(stand.app)[0]?.message).toStartWith(
      "The refund of $30.00 to Ada Lovelace failed: ",
    );
  },
);

test("of a payment beyond the plan of which a part was refunded before, the rest is refunded", async () => {
  await chargeFivePeriods();
  const surplus = [...stand.stripe.book.intents.values()].at(-1);
  if (!surplus) throw new Error("nothing was paid");
  refund(stand.stripe.book, surplus, 1_000);
  await recordRefunds(stand.app, await requirePaymentsProvider(stand.app), surplus.id);
  for (let night = 0; night < 2; night += 1) await reconcile(stand.app);
  expect(wentBack()).toEqual([3_000, 3_000]);
});

test("a second checkout whose payment can't be refunded is announced until it is", async () => {
  const signed = await refuseSecondRefund();
  await watchConditions(stand.app);
  expect(openAlerts(stand.app)[0]?.message).toStartWith(
    "The refund of $30.00 to Ada Lovelace failed: ",
  );
  stand.stripe.book.balanceIsShort = false;
  stand.pass(1);
  expect(await fulfillCheckout(stand.app, signed.sessionId)).toBe("refunded");
  expect(wentBack()).toEqual([3_000]);
  await watchConditions(stand.app);
  expect(openAlerts(stand.app)).toEqual([]);
});

/** By a user who has just signed in, because weeks pass in these tests. */
const staff = () => stand.person("admin", []).request;
const listOwed = async () => (await staff()("GET", "/api/owed-refunds")).body;
const settle = (payment: string) =>
  staff()("POST", `/api/owed-refunds/${payment}/paid-back`, { amount: "30.00" });

test("payments beyond the plan that Stripe can't refund are paid back by hand, once", async () => {
  await chargeFivePeriods();
  stand.stripe.book.balanceIsShort = true;
  await reconcile(stand.app);
  const owed = await listOwed();
  const row = { contactId: 1, clientName: "Ada Lovelace", amount: "30.00", currency: "USD" };
  expect(owed).toMatchObject([row, row]);
  for (const { id } of owed)
    expect([(await settle(id)).status, (await settle(id)).status]).toEqual([204, 409]);
  expect([await listOwed(), await exportedSurplus()]).toEqual([
    [],
    [
      "charge 30.00 Ada Lovelace Laser",
      "charge 30.00 Ada Lovelace Laser",
      "refund -30.00 Ada Lovelace Laser",
      "refund -30.00 Ada Lovelace Laser",
    ],
  ]);
  await watchConditions(stand.app);
  expect(openAlerts(stand.app)).toEqual([]);
  stand.stripe.book.balanceIsShort = false;
  for (let night = 0; night < 2; night += 1) {
    stand.pass(1);
    await reconcile(stand.app);
  }
  expect(wentBack()).toEqual([]);
  const audited = stand.app.db
    .query("select target_id from audit_logs where action = 'plan_subscription.settle_refund'")
    .values();
  expect(audited).toEqual([["1"], ["1"]]);
});

test("a second checkout whose payment staff paid back is done", async () => {
  const signed = await refuseSecondRefund();
  const [owed] = await listOwed();
  expect((await settle(owed.id)).status).toBe(204);
  expect(await fulfillCheckout(stand.app, signed.sessionId)).toBe("refunded");
  await watchConditions(stand.app);
  expect([wentBack(), openAlerts(stand.app)]).toEqual([[], []]);
});

test("a second checkout that is found within an hour of its renewal isn't charged again", async () => {
  const signed = await stand.signPlan();
  const second = await stand.openAgain(signed);
  for (const id of [signed.sessionId, second]) stand.stripe.complete(id);
  await fulfillCheckout(stand.app, second);
  stand.pass(30.01);
  expect(await fulfillCheckout(stand.app, signed.sessionId)).toBe("refunded");
  stand.pass(1);
  expect(paidAtStripe() - wentBack().reduce((sum, one) => sum + one, 0)).toBe(6_000);
});

test("a last installment that was paid early and then billed again is refunded", async () => {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  stand.pass(32);
  await reconcile(stand.app);
  await chargeNow(stand.app, stand.admin.actor, 1);
  expect(stand.plan()?.status).toBe("completed");
  // As when the server was down from the payment to the next period, and could not say so at Stripe.
  stand.stripe.book.pendingItems.length = 0;
  stand.pass(32);
  expect(paidAtStripe()).toBe(12_000);
  await reconcile(stand.app);
  expect(wentBack()).toEqual([3_000]);
});

test("an early payment whose reply was lost is refunded if the schedule also collected, and a refusal is announced", async () => {
  const told: string[] = [];
  for (let lost = 1; lost <= 7; lost += 1) {
    await stand.stop();
    stand = billingStand();
    const { sessionId } = await stand.signPlan();
    stand.stripe.complete(sessionId);
    await fulfillCheckout(stand.app, sessionId);
    stand.pass(32);
    await reconcile(stand.app);
    stand.stripe.loseAnswers(2, lost);
    await chargeNow(stand.app, stand.admin.actor, 1).catch(() => undefined);
    stand.stripe.loseAnswers(0);
    stand.pass(32);
    stand.stripe.book.balanceIsShort = true;
    await stand.tell();
    await completeUnfinishedCharges(stand.app);
    await watchConditions(stand.app);
    told.push(...openAlerts(stand.app).map(({ name }) => name));
    stand.stripe.book.balanceIsShort = false;
    stand.pass(1);
    await completeUnfinishedCharges(stand.app);
    await reconcile(stand.app);
    const back = wentBack().reduce((sum, one) => sum + one, 0);
    expect([lost, paidAtStripe() - back]).toEqual([lost, 9_000]);
    expect(await exportedSurplus()).toEqual(
      back === 0 ? [] : ["charge 30.00 Ada Lovelace Laser", "refund -30.00 Ada Lovelace Laser"],
    );
    await watchConditions(stand.app);
    expect(openAlerts(stand.app)).toEqual([]);
  }
  expect(told).toContain("refunds-refused");
});

test("the owner's own invoice on the same subscription is not refunded as an installment", async () => {
  const { sessionId } = await stand.signPlan();
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  stand.pass(62);
  await reconcile(stand.app);
  expect(stand.plan()?.status).toBe("completed");
  const [invoice] = stand.stripe.book.invoices.values();
  if (invoice)
    stand.stripe.book.invoices.set("in_fee", {
      ...invoice,
      id: "in_fee",
      billing_reason: "manual",
    });
  await reconcile(stand.app);
  expect(wentBack()).toEqual([]);
});
