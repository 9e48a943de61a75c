import { expect, test } from "bun:test";
import { refundedCents } from "#db/billing/reversals.ts";
import { openAlerts } from "#src/platform/alerts/alerts.ts";
import { FRIDAY, runJob, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { completeCheckout } from "#tests/sandbox/stripe-checkout.ts";
import { refund } from "#tests/sandbox/stripe-reversals.ts";
import { payAt, payBack, payDesk, sessionOf } from "./stand.ts";

/** Ruth asked for Friday at ten, and staff approved it: her deposit of $30.00 is due. */
async function approvedDesk() {
  const desk = await payDesk();
  const { admin, app, visitor } = desk;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const page = `/api/booking/${tokenOf(await desk.online())}`;
  const list = async () =>
    (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)).body[0];
  const { id } = await list();
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  return {
    ...desk,
    id,
    list,
    managed: async () => (await visitor("GET", page)).body,
    payDeposit: () => visitor("POST", `${page}/pay`),
    takeAll: (wanted = {}) => desk.take({ appointmentIds: [id], ...wanted }),
    patch: (body: object) => admin.request("PATCH", `/api/appointments/${id}`, body),
    /** What Stripe gave back, once the jobs have run. */
    async refunds() {
      await runJob(app, "refund-deposits");
      await runJob(app, "refund-payments");
      return [...desk.stripe.book.refunds.values()].map(({ amount }) => amount);
    },
    async lastText() {
      await desk.sendAll();
      return desk.sms.sent.at(-1)?.body;
    },
  };
}

test("a link for the whole price ends the deposit: no deadline, no button, no page at Stripe", async () => {
  const desk = await approvedDesk();
  expect(await desk.managed()).toMatchObject({ status: "held", deposit: "30.00" });
  const deposit = await desk.payDeposit();
  expect(deposit.status).toBe(200);
  expect((await desk.takeAll()).status).toBe(201);
  expect(await desk.managed()).toMatchObject({ status: "booked", deposit: null, payBy: null });
  expect((await desk.payDeposit()).status).toBe(409);
  expect((await desk.list()).deposit).toBeNull();
  await runJob(desk.app, "expire-checkouts-of-erased-clients");
  expect(desk.stripe.book.sessions.get(sessionOf(deposit))?.status).toBe("expired");
  desk.pass(26 * 60);
  await runJob(desk.app, "expire-booking-requests");
  const visit = desk.app.db.query("select status from appointments where id = ?").get(desk.id);
  expect(visit).toEqual({ status: "booked" });
});

test("an expired link isn't sent again once a deposit was paid", async () => {
  const desk = await approvedDesk();
  await desk.takeAll();
  const link = desk.app.db.query<{ id: number }, []>("select id from payments").get()?.id;
  desk.app.db.run("update payments set expires_at = 1");
  desk.app.db.run("update online_bookings set paid_at = 1");
  const again = await desk.admin.request("POST", `/api/payments/${link}/link`);
  expect([again.status, again.body.message]).toEqual([
    409,
    "The deposit has changed. Take the payment again.",
  ]);
});

test("a deposit that is paid beside the link is refunded, and the client is told why", async () => {
  const desk = await approvedDesk();
  const deposit = await desk.payDeposit();
  await desk.takeAll();
  const link = await desk.token();
  completeCheckout(desk.stripe.book, sessionOf(deposit));
  await desk.tell();
  expect(await desk.refunds()).toEqual([3000]);
  expect(await desk.lastText()).toBe(
    "Glow: we're refunding your $30.00 deposit. The payment link that we texted you is for your whole appointment on Friday, November 27 at 10:00 AM.",
  );
  expect((await desk.visitor("GET", `/api/pay/${link}`)).body).toMatchObject({ due: "120.00" });
});

test.each(["link", "cash"])(
  "a deposit that is paid after the visit was paid by %s is refunded, also once the client came",
  async (way) => {
    const desk = await approvedDesk();
    const deposit = await desk.payDeposit();
    await desk.takeAll({ way });
    if (way === "link") {
      payAt(desk, await desk.open());
      await desk.tell();
    }
    expect(await desk.managed()).toMatchObject({ status: "booked", deposit: null });
    expect((await desk.payDeposit()).status).toBe(409);
    completeCheckout(desk.stripe.book, sessionOf(deposit));
    // Stripe can't be asked before staff mark the client arrived.
    const { payments } = desk.app.providers;
    let isFirst = true;
    Object.assign(desk.app.providers, {
      payments: async (key: string) => {
        const real = await payments(key);
        const down = async () => ({ kind: "unreachable", message: "down" });
        return isFirst ? Object.assign(Object.create(real), { refund: down }) : real;
      },
    });
    await desk.tell();
    expect((await desk.patch({ status: "confirmed" })).status).toBe(200);
    isFirst = false;
    expect(await desk.refunds()).toEqual([3000]);
    expect(await desk.lastText()).toBe(
      "Glow: we're refunding your $30.00 deposit. You had already paid for your appointment on Friday, November 27 at 10:00 AM.",
    );
  },
);

test("a needless deposit whose refund Stripe refused is still refunded once the client came", async () => {
  const desk = await approvedDesk();
  const deposit = await desk.payDeposit();
  await desk.takeAll({ way: "cash" });
  desk.stripe.book.balanceIsShort = true;
  completeCheckout(desk.stripe.book, sessionOf(deposit));
  await desk.tell();
  expect(await desk.refunds()).toEqual([]);
  expect((await desk.patch({ status: "confirmed" })).status).toBe(200);
  desk.stripe.book.balanceIsShort = false;
  desk.pass(24 * 60);
  expect(await desk.refunds()).toEqual([3000]);
});

test("a paid visit that the client moves and staff approve again asks for no deposit", async () => {
  const desk = await approvedDesk();
  await desk.takeAll({ way: "terminal" });
  desk.app.db.run("update appointments set status = 'requested' where id = ?", [desk.id]);
  await desk.patch({ status: "booked" });
  expect((await desk.list()).deposit).toBeNull();
  expect(await desk.lastText()).not.toContain("deposit");
});

test("a deposit that was paid first is taken off the link", async () => {
  const desk = await approvedDesk();
  completeCheckout(desk.stripe.book, sessionOf(await desk.payDeposit()));
  await desk.tell();
  expect((await desk.takeAll()).status).toBe(409);
  expect((await desk.takeAll({ total: "90.00" })).body).toMatchObject({ deposit: "30.00" });
  expect(await desk.managed()).toMatchObject({ deposit: "30.00", paid: true });
  expect(await desk.refunds()).toEqual([]);
});

/** The same with the deposit paid. */
async function depositedDesk() {
  const desk = await approvedDesk();
  completeCheckout(desk.stripe.book, sessionOf(await desk.payDeposit()));
  await desk.tell();
  return {
    ...desk,
    alerts: async () => {
      await runJob(desk.app, "watch-alerts");
      return openAlerts(desk.app).map(({ message }) => message);
    },
  };
}

test("the rest of a deposit that was refunded in part at Stripe is owed while Stripe refuses it", async () => {
  const desk = await depositedDesk();
  const { stripe, patch, refunds, alerts } = desk;
  const [intent] = stripe.book.intents.values();
  if (intent) refund(stripe.book, intent, 1000);
  await desk.tell();
  stripe.book.balanceIsShort = true;
  await patch({ status: "canceled" });
  desk.pass(1);
  expect(await refunds()).toEqual([1000]);
  expect(await alerts()).toEqual([expect.stringContaining("$20.00 to Ruth Abernathy failed")]);
  const asked = stripe.asked.length;
  await refunds();
  expect(stripe.asked).toHaveLength(asked);
  stripe.book.balanceIsShort = false;
  desk.pass(24 * 60);
  expect(await refunds()).toEqual([1000, 2000]);
  expect(await alerts()).toEqual([]);
});

test("what a deposit exceeds the bill by goes back to the client with the payment", async () => {
  const desk = await depositedDesk();
  const { admin, patch, list, visitor, refunds } = desk;
  const { body: trim } = await admin.request("POST", "/api/services", {
    ...{ name: "Fringe Trim", durationMinutes: 15, price: "20.00" },
  });
  await patch({ services: [trim.id] });
  const { body: taken } = await desk.takeAll({ way: "cash", total: "0.00" });
  expect(taken).toMatchObject({ deposit: "20.00", depositRefund: "10.00", total: "0.00" });
  expect((await visitor("GET", `/api/pay/${await desk.token()}`)).body).toMatchObject({
    depositRefund: "10.00",
  });
  expect(await refunds()).toEqual([]);
  desk.pass(1);
  expect(await refunds()).toEqual([1000]);
  expect(await list()).toMatchObject({ payment: { deposit: "20.00", refunded: "0.00" } });
});

/** The same for a trim of $20.00, which was paid in cash with a tip of $5.00: $10.00 of the deposit go back. */
async function trimmedDesk() {
  const desk = await depositedDesk();
  const { body: trim } = await desk.admin.request("POST", "/api/services", {
    ...{ name: "Fringe Trim", durationMinutes: 15, price: "20.00" },
  });
  await desk.patch({ services: [trim.id] });
  const take = (total: string, tip = "0.00") => desk.takeAll({ way: "cash", tip, total });
  const { body: taken } = await take("5.00", "5.00");
  return { ...desk, take, payment: `/api/payments/${taken.id}` };
}

test("what a bill used of a deposit pays that visit again once its payment is refunded", async () => {
  const { admin, take, payment, pass, list, refunds } = await trimmedDesk();
  pass(1);
  expect(await refunds()).toEqual([1000]);
  expect((await list()).deposit).toMatchObject({ state: "paid", amount: "20.00" });
  await admin.request("POST", `${payment}/refund`, {});
  pass(1);
  await refunds();
  const { status, body } = await take("0.00");
  expect([status, body.deposit, body.depositRefund]).toEqual([201, "20.00", "0.00"]);
  pass(1);
  expect(await refunds()).toEqual([1000]);
});

test("a deposit that pays a visit again is revenue once", async () => {
  const { take, payment, pass, signInAgain, refunds } = await trimmedDesk();
  pass(7 * 24 * 60);
  const admin = signInAgain();
  const revenue = async () =>
    (await admin.request("GET", `/api/reports?from=${FRIDAY}&to=${FRIDAY}`)).body.revenue;
  expect(await revenue()).toBe("20.00");
  await admin.request("POST", `${payment}/refund`, {});
  pass(1);
  await refunds();
  expect((await take("0.00")).status).toBe(201);
  expect(await revenue()).toBe("20.00");
});

test("the deposit of a paid visit that is canceled is a kept deposit, and no revenue besides", async () => {
  const { takeAll, patch, pass, signInAgain } = await depositedDesk();
  expect((await takeAll({ way: "cash", total: "90.00" })).status).toBe(201);
  await patch({ status: "canceled", deposit: "keep" });
  pass(7 * 24 * 60);
  const report = `/api/reports?from=${FRIDAY}&to=${FRIDAY}`;
  const { body } = await signInAgain().request("GET", report);
  expect(body).toMatchObject({ revenue: "90.00", keptDeposits: "30.00" });
});

test("the refund of what a bill left is counted before it is made", async () => {
  const { admin, payment, pass, list, patch, bill, id, facial, stripe, refunds } =
    await trimmedDesk();
  stripe.book.balanceIsShort = true;
  pass(1);
  await admin.request("POST", `${payment}/refund`, {});
  pass(1);
  expect(await refunds()).toEqual([]);
  expect((await list()).deposit).toMatchObject({ state: "paid", amount: "20.00" });
  await patch({ services: [facial] });
  expect((await bill(id)).body.deposit).toBe("20.00");
});

test.each([
  [
    "refunded unless staff keep it",
    {},
    "refunded",
    [1000, 2000],
    "We're refunding your $20.00 deposit.",
  ],
  [
    "kept if staff choose so",
    { deposit: "keep" },
    "kept",
    [1000],
    "Your $20.00 deposit isn't refunded.",
  ],
])(
  "what a bill used of a deposit is %s when the visit is canceled",
  async (_, choice, state, all, text) => {
    const { app, pass, patch, list, refunds, lastText } = await trimmedDesk();
    pass(1);
    await refunds();
    await patch({ status: "canceled", notify: true, ...choice });
    expect((await list()).deposit.amount).toBe("20.00");
    pass(1);
    expect(await refunds()).toEqual(all);
    expect((await list()).deposit.state).toBe(state);
    pass(1);
    await runJob(app, "text-visit-changes");
    expect(await lastText()).toContain(text);
  },
);

test.each([
  ["refunded", {}, { refunded: true }],
  ["kept", { deposit: "keep" }, { refunded: false }],
])(
  "the client's page names what is left of a deposit: before a cancellation and once it is %s",
  async (_, choice, outcome) => {
    const { pass, patch, refunds, managed } = await trimmedDesk();
    pass(1);
    await refunds();
    expect(await managed()).toMatchObject({ status: "booked", deposit: "20.00", paid: true });
    await patch({ status: "canceled", ...choice });
    expect(await managed()).toMatchObject({ status: "canceled", deposit: "20.00", ...outcome });
    pass(1);
    await refunds();
    expect((await managed()).deposit).toBe("20.00");
  },
);

test.each(["a bill", "Stripe's dashboard"])(
  "the client's page says that the whole deposit that %s gave back is refunded",
  async (by) => {
    const { stripe, takeAll, tell, pass, refunds, managed } = await depositedDesk();
    const [intent] = stripe.book.intents.values();
    if (by === "a bill") await takeAll({ way: "cash", discount: { percent: 100 }, total: "0.00" });
    else if (intent) refund(stripe.book, intent, 3000);
    await tell();
    expect(await managed()).toMatchObject({ deposit: "30.00", refunded: true });
    pass(1);
    expect(await refunds()).toEqual([3000]);
    await tell();
    expect(await managed()).toMatchObject({ deposit: "30.00", refunded: true });
  },
);

test("what a bill used of a deposit can be refunded later", async () => {
  const { admin, id, pass, list, refunds } = await trimmedDesk();
  pass(1);
  await refunds();
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "arrived" });
  const asked = await admin.request("POST", `/api/appointments/${id}/refund-deposit`);
  expect(asked.status).toBeLessThan(300);
  expect((await list()).deposit).toMatchObject({ state: "refund-owed", amount: "20.00" });
  pass(1);
  expect(await refunds()).toEqual([1000, 2000]);
  expect((await list()).deposit).toMatchObject({ state: "refunded", amount: "30.00" });
});

test("a deposit of which a part was refunded at Stripe pays with what is left of it", async () => {
  const desk = await depositedDesk();
  const { stripe, pass, bill, id, takeAll, refunds } = desk;
  const [intent] = stripe.book.intents.values();
  if (intent) refund(stripe.book, intent, 1000);
  await desk.tell();
  expect((await bill(id)).body.deposit).toBe("20.00");
  expect(await desk.managed()).toMatchObject({ deposit: "20.00", rest: "100.00" });
  pass(7 * 24 * 60);
  const admin = desk.signInAgain();
  expect((await takeAll({ way: "cash", total: "100.00" })).body.deposit).toBe("20.00");
  pass(1);
  expect(await refunds()).toEqual([1000]);
  const { body } = await admin.request("GET", `/api/reports?from=${FRIDAY}&to=${FRIDAY}`);
  expect(body.revenue).toBe("120.00");
});

test("the deposit of a visit that took place can be refunded, and is no revenue then", async () => {
  const desk = await depositedDesk();
  const path = `/api/appointments/${desk.id}/refund-deposit`;
  expect((await desk.admin.request("POST", path)).status).toBe(409);
  desk.pass(7 * 24 * 60);
  const admin = desk.signInAgain();
  const revenue = async () =>
    (await admin.request("GET", `/api/reports?from=${FRIDAY}&to=${FRIDAY}`)).body.revenue;
  expect((await desk.takeAll({ way: "cash", total: "90.00" })).status).toBe(201);
  expect(await revenue()).toBe("120.00");
  expect((await admin.request("POST", path)).status).toBeLessThan(300);
  desk.pass(1);
  expect(await desk.refunds()).toEqual([3000]);
  await desk.tell();
  expect(await revenue()).toBe("90.00");
});

test.each([
  ["the same day", 0],
  ["later", 7 * 24 * 60],
])(
  "what a bill left of a deposit, and what it used of it and is refunded %s, are paid back together",
  async (_, minutes) => {
    const { app, id, pass, refunds, stripe, signInAgain } = await trimmedDesk();
    const [intent = ""] = stripe.book.intents.keys();
    stripe.book.balanceIsShort = true;
    pass(1);
    await refunds();
    pass(minutes);
    const admin = signInAgain();
    await admin.request("PATCH", `/api/appointments/${id}`, { status: "arrived" });
    await admin.request("POST", `/api/appointments/${id}/refund-deposit`);
    pass(1);
    // What the bill left is tried first.
    for (const job of ["refund-payments", "refund-deposits"]) await runJob(app, job);
    const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
    expect(body[0].deposit).toMatchObject({ amount: "30.00", owedRefund: intent });
    await admin.request("POST", `/api/owed-refunds/${intent}/paid-back`, { amount: "30.00" });
    expect(refundedCents(app.db, intent)).toBe(3000);
  },
);

test("staff pay back what a bill left of a deposit if Stripe refuses to refund it", async () => {
  const { admin, payment, pass, alerts, list, stripe, refunds } = await trimmedDesk();
  stripe.book.balanceIsShort = true;
  pass(1);
  expect(await refunds()).toEqual([]);
  expect(await alerts()).toEqual([expect.stringContaining("$10.00 to Ruth Abernathy failed")]);
  const read = async () => (await admin.request("GET", payment)).body;
  expect((await read()).refundDue).toEqual({
    ...{ amount: "10.00", undoUntil: null, owedRefund: expect.any(String), isSeparate: true },
  });
  const settled = await payBack(admin, payment);
  expect([settled.status, settled.body.refundDue, settled.body.refunded]).toEqual([
    200,
    null,
    "0.00",
  ]);
  expect(await alerts()).toEqual([]);
  expect((await payBack(admin, payment)).status).toBe(409);
  stripe.book.balanceIsShort = false;
  pass(24 * 60);
  expect(await refunds()).toEqual([]);
  expect((await list()).deposit).toMatchObject({ state: "paid", amount: "20.00" });
});

test("a wrong discount that gives the whole deposit back can be undone for ten seconds", async () => {
  const { admin, clock, list, takeAll, pass, refunds } = await depositedDesk();
  const free = { way: "cash", discount: { percent: 100 }, total: "0.00" };
  const undo = (id: number) => admin.request("DELETE", `/api/payments/${id}/refund`);
  const { body: wrong } = await takeAll(free);
  expect(wrong).toMatchObject({ deposit: "0.00", depositRefund: "30.00" });
  clock.now += 9_000;
  expect((await undo(wrong.id)).body).toMatchObject({ status: "canceled", depositRefund: "0.00" });
  expect(await list()).toMatchObject({ payment: null, deposit: { amount: "30.00" } });
  pass(1);
  expect(await refunds()).toEqual([]);
  const { body: right } = await takeAll({
    ...{ way: "cash", discount: { percent: 10 }, total: "78.00" },
  });
  expect(right).toMatchObject({ deposit: "30.00", total: "78.00" });
  expect((await undo(right.id)).status).toBe(409);
});

test("undoing the refund of what a bill left leaves a payment with a tip", async () => {
  const { admin, payment, clock, list, pass, refunds } = await trimmedDesk();
  const read = async () => (await admin.request("GET", payment)).body;
  expect((await read()).refundDue).toMatchObject({ amount: "10.00", isSeparate: true });
  const { body } = await admin.request("DELETE", `${payment}/refund`);
  expect(body).toMatchObject({ status: "paid", total: "5.00", refundDue: null });
  expect((await list()).deposit.amount).toBe("30.00");
  pass(1);
  expect(await refunds()).toEqual([]);
  clock.now += 10_000;
  expect((await admin.request("DELETE", `${payment}/refund`)).status).toBe(409);
});
