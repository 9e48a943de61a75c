import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { chargeNow, completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
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

test("a passive server charges nobody and asks Stripe to send its events again later", async () => {
  const own = billingStand({ passive: true });
  const { sessionId } = await own.signPlan();
  own.stripe.complete(sessionId);
  await fulfillCheckout(own.app, sessionId);
  const { status, body } = await own.admin.request(
    "POST",
    "/api/payment-plan-subscriptions/1/trigger-payment",
  );
  expect([status, body.message]).toEqual([
    409,
    "This server runs with --passive, so it doesn't charge cards.",
  ]);
  own.stripe.book.declined.add([...own.stripe.book.customers.keys()][0] ?? "");
  own.stripe.book.events.length = 0;
  own.pass(60);
  expect(new Set(await own.tell())).toEqual(new Set([503]));
  expect(own.plan()?.status).toBe("active");
  await own.stop();
});

const DAYS = fc.integer({ min: 1, max: 40 });
/** The SDK retries a request once, so two answers are lost, from a later request on. */
const LOSES = fc.record({ losesFrom: fc.integer({ min: 1, max: 6 }) });
const RUNS = Number(process.env["BILLING_RUNS"] ?? 25);
const statuses = () => stand.ledger().map(({ status }) => status);
const paidAtStripe = () =>
  [...stand.stripe.book.invoices.values()].reduce((sum, one) => sum + one.amount_paid, 0);

async function buyPlan(count: number): Promise<void> {
  const { sessionId } = await stand.signPlan({ count, principal: count * 3_000 });
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
}

const TABLES = ["charges", "payment_plan_installments", "payment_plan_subscriptions"];

test("for any order of backups, cards and nights, nobody pays more than they signed for", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          DAYS,
          LOSES,
          fc.constantFrom("charge", "back up", "restore", "decline", "accept", "night"),
        ),
        {
          minLength: 5,
          maxLength: 25,
        },
      ),
      fc.constantFrom("week" as const, "month" as const),
      async (steps, interval) => {
        const own = billingStand();
        const { sessionId } = await own.signPlan({ interval });
        own.stripe.complete(sessionId);
        await fulfillCheckout(own.app, sessionId);
        const customer = [...own.stripe.book.customers.keys()][0] ?? "";
        let restore = backUp(own);
        for (const step of steps) {
          if (typeof step === "number") own.pass(step);
          else if (step === "charge") await chargeNow(own.app, own.admin.actor, 1).catch(() => {});
          else if (step === "back up") restore = backUp(own);
          else if (step === "restore") {
            restore();
            await reconcile(own.app);
          } else if (step === "decline") own.stripe.book.declined.add(customer);
          else if (step === "accept") own.stripe.book.declined.delete(customer);
          else if (typeof step === "object") own.stripe.loseAnswers(2, step.losesFrom);
          else await night(own);
        }
        own.stripe.book.declined.delete(customer);
        own.stripe.loseAnswers(0);
        for (let month = 0; month < 6; month += 1) {
          await night(own);
          own.pass(31);
        }
        await night(own);
        const { invoices, refunded, subscriptions } = own.stripe.book;
        const taken = [...invoices.values()].reduce((sum, one) => sum + one.amount_paid, 0);
        const back = [...refunded.values()].reduce((sum, cents) => sum + cents, 0);
        const status = own.plan()?.status;
        const paid = own.ledger().filter((one) => one.status === "paid").length;
        await own.stop();
        expect([own.stripe.unexpected, own.stripe.bugs]).toEqual([[], []]);
        expect([...subscriptions.values()].map((one) => one.status)).toEqual(["canceled"]);
        expect(taken - back).toBe(paid * 3_000);
        expect(status === "completed" || status === "canceled").toBe(true);
        if (status === "completed") expect(paid).toBe(3);
      },
    ),
    { numRuns: RUNS },
  );
});

async function night(own: BillingStand): Promise<void> {
  await own.tell(1);
  await completeUnfinishedCharges(own.app).catch(() => undefined);
  await reconcile(own.app);
}

/** Snapshots the ledger. Calling the result restores it, as `parlor restore` would. */
function backUp({ app: { db } } = stand): () => void {
  for (const table of TABLES)
    db.exec(
      `drop table if exists kept_${table}; create temp table kept_${table} as select * from ${table}`,
    );
  return () => {
    db.exec("pragma foreign_keys = off");
    for (const table of TABLES)
      db.exec(`delete from ${table}; insert into ${table} select * from kept_${table}`);
    db.exec("pragma foreign_keys = on");
  };
}

test("a ledger restored from before three payments learns of them and refunds nothing", async () => {
  await buyPlan(5);
  const restore = backUp();
  stand.pass(95);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "paid", "paid", "pending"]);
  restore();
  expect(statuses().filter((status) => status === "paid")).toHaveLength(1);
  await Promise.all([reconcile(stand.app), reconcile(stand.app)]);
  expect(statuses()).toEqual(["paid", "paid", "paid", "paid", "pending"]);
  expect(stand.stripe.book.refunded.size).toBe(0);
});

test("an early payment that a restored ledger doesn't know is found and not charged again", async () => {
  await buyPlan(3);
  const restore = backUp();
  await chargeNow(stand.app, stand.admin.actor, 1);
  restore();
  expect(statuses()).toEqual(["paid", "pending", "pending"]);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "pending"]);
  expect(chargeNow(stand.app, stand.admin.actor, 1)).rejects.toThrow(
    "Installment 2 was paid early",
  );
  for (let month = 0; month < 3; month += 1) {
    stand.pass(31);
    await reconcile(stand.app);
  }
  expect([stand.plan()?.status, paidAtStripe()]).toEqual(["completed", 9_000]);
  expect(stand.stripe.book.refunded.size).toBe(0);
});

test("an early payment is also found when the schedule has advanced since the backup", async () => {
  await buyPlan(4);
  const restore = backUp();
  await chargeNow(stand.app, stand.admin.actor, 1);
  stand.pass(62);
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "paid", "pending"]);
  restore();
  await reconcile(stand.app);
  expect(statuses()).toEqual(["paid", "paid", "paid", "pending"]);
  expect(stand.plan()?.paidAhead).toBeNull();
  stand.pass(31);
  await reconcile(stand.app);
  expect([stand.plan()?.status, paidAtStripe()]).toEqual(["completed", 12_000]);
});
