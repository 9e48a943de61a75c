import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { parseCents } from "#src/shared/money.ts";
import { dispute, failRefund } from "#tests/sandbox/stripe-reversals.ts";
import { payAt, payBack, payDesk, refundNow } from "./stand.ts";

setDefaultTimeout(120_000);

const PAID = 12_000;
const REPORT = "/api/reports?from=2026-11-20&to=2026-11-20";

/** A payment of 120.00 by a link. */
async function paid() {
  const desk = await payDesk();
  const { body } = await desk.take();
  payAt(desk, await desk.open());
  await desk.tell();
  const { book } = desk.stripe;
  const [intent] = book.intents.values();
  if (!intent) throw new Error("nothing was paid");
  const path = `/api/payments/${body.id}`;
  let staff = desk.admin;
  const request: typeof staff.request = (...input) => staff.request(...input);
  return {
    desk,
    book,
    intent,
    path,
    staff: { request },
    read: async () => (await request("GET", path)).body,
    refund: (amount?: string) => request("POST", `${path}/refund`, { amount }),
    owed: async () =>
      (await request("GET", "/api/owed-refunds")).body.map(
        ({ amount }: { amount: string }) => amount,
      ),
    async lose(cents: number) {
      dispute(book, intent, "lost", cents);
      await desk.tell();
    },
    async nextNight() {
      desk.pass(24 * 60);
      staff = desk.signInAgain();
      await reconcile(desk.app);
    },
  };
}

/** The same, with a refund of which Stripe refuses to make anything. */
async function owing(amount: string) {
  const stand = await paid();
  stand.book.balanceIsShort = true;
  await stand.refund(amount);
  await refundNow(stand.desk);
  expect(await stand.owed()).toEqual([amount]);
  stand.book.balanceIsShort = false;
  return stand;
}

test.each([
  ["60.00", 3_000, ["30.00"]],
  ["60.00", 5_999, ["0.01"]],
  ["60.00", 6_000, []],
  ["60.00", 12_000, []],
  ["120.00", 2_000, ["100.00"]],
])(
  "of a refund of %s that is owed, a lost dispute of %i cents leaves %p",
  async (amount, lost, left) => {
    const { owed, lose, read } = await owing(amount);
    await lose(lost);
    expect(await owed()).toEqual(left);
    expect((await read()).refundDue?.amount).toBe(left[0]);
  },
);

test("what a lost dispute left of a refund is made at night, where Stripe can", async () => {
  const { desk, book, intent, lose, owed, nextNight, read } = await owing("60.00");
  await lose(3_000);
  book.disputed.delete(intent.id);
  await nextNight();
  expect(book.refunds.map(({ amount }) => amount)).toEqual([3_000]);
  expect([await owed(), await read()]).toMatchObject([[], { refunded: "30.00", refundDue: null }]);
  await nextNight();
  expect([...desk.stripe.book.refunded.values()]).toEqual([3_000]);
});

test("what a lost dispute left of a refund is paid back by hand, where Stripe can't make it", async () => {
  const { staff, lose, owed, nextNight, path, read, desk } = await owing("60.00");
  await lose(3_000);
  await nextNight();
  const [{ reason }] = (await staff.request("GET", "/api/owed-refunds")).body;
  expect(reason).toBe("Stripe doesn't refund a payment after a lost dispute.");
  expect((await payBack(staff, path)).status).toBe(200);
  expect([await owed(), await read()]).toMatchObject([[], { refunded: "30.00", refundDue: null }]);
  expect(desk.app.db.query("select made_at is null from payment_refunds").values()).toEqual([[0]]);
});

test("a refund that was decided before leaves with what a lost dispute left of it", async () => {
  const { desk, book, intent, lose, refund } = await paid();
  await refund("60.00");
  await lose(3_000);
  book.disputed.delete(intent.id);
  await refundNow(desk);
  expect(book.refunds.map(({ amount }) => amount)).toEqual([3_000]);
});

test("after a lost dispute of a part, only the rest can be refunded", async () => {
  const { desk, book, intent, lose, refund, read } = await paid();
  await lose(3_000);
  book.disputed.delete(intent.id);
  expect(await read()).toMatchObject({ refunded: "0.00", refundable: "90.00" });
  const refused = await refund("90.01");
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { amount: "The client's bank returned a part. You can refund up to $90.00." },
  ]);
  expect((await refund()).body.refundDue).toMatchObject({ amount: "90.00" });
  await refundNow(desk);
  expect(book.refunds.map(({ amount }) => amount)).toEqual([9_000]);
  expect(await read()).toMatchObject({ refunded: "90.00", refundable: "0.00", refundDue: null });
});

test("a payment that the bank has returned in full offers nothing to refund", async () => {
  const { lose, read } = await paid();
  await lose(PAID);
  expect(await read()).toMatchObject({ status: "paid", refundable: "0.00" });
});

test("no more is ever owed than the client has not got back, and every screen says what the salon has", async () => {
  const cents = fc.integer({ min: 1, max: PAID });
  const operation = fc.oneof(
    fc.record({ what: fc.constant("refund" as const), cents }),
    fc.record({ what: fc.constant("lose" as const), cents }),
    fc.record({ what: fc.constantFrom("fail", "win", "short", "night", "pay back") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 9 }), async (operations) => {
      const { desk, book, intent, staff, path, ...stand } = await paid();
      for (const one of operations) {
        desk.pass(1);
        if (one.what === "refund") {
          await stand.refund((one.cents / 100).toFixed(2));
          await refundNow(desk);
        } else if (one.what === "lose") await stand.lose(one.cents);
        else if (one.what === "win") {
          dispute(book, intent, "won");
          book.disputed.delete(intent.id);
        } else if (one.what === "short") book.balanceIsShort = !book.balanceIsShort;
        else if (one.what === "night") await stand.nextNight();
        else if (one.what === "pay back") await payBack(staff, path);
        else {
          const made = book.refunds.find(({ status }) => status === "succeeded");
          if (made) failRefund(book, made);
        }
        await desk.tell();
        const [amount] = await stand.owed();
        const payment = await stand.read();
        const refunded = parseCents(payment.refunded) ?? 0;
        const last = [...book.disputes.values()][0] as
          | { status: string; amount: number }
          | undefined;
        const lost = last?.status === "lost" ? last.amount : 0;
        const owed = amount === undefined ? 0 : (parseCents(amount) ?? -1);
        expect(owed).toBeGreaterThanOrEqual(0);
        const kept = Math.max(0, PAID - refunded - lost);
        expect(owed).toBeLessThanOrEqual(kept);
        const client = await staff.request("GET", `/api/contacts/${desk.contactId}/totals`);
        const report = await staff.request("GET", REPORT);
        const onScreens = [payment.refundable, client.body.paid, report.body.revenue];
        expect(onScreens.map(parseCents)).toEqual([kept, kept, kept]);
      }
    }),
    { numRuns: 40 },
  );
});
