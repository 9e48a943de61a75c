import { expect, setDefaultTimeout, test } from "bun:test";
import { chargeNow } from "#src/billing/ledger/charge.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { financingStand } from "#tests/billing/checkout/financing-stand.ts";
import { ADA } from "./stand.ts";

setDefaultTimeout(60_000);

const LOS_ANGELES = "America/Los_Angeles";
const AUCKLAND = "Pacific/Auckland";

test.each([
  [
    LOS_ANGELES,
    "2027-01-12T12:00",
    "month",
    ["2027-01-12", "2027-02-12", "2027-03-12", "2027-04-12"],
  ],
  [
    LOS_ANGELES,
    "2027-01-12T20:00",
    "month",
    ["2027-01-12", "2027-02-12", "2027-03-12", "2027-04-12"],
  ],
  [
    LOS_ANGELES,
    "2027-01-30T20:00",
    "month",
    ["2027-01-30", "2027-02-28", "2027-03-28", "2027-04-28"],
  ],
  [
    LOS_ANGELES,
    "2027-02-28T20:00",
    "month",
    ["2027-02-28", "2027-03-28", "2027-04-28", "2027-05-28"],
  ],
  [
    LOS_ANGELES,
    "2026-12-31T23:50",
    "month",
    ["2026-12-31", "2027-01-28", "2027-02-28", "2027-03-28"],
  ],
  [
    LOS_ANGELES,
    "2027-03-05T23:30",
    "week",
    ["2027-03-05", "2027-03-12", "2027-03-19", "2027-03-26"],
  ],
  [AUCKLAND, "2027-03-01T10:00", "month", ["2027-03-01", "2027-04-01", "2027-05-01", "2027-06-01"]],
  [AUCKLAND, "2027-01-31T09:00", "month", ["2027-01-31", "2027-02-28", "2027-03-28", "2027-04-28"]],
  [AUCKLAND, "2027-02-10T20:00", "month", ["2027-02-10", "2027-03-10", "2027-04-10", "2027-05-10"]],
  [AUCKLAND, "2028-02-29T08:00", "year", ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28"]],
] as const)(
  "in %s, a plan signed at %s is charged each %s on the agreement's dates",
  async (timeZone, signedAt, installmentInterval, dates) => {
    const stand = financingStand();
    const { id } = await stand.newPlan({ installmentCount: 4, installmentInterval });
    saveSettings(stand.app, stand.admin.actor, { timeZone });
    const zone = (time: number) =>
      Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
    const now = Temporal.PlainDateTime.from(signedAt).toZonedDateTime(timeZone).epochMilliseconds;
    stand.clock.now = now;
    stand.stripe.book.now = now / 1000;
    await stand.buy(ADA, id);
    const due = stand.app.db
      .query("select due_date from payment_plan_installments order by sequence_number")
      .values()
      .flat();
    expect(due).toEqual([...dates]);

    const days = { week: 35, month: 150, year: 1500 }[installmentInterval];
    for (let day = 0; day < days; day += 5) {
      stand.pass(5);
      await stand.tell();
    }
    const paid = stand.app.db
      .query<{ at: number }, []>(
        "select paid_at as at from payment_plan_installments order by sequence_number",
      )
      .all();
    expect(paid.map(({ at }) => zone(at).toPlainDate().toString())).toEqual([...dates]);
    expect(stand.plan()?.status).toBe("completed");
    const charged = [...stand.stripe.book.invoices.values()].filter((one) => one.amount_paid > 0);
    expect(charged).toHaveLength(4);
    expect([...stand.stripe.book.subscriptions.values()].map(({ status }) => status)).toEqual([
      "canceled",
    ]);
    expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
    await stand.stop();
  },
);

test("an installment of such a plan that is paid ahead isn't charged again, and only one can be", async () => {
  const stand = financingStand();
  const { id } = await stand.newPlan({ installmentCount: 4 });
  saveSettings(stand.app, stand.admin.actor, { timeZone: LOS_ANGELES });
  stand.clock.now = Date.parse("2026-12-01T04:00:00Z");
  stand.stripe.book.now = stand.clock.now / 1000;
  await stand.buy(ADA, id);
  const pay = () => chargeNow(stand.app, stand.admin.actor, 1);
  expect(await pay()).toMatchObject({ amount: "25.00" });
  await stand.tell(2);
  await reconcile(stand.app);
  await expect(pay()).rejects.toThrow();
  for (let week = 0; week < 20; week += 1) {
    stand.pass(7);
    await stand.tell();
  }
  expect(stand.plan()?.status).toBe("completed");
  const paid = [...stand.stripe.book.invoices.values()].map((one) => one.amount_paid);
  expect(paid.filter((cents) => cents > 0)).toEqual([2_500, 2_500, 2_500, 2_500]);
  await stand.stop();
});
