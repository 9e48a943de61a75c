import { expect, test } from "bun:test";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { openAlerts, watchConditions } from "#src/platform/alerts/alerts.ts";
import { appointments, type DepositDesk, depositDesk, pay, refundDecided } from "./deposit-desk.ts";
import { FRIDAY, runJob, tokenOf } from "./stand.ts";

const MINUTE = 60_000;

test("a deposit holds the slot until it is paid, and the payment books it", async () => {
  const parlor = await depositDesk();
  const { visitor, online, till, elena, tomas } = parlor;
  const held = await online({ employeeId: elena });
  expect(held.body).toMatchObject({
    status: "deposit",
    checkoutUrl: "https://checkout.example.com/cs_1",
  });
  expect(till.checkouts.get("cs_1")?.cents).toBe(3000);
  expect(await appointments(parlor)).toEqual([]);
  expect((await online({ employeeId: elena }, "+12025550177")).status).toBe(409);
  expect((await online({ employeeId: tomas }, "+12025550177")).status).toBe(201);

  await pay(parlor);
  await pay(parlor);
  expect(await appointments(parlor)).toMatchObject([{ employeeId: elena, price: "120.00" }]);
  expect((await visitor("GET", `/api/booking/${tokenOf(held)}`)).body).toMatchObject({
    status: "booked",
    deposit: "30.00",
    paid: true,
  });
});

test("the link says what is due at the salon, until the visit is paid ahead", async () => {
  const parlor = await depositDesk();
  const { admin, visitor, online } = parlor;
  const booked = await online();
  await pay(parlor);
  const rest = async () => (await visitor("GET", `/api/booking/${tokenOf(booked)}`)).body.rest;
  expect(await rest()).toBe("90.00");
  const [visit] = await appointments(parlor);
  const { body: bill } = await admin.request("GET", `/api/payments/bill?appointmentId=${visit.id}`);
  const { appointmentIds, lines } = bill;
  const paid = await admin.request("POST", "/api/payments", {
    ...{ appointmentIds, lines, way: "cash", total: "90.00" },
  });
  expect(paid.status).toBe(201);
  expect(await rest()).toBeNull();
});

test("a repeated request opens the same checkout, also while the first one still runs", async () => {
  const parlor = await depositDesk();
  const { visitor, online, till } = parlor;
  const both = await Promise.all([online(), online()]);
  const refused = both.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual([409]);
  const held = both.find(({ status }) => status === 201);
  if (!held) throw new Error("neither was held");
  const path = `/api/booking/${tokenOf(held)}`;
  expect((await visitor("GET", path)).body.status).toBe("held");
  expect((await online()).body).toEqual(held.body);
  await pay(parlor, held.body.checkoutUrl.split("/").at(-1));
  expect(await appointments(parlor)).toHaveLength(1);
  expect([...till.checkouts.values()].filter(({ paid }) => paid)).toHaveLength(1);
});

test("a deposit whose page is in a former account can be paid in the one that is connected now", async () => {
  const { visitor, online, till } = await depositDesk();
  const held = await online();
  till.checkouts.set("cs_of_another_client", { paid: false, cents: 0, expired: false });
  till.checkouts.delete("cs_1");
  const opened = await visitor("POST", `/api/booking/${tokenOf(held)}/pay`);
  expect(opened.body).toEqual({ checkoutUrl: "https://checkout.example.com/cs_2" });
});

/** The client pays while the owner connects another account. Returns a function that connects this one again. */
async function payDuringSwitch({ admin, till }: DepositDesk): Promise<() => Promise<unknown>> {
  const connect = (stripeSecretKey: string) =>
    admin.request("POST", "/api/settings", { stripeSecretKey });
  till.checkouts.delete("cs_1");
  await connect("sk_test_of_another_account");
  return () => {
    till.checkouts.set("cs_1", { paid: true, cents: 3_000, expired: false });
    return connect("sk_test_1");
  };
}

test("a deposit whose event comes while another account is connected is recorded by the next one", async () => {
  const parlor = await depositDesk();
  await parlor.online();
  const connectAgain = await payDuringSwitch(parlor);
  await expect(pay(parlor)).rejects.toThrow("isn't in the connected Stripe account");
  await runJob(parlor.app, "complete-deposits");
  await connectAgain();
  await pay(parlor);
  await pay(parlor);
  expect(await appointments(parlor)).toMatchObject([{ deposit: { state: "paid" } }]);
});

test("a deposit whose event is lost while another account is connected is recorded by the job", async () => {
  const parlor = await depositDesk();
  await parlor.online();
  const connectAgain = await payDuringSwitch(parlor);
  await runJob(parlor.app, "complete-deposits");
  expect(await appointments(parlor)).toEqual([]);
  await connectAgain();
  await runJob(parlor.app, "complete-deposits");
  expect(await appointments(parlor)).toMatchObject([{ deposit: { state: "paid" } }]);
});

test.each([
  ["first", "pi_cs_2"],
  ["last", "pi_cs_1"],
])(
  "of two pages of a deposit in two accounts, the former one recorded %s, one payment is refunded",
  async (order, refunded) => {
    const parlor = await depositDesk();
    const { app, till, visitor } = parlor;
    const held = await parlor.online();
    till.checkouts.set("cs_of_another_client", { paid: false, cents: 0, expired: false });
    const connectAgain = await payDuringSwitch(parlor);
    const opened = await visitor("POST", `/api/booking/${tokenOf(held)}/pay`);
    expect(opened.body.checkoutUrl).toEndWith("/cs_2");
    if (order === "last") await pay(parlor, "cs_2");
    await connectAgain();
    await runJob(app, "complete-deposits");
    expect(await appointments(parlor)).toMatchObject([{ deposit: { state: "paid" } }]);
    await pay(parlor, "cs_2");
    for (let run = 0; run < 2; run += 1) await runJob(app, "complete-deposits");
    expect(till.refunds).toEqual([refunded]);
    expect(await appointments(parlor)).toMatchObject([{ deposit: { state: "paid" } }]);
  },
);

test("a paid deposit books its time, although its event is lost and the client doesn't come back", async () => {
  const parlor = await depositDesk();
  const { online, app, till, elena } = parlor;
  await online({ employeeId: elena });
  await runJob(app, "complete-deposits");
  expect(await appointments(parlor)).toEqual([]);
  Object.assign(till.checkouts.get("cs_1") ?? {}, { paid: true });
  await runJob(app, "complete-deposits");
  await runJob(app, "complete-deposits");
  expect(await appointments(parlor)).toMatchObject([{ employeeId: elena, status: "booked" }]);
});

test("the cleanup time of a slot that waits for its deposit isn't free either", async () => {
  const { admin, online, elena, facial } = await depositDesk();
  await admin.request("PATCH", `/api/services/${facial}`, { bufferMinutes: 30 });
  await online({ employeeId: elena });
  const days = `from=${FRIDAY}&to=${FRIDAY}`;
  const found = await admin.request(
    "GET",
    `/api/availability?employeeId=${elena}&minutes=30&${days}`,
  );
  const starts = found.body.slots.map(({ start }: { start: string }) => start.slice(11, 16));
  expect(starts.filter((start: string) => start > "09:30" && start < "12:00")[0]).toBe("11:30");
  const tryAt = async (time: string) =>
    (
      await admin.request("POST", "/api/appointments", {
        ...{ employeeId: elena, clientName: "Grace Kim", durationMinutes: 30 },
        appointmentDate: `${FRIDAY}T${time}`,
      })
    ).status;
  expect([await tryAt("11:15"), await tryAt("11:30")]).toEqual([409, 201]);
});

test("an unpaid slot is free after half an hour; a payment after that books it while it is free", async () => {
  const parlor = await depositDesk();
  const { visitor, online, clock, elena } = parlor;
  const late = await online({ employeeId: elena });
  clock.now += 32 * MINUTE;
  expect((await visitor("GET", `/api/booking/${tokenOf(late)}`)).body.status).toBe("released");
  await pay(parlor);
  expect(await appointments(parlor)).toMatchObject([{ employeeId: elena, status: "booked" }]);
});

test("a payment for a slot that someone else has by then is refunded", async () => {
  const parlor = await depositDesk();
  const { online, clock, till, elena } = parlor;
  await online({ employeeId: elena });
  clock.now += 32 * MINUTE;
  expect((await online({ employeeId: elena }, "+12025550177")).status).toBe(201);
  await pay(parlor, "cs_2");
  await pay(parlor, "cs_1");
  expect(till.refunds).toEqual(["pi_cs_1"]);
  expect(await appointments(parlor)).toHaveLength(1);
});

test.each([
  ["before", "2026-11-24T15:00:00Z", ["pi_cs_1"]],
  ["after", "2026-11-26T20:00:00Z", []],
])("a deposit canceled %s the deadline is refunded or kept", async (_, at, refunds) => {
  const parlor = await depositDesk();
  const { visitor, online, clock, till } = parlor;
  const booked = await online();
  await pay(parlor);
  clock.now = Date.parse(at);
  const path = `/api/booking/${tokenOf(booked)}`;
  expect((await visitor("POST", `${path}/cancel`)).body.status).toBe("canceled");
  expect(till.refunds).toEqual(refunds);
});

test("the deposit moves along with the booking", async () => {
  const parlor = await depositDesk();
  const { visitor, online, till } = parlor;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(parlor);
  const moved = await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T15:00:00` });
  expect(moved.body).toMatchObject({ status: "booked", paid: true });
  expect(till.refunds).toEqual([]);
});

test("a refund that Stripe can't take now is made later, once", async () => {
  const parlor = await depositDesk();
  const { app, visitor, online, till } = parlor;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(parlor);
  till.isDown = true;
  expect((await visitor("POST", `${path}/cancel`)).body.status).toBe("canceled");
  till.isDown = false;
  await refundDeposits(app);
  await refundDeposits(app);
  expect(till.refunds).toEqual(["pi_cs_1"]);
});

test("a refund that Stripe refuses is owed, alerts, and is tried once a day until it succeeds", async () => {
  const parlor = await depositDesk();
  const { app, visitor, online, till, clock } = parlor;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(parlor);
  till.refused.push("pi_cs_1");
  await visitor("POST", `${path}/cancel`);
  for (let n = 0; n < 3; n += 1) await refundDeposits(app).catch(() => undefined);
  await watchConditions(app);
  expect(openAlerts(app)).toMatchObject([
    { name: "refunds-refused", message: expect.stringMatching(/^The refund of \$30\.00 to \w/) },
  ]);
  const refunded = () =>
    app.db.query("select 1 from audit_logs where action = 'booking.refund'").get() !== null;
  expect(refunded()).toBe(false);

  till.refused.length = 0;
  await refundDeposits(app).catch(() => undefined);
  expect(refunded()).toBe(false);
  clock.now += 24 * 60 * MINUTE;
  await refundDeposits(app);
  await watchConditions(app);
  expect([refunded(), till.refunds, openAlerts(app)]).toEqual([true, ["pi_cs_1"], []]);
});

test("the salon's own cancellation refunds the deposit", async () => {
  const parlor = await depositDesk();
  const { admin, online, till } = parlor;
  await online();
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  await refundDecided(parlor);
  expect(till.refunds).toEqual(["pi_cs_1"]);
});

test("a checkout that can't be opened frees the slot at once", async () => {
  const { online, till, elena } = await depositDesk();
  till.isDown = true;
  expect((await online({ employeeId: elena })).status).toBe(503);
  till.isDown = false;
  expect((await online({ employeeId: elena })).status).toBe(201);
});

test("with approval the deposit is requested after it, by the link", async () => {
  const parlor = await depositDesk();
  const { admin, visitor, online } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const asked = await online();
  const path = `/api/booking/${tokenOf(asked)}`;
  expect(asked.body).toMatchObject({ status: "requested", checkoutUrl: null });
  expect((await visitor("POST", `${path}/pay`)).status).toBe(409);
  const [{ id }] = await appointments(parlor);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  const paid = await visitor("POST", `${path}/pay`);
  expect(paid.body.checkoutUrl).toBe("https://checkout.example.com/cs_1");
  await pay(parlor);
  expect((await visitor("GET", path)).body).toMatchObject({ status: "booked", paid: true });
  expect(await appointments(parlor)).toHaveLength(1);
});

test("a request that is approved too late to pay needs no deposit, also on the client's page", async () => {
  const parlor = await depositDesk();
  const { admin, visitor, online, clock } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const path = `/api/booking/${tokenOf(await online())}`;
  const [{ id, appointmentDate }] = await appointments(parlor);
  clock.now = Date.parse(`${appointmentDate}-05:00`) - 20 * 60_000;
  const { person } = parlor;
  await person("admin", []).request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  expect((await visitor("GET", path)).body).toMatchObject({ status: "booked", deposit: null });
  expect((await visitor("POST", `${path}/pay`)).status).toBe(409);
});

test("reading an unpaid booking again and again asks Stripe only so often", async () => {
  const parlor = await depositDesk();
  const held = await parlor.online();
  let reads = 0;
  const payments = await parlor.app.providers.payments?.({ secretKey: "sk_test_1" } as never);
  const read = payments?.readCheckout;
  Object.assign(payments ?? {}, {
    readCheckout: (id: string) => {
      reads += 1;
      return read?.(id);
    },
  });
  Object.assign(parlor.app.providers, { payments: async () => payments });
  for (let n = 0; n < 60; n += 1)
    expect((await parlor.visitor("GET", `/api/booking/${tokenOf(held)}`)).status).toBe(200);
  expect(reads).toBe(30);
});
