import { expect, spyOn, test } from "bun:test";
import { refundedCents, saveReversal } from "#db/billing/reversals.ts";
import { inTransaction } from "#db/connection.ts";
import { recordOwedRefund } from "#src/billing/owed-state.ts";
import { openAlerts } from "#src/platform/alerts/alerts.ts";
import {
  appointments,
  type DepositDesk,
  depositDesk,
  miss,
  pay,
  reportRefund,
} from "./deposit-desk.ts";
import { FRIDAY, runJob, tokenOf } from "./stand.ts";

const HOUR = 3_600_000;
const PAID_AT = "2026-11-20T16:00:00.000Z";

async function bookAndPay() {
  const parlor = await depositDesk();
  const path = `/api/booking/${tokenOf(await parlor.online())}`;
  await pay(parlor);
  const [{ id, contactId }] = await appointments(parlor);
  return { ...parlor, path, id, contactId };
}

const depositOf = async (parlor: DepositDesk) => (await appointments(parlor))[0].deposit;

function reverse({ app: { db }, clock }: DepositDesk, reversal: object) {
  saveReversal(db, {
    id: "re_1",
    kind: "refund",
    paymentIntentId: "pi_cs_1",
    amount: 3000,
    currency: "usd",
    status: "refunded",
    reason: null,
    dueBy: null,
    eventAt: clock.now,
    ...reversal,
  });
}

test("a visit shows its paid deposit in the list, as the reply to a change, and on the client's page", async () => {
  const parlor = await bookAndPay();
  const { admin, desk, elena, tomas, id, contactId } = parlor;
  const deposit = {
    state: "paid",
    amount: "30.00",
    paidAt: PAID_AT,
    expiresAt: null,
    owedRefund: null,
  };
  expect(await depositOf(parlor)).toEqual(deposit);
  const changed = await admin.request("PATCH", `/api/appointments/${id}`, { status: "arrived" });
  expect(changed.body.deposit).toEqual(deposit);
  const { body } = await desk([elena, tomas]).request(
    "GET",
    `/api/contacts/${contactId}/appointments`,
  );
  expect(body.next).toMatchObject([{ id, deposit }]);
});

test("an approved visit shows until when its deposit is due, and a request shows none", async () => {
  const parlor = await depositDesk();
  const { admin, visitor, online, clock } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const path = `/api/booking/${tokenOf(await online())}`;
  const [{ id, deposit }] = await appointments(parlor);
  expect(deposit).toBeNull();
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  const expiresAt = new Date(clock.now + 24 * HOUR).toISOString();
  const due = { state: "due", amount: "30.00", paidAt: null, expiresAt, owedRefund: null };
  expect(await depositOf(parlor)).toEqual(due);
  await visitor("POST", `${path}/pay`);
  await pay(parlor);
  expect(await depositOf(parlor)).toMatchObject({ state: "paid", expiresAt: null });
});

test("a visit that was released unpaid shows no deposit", async () => {
  const parlor = await depositDesk();
  const { app, admin, online, clock } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  await online();
  const [{ id }] = await appointments(parlor);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  clock.now += 25 * HOUR;
  await runJob(app, "expire-booking-requests");
  expect(await appointments(parlor)).toMatchObject([{ status: "canceled", deposit: null }]);
});

test("a deposit is kept after a no-show and after a client's late cancellation", async () => {
  const missed = await bookAndPay();
  await miss(missed, missed.id);
  expect(await depositOf(missed)).toMatchObject({ state: "kept", paidAt: PAID_AT });

  const late = await bookAndPay();
  late.clock.now = Date.parse("2026-11-26T20:00:00Z");
  await late.visitor("POST", `${late.path}/cancel`);
  expect(await depositOf(late)).toMatchObject({ state: "kept", amount: "30.00" });
});

test("a refund is owed until Stripe has made it", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  expect(await depositOf(parlor)).toMatchObject({ state: "refund-owed" });
  clock.now += HOUR;
  till.refused.push("pi_cs_1");
  await runJob(app, "refund-deposits");
  expect(await depositOf(parlor)).toMatchObject({ state: "refund-owed" });
  till.refused.length = 0;
  clock.now += 24 * HOUR;
  await runJob(app, "refund-deposits");
  expect(await depositOf(parlor)).toMatchObject({ state: "refunded", paidAt: PAID_AT });
});

test("staff pay back a deposit whose refund Stripe refuses, once", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  const settle = async () =>
    (await admin.request("POST", "/api/owed-refunds/pi_cs_1/paid-back", { amount: "30.00" }))
      .status;
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  expect([await settle(), await depositOf(parlor)]).toMatchObject([409, { owedRefund: null }]);
  clock.now += HOUR;
  till.refused.push("pi_cs_1");
  await runJob(app, "refund-deposits");
  expect(await depositOf(parlor)).toMatchObject({ state: "refund-owed", owedRefund: "pi_cs_1" });
  expect(await settle()).toBeLessThan(300);
  expect(await depositOf(parlor)).toMatchObject({ state: "refunded", owedRefund: null });
  expect(await settle()).toBe(409);
  till.refused.length = 0;
  clock.now += 24 * HOUR;
  await runJob(app, "refund-deposits");
  await runJob(app, "watch-alerts");
  expect([till.refunds, openAlerts(app)]).toEqual([[], []]);
});

test("a deposit that Stripe doesn't know is owed, and the others are refunded", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  await parlor.online({ start: `${FRIDAY}T14:00:00` }, "+12025550177");
  await pay(parlor, "cs_2");
  till.refused.push("pi_cs_1");
  for (const { id: visit } of await appointments(parlor))
    await admin.request("PATCH", `/api/appointments/${visit}`, { status: "canceled" });
  clock.now += 10_000;
  await runJob(app, "refund-deposits");
  await runJob(app, "watch-alerts");
  expect(till.refunds).toEqual(["pi_cs_2"]);
  expect(await depositOf(parlor)).toMatchObject({ state: "refund-owed", owedRefund: "pi_cs_1" });
  expect(openAlerts(app)).toMatchObject([{ name: "refunds-refused" }]);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  expect(await depositOf(parlor)).toMatchObject({ state: "paid" });
});

test("a refund that fails for another reason doesn't keep the others waiting", async () => {
  const parlor = await bookAndPay();
  const { app, admin, clock, till } = parlor;
  await parlor.online({ start: `${FRIDAY}T14:00:00` }, "+12025550177");
  await pay(parlor, "cs_2");
  for (const { id } of await appointments(parlor))
    await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  app.db.run(
    `create trigger broken before insert on reversals when new.stripe_payment_intent_id = 'pi_cs_1'
     begin select raise(abort, 'broken'); end`,
  );
  clock.now += 10_000;
  await runJob(app, "refund-deposits");
  expect(till.refunds).toEqual(["pi_cs_1", "pi_cs_2"]);
});

test("what staff pay back of a deposit is what Stripe hasn't refunded of it", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  clock.now += 10_000;
  till.refused.push("pi_cs_1");
  await runJob(app, "refund-deposits");
  reverse(parlor, { amount: 1000 });
  expect(await depositOf(parlor)).toMatchObject({ amount: "20.00", owedRefund: "pi_cs_1" });
  await runJob(app, "watch-alerts");
  expect(openAlerts(app)[0]?.message).toStartWith("The refund of $20.00 to ");
  await admin.request("POST", "/api/owed-refunds/pi_cs_1/paid-back", { amount: "20.00" });
  expect(refundedCents(app.db, "pi_cs_1")).toBe(3000);
  expect(await depositOf(parlor)).toMatchObject({ state: "refunded" });
});

test("a kept deposit whose refund at Stripe the client's bank returns is owed, with an alert that leads to its client", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, contactId, till } = parlor;
  await miss(parlor, id);
  till.refunds.push("pi_cs_1");
  await reportRefund(parlor);
  expect(await depositOf(parlor)).toMatchObject({ state: "refunded" });
  till.returned.add("pi_cs_1");
  await reportRefund(parlor);
  expect(await depositOf(parlor)).toMatchObject({
    ...{ state: "refund-owed", amount: "30.00", owedRefund: "pi_cs_1" },
  });
  await runJob(app, "watch-alerts");
  expect(openAlerts(app)).toMatchObject([
    {
      links: [
        {
          path: `/contacts/${contactId}`,
          label: expect.stringMatching(/30\.00 to Ruth Abernathy$/),
        },
        { path: "/?payment=owed", label: "Paid Back" },
      ],
    },
  ]);
  await admin.request("POST", "/api/owed-refunds/pi_cs_1/paid-back", { amount: "30.00" });
  expect(await depositOf(parlor)).toMatchObject({ state: "refunded", owedRefund: null });
});

test("the refused refund of a deleted visit's deposit is paid back from its alert", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  await admin.request("DELETE", `/api/appointments/${id}`);
  clock.now += 10_000;
  till.refused.push("pi_cs_1");
  for (const job of ["refund-deposits", "watch-alerts"]) await runJob(app, job);
  expect(openAlerts(app)[0]?.links).toContainEqual({
    ...{ path: "/?payment=owed", label: "Paid Back" },
  });
  expect((await admin.request("GET", "/api/owed-refunds")).body).toMatchObject([
    { id: "pi_cs_1", amount: "30.00" },
  ]);
  const settle = async () =>
    (await admin.request("POST", "/api/owed-refunds/pi_cs_1/paid-back", { amount: "30.00" }))
      .status;
  expect([await settle(), await settle()]).toEqual([204, 409]);
  expect(app.db.query("select refunded_at is not null from online_bookings").values()).toEqual([
    [1],
  ]);
  clock.now += 24 * HOUR;
  for (const job of ["refund-deposits", "watch-alerts"]) await runJob(app, job);
  expect([refundedCents(app.db, "pi_cs_1"), openAlerts(app)]).toEqual([3000, []]);
});

test("a visit that is on the screen shows that Stripe refused the refund", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  clock.now += 10_000;
  till.refused.push("pi_cs_1");
  const changed = spyOn(app.events, "changed");
  await runJob(app, "refund-deposits");
  expect(changed.mock.calls.flat()).toContain("appointments");
});

test.each([
  ["refunded at Stripe", {}, { state: "refunded" }],
  ["refunded in part at Stripe", { amount: 1000 }, { state: "paid", amount: "20.00" }],
  ["disputed", { kind: "dispute", status: "under_review" }, null],
  ["disputed in a way that we don't know", { kind: "dispute", status: "escalated" }, null],
  ["disputed in vain", { kind: "dispute", status: "won" }, { state: "paid" }],
  ["lost in a dispute", { kind: "dispute", status: "lost" }, null],
  [
    "lost in part in a dispute",
    { kind: "dispute", status: "lost", amount: 1000 },
    { state: "paid", amount: "20.00" },
  ],
])("a deposit that was %s is shown as what is certain", async (_, reversal, deposit) => {
  const parlor = await bookAndPay();
  reverse(parlor, reversal);
  const shown = await depositOf(parlor);
  if (deposit) expect(shown).toMatchObject(deposit);
  else expect(shown).toBeNull();
});

test("what a lost dispute left of a deposit pays for the visit, and is kept if the client misses it", async () => {
  const parlor = await bookAndPay();
  const { admin, id } = parlor;
  reverse(parlor, { id: "dp_1", kind: "dispute", status: "lost", amount: 1_000 });
  const { body: bill } = await admin.request("GET", `/api/payments/bill?appointmentId=${id}`);
  expect(bill.deposit).toBe("20.00");
  await miss(parlor, id, { deposit: "keep" });
  expect(await depositOf(parlor)).toMatchObject({ state: "kept", amount: "20.00" });
  const report = `/api/reports?from=${FRIDAY}&to=${FRIDAY}`;
  expect((await admin.request("GET", report)).body.keptDeposits).toBe("20.00");
});

test("a deposit that was refunded and then lost in a dispute is worth nothing, not less", async () => {
  const parlor = await bookAndPay();
  const { admin, visitor, path, id } = parlor;
  reverse(parlor, {});
  reverse(parlor, { id: "dp_1", kind: "dispute", status: "lost" });
  expect((await visitor("GET", path)).body).toMatchObject({ deposit: "30.00", rest: "120.00" });
  expect(await depositOf(parlor)).toMatchObject({ state: "refunded", amount: "30.00" });
  const told = await admin.request(
    "GET",
    `/api/appointments/text-refusal?appointmentId=${id}&cancels=true&deposit=keep`,
  );
  expect(told.body.text).toContain("canceled");
  expect(told.body.text).not.toContain("deposit");
});

test("no refund of a deposit is owed once the bank has returned it", async () => {
  const parlor = await bookAndPay();
  await parlor.admin.request("PATCH", `/api/appointments/${parlor.id}`, { status: "canceled" });
  reverse(parlor, { kind: "dispute", status: "under_review" });
  expect(await depositOf(parlor)).toMatchObject({ state: "refund-owed" });
  parlor.clock.now += HOUR;
  reverse(parlor, { kind: "dispute", status: "lost" });
  expect(await depositOf(parlor)).toBeNull();
});

test("the rest of a refund of a deposit is owed once the bank has returned a part", async () => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, till } = parlor;
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  reverse(parlor, { id: "dp_1", kind: "dispute", status: "lost", amount: 1_000 });
  expect(await depositOf(parlor)).toMatchObject({ state: "refund-owed", amount: "20.00" });
  clock.now += 10_000;
  await runJob(app, "refund-deposits");
  expect([till.refunds, refundedCents(app.db, "pi_cs_1")]).toEqual([["pi_cs_1"], 2_000]);
});

test("records that contradict each other show no deposit", async () => {
  const parlor = await bookAndPay();
  parlor.app.db.run("update online_bookings set paid_at = null, refund_due_at = 1");
  expect(await depositOf(parlor)).toBeNull();
});

test("a visit without a deposit shows none", async () => {
  const { book } = await depositDesk();
  expect(await book({ appointmentDate: `${FRIDAY}T15:00` })).toMatchObject({ deposit: null });
});

test("a deposit of which a part is owed pays for the visit with the rest", async () => {
  const parlor = await bookAndPay();
  const owed = { paymentIntentId: "pi_cs_1", currency: "USD", until: 1_000 };
  inTransaction(parlor.app.db, () =>
    recordOwedRefund(parlor.app, { ...owed, message: "The client's bank returned it." }),
  );
  expect(await depositOf(parlor)).toMatchObject({ state: "paid", amount: "20.00" });
});
