import { expect, test } from "bun:test";
import migrations from "#db/migrations.sql" with { type: "text" };
import { openAlerts } from "#src/platform/alerts/alerts.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { refund } from "#tests/sandbox/stripe-reversals.ts";
import { type PayDesk, payAt, payDesk, payLate, RUTH, refundNow } from "./stand.ts";

const WAYS: Readonly<Record<string, (desk: PayDesk) => Promise<unknown>>> = {
  "set to Canceled": ({ admin, visit }) =>
    admin.request("PATCH", `/api/appointments/${visit.id}`, { status: "canceled" }),
  deleted: ({ admin, visit }) => admin.request("DELETE", `/api/appointments/${visit.id}`),
  "deleted with all others": ({ admin }) => admin.request("DELETE", "/api/appointments/clear"),
};

test.each(Object.keys(WAYS))("the link of a visit that is %s can't be paid", async (way) => {
  const desk = await payDesk();
  const { admin, app } = desk;
  const { body: taken } = await desk.take();
  const opened = await desk.open();
  await WAYS[way]?.(desk);
  const read = async () => (await admin.request("GET", `/api/payments/${taken.id}`)).body;
  expect((await read()).status).toBe("canceled");
  expect((await desk.visitor("GET", `/api/pay/${await desk.token()}`)).body.status).toBe(
    "canceled",
  );
  expect((await desk.open()).status).toBe(409);

  // Its page was open at Stripe, and the client paid in the same minute.
  payAt(desk, opened);
  await desk.tell();
  expect(await read()).toMatchObject({ status: "paid", needsDecision: true });
  await runJob(app, "watch-alerts");
  expect(openAlerts(app)).toMatchObject([
    {
      title: "A client paid by an old link",
      links: [{ path: `/contacts/${desk.contactId}?payment=${taken.id}` }],
    },
  ]);
});

test("the client's own cancellation ends the link too", async () => {
  const desk = await payDesk();
  const ahead = await desk.book({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    appointmentDate: "2026-11-21T10:00",
    services: [desk.facial],
  });
  const { body: taken } = await desk.take({ appointmentIds: [ahead.id] });
  const { cancelAppointment } = await import("#src/calendar/appointments/cancel.ts");
  const { findAppointment } = await import("#db/calendar/appointments.ts");
  const before = findAppointment(desk.app.db, ahead.id);
  if (!before) throw new Error("it was booked");
  cancelAppointment(desk.app, before, "client");
  const { body } = await desk.admin.request("GET", `/api/payments/${taken.id}`);
  expect(body.status).toBe("canceled");
});

test("a fee that is asked for by link stays when its visit is canceled, and ends when it is deleted", async () => {
  const desk = await payDesk();
  const { admin, app, visit } = desk;
  const { body: fee } = await desk.take();
  app.db.run("update payments set is_fee = 1");
  await admin.request("PATCH", `/api/appointments/${visit.id}`, { status: "canceled" });
  const read = async () => (await admin.request("GET", `/api/payments/${fee.id}`)).body.status;
  expect(await read()).toBe("open");
  await admin.request("DELETE", `/api/appointments/${visit.id}`);
  expect(await read()).toBe("canceled");
});

test("the late payment of an erased client is opened by its alert", async () => {
  const desk = await payDesk();
  const { admin, app, contactId } = desk;
  const { body: taken } = await desk.take();
  const opened = await desk.open();
  const erased = await admin.request("POST", `/api/contacts/${contactId}/erase`, {
    name: "Ruth Abernathy",
  });
  expect(erased.status).toBeLessThan(300);
  payAt(desk, opened);
  await desk.tell();
  await runJob(app, "watch-alerts");
  expect(openAlerts(app)).toMatchObject([
    {
      links: [{ path: `/contacts?payment=${taken.id}` }],
      message: expect.stringContaining(`Open receipt ${taken.id} by the link of this alert`),
    },
  ]);
});

test("payments with typed lines only follow the calendar of their visit", async () => {
  const desk = await payDesk();
  const { body } = await desk.take({
    lines: [{ name: "Shampoo", price: "24.50" }],
    total: "24.50",
  });
  const [other, own] = [desk.desk([desk.tomas]), desk.desk([desk.elena])];
  const path = `/api/payments/${body.id}`;
  const ofClient = `/api/payments?contactId=${desk.contactId}`;
  const history = `/api/contacts/${desk.contactId}/history`;
  expect((await other.request("GET", path)).status).toBe(404);
  expect((await other.request("POST", `${path}/cancel`)).status).toBe(404);
  expect((await other.request("GET", ofClient)).body).toEqual([]);
  expect(JSON.stringify((await other.request("GET", history)).body)).not.toContain("Shampoo");
  expect((await own.request("GET", ofClient)).body).toMatchObject([{ id: body.id }]);
  expect((await own.request("POST", `${path}/cancel`)).body.status).toBe("canceled");
});

/** Ruth's visit in five days. */
async function bookAhead(
  { book, facial }: PayDesk,
  time = "10:00",
): Promise<{ readonly id: number }> {
  return book({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    appointmentDate: `2026-11-25T${time}`,
    services: [facial],
  });
}

test("a link ends when the visit gets another number, which gets a link of its own", async () => {
  const desk = await payDesk();
  const { admin, visitor, sms } = desk;
  const ahead = await bookAhead(desk);
  const take = () => desk.take({ appointmentIds: [ahead.id] });
  const { body: taken } = await take();
  const former = await desk.token();
  const phoneNumber = "+12025550177";
  await admin.request("PATCH", `/api/appointments/${ahead.id}`, { phoneNumber });
  expect((await admin.request("POST", `/api/payments/${taken.id}/link`)).status).toBe(409);
  expect((await visitor("GET", `/api/pay/${former}`)).body).toMatchObject({
    status: "canceled",
    visitAt: null,
  });
  expect((await take()).status).toBe(201);
  expect(await desk.token()).not.toBe(former);
  expect(sms.sent.at(-1)?.to).toBe(phoneNumber);
});

/** Ruth's visit in five days, and with `visits: 2` another one at two o'clock, which she has paid by one link. */
async function paidAhead({ visits = 1 } = {}) {
  const desk = await payDesk();
  const { admin, app } = desk;
  const { id } = await bookAhead(desk);
  const other = visits > 1 ? await bookAhead(desk, "14:00") : undefined;
  const { body: taken } = await desk.take({
    appointmentIds: [id, ...(other ? [other.id] : [])],
    lines: other ? [{ billLine: 0 }, { billLine: 1 }] : [{ billLine: 0 }],
    total: other ? "240.00" : "120.00",
  });
  payAt(desk, await desk.open());
  await desk.tell();
  const payment = `/api/payments/${taken.id}`;
  const patchOne = (visit: number | undefined) => (fields: object) =>
    admin.request("PATCH", `/api/appointments/${visit}`, fields);
  return {
    ...desk,
    id,
    other,
    payment,
    patch: patchOne(id),
    patchOther: patchOne(other?.id),
    needsDecision: async () => (await admin.request("GET", payment)).body.needsDecision,
    async alerts() {
      await runJob(app, "watch-alerts");
      return openAlerts(app)
        .filter(({ name }) => name === "payments-of-canceled-visits")
        .map(({ title, message }) => [title, message]);
    },
  };
}

test("what was paid ahead for a visit that is canceled is a question until staff keep it", async () => {
  const { admin, payment, patch, needsDecision, alerts } = await paidAhead();
  await patch({ status: "canceled" });
  expect(await needsDecision()).toBe(true);
  expect(await alerts()).toEqual([
    [
      "A canceled visit was paid for",
      "$120.00 is a payment for a visit that was canceled later. Should it be refunded? Open receipt 1 on the client's page, and choose Refund or Keep.",
    ],
  ]);
  await patch({ status: "booked" });
  expect([await needsDecision(), await alerts()]).toEqual([false, []]);
  await patch({ status: "canceled" });
  expect((await admin.request("POST", `${payment}/keep`)).status).toBe(200);
  expect([await needsDecision(), await alerts()]).toEqual([false, []]);
  await patch({ status: "booked" });
  await patch({ status: "canceled" });
  expect(await needsDecision()).toBe(true);
});

test.each([
  ["canceled by its client", 1],
  ["deleted", 1],
  ["deleted later", 0],
])("a paid visit that is %s leaves %p alert", async (how, open) => {
  const desk = await paidAhead();
  if (how === "canceled by its client") {
    const { cancelAppointment } = await import("#src/calendar/appointments/cancel.ts");
    const { findAppointment } = await import("#db/calendar/appointments.ts");
    const before = findAppointment(desk.app.db, desk.id);
    if (before) cancelAppointment(desk.app, before, "client");
  } else {
    if (how === "deleted later") desk.pass(6 * 24 * 60);
    await desk.signInAgain().request("DELETE", `/api/appointments/${desk.id}`);
  }
  expect(await desk.alerts()).toHaveLength(open);
});

test("the question about a canceled visit ends with a refund, also one that is made at Stripe", async () => {
  const { app, admin, payment, patch, alerts, stripe, needsDecision, ...desk } = await paidAhead();
  await patch({ status: "canceled" });
  await admin.request("POST", `${payment}/refund`, {});
  expect(await alerts()).toEqual([]);
  await admin.request("DELETE", `${payment}/refund`);
  expect(await needsDecision()).toBe(true);
  const [intent] = stripe.book.intents.values();
  if (intent) refund(stripe.book, intent);
  await desk.tell();
  expect([await needsDecision(), await alerts()]).toEqual([false, []]);
});

test("the alert asks about the first payment, and says how many others wait last", async () => {
  const desk = await paidAhead();
  const other = await bookAhead(desk, "14:00");
  const paid = await desk.take({ appointmentIds: [other.id], way: "cash" });
  expect(paid.status).toBe(201);
  await desk.patch({ status: "canceled" });
  await desk.admin.request("PATCH", `/api/appointments/${other.id}`, { status: "canceled" });
  expect(await desk.alerts()).toEqual([
    [
      "A canceled visit was paid for",
      "$120.00 is a payment for a visit that was canceled later. Should it be refunded? Open receipt 1 on the client's page, and choose Refund or Keep. 1 more payment waits for an answer.",
    ],
  ]);
});

const OF_BOTH =
  "$240.00 is a payment for a visit that was canceled later. Part of it was for other visits. Should it be refunded?";

test("the second visit of a payment that is canceled is a question again", async () => {
  const desk = await paidAhead({ visits: 2 });
  const { admin, payment, patch, patchOther, needsDecision, alerts } = desk;
  await patch({ status: "canceled" });
  expect(await alerts()).toEqual([[expect.any(String), expect.stringContaining(OF_BOTH)]]);
  await admin.request("POST", `${payment}/refund`, { amount: "120.00" });
  await refundNow(desk);
  expect([await needsDecision(), await alerts()]).toEqual([false, []]);
  await patchOther({ status: "canceled" });
  expect(await needsDecision()).toBe(true);
  expect(await alerts()).toEqual([
    [expect.any(String), expect.not.stringContaining("Part of it was for other visits.")],
  ]);
});

test("the question about a canceled visit remains when another one of its payment is put back", async () => {
  const { patch, patchOther, needsDecision, alerts } = await paidAhead({ visits: 2 });
  await patch({ status: "canceled" });
  await patchOther({ status: "canceled" });
  await patch({ status: "booked" });
  expect(await needsDecision()).toBe(true);
  expect(await alerts()).toEqual([[expect.any(String), expect.stringContaining(OF_BOTH)]]);
  await patchOther({ status: "booked" });
  expect([await needsDecision(), await alerts()]).toEqual([false, []]);
});

test("the question about a deleted visit remains when another one of its payment is put back", async () => {
  const { admin, id, patchOther, needsDecision, alerts } = await paidAhead({ visits: 2 });
  await admin.request("DELETE", `/api/appointments/${id}`);
  await patchOther({ status: "canceled" });
  await patchOther({ status: "booked" });
  expect(await needsDecision()).toBe(true);
  expect(await alerts()).toEqual([[expect.any(String), expect.stringContaining(OF_BOTH)]]);
});

test("what was decided on a deleted visit holds once another one of its payment is put back", async () => {
  const desk = await paidAhead({ visits: 2 });
  const { admin, id, payment, patchOther, needsDecision } = desk;
  await admin.request("DELETE", `/api/appointments/${id}`);
  expect((await admin.request("POST", `${payment}/keep`)).status).toBe(200);
  desk.pass(1);
  await patchOther({ status: "canceled" });
  expect(await needsDecision()).toBe(true);
  await patchOther({ status: "booked" });
  expect(await needsDecision()).toBe(false);
});

test("a visit that is deleted once it is over leaves no question when another one of its payment is put back", async () => {
  const { id, other, payment, pass, signInAgain } = await paidAhead({ visits: 2 });
  pass((5 * 24 + 2) * 60);
  const admin = signInAgain();
  await admin.request("DELETE", `/api/appointments/${id}`);
  for (const status of ["canceled", "booked"])
    await admin.request("PATCH", `/api/appointments/${other?.id}`, { status });
  expect((await admin.request("GET", payment)).body.needsDecision).toBe(false);
});

test("a visit that is deleted once it is over, while another one is a question, leaves none when that is put back", async () => {
  const { id, other, payment, pass, signInAgain } = await paidAhead({ visits: 2 });
  pass((5 * 24 + 2) * 60);
  const admin = signInAgain();
  const setOther = (status: string) =>
    admin.request("PATCH", `/api/appointments/${other?.id}`, { status });
  await setOther("canceled");
  await admin.request("DELETE", `/api/appointments/${id}`);
  await setOther("booked");
  expect((await admin.request("GET", payment)).body.needsDecision).toBe(false);
});

const [FIND_DELETED = ""] = /^update payments set visit_deleted_at[^;]*;/m.exec(migrations) ?? [];

test("the question about a visit that was deleted before the upgrade remains when another one is put back", async () => {
  const { admin, app, id, patchOther, needsDecision } = await paidAhead({ visits: 2 });
  await admin.request("DELETE", `/api/appointments/${id}`);
  app.db.run("update payments set visit_deleted_at = null");
  app.db.run(FIND_DELETED);
  await patchOther({ status: "canceled" });
  await patchOther({ status: "booked" });
  expect(await needsDecision()).toBe(true);
});

test("the upgrade takes no visit for deleted that is there", async () => {
  const { app, patch, needsDecision } = await paidAhead({ visits: 2 });
  await patch({ status: "canceled" });
  app.db.run(FIND_DELETED);
  await patch({ status: "booked" });
  expect(await needsDecision()).toBe(false);
});

test("the upgrade takes no visit for deleted of which a service was removed", async () => {
  const desk = await payDesk();
  const { admin, app, facial, elena } = desk;
  const peel = await admin.request("POST", "/api/services", {
    ...{ name: "Peel", durationMinutes: 30, price: "80.00", employeeIds: [elena] },
  });
  const visit = await desk.book({
    phoneNumber: RUTH,
    appointmentDate: "2026-11-25T10:00",
    services: [facial, peel.body.id],
  });
  const { body: taken } = await desk.take({
    appointmentIds: [visit.id],
    lines: [{ billLine: 0 }, { billLine: 1 }],
    total: "200.00",
  });
  const patch = (fields: object) => admin.request("PATCH", `/api/appointments/${visit.id}`, fields);
  expect((await patch({ services: [facial] })).status).toBe(200);
  app.db.run(FIND_DELETED);
  payAt(desk, await desk.open());
  await desk.tell();
  for (const status of ["canceled", "booked"]) await patch({ status });
  expect((await admin.request("GET", `/api/payments/${taken.id}`)).body).toMatchObject({
    status: "paid",
    needsDecision: false,
  });
});

test("what was decided on one visit of a payment holds once another one is canceled and put back", async () => {
  const desk = await paidAhead({ visits: 2 });
  const { admin, payment, patch, patchOther, needsDecision, alerts } = desk;
  await patch({ status: "canceled" });
  expect((await admin.request("POST", `${payment}/keep`)).status).toBe(200);
  desk.pass(1);
  await patchOther({ status: "canceled" });
  expect(await needsDecision()).toBe(true);
  await patchOther({ status: "booked" });
  expect([await needsDecision(), await alerts()]).toEqual([false, []]);
  // Canceled again, the first visit was not what staff decided on.
  await patch({ status: "booked" });
  await patch({ status: "canceled" });
  await patchOther({ status: "canceled" });
  await patchOther({ status: "booked" });
  expect(await needsDecision()).toBe(true);
});

test("a refund that was undone decides nothing once another visit is put back", async () => {
  const desk = await paidAhead({ visits: 2 });
  const { admin, payment, patch, patchOther, needsDecision } = desk;
  await patch({ status: "canceled" });
  await admin.request("POST", `${payment}/refund`, { amount: "120.00" });
  await admin.request("DELETE", `${payment}/refund`);
  await patchOther({ status: "canceled" });
  await patchOther({ status: "booked" });
  expect(await needsDecision()).toBe(true);
});

test("a deleted visit asks about its payment once, whatever was decided when it was canceled", async () => {
  const { admin, id, payment, patch, needsDecision } = await paidAhead();
  await patch({ status: "canceled" });
  await admin.request("POST", `${payment}/keep`);
  await admin.request("DELETE", `/api/appointments/${id}`);
  expect(await needsDecision()).toBe(false);
});

test("a late payment that was kept is a question again while its visit is canceled", async () => {
  const desk = await payDesk();
  const ahead = await desk.book({
    services: [desk.facial],
    phoneNumber: RUTH,
    appointmentDate: "2026-12-10T10:00",
  });
  const { payment, admin } = await payLate(desk, { appointmentIds: [ahead.id] });
  expect((await admin.request("POST", `${payment}/keep`)).status).toBe(200);
  const asksAfter = async (status: string) => {
    await admin.request("PATCH", `/api/appointments/${ahead.id}`, { status });
    return (await admin.request("GET", payment)).body.needsDecision;
  };
  expect(await asksAfter("canceled")).toBe(true);
  expect(await asksAfter("booked")).toBe(false);
});
