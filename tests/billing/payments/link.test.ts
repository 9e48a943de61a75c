import { expect, spyOn, test } from "bun:test";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { expireCheckout } from "#tests/sandbox/stripe-checkout.ts";
import { dispute, failRefund, refund } from "#tests/sandbox/stripe-reversals.ts";
import { payAt, payBack, payDesk, payLate, RUTH, sessionOf } from "./stand.ts";

/** Stripe, as long as it doesn't answer. */
const UNREACHABLE = new Proxy(
  {},
  { get: (_, name) => (name === "then" ? undefined : async () => ({ kind: "unreachable" })) },
);

test("a texted link is paid with a tip, and the visit counts as arrived", async () => {
  const desk = await payDesk();
  const { admin, visitor, visit, sms, stripe } = desk;
  expect((await desk.bill()).body).toMatchObject({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    lines: [{ name: "Hydrating Facial", price: "120.00", employeeId: desk.elena }],
    deposit: "0.00",
    linkRefusal: null,
    receiptRefusal: null,
    payment: null,
  });
  const taken = await desk.take();
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { status: "open", way: "link", total: "120.00", text: { sent: true } },
  ]);
  const token = await desk.token();
  expect(sms.sent.at(-1)).toMatchObject({
    to: RUTH,
    body: `Glow: you can pay $120.00 here until Friday, November 27: https://salon.example.com/pay/${token}`,
  });
  const page = await visitor("GET", `/api/pay/${token}`);
  expect(page.body).toMatchObject({
    status: "open",
    firstName: "Ruth",
    due: "120.00",
    tipBase: "120.00",
  });
  expect(JSON.stringify(page.body)).not.toMatch(/Abernathy|0134|ruth@/);

  payAt(desk, await desk.open("21.60"));
  expect([...stripe.book.sessions.values()].map(({ amount_total }) => amount_total)).toEqual([
    14160,
  ]);
  await desk.tell(2);
  expect((await visitor("GET", `/api/pay/${token}`)).body).toMatchObject({
    status: "paid",
    tip: "21.60",
    total: "141.60",
  });
  const { body: list } = await admin.request("GET", `/api/payments?appointmentId=${visit.id}`);
  expect(list).toMatchObject([{ status: "paid", tip: "21.60", total: "141.60" }]);
  const { body: visits } = await admin.request(
    "GET",
    "/api/appointments?from=2026-11-20&to=2026-11-20",
  );
  expect(visits).toMatchObject([{ status: "arrived" }]);
  await desk.sendAll();
  expect(sms.sent.filter(({ body }) => body.includes("You paid $141.60"))).toHaveLength(1);
});

test("the client's return records the payment before the event, once", async () => {
  const desk = await payDesk();
  await desk.take();
  payAt(desk, await desk.open());
  const [page] = await Promise.all([
    desk.visitor("GET", `/api/pay/${await desk.token()}`),
    desk.visitor("GET", `/api/pay/${await desk.token()}`),
    desk.tell(2),
  ]);
  expect(page.body.status).toBe("paid");
  const entries = desk.app.db
    .query("select count(*) as n from audit_logs where action = 'payment.paid'")
    .get();
  expect(entries).toEqual({ n: 1 });
});

test("a closed tab is opened again on the same page, and another tip ends the first", async () => {
  const desk = await payDesk();
  await desk.take();
  const first = await desk.open("5.00");
  expect((await desk.open("5.00")).body).toEqual(first.body);
  const second = await desk.open("10.00");
  expect(second.body.checkoutUrl).not.toBe(first.body.checkoutUrl);
  const states = [...desk.stripe.book.sessions.values()].map(({ status }) => status);
  expect(states).toEqual(["expired", "open"]);
  payAt(desk, second);
  await desk.tell();
  expect((await desk.open("10.00")).status).toBe(409);
});

test("two clicks on Pay open one page", async () => {
  const desk = await payDesk();
  await desk.take();
  await desk.token();
  const both = await Promise.all([desk.open(), desk.open()]);
  const urls = both.flatMap(({ status, body }) => (status === 200 ? [body.checkoutUrl] : []));
  expect(new Set(urls).size).toBe(1);
  const stored = desk.app.db.query("select session_id from payment_checkouts").all();
  expect(stored).toHaveLength(1);
});

test("two clicks on Text Link make one payment, also without a key", async () => {
  const desk = await payDesk();
  const both = await Promise.all([desk.take(), desk.take()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const key = { "idempotency-key": "one" };
  const other = await desk.book({ clientName: "Ana", appointmentDate: "2026-11-20T13:00" });
  const body = {
    appointmentIds: [other.id],
    lines: [{ name: "Trim", price: "40.00" }],
    way: "cash",
    total: "40.00",
  };
  const [one, again] = [
    await desk.admin.request("POST", "/api/payments", body, key),
    await desk.admin.request("POST", "/api/payments", body, key),
  ];
  expect([one.status, again.body.id]).toEqual([201, one.body.id]);
});

test("a page that Stripe ended is opened anew", async () => {
  const desk = await payDesk();
  await desk.take();
  const first = await desk.open();
  expireCheckout(desk.stripe.book, sessionOf(first));
  const second = await desk.open();
  expect(second.status).toBe(200);
  expect(second.body.checkoutUrl).not.toBe(first.body.checkoutUrl);
});

test("after seven days a link can't be paid, and the visit can be paid here", async () => {
  const desk = await payDesk();
  await desk.take();
  const token = await desk.token();
  desk.pass(7 * 24 * 60);
  desk.signInAgain();
  expect((await desk.visitor("GET", `/api/pay/${token}`)).body.status).toBe("expired");
  expect((await desk.open()).status).toBe(409);
  expect((await desk.take({ way: "terminal" })).status).toBe(201);
});

test("an expired link can be paid for another week once staff text it again, unless the visit is paid", async () => {
  const desk = await payDesk();
  const { body: link } = await desk.take();
  const token = await desk.token();
  desk.pass(8 * 24 * 60);
  const admin = desk.signInAgain();
  const again = () => admin.request("POST", `/api/payments/${link.id}/link`);
  expect((await again()).status).toBe(200);
  expect(await desk.token()).toBe(token);
  expect(desk.sms.sent.at(-1)?.body).toContain(
    "you can pay $120.00 here until Saturday, December 5:",
  );
  expect((await desk.visitor("GET", `/api/pay/${token}`)).body.status).toBe("open");
  expect((await desk.open()).status).toBe(200);
  desk.pass(8 * 24 * 60);
  const later = desk.signInAgain();
  expect((await desk.take({ way: "cash" })).status).toBe(201);
  const refused = await later.request("POST", `/api/payments/${link.id}/link`);
  expect([refused.status, refused.body.message]).toEqual([409, "This visit is already paid."]);
});

test("a payment after the link was canceled is recorded, and staff decide", async () => {
  const desk = await payDesk();
  const { admin, app } = desk;
  const { body: taken } = await desk.take();
  const opened = await desk.open();
  // Stripe doesn't answer when the link is canceled, and the client pays meanwhile.
  const { payments } = app.providers;
  Object.assign(app.providers, {
    payments: async () => UNREACHABLE,
  });
  expect((await admin.request("POST", `/api/payments/${taken.id}/cancel`)).body.status).toBe(
    "canceled",
  );
  Object.assign(app.providers, { payments });
  payAt(desk, opened);
  await desk.tell();
  const read = async () => (await admin.request("GET", `/api/payments/${taken.id}`)).body;
  expect(await read()).toMatchObject({ status: "paid", needsDecision: true });
  const alerts = async () => {
    await runJob(app, "watch-alerts");
    return (await admin.request("GET", "/api/alerts")).body;
  };
  expect(JSON.stringify(await alerts())).toContain("A client paid by an old link");
  expect((await admin.request("POST", `/api/payments/${taken.id}/keep`)).status).toBe(200);
  expect(await read()).toMatchObject({ status: "paid", needsDecision: false });
  expect(JSON.stringify(await alerts())).not.toContain("old link");
});

test("a payment just after the link expired is recorded, and staff can refund it", async () => {
  const desk = await payDesk();
  const { payment: path, admin } = await payLate(desk);
  expect((await admin.request("GET", path)).body.needsDecision).toBe(true);
  const asked = await admin.request("POST", `${path}/refund`, {});
  expect(asked.body).toMatchObject({ needsDecision: false, refundDue: { amount: "120.00" } });
  const undone = await admin.request("DELETE", `${path}/refund`);
  expect(undone.body).toMatchObject({ needsDecision: true, refundDue: null });
  // Once someone decided to keep it, a refund that is undone asks nothing.
  await admin.request("POST", `${path}/keep`);
  desk.pass(1);
  await admin.request("POST", `${path}/refund`, {});
  expect((await admin.request("DELETE", `${path}/refund`)).body.needsDecision).toBe(false);
});

test("a late payment whose refund failed at Stripe isn't kept, also during the client's dispute", async () => {
  const desk = await payDesk();
  const { payment: path, admin } = await payLate(desk);
  const { book } = desk.stripe;
  const intent = [...book.intents.values()].at(-1);
  if (!intent) throw new Error("nothing was paid");
  failRefund(book, refund(book, intent));
  await desk.tell();
  const read = async () => (await admin.request("GET", path)).body;
  expect(await read()).toMatchObject({ needsDecision: false, refundDue: { amount: "120.00" } });
  const heard = spyOn(desk.app.events, "changed");
  dispute(book, intent);
  await desk.tell();
  expect(heard.mock.calls.flat()).toContain("payments");
  expect(await read()).toMatchObject({ needsDecision: false, refundDue: null });
  expect((await admin.request("POST", `${path}/keep`)).status).toBe(409);
  expect((await admin.request("POST", `${path}/refund`, {})).status).toBe(409);
});

test("who canceled the link and took cash gets the second payment refunded", async () => {
  const desk = await payDesk();
  const { admin, app, stripe, sms } = desk;
  const { body: link } = await desk.take();
  const opened = await desk.open();
  app.db.run("update payments set status = 'canceled' where id = ?", [link.id]);
  expect((await desk.take({ way: "cash" })).status).toBe(201);
  payAt(desk, opened);
  await desk.tell();
  await runJob(app, "refund-payments");
  expect([...stripe.book.refunds.values()].map(({ amount }) => amount)).toEqual([12000]);
  expect((await admin.request("GET", `/api/payments/${link.id}`)).body.status).toBe("canceled");
  await desk.sendAll();
  expect(sms.sent.at(-1)?.body).toContain("refunding your second payment of $120.00");
});

test("staff pay back a second payment by a link that Stripe refuses to refund", async () => {
  const desk = await payDesk();
  const { admin, app, stripe } = desk;
  const { body: link } = await desk.take();
  const opened = await desk.open();
  app.db.run("update payments set status = 'canceled' where id = ?", [link.id]);
  await desk.take({ way: "cash" });
  stripe.book.balanceIsShort = true;
  payAt(desk, opened);
  await desk.tell();
  const path = `/api/payments/${link.id}`;
  expect((await admin.request("GET", path)).body.refundDue).toMatchObject({
    ...{ amount: "120.00", owedRefund: expect.any(String), isSeparate: true },
  });
  expect((await payBack(admin, path)).body.refundDue).toBeNull();
});

test("a lost event is found by the job, and pages of canceled links are ended", async () => {
  const desk = await payDesk();
  const { app, admin, stripe } = desk;
  const { body: taken } = await desk.take();
  payAt(desk, await desk.open());
  stripe.book.events.length = 0;
  await runJob(app, "settle-payment-pages");
  expect((await admin.request("GET", `/api/payments/${taken.id}`)).body.status).toBe("paid");

  const other = await desk.book({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    appointmentDate: "2026-11-20T14:00",
    services: [desk.facial],
  });
  await desk.take({ appointmentIds: [other.id] });
  await desk.open();
  app.db.run("update payments set status = 'canceled' where status = 'open'");
  await runJob(app, "settle-payment-pages");
  expect([...stripe.book.sessions.values()].map(({ status }) => status)).toEqual([
    "complete",
    "expired",
  ]);
});

test("clients who can't be texted get no link", async () => {
  const desk = await payDesk();
  const { app, admin, contactId } = desk;
  await admin.request("POST", `/api/contacts/${contactId}/opt-out`);
  expect((await desk.bill()).body).toMatchObject({
    linkRefusal: "The link can't be texted: the client has opted out of texts.",
    receiptRefusal: "No receipt can be texted: the client has opted out of texts.",
  });
  expect((await desk.take()).status).toBe(409);
  const nameless = await desk.book({ clientName: "Ana Ruiz", appointmentDate: "2026-11-20T15:00" });
  expect((await desk.bill(nameless.id)).body.linkRefusal).toBe(
    "The link can't be texted: the client's number is not known.",
  );
  expect((await desk.take({ way: "cash" })).body.text).toEqual({
    sent: false,
    message: "No text was sent: the client has opted out of texts.",
  });
  expect(
    app.db.query("select count(*) as n from messages where purpose = 'payment'").get(),
  ).toEqual({ n: 0 });
});

test("links can't be guessed", async () => {
  const { visitor } = await payDesk();
  for (let n = 0; n < 30; n += 1)
    expect((await visitor("GET", `/api/pay/1-${"a".repeat(16)}`)).status).toBe(404);
  expect((await visitor("GET", `/api/pay/1-${"a".repeat(16)}`)).status).toBe(429);
});

test("a tip is at most the bill, and at least what Stripe can charge is due", async () => {
  const desk = await payDesk();
  await desk.take();
  expect((await desk.open("5000.00")).status).toBe(400);
  expect((await desk.open("12,00")).status).toBe(400);
  expect((await desk.take({ lines: [{ name: "Fix", price: "0.10" }], total: "0.10" })).status).toBe(
    409,
  );
});

test("the page has the time of the visit until it begins", async () => {
  const desk = await payDesk();
  await desk.take();
  const visitAt = async () =>
    (await desk.visitor("GET", `/api/pay/${await desk.token()}`)).body.visitAt;
  expect(await visitAt()).toBeNull();
  desk.app.db.run("update appointments set starts_at = '2026-11-20T23:00:00'");
  expect(await visitAt()).toBe("2026-11-20T23:00:00");
  desk.pass(24 * 60);
  expect(await visitAt()).toBeNull();
});

test("a link that is paid hours before the visit doesn't mark it as arrived, so its client hears of a move", async () => {
  const desk = await payDesk();
  const { admin } = desk;
  const later = await desk.book({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    appointmentDate: "2026-11-20T14:00",
    services: [desk.facial],
  });
  await desk.take({ appointmentIds: [later.id] });
  payAt(desk, await desk.open());
  await desk.tell();
  const { body } = await admin.request("PATCH", `/api/appointments/${later.id}`, {
    appointmentDate: "2026-11-20T15:00",
    notify: true,
  });
  expect(body).toMatchObject({ status: "booked", payment: { status: "paid" } });
  expect(body.textDueAt).not.toBeNull();
});
