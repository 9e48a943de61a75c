import { expect, test } from "bun:test";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { appointments, type DepositDesk, depositDesk, miss, pay } from "./deposit-desk.ts";
import { FRIDAY, RUTH, runJob, tokenOf } from "./stand.ts";

const SECOND = 1000;

async function bookAndPay() {
  const parlor = await depositDesk();
  const path = `/api/booking/${tokenOf(await parlor.online())}`;
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  const patch = (body: {
    readonly status?: string;
    readonly deposit?: string;
    readonly notify?: boolean;
  }) =>
    body.status === "no_show"
      ? miss(parlor, id, body)
      : parlor.admin.request("PATCH", `/api/appointments/${id}`, body);
  const wait = async (seconds: number) => {
    parlor.clock.now += seconds * SECOND;
    await refundDeposits(parlor.app);
  };
  return { ...parlor, path, id, patch, wait };
}

const stateOf = async (parlor: DepositDesk) => (await appointments(parlor))[0].deposit?.state;

test.each([
  ["canceled", undefined, "refunded"],
  ["canceled", "refund", "refunded"],
  ["canceled", "keep", "kept"],
  ["no_show", undefined, "kept"],
  ["no_show", "keep", "kept"],
  ["no_show", "refund", "refunded"],
])("a visit set to %s with the decision %p has its deposit %s", async (status, deposit, state) => {
  const parlor = await bookAndPay();
  expect((await parlor.patch({ status, ...(deposit && { deposit }) })).status).toBe(200);
  await parlor.wait(10);
  expect(await stateOf(parlor)).toBe(state);
  expect(parlor.till.refunds).toEqual(state === "refunded" ? ["pi_cs_1"] : []);
});

test("canceling a no-show keeps what was decided about its deposit", async () => {
  const parlor = await bookAndPay();
  await parlor.patch({ status: "no_show" });
  await parlor.patch({ status: "canceled" });
  await parlor.wait(10);
  expect([await stateOf(parlor), parlor.till.refunds]).toEqual(["kept", []]);
});

test("an unknown decision is refused, and changes nothing", async () => {
  const parlor = await bookAndPay();
  expect((await parlor.patch({ status: "canceled", deposit: "half" })).status).toBe(400);
  const reply = await parlor.admin.request(
    "DELETE",
    `/api/appointments/${parlor.id}?deposit=maybe`,
  );
  expect(reply.status).toBe(400);
  await parlor.wait(60);
  expect([await stateOf(parlor), parlor.till.refunds]).toEqual(["paid", []]);
});

test.each([
  ["upcoming", undefined, ["pi_cs_1"]],
  ["upcoming", "keep", []],
  ["past", undefined, []],
  ["past", "refund", ["pi_cs_1"]],
])("deleting a visit that is %s with the decision %p", async (when, deposit, refunds) => {
  const parlor = await bookAndPay();
  if (when === "past") parlor.clock.now = Date.parse(`${FRIDAY}T10:30:00-05:00`);
  const query = deposit ? `?deposit=${deposit}` : "";
  const path = `/api/appointments/${parlor.id}${query}`;
  expect((await parlor.admin.request("DELETE", path)).status).toBe(204);
  await parlor.wait(10);
  expect(parlor.till.refunds).toEqual(refunds);
});

test.each(["canceled", "no_show"])(
  "a %s visit that is put back within ten seconds has its deposit again",
  async (status) => {
    const parlor = await bookAndPay();
    await parlor.patch({ status, deposit: "refund" });
    await parlor.wait(9);
    expect(await stateOf(parlor)).toBe("refund-owed");
    await parlor.patch({ status: "booked" });
    await parlor.wait(3600);
    expect([await stateOf(parlor), parlor.till.refunds]).toEqual(["paid", []]);
  },
);

test("a visit that is put back after its refund left says that the deposit is gone", async () => {
  const parlor = await bookAndPay();
  await parlor.patch({ status: "canceled" });
  await parlor.wait(10);
  const { body } = await parlor.patch({ status: "booked" });
  expect(body).toMatchObject({ status: "booked", deposit: { state: "refunded" } });
});

test("a visit that is put back while Stripe is silent doesn't count on its deposit, and is refunded once", async () => {
  const parlor = await bookAndPay();
  await parlor.patch({ status: "canceled" });
  parlor.till.isDown = true;
  await parlor.wait(10).catch(() => undefined);
  parlor.till.isDown = false;
  const { body } = await parlor.patch({ status: "booked" });
  expect(body.deposit.state).toBe("refund-owed");
  await parlor.wait(30);
  await parlor.patch({ status: "canceled", deposit: "refund" });
  await parlor.wait(30);
  expect([await stateOf(parlor), parlor.till.refunds]).toEqual(["refunded", ["pi_cs_1"]]);
});

test("a visit that two browsers cancel is refunded once, as the first decided", async () => {
  const parlor = await bookAndPay();
  await parlor.patch({ status: "canceled", deposit: "refund" });
  await parlor.wait(5);
  await parlor.patch({ status: "canceled", deposit: "keep" });
  await parlor.wait(5);
  await Promise.all([refundDeposits(parlor.app), runJob(parlor.app, "refund-deposits")]);
  expect(parlor.till.refunds).toEqual(["pi_cs_1"]);
});

test.each([{ deposit: "keep" }, { deposit: "refund", status: "arrived" }])(
  "a decision on the deposit of a visit that takes place is refused at its field: %j",
  async (change) => {
    const parlor = await bookAndPay();
    const { status, body } = await parlor.patch(change);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual(["deposit"]);
    expect(await stateOf(parlor)).toBe("paid");
  },
);

test("a visit that is put back after Stripe refused the refund keeps its deposit", async () => {
  const parlor = await bookAndPay();
  parlor.till.refused.push("pi_cs_1");
  await parlor.patch({ status: "canceled" });
  await parlor.wait(10);
  expect(listOwedRefunds(parlor.app)).toHaveLength(1);
  await parlor.patch({ status: "booked" });
  expect(listOwedRefunds(parlor.app)).toEqual([]);
  parlor.till.refused.length = 0;
  await parlor.wait(2 * 86_400);
  expect([await stateOf(parlor), parlor.till.refunds]).toEqual(["paid", []]);
});

test("a canceled visit whose deposit was kept is among the client's last visits", async () => {
  const parlor = await bookAndPay();
  const [{ contactId }] = await appointments(parlor);
  const listed = async () =>
    (await parlor.admin.request("GET", `/api/contacts/${contactId}/appointments`)).body;
  await parlor.patch({ status: "canceled", deposit: "keep" });
  expect(await listed()).toMatchObject({
    next: [],
    last: [{ id: parlor.id, status: "canceled", deposit: { state: "kept" } }],
  });
});

test("an administrator refunds a kept deposit later, once, and it is audited", async () => {
  const parlor = await bookAndPay();
  const { admin, desk, elena, tomas, id, till } = parlor;
  const refund = (person = admin) =>
    person.request("POST", `/api/appointments/${id}/refund-deposit`);
  expect((await refund()).status).toBe(409);
  await parlor.patch({ status: "no_show" });
  expect((await refund(desk([elena, tomas]))).status).toBe(403);
  expect((await refund()).status).toBe(204);
  expect((await refund()).status).toBe(409);
  await parlor.wait(10);
  expect([await stateOf(parlor), till.refunds]).toEqual(["refunded", ["pi_cs_1"]]);
  expect((await refund()).status).toBe(409);
  const { body } = await admin.request("GET", "/api/audit-logs?action=booking.refund_deposit");
  expect(body.logs).toHaveLength(1);
});

test.each([
  ["PATCH", "keep", "isn't refunded"],
  ["PATCH", "refund", "We're refunding your $30.00 deposit"],
  ["DELETE", "keep", "isn't refunded"],
  ["DELETE", "refund", "We're refunding your $30.00 deposit"],
])("the client's text about a %s says what was decided: %s", async (method, deposit, words) => {
  const parlor = await bookAndPay();
  const { app, admin, id, clock, sms, sendAll } = parlor;
  await sendAll();
  const told = await admin.request(
    "GET",
    `/api/appointments/text-refusal?appointmentId=${id}&cancels=true&deposit=${deposit}`,
  );
  if (method === "PATCH") await parlor.patch({ status: "canceled", deposit, notify: true });
  else await admin.request("DELETE", `/api/appointments/${id}?deposit=${deposit}&notify=true`);
  clock.now += 61 * SECOND;
  await runJob(app, "text-visit-changes");
  await sendAll();
  const last = sms.sent.filter(({ to }) => to === RUTH).at(-1)?.body ?? "";
  expect(last).toContain("canceled");
  expect(last).toContain(words);
  expect(last).not.toContain("deadline");
  expect(told.body).toEqual({ reason: null, text: last });
});
