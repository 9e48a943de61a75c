import { expect, spyOn, test } from "bun:test";
import { payments } from "#src/billing/payments/contract.ts";
import { revokeConsent } from "#src/clients/consent.ts";
import { payDesk, RUTH, refundNow } from "./stand.ts";

test("cash is recorded with what was given and the change, and the receipt is texted", async () => {
  const desk = await payDesk();
  const { sms, visitor } = desk;
  const taken = await desk.take({
    way: "cash",
    tip: "20.00",
    received: "150.00",
    total: "140.00",
  });
  expect(taken.body).toMatchObject({
    status: "paid",
    way: "cash",
    received: "150.00",
    change: "10.00",
    tip: "20.00",
    total: "140.00",
    text: { sent: true },
  });
  expect(taken.body.receiptTextedAt).toBe(taken.body.paidAt);
  const token = await desk.token();
  expect(sms.sent.at(-1)?.body).toBe(
    `Glow: thank you. You paid $140.00. Your receipt: https://salon.example.com/pay/${token}`,
  );
  expect((await visitor("GET", `/api/pay/${token}`)).body).toMatchObject({
    status: "paid",
    way: "cash",
    total: "140.00",
    receiptNumber: taken.body.id,
  });
  expect((await visitor("POST", `/api/pay/${token}/checkout`, {})).status).toBe(409);
  expect((await desk.take({ way: "cash" })).body).toMatchObject({
    message: "This visit is already paid.",
  });
});

test("the bill is for who is booked, also with another client's number", async () => {
  const desk = await payDesk();
  const { id } = await desk.book({
    ...{ clientName: "Noor Haddad", phoneNumber: RUTH, appointmentDate: "2026-11-20T14:00" },
  });
  expect((await desk.bill(id)).body).toMatchObject({ clientName: "Noor Haddad", contactId: 1 });
});

test("a payment says why its client can't be texted, and a visit what went back", async () => {
  const desk = await payDesk();
  const { app, admin } = desk;
  const { body } = await desk.take({ way: "cash" });
  expect(body.textRefusal).toBeNull();
  revokeConsent(app, { phone: RUTH, source: "keyword", wording: "STOP" });
  const path = `/api/payments/${body.id}`;
  expect((await admin.request("GET", path)).body.textRefusal).toBe(
    "the client has opted out of texts",
  );
  await admin.request("POST", `${path}/refund`, { amount: "50.00" });
  await refundNow(desk);
  const day = "from=2026-11-20&to=2026-11-20";
  const { body: visits } = await admin.request("GET", `/api/appointments?${day}`);
  expect(visits).toMatchObject([{ payment: { amount: "120.00", refunded: "50.00" } }]);
});

test("lines, a discount on the services and the deposit make what is due", async () => {
  const desk = await payDesk();
  const { app, visit } = desk;
  app.db.run(
    `insert into online_bookings (phone, client_name, service_id, starts_at, duration_minutes, buffer_minutes, price_cents,
       deposit_cents, appointment_id, paid_at, payment_intent_id, marketing, created_at)
     values (12025550134, 'Ruth', ?, '2026-11-20T10:00:00', 60, 0, 12000, 3000, ?, 1, 'pi_deposit', 0, 1)`,
    [desk.facial, visit.id],
  );
  expect((await desk.bill()).body).toMatchObject({ deposit: "30.00" });
  const lines = [{ billLine: 0 }, { name: "Mask", price: "28.00" }];
  const wanted = { way: "terminal", lines, discount: { percent: 10 }, total: "106.00" };
  expect((await desk.take({ ...wanted, total: "136.00" })).status).toBe(409);
  const { body } = await desk.take(wanted);
  expect(body).toMatchObject({
    discount: "12.00",
    discountPercent: 10,
    deposit: "30.00",
    due: "106.00",
    total: "106.00",
  });
});

test("a larger deposit than the price leaves nothing due", async () => {
  const desk = await payDesk();
  desk.app.db.run(
    `insert into online_bookings (phone, client_name, service_id, starts_at, duration_minutes, buffer_minutes, price_cents,
       deposit_cents, appointment_id, paid_at, payment_intent_id, marketing, created_at)
     values (12025550134, 'Ruth', ?, '2026-11-20T10:00:00', 60, 0, 12000, 20000, ?, 1, 'pi_deposit', 0, 1)`,
    [desk.facial, desk.visit.id],
  );
  expect((await desk.take({ total: "0.00" })).body.message).toContain("at least $0.50");
  expect((await desk.take({ way: "cash", total: "0.00" })).body).toMatchObject({
    status: "paid",
    deposit: "120.00",
    total: "0.00",
  });
});

test.each([
  [{ lines: [] }, 400],
  [{ lines: [{ billLine: 4 }] }, 409],
  [{ lines: [{ billLine: 0 }, { billLine: 0 }], total: "240.00" }, 400],
  [{ lines: [{ name: "", price: "4.00" }] }, 400],
  [{ lines: [{ name: "Oil", price: "-4.00" }] }, 400],
  [{ way: "card" }, 409],
  [{ way: "bitcoin" }, 400],
  [{ tip: "5.00", total: "125.00" }, 400],
  [{ way: "cash", received: "100.00" }, 400],
  [{ way: "cash", discount: { amount: "500.00" }, total: "0.00" }, 400],
  [{ way: "cash", discount: { percent: 10, amount: "5.00" } }, 400],
  [{ way: "cash", discount: { percent: 101 } }, 400],
])("%p is refused", async (wanted, status) => {
  const desk = await payDesk();
  expect((await desk.take(wanted)).status).toBe(status);
  expect(desk.app.db.query("select 1 from payments").all()).toEqual([]);
});

test("a client pays without a visit", async () => {
  const { admin, contactId, app } = await payDesk();
  app.db.run("update appointments set status = 'no_show'");
  const bill = await admin.request("GET", `/api/payments/bill?contactId=${contactId}`);
  expect(bill.body).toMatchObject({ appointmentIds: [], lines: [], contactId });
  const { body } = await admin.request("POST", "/api/payments", {
    contactId,
    lines: [{ name: "Shampoo", price: "24.50" }],
    way: "gift-card",
    total: "24.50",
  });
  expect(body).toMatchObject({ status: "paid", appointmentIds: [], total: "24.50" });
  const history = await admin.request("GET", `/api/contacts/${contactId}/history`);
  const entries: { kind: string }[] = history.body.entries;
  expect(entries.find(({ kind }) => kind === "payment")).toMatchObject({
    kind: "payment",
    status: "paid",
    way: "gift-card",
    total: "24.50",
    what: "Shampoo",
  });
});

test("the bill of a client is their unpaid visit", async () => {
  const desk = await payDesk();
  const path = `/api/payments/bill?contactId=${desk.contactId}`;
  const read = async () => (await desk.admin.request("GET", path)).body.appointmentIds;
  expect(await read()).toEqual([desk.visit.id]);
  await desk.take({ way: "cash" });
  expect(await read()).toEqual([]);
});

test("who may not see names or numbers takes payments all the same", async () => {
  const desk = await payDesk();
  const person = desk.desk([desk.elena], {
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const bill = await person.request("GET", `/api/payments/bill?appointmentId=${desk.visit.id}`);
  expect(JSON.stringify(bill.body)).not.toMatch(/Ruth|Abernathy|5550134|ruth@/);
  const taken = await person.request("POST", "/api/payments", {
    appointmentIds: [desk.visit.id],
    lines: [{ billLine: 0 }],
    way: "link",
    total: "120.00",
  });
  expect(taken.status).toBe(201);
  expect(JSON.stringify(taken.body)).not.toMatch(/Ruth|Abernathy|5550134/);
});

test("payments of an employee whose calendar is hidden are hidden", async () => {
  const desk = await payDesk();
  const { body } = await desk.take({ way: "cash" });
  const person = desk.desk([desk.tomas]);
  const path = `?appointmentId=${desk.visit.id}`;
  expect((await person.request("GET", `/api/payments/bill${path}`)).status).toBe(404);
  expect((await person.request("GET", `/api/payments${path}`)).body).toEqual([]);
  expect((await person.request("GET", `/api/payments/${body.id}`)).status).toBe(404);
  expect((await person.request("POST", `/api/payments/${body.id}/cancel`)).status).toBe(404);
});

test("a visit of a later day that is paid ahead stays booked; a request can't be paid", async () => {
  const desk = await payDesk();
  const ahead = await desk.book({
    clientName: "Ana",
    appointmentDate: "2026-11-25T10:00",
    services: [desk.facial],
  });
  expect((await desk.take({ appointmentIds: [ahead.id], way: "cash" })).status).toBe(201);
  const statusOf = (id: number) =>
    desk.app.db.query("select status from appointments where id = ?").get(id);
  expect(statusOf(ahead.id)).toEqual({ status: "booked" });
  desk.app.db.run("update appointments set status = 'requested' where id = ?", [desk.visit.id]);
  expect((await desk.take({ way: "cash" })).status).toBe(409);
});

test.each([
  ["has begun", "2026-11-20T10:00", true],
  ["begins later today", "2026-11-20T14:00", false],
  ["is of a later day", "2026-11-21T10:00", false],
])("a paid visit that %s is completed or not", async (_, appointmentDate, isCompleted) => {
  const desk = await payDesk();
  const { id } = await desk.book({
    ...{ services: [desk.facial], phoneNumber: RUTH, appointmentDate, allowOverlap: true },
  });
  const { body } = await desk.take({ way: "cash", appointmentIds: [id] });
  expect(body).toMatchObject({ status: "paid", isCompleted });
  await desk.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  const { body: after } = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect(after.isCompleted).toBe(false);
});

test("a receipt on the screen is read again once its visit isn't completed anymore", async () => {
  const desk = await payDesk();
  const { body } = await desk.take({ way: "cash" });
  const changed = spyOn(desk.app.events, "changed");
  await desk.admin.request("PATCH", `/api/appointments/${desk.visit.id}`, { status: "no_show" });
  const { body: after } = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect([body.isCompleted, after.isCompleted]).toEqual([true, false]);
  const resources = new Set(changed.mock.calls.flat());
  expect(payments.one.reads.filter((one) => resources.has(one))).toEqual(["appointments"]);
});

test("a fee completes no visit, though its client came after all", async () => {
  const desk = await payDesk();
  const { body } = await desk.take({ way: "cash" });
  desk.app.db.run("update payments set is_fee = 1");
  const { body: fee } = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect(fee).toMatchObject({ isFee: true, isCompleted: false });
});

test("a receipt is mailed on demand", async () => {
  const desk = await payDesk();
  const { admin, mail } = desk;
  await admin.request("POST", "/api/settings", {
    smtpHost: "smtp.example.com",
    smtpFromAddress: "salon@example.com",
  });
  const { body } = await desk.take({ way: "cash", tip: "5.00", total: "125.00" });
  const path = `/api/payments/${body.id}/receipt`;
  expect((await admin.request("POST", path, { by: "email" })).body).toEqual({
    message: "The receipt was emailed.",
  });
  expect(mail.sent.at(-1)).toMatchObject({
    to: "ruth@example.com",
    subject: `Glow: receipt ${body.id}`,
    text: expect.stringContaining("Tip: $5.00\nPaid: $125.00"),
  });
});

test("the client's other visits of the day are offered, and one payment covers each of them once", async () => {
  const desk = await payDesk();
  const { admin, visit, facial, tomas } = desk;
  const book = (appointmentDate: string, wanted = {}) =>
    desk.book({ services: [facial], phoneNumber: RUTH, appointmentDate, ...wanted });
  const second = await book("2026-11-20T13:00", { employeeId: tomas });
  await book("2026-11-21T10:00", { allowOverlap: true });
  const canceled = await book("2026-11-20T15:00");
  await admin.request("PATCH", `/api/appointments/${canceled.id}`, { status: "canceled" });
  expect((await desk.bill()).body.others).toMatchObject([
    {
      appointmentId: second.id,
      visitAt: "2026-11-20T13:00:00",
      lines: [{ name: "Hydrating Facial", price: "120.00", employeeId: tomas }],
      deposit: "0.00",
    },
  ]);
  const both = {
    appointmentIds: [visit.id, second.id],
    lines: [{ billLine: 0 }, { billLine: 1 }],
    way: "terminal",
    tip: "30.00",
    total: "270.00",
  };
  const presses = await Promise.all([desk.take(both), desk.take(both)]);
  expect(presses.map(({ status }) => status).sort()).toEqual([201, 409]);
  for (const ids of [[visit.id], [second.id], [second.id, visit.id]])
    expect((await desk.take({ ...both, appointmentIds: ids, total: "150.00" })).status).toBe(409);
  const { body: visits } = await admin.request(
    "GET",
    "/api/appointments?from=2026-11-20&to=2026-11-20",
  );
  const shown = visits.filter(({ status }: { status: string }) => status !== "canceled");
  expect(shown).toMatchObject([
    { status: "arrived", payment: { status: "paid", amount: "270.00" } },
    { status: "arrived", payment: { status: "paid", amount: "270.00" } },
  ]);
  expect((await desk.bill(second.id)).body.others).toEqual([]);
  const { byEmployee } = (await admin.request("GET", "/api/reports?from=2026-11-20&to=2026-11-20"))
    .body;
  for (const one of byEmployee) expect(one.tips).toBe("15.00");
});

test("a payment says when its receipt was texted, however that was asked for", async () => {
  const desk = await payDesk();
  const { body } = await desk.take({ way: "cash", receipt: false });
  expect(body.receiptTextedAt).toBeNull();
  desk.pass(5);
  await desk.admin.request("POST", `/api/payments/${body.id}/receipt`, { by: "text" });
  const after = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect(Date.parse(after.body.receiptTextedAt) - Date.parse(body.paidAt)).toBe(5 * 60_000);
});

test("a visit has the parts of its payment, which add up to what was paid", async () => {
  const desk = await payDesk();
  const lines = [{ billLine: 0 }, { name: "Mask", price: "28.00" }];
  const discount = { percent: 10 };
  await desk.take({ way: "cash", lines, discount, tip: "10.00", total: "146.00" });
  const path = "/api/appointments?from=2026-11-20&to=2026-11-20";
  const [{ payment }] = (await desk.admin.request("GET", path)).body;
  expect(payment).toMatchObject({
    ...{ services: "120.00", extras: "28.00", discount: "12.00", deposit: "0.00", tip: "10.00" },
    ...{ amount: "146.00", isFee: false },
  });
});

test("a visit that was free of charge isn't billed a second time", async () => {
  const desk = await payDesk();
  const free = { way: "cash", discount: { percent: 100 }, total: "0.00" };
  expect((await desk.take(free)).status).toBe(201);
  expect(await desk.take({ way: "cash" })).toMatchObject({
    status: 409,
    body: { message: "This visit is already paid." },
  });
});
