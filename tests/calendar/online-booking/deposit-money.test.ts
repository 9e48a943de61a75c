import { expect, test } from "bun:test";
import Papa from "papaparse";
import { saveReversal } from "#db/billing/reversals.ts";
import { setReminded } from "#db/calendar/appointment-texts.ts";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { answerReminder } from "#src/calendar/reminders/reminders.ts";
import {
  appointments,
  type DepositDesk,
  depositDesk,
  miss,
  pay,
  refundDecided,
  reportRefund,
} from "./deposit-desk.ts";
import { FRIDAY, RUTH, tokenOf } from "./stand.ts";

const MINUTE = 60_000;
const TUESDAY = "2026-11-24";

async function paymentsOf({ admin }: DepositDesk) {
  const response = await admin.open("/api/exports/payments");
  const text = (await response.text()).replace(/^\ufeff/, "").trim();
  return Papa.parse<Record<string, string>>(text, { header: true }).data;
}

async function figuresOf({ admin }: DepositDesk) {
  const { body } = await admin.request("GET", `/api/reports?from=${TUESDAY}&to=${FRIDAY}`);
  const { visits, revenue, keptDeposits } = body;
  return { visits, revenue, keptDeposits };
}

async function bookAndPay(): Promise<DepositDesk & { path: string; id: number }> {
  const parlor = await depositDesk();
  await parlor.admin.request("POST", "/api/settings", { businessName: "Lumen", currency: "CAD" });
  const path = `/api/booking/${tokenOf(await parlor.online())}`;
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  return { ...parlor, path, id };
}

test("a deposit is a charge of the payments, with client, service and Stripe's id", async () => {
  const parlor = await bookAndPay();
  expect(await paymentsOf(parlor)).toEqual([
    expect.objectContaining({
      kind: "charge",
      date: "2026-11-20T16:00:00Z",
      client: "Ruth Abernathy",
      phone: RUTH,
      for: "Deposit: Hydrating Facial",
      amount: "30.00",
      currency: "CAD",
      payment: "pi_cs_1",
    }),
  ]);
});

test.each([
  ["before Stripe reports it", false],
  ["after Stripe has reported it", true],
])("its refund is listed once, %s", async (_, isReported) => {
  const parlor = await bookAndPay();
  await parlor.admin.request("PATCH", `/api/appointments/${parlor.id}`, { status: "canceled" });
  await refundDecided(parlor);
  if (isReported) await reportRefund(parlor);
  const rows = await paymentsOf(parlor);
  expect(rows.map((row) => [row["kind"], row["amount"], row["currency"]])).toEqual([
    ["charge", "30.00", "CAD"],
    ["refund", "-30.00", "CAD"],
  ]);
  expect(rows[1]).toMatchObject({ client: "Ruth Abernathy", for: "Deposit: Hydrating Facial" });
});

test("a disputed deposit is not refunded too, unless the bank decides for the salon", async () => {
  const parlor = await bookAndPay();
  const { app, till, clock } = parlor;
  const decide = (status: string) => {
    clock.now += MINUTE;
    saveReversal(app.db, {
      id: "dp_1",
      kind: "dispute",
      paymentIntentId: "pi_cs_1",
      amount: 3000,
      currency: "cad",
      status,
      reason: "unrecognized",
      dueBy: null,
      eventAt: clock.now,
    });
  };
  till.disputed.add("pi_cs_1");
  await parlor.admin.request("PATCH", `/api/appointments/${parlor.id}`, { status: "canceled" });
  // Stripe refuses the refund before it reports the dispute.
  await refundDecided(parlor);
  decide("needs_response");
  await refundDeposits(app);
  const kinds = async () => (await paymentsOf(parlor)).map((row) => row["kind"]);
  expect(await kinds()).toEqual(["charge", "dispute"]);
  const { body } = await parlor.admin.request("GET", "/api/audit-logs?action=booking.refund");
  expect(body.logs).toEqual([]);

  till.disputed.clear();
  decide("lost");
  await refundDeposits(app);
  expect(till.refunds).toEqual([]);
  decide("won");
  await refundDeposits(app);
  expect(till.refunds).toEqual(["pi_cs_1"]);
  expect(await kinds()).toEqual(["charge", "dispute", "refund"]);
});

test("an erased client's deposit stays in the payments without name and number", async () => {
  const parlor = await bookAndPay();
  const { contacts } = (await parlor.admin.request("GET", "/api/contacts")).body;
  await parlor.admin.request("POST", `/api/contacts/${contacts[0].id}/erase`, {
    name: "Ruth Abernathy",
  });
  expect(await paymentsOf(parlor)).toMatchObject([
    { client: "Erased client", phone: "", amount: "30.00" },
  ]);
});

test("a visit's revenue is its price, in which the deposit is contained", async () => {
  const parlor = await depositDesk();
  await parlor.online({ start: `${TUESDAY}T10:00:00` });
  await pay(parlor);
  parlor.clock.now = Date.parse(`${TUESDAY}T20:00:00Z`);
  expect(await figuresOf(parlor)).toEqual({ visits: 1, revenue: "120.00", keptDeposits: "0.00" });
});

test("a kept deposit has its own figure, and a refunded one none", async () => {
  const parlor = await bookAndPay();
  parlor.clock.now = Date.parse("2026-11-26T20:00:00Z");
  await parlor.visitor("POST", `${parlor.path}/cancel`);
  expect(await figuresOf(parlor)).toEqual({ visits: 0, revenue: "0.00", keptDeposits: "30.00" });
  const csv = await (
    await parlor.admin.open(`/api/reports/export?from=${FRIDAY}&to=${FRIDAY}`)
  ).text();
  expect(csv).toContain("All,Kept deposits,,30.00");

  await miss(parlor, parlor.id);
  expect((await figuresOf(parlor)).keptDeposits).toBe("30.00");
  await parlor.admin.request("PATCH", `/api/appointments/${parlor.id}`, {
    ...{ status: "canceled", deposit: "refund" },
  });
  expect((await figuresOf(parlor)).keptDeposits).toBe("0.00");
});

test.each([
  ["2026-11-24T15:00:00Z", "We're refunding your CA$30.00 deposit."],
  [
    "2026-11-26T20:00:00Z",
    "Your CA$30.00 deposit isn't refunded because the deadline to cancel was Thursday, November 26 at 10:00 AM.",
  ],
])("the answer to an X at %s says what becomes of the deposit", async (at, sentence) => {
  const parlor = await bookAndPay();
  const { app, clock, sms } = parlor;
  await parlor.sendAll();
  setReminded(app.db, parlor.id, "reminder", {
    ...{ messageId: 1, startsAt: `${FRIDAY}T10:00:00`, now: app.now() },
  });
  clock.now = Date.parse(at);
  expect(answerReminder(app, RUTH, "cancel")).toBe(true);
  await parlor.sendAll();
  expect(sms.sent.at(-1)?.body).toBe(
    `Your appointment on Friday, November 27 at 10:00 AM is canceled. To book another, reply here. ${sentence}`,
  );
});

test("a payment that comes after someone else has the time is refunded, and the client is told", async () => {
  const parlor = await depositDesk();
  const { admin, online, visitor, clock, elena, sms } = parlor;
  await admin.request("POST", "/api/settings", { businessName: "Lumen", currency: "CAD" });
  const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
  clock.now += 32 * MINUTE;
  await online({ employeeId: elena }, "+12025550177");
  await pay(parlor, "cs_2");
  await pay(parlor, "cs_1");
  await parlor.sendAll();
  expect(sms.sent.filter(({ to }) => to === RUTH).map(({ body }) => body)).toEqual([
    "Lumen: We're refunding your CA$30.00 payment, because it came too late to book Friday, November 27 at 10:00 AM. To find another time, reply here.",
  ]);
  expect((await visitor("GET", path)).body).toMatchObject({
    status: "released",
    paid: true,
    refunded: true,
  });
});

test("a payment after the client's own cancellation is refunded, and the client is told", async () => {
  const parlor = await depositDesk();
  const { online, visitor, till, sms } = parlor;
  const path = `/api/booking/${tokenOf(await online())}`;
  till.isDown = true;
  await visitor("POST", `${path}/cancel`);
  till.isDown = false;
  await pay(parlor);
  await parlor.sendAll();
  expect(sms.sent.map(({ body }) => body)).toEqual([
    "We're refunding your $30.00 payment for the canceled appointment on Friday, November 27 at 10:00 AM. To find another time, reply here.",
  ]);
});

test("when part of a deposit was refunded at Stripe, the rest is kept", async () => {
  const parlor = await bookAndPay();
  await miss(parlor, parlor.id);
  saveReversal(parlor.app.db, {
    ...{ id: "ch_1", kind: "refund", paymentIntentId: "pi_cs_1", amount: 1000, currency: "cad" },
    ...{ status: "refunded", reason: null, dueBy: null, eventAt: parlor.clock.now },
  });
  expect((await figuresOf(parlor)).keptDeposits).toBe("20.00");
});

test("a deposit whose refund the bank returns is owed again, is no refund of the payments, and is refunded another day", async () => {
  const parlor = await bookAndPay();
  const { app, till, clock } = parlor;
  await parlor.admin.request("PATCH", `/api/appointments/${parlor.id}`, {
    ...{ status: "canceled", deposit: "refund" },
  });
  await refundDecided(parlor);
  expect((await appointments(parlor))[0].deposit.state).toBe("refunded");
  till.returned.add("pi_cs_1");
  await reportRefund(parlor);
  expect((await appointments(parlor))[0].deposit.state).toBe("refund-owed");
  expect((await paymentsOf(parlor)).map((row) => row["kind"])).toEqual(["charge"]);
  expect(till.refunds).toEqual(["pi_cs_1"]);
  clock.now += 24 * 60 * MINUTE;
  await refundDeposits(app);
  expect(till.refunds).toEqual(["pi_cs_1", "pi_cs_1"]);
});
