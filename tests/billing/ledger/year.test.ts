import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type Stripe from "stripe";
import { findPlanSubscriptionByAgreement } from "#db/billing/plan-subscriptions.ts";
import { findSubscriptionByAgreement } from "#db/billing/subscriptions.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { cancelByStaff } from "#src/billing/subscriptions/subscriptions.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { type BillingStand, billingStand } from "./stand.ts";

setDefaultTimeout(120_000);

let stand: BillingStand;
beforeEach(() => {
  stand = billingStand();
  saveSettings(stand.app, stand.admin.actor, {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "desk@example.com",
  });
});
afterEach(async () => {
  await stand.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

interface Bought {
  readonly agreementId: number;
  readonly customer: string;
}

async function buy(signing: ReturnType<BillingStand["signPlan"]>): Promise<Bought> {
  const { sessionId, agreementId } = await signing;
  stand.stripe.complete(sessionId);
  await fulfillCheckout(stand.app, sessionId);
  return { agreementId, customer: [...stand.stripe.book.customers.keys()].at(-1) ?? "" };
}

/** Invoices of money that this customer paid, oldest first. */
function paidBy({ customer }: Bought): Stripe.Invoice[] {
  return [...stand.stripe.book.invoices.values()].filter(
    (one) => one.customer === customer && one.status === "paid" && one.amount_paid > 0,
  );
}

const plan = ({ agreementId }: Bought) => {
  const row = findPlanSubscriptionByAgreement(stand.app.db, agreementId);
  return { status: row?.status, ledger: stand.ledger(row?.id).map(({ status }) => status) };
};
const member = ({ agreementId }: Bought) => findSubscriptionByAgreement(stand.app.db, agreementId);
const times = <const T>(count: number, one: T): T[] => Array<T>(count).fill(one);

/** Night after night, and every webhook twice, in another order each day. */
async function live(days: number): Promise<void> {
  for (let day = 1; day <= days; day += 1) {
    stand.pass(1);
    await stand.tell(2, day);
    await reconcile(stand.app);
  }
}

test("in a year, plans are paid off, fail and recover, end at the third failure, renew and are canceled", async () => {
  const monthly = await buy(stand.signPlan({ count: 6 }, "+12025550101"));
  const weekly = await buy(
    stand.signPlan({ count: 10, interval: "week", principal: 10_000 }, "+12025550102"),
  );
  const recovers = await buy(stand.signPlan({ count: 4 }, "+12025550103"));
  const givenUp = await buy(stand.signPlan({ count: 12 }, "+12025550104"));
  const stays = await buy(stand.signMembership());
  const leaves = await buy(stand.signMembership());
  const overdue = await buy(stand.signMembership());
  const { declined } = stand.stripe.book;

  await live(29);
  declined.add(recovers.customer);
  await live(4);
  expect(plan(recovers)).toEqual({
    status: "past_due",
    ledger: ["paid", "failed", "pending", "pending"],
  });
  declined.delete(recovers.customer);
  await live(30);
  expect(plan(recovers).ledger.slice(0, 3)).toEqual(times(3, "paid"));

  await live(10);
  expect(plan(weekly)).toEqual({ status: "completed", ledger: times(10, "paid") });
  declined.add(givenUp.customer);
  declined.add(overdue.customer);
  const leaving = member(leaves);
  if (leaving) await cancelByStaff(stand.app, stand.admin.actor, leaving.id);
  await live(45);
  expect(plan(givenUp).status).toBe("canceled");
  expect(member(leaves)?.status).toBe("canceled");
  expect(member(overdue)?.status).toBe("canceled");

  declined.clear();
  await live(365 - 29 - 4 - 30 - 10 - 45);
  expect(plan(monthly)).toEqual({ status: "completed", ledger: times(6, "paid") });
  expect(plan(recovers)).toEqual({ status: "completed", ledger: times(4, "paid") });
  // A canceled client isn't charged, even if their card would work later.
  expect(plan(givenUp).ledger).toEqual([...times(3, "paid"), "failed", ...times(8, "pending")]);
  expect([monthly, weekly, recovers, givenUp].map((one) => paidBy(one).length)).toEqual([
    6, 10, 4, 3,
  ]);
  const sum = (one: Bought) => paidBy(one).reduce((all, { amount_paid: paid }) => all + paid, 0);
  expect([sum(monthly), sum(weekly), sum(recovers)]).toEqual([9_000, 10_000, 9_000]);
  expect(paidBy(stays)).toHaveLength(12);
  expect(member(stays)?.status).toBe("active");
  expect([paidBy(leaves).length, paidBy(overdue).length]).toEqual([3, 3]);

  const ended = stand.mail.sent.filter(({ subject }) => subject.includes("was canceled"));
  expect(ended).toHaveLength(1);
  const told = stand.app.db
    .query<{ n: number }, []>(
      "select count(*) as n from messages where body like '%was canceled after 3 failed%'",
    )
    .get();
  expect(told).toEqual({ n: 1 });
  const owed = [...stand.stripe.book.invoices.values()].filter(({ status }) => status === "open");
  expect(owed.filter(({ customer }) => customer !== overdue.customer)).toEqual([]);
});
