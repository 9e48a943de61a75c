import { expect, test } from "bun:test";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { retryOwedRefund } from "#src/billing/refunds.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { openAlerts } from "#src/platform/alerts/alerts.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { dispute, failRefund, refund } from "#tests/sandbox/stripe-reversals.ts";
import { type PayDesk, payAt, payBack, payDesk, refundNow } from "./stand.ts";

async function paid(tip = "0.00") {
  const desk = await payDesk();
  const { body } = await desk.take();
  payAt(desk, await desk.open(tip));
  await desk.tell();
  const path = `/api/payments/${body.id}`;
  return { desk, path, read: async () => (await desk.admin.request("GET", path)).body };
}

const made = ({ stripe }: PayDesk) => stripe.book.refunds.map(({ amount }) => amount);

test("a refund leaves after ten seconds, until when it can be undone", async () => {
  const { desk, path, read } = await paid("10.00");
  const { admin, app } = desk;
  const asked = await admin.request("POST", `${path}/refund`, {});
  expect(asked.body.refundDue).toMatchObject({ amount: "130.00", owedRefund: null });
  await runJob(app, "refund-payments");
  expect(made(desk)).toEqual([]);
  expect((await admin.request("DELETE", `${path}/refund`)).body.refundDue).toBe(null);
  await refundNow(desk);
  expect(made(desk)).toEqual([]);
  await admin.request("POST", `${path}/refund`, {});
  expect((await admin.request("POST", `${path}/refund`, {})).status).toBe(409);
  await refundNow(desk);
  expect((await admin.request("DELETE", `${path}/refund`)).status).toBe(409);
  await refundNow(desk);
  expect(made(desk)).toEqual([13000]);
  expect(await read()).toMatchObject({ status: "refunded", refunded: "130.00", refundDue: null });
});

test("a payment is refunded in parts, never more than was paid", async () => {
  const { desk, path, read } = await paid();
  const { admin } = desk;
  await admin.request("POST", `${path}/refund`, { amount: "50.00" });
  await refundNow(desk);
  await desk.tell(2);
  expect(await read()).toMatchObject({ status: "paid", refunded: "50.00" });
  expect((await admin.request("POST", `${path}/refund`, { amount: "70.01" })).status).toBe(400);
  expect((await admin.request("POST", `${path}/refund`, { amount: "0.00" })).status).toBe(400);
  await admin.request("POST", `${path}/refund`, {});
  await refundNow(desk);
  await desk.tell(2);
  expect(made(desk)).toEqual([5000, 7000]);
  expect(await read()).toMatchObject({ status: "refunded", refunded: "120.00" });
  expect((await admin.request("POST", `${path}/refund`, {})).status).toBe(409);
  // The visit can be paid again.
  expect((await desk.take({ way: "cash" })).status).toBe(201);
});

test("a lost reply makes no second partial refund, also on the next day", async () => {
  const { desk, path, read } = await paid();
  const { admin, app } = desk;
  await admin.request("POST", `${path}/refund`, { amount: "20.00" });
  await refundNow(desk);
  // As after a crash between Stripe's reply and the record.
  app.db.run("update payment_refunds set made_at = null");
  app.db.run("delete from reversals");
  desk.pass(24 * 60);
  desk.signInAgain();
  await runJob(app, "refund-payments");
  expect(made(desk)).toEqual([2000]);
  expect(app.db.query("select made_at is null as open from payment_refunds").all()).toEqual([
    { open: 0 },
  ]);
  expect((await desk.signInAgain().request("GET", path)).body.refunded).toBe("20.00");
  expect(read).toBeFunction();
});

test("a refund that Stripe refuses is owed, alerts, and is made once Stripe agrees", async () => {
  const { desk, path } = await paid();
  const { admin, app, stripe } = desk;
  stripe.book.balanceIsShort = true;
  await admin.request("POST", `${path}/refund`, { amount: "30.00" });
  await refundNow(desk);
  await refundNow(desk);
  expect((await admin.request("GET", path)).body).toMatchObject({
    status: "paid",
    refunded: "0.00",
    refundDue: { amount: "30.00", undoUntil: null, owedRefund: expect.any(String) },
  });
  await runJob(app, "watch-alerts");
  expect(JSON.stringify((await admin.request("GET", "/api/alerts")).body)).toContain(
    "The refund of $30.00 to Ruth Abernathy failed: ",
  );
  stripe.book.balanceIsShort = false;
  desk.pass(24 * 60);
  // The job and the nightly comparison try at the same moment.
  const [owed] = listOwedRefunds(app);
  if (!owed) throw new Error("nothing is owed");
  await Promise.all([retryOwedRefund(app, owed), runJob(app, "refund-payments")]);
  await reconcile(app);
  await runJob(app, "refund-payments");
  expect(made(desk)).toEqual([3000]);
  expect((await desk.signInAgain().request("GET", path)).body).toMatchObject({
    refunded: "30.00",
    refundDue: null,
  });
});

test("a refund that the bank returns is owed again; staff pay it back", async () => {
  const { desk, path } = await paid();
  const { admin, stripe } = desk;
  await admin.request("POST", `${path}/refund`, { amount: "30.00" });
  await refundNow(desk);
  const [refund] = stripe.book.refunds;
  if (refund) failRefund(stripe.book, refund);
  await desk.tell();
  expect((await admin.request("GET", path)).body).toMatchObject({
    refunded: "0.00",
    refundDue: { amount: "30.00", owedRefund: expect.any(String) },
  });
  expect((await admin.request("POST", `${path}/refund`, {})).status).toBe(409);
  const settled = await payBack(admin, path);
  expect(settled.body).toMatchObject({ refunded: "30.00", refundDue: null });
});

/** Runs this when Stripe is asked, before it answers. */
function beforeAnswer(
  { app }: PayDesk,
  name: "refund" | "refundsOf",
  run: () => Promise<unknown>,
): void {
  const { payments: connect } = app.providers;
  Object.assign(app.providers, {
    async payments(key: string): Promise<PaymentsProvider> {
      const provider = await connect(key);
      const answer: (...asked: never[]) => unknown = provider[name];
      const ask = async (...asked: never[]) => {
        await run();
        return answer(...asked);
      };
      return { ...provider, [name]: ask };
    },
  });
}

/** A refund of 30.00 that Stripe refused yesterday, and would make today. */
async function owedDesk() {
  const { desk, path } = await paid();
  const { stripe } = desk;
  stripe.book.balanceIsShort = true;
  await desk.admin.request("POST", `${path}/refund`, { amount: "30.00" });
  await refundNow(desk);
  stripe.book.balanceIsShort = false;
  desk.pass(24 * 60);
  return { desk, path, admin: desk.signInAgain() };
}

test("a refund can't be paid back by hand while Stripe is asked for it", async () => {
  const { desk, path, admin } = await owedDesk();
  const answers: number[] = [];
  beforeAnswer(desk, "refund", async () => {
    answers.push((await payBack(admin, path)).status);
  });
  await runJob(desk.app, "refund-payments");
  expect([answers, made(desk)]).toEqual([[409], [3000]]);
  expect((await admin.request("GET", path)).body).toMatchObject({ refunded: "30.00" });
});

test("a refund that staff are paying back isn't made at Stripe as well", async () => {
  const { desk, path, admin } = await owedDesk();
  let job: Promise<unknown> | undefined;
  beforeAnswer(desk, "refundsOf", async () => {
    job ??= runJob(desk.app, "refund-payments");
  });
  expect((await payBack(admin, path)).body).toMatchObject({ refunded: "30.00" });
  await job;
  expect([job === undefined, made(desk)]).toEqual([false, []]);
});

test("a refund that Stripe made, but whose answer was lost, isn't paid back by hand", async () => {
  const { desk, path, admin } = await owedDesk();
  const [intent] = desk.stripe.book.intents.values();
  if (intent) refund(desk.stripe.book, intent, 3000);
  expect((await payBack(admin, path)).status).toBe(409);
  expect((await admin.request("GET", path)).body).toMatchObject({ refunded: "30.00" });
});

test("a refused refund isn't called failed once a later try has no answer", async () => {
  const { desk, path, admin } = await owedDesk();
  const { app } = desk;
  await runJob(app, "watch-alerts");
  const { payments: connect } = app.providers;
  Object.assign(app.providers, {
    payments: async (key: string) => ({
      ...(await connect(key)),
      refund: async () => ({ kind: "unreachable", message: "No answer." }),
    }),
  });
  await runJob(app, "refund-payments").catch(() => {});
  await runJob(app, "watch-alerts");
  expect(openAlerts(app)).toMatchObject([
    {
      message:
        "Stripe hasn't answered about the refund of $30.00 to Ruth Abernathy yet, so it may have been made. We'll ask again tonight.",
      links: [{ label: "$30.00 to Ruth Abernathy" }],
    },
  ]);
  expect((await admin.request("GET", path)).body).toMatchObject({
    refundDue: { amount: "30.00", owedRefund: null },
  });
  Object.assign(app.providers, { payments: connect });
  await runJob(app, "refund-payments");
  await runJob(app, "watch-alerts");
  expect([made(desk), openAlerts(app)]).toEqual([[3000], []]);
});

test("what staff say counts if Stripe doesn't answer", async () => {
  const { desk, path, admin } = await owedDesk();
  Object.assign(desk.app.providers, {
    payments: async () => ({
      refundsOf: async () => ({ kind: "unreachable", message: "No answer." }),
    }),
  });
  expect((await payBack(admin, path)).body).toMatchObject({ refunded: "30.00", refundDue: null });
});

test("the alert about an erased client's refund names no one, and still leads to Paid Back", async () => {
  const { desk, path } = await paid();
  const { admin, app, stripe, contactId } = desk;
  stripe.book.balanceIsShort = true;
  await admin.request("POST", `${path}/refund`, { amount: "30.00" });
  await refundNow(desk);
  await runJob(app, "watch-alerts");
  await admin.request("POST", `/api/contacts/${contactId}/erase`, { name: "Ruth Abernathy" });
  expect(JSON.stringify(app.db.query("select * from state").all())).not.toContain("Abernathy");
  expect(openAlerts(app)).toMatchObject([
    {
      message: expect.stringMatching(/^The refund of \$30\.00 to an erased client failed: /),
      links: [{ path: "/?payment=owed", label: "Paid Back" }],
    },
  ]);
});

test("the alert is true as soon as a refund is paid back", async () => {
  const { desk, path, admin } = await owedDesk();
  await runJob(desk.app, "watch-alerts");
  const list = async () => (await admin.request("GET", "/api/alerts")).body;
  expect(await list()).toMatchObject([{ name: "refunds-refused" }]);
  expect((await payBack(admin, path)).status).toBe(200);
  expect(await list()).toEqual([]);
});

test("two refunds that the bank returns at once are owed together", async () => {
  const { desk, path } = await paid();
  const { admin, stripe } = desk;
  for (const amount of ["30.00", "20.00"]) {
    await admin.request("POST", `${path}/refund`, { amount });
    await refundNow(desk);
  }
  for (const refund of stripe.book.refunds) failRefund(stripe.book, refund);
  await desk.tell();
  expect((await admin.request("GET", path)).body).toMatchObject({
    refunded: "0.00",
    refundDue: { amount: "50.00", owedRefund: expect.any(String) },
  });
});

test("what staff paid back is recorded only while it is what is due", async () => {
  const { desk, path } = await paid();
  const { admin, stripe } = desk;
  for (const amount of ["30.00", "20.00"]) {
    await admin.request("POST", `${path}/refund`, { amount });
    await refundNow(desk);
  }
  const [first, second] = stripe.book.refunds;
  if (first) failRefund(stripe.book, first);
  await desk.tell();
  const [owed] = (await admin.request("GET", "/api/owed-refunds")).body;
  if (second) failRefund(stripe.book, second);
  await desk.tell();
  const settle = ({ amount }: { amount: string }) =>
    admin.request("POST", `/api/owed-refunds/${owed.id}/paid-back`, { amount });
  const { status, body } = await settle(owed);
  expect([owed.amount, status, body.message]).toEqual([
    "30.00",
    409,
    "The amount has changed. Reload the page and check it again.",
  ]);
  const [grown] = (await admin.request("GET", "/api/owed-refunds")).body;
  expect([grown.amount, (await settle(grown)).status]).toEqual(["50.00", 204]);
});

test("a refund that is made again at night is in the activity log", async () => {
  const { desk, path } = await paid();
  const { app, stripe } = desk;
  await desk.admin.request("POST", `${path}/refund`, { amount: "30.00" });
  await refundNow(desk);
  const [refund] = stripe.book.refunds;
  if (refund) failRefund(stripe.book, refund);
  await desk.tell();
  desk.pass(24 * 60);
  await reconcile(app);
  const { body } = await desk.signInAgain().request("GET", "/api/audit-logs");
  const made = body.logs.filter(({ action }: { action: string }) => action.startsWith("payment."));
  expect(made[0]).toMatchObject({ action: "payment.refund", metadata: { amount: 3000 } });
});

test.each(["needs_response", "under_review", "lost"] as const)(
  "a refund isn't made while the payment's dispute at the bank is %s",
  async (status) => {
    const { desk, path } = await paid();
    const { admin, stripe } = desk;
    await admin.request("POST", `${path}/refund`, { amount: "30.00" });
    const [intent] = stripe.book.intents.values();
    if (intent) dispute(stripe.book, intent, status);
    await desk.tell();
    const asked = stripe.asked.length;
    await refundNow(desk);
    expect(stripe.asked.length).toBe(asked);
    expect(made(desk)).toEqual([]);
  },
);

test("no refund is on its way, or can be asked for, once the bank has returned the payment", async () => {
  const { desk, path, read } = await paid();
  const { admin, stripe } = desk;
  await admin.request("POST", `${path}/refund`, { amount: "30.00" });
  const [intent] = stripe.book.intents.values();
  if (intent) dispute(stripe.book, intent, "under_review");
  await desk.tell();
  await refundNow(desk);
  expect(await read()).toMatchObject({ refundDue: { amount: "30.00" } });
  if (intent) dispute(stripe.book, intent, "lost");
  await desk.tell();
  expect(await read()).toMatchObject({ status: "paid", refundDue: null });
  const again = await admin.request("POST", `${path}/refund`, {});
  expect([again.status, again.body.message]).toEqual([
    409,
    "The client's bank has already returned this payment.",
  ]);
});

test("the alert about a disputed payment at the desk names no agreement", async () => {
  const { desk } = await paid();
  const [intent] = desk.stripe.book.intents.values();
  if (intent) dispute(desk.stripe.book, intent);
  await desk.tell();
  await runJob(desk.app, "watch-alerts");
  expect(openAlerts(desk.app)).toMatchObject([
    {
      message: expect.stringMatching(
        /Disputes until November \d+\. Otherwise the money is lost\.$/,
      ),
    },
  ]);
});

test("cash that goes back is recorded only", async () => {
  const desk = await payDesk();
  const { admin } = desk;
  const { body } = await desk.take({ way: "cash" });
  await admin.request("POST", `/api/payments/${body.id}/refund`, { amount: "20.00" });
  await refundNow(desk);
  expect((await admin.request("GET", `/api/payments/${body.id}`)).body).toMatchObject({
    status: "paid",
    refunded: "20.00",
    refundDue: null,
  });
  expect(made(desk)).toEqual([]);
});

test("only admins refund", async () => {
  const desk = await payDesk();
  const { body } = await desk.take({ way: "cash" });
  const person = desk.desk([desk.elena]);
  expect((await person.request("POST", `/api/payments/${body.id}/refund`, {})).status).toBe(403);
});

test("the export has the payment with its tip, and each refund", async () => {
  const { desk, path } = await paid("10.00");
  await desk.admin.request("POST", `${path}/refund`, { amount: "30.00" });
  await refundNow(desk);
  await desk.take({
    way: "cash",
    appointmentIds: [],
    contactId: desk.contactId,
    lines: [{ name: "Oil", price: "9.00" }],
    total: "9.00",
  });
  const csv = await (await desk.admin.open("/api/exports/payments")).text();
  const rows = csv.trim().split("\r\n").slice(1);
  expect(rows).toHaveLength(3);
  expect(csv).toContain("Ruth Abernathy,+12025550134,Hydrating Facial,,130.00,USD,paid");
  expect(csv).toContain("link,10.00,0.00,0.00");
  expect(csv).toMatch(
    /refund,[^\n]*Ruth Abernathy,\+12025550134,Hydrating Facial,,-30.00,USD,refunded/,
  );
  expect(csv).toContain("Oil,,9.00,USD,paid,,,,cash,0.00,0.00,0.00");
});
