import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { TODAY } from "#tests/calendar/appointments/stand.ts";
import { askTo, CALLER } from "#tests/support/callers.ts";
import { actions, countOf } from "#tests/support/outside.ts";
import { contact, type TestApp } from "#tests/support/test-app.ts";
import { LIST, SLOT, salon, texts } from "./stand.ts";

test("approving with an empty body only marks the request", async () => {
  const parlor = salon();
  for (const body of [undefined, {}]) {
    const { status, body: reply } = await parlor.approve(body);
    if (body === undefined)
      expect([status, reply]).toMatchObject([
        200,
        { status: "approved", appointmentId: null, confirmation: null },
      ]);
    else expect(status).toBe(409);
  }
  expect([countOf(parlor, "appointments"), texts(parlor)]).toEqual([0, []]);
});

test("approving with a slot books it and texts the caller once, also when pressed twice", async () => {
  const parlor = salon();
  contact(parlor.app, parlor.admin, "Ana Roux", CALLER);
  const key = { "idempotency-key": "one" };
  const replies = await Promise.all([
    parlor.approve(parlor.booking, key),
    parlor.approve(parlor.booking, key),
    parlor.approve(parlor.booking, key),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const body = replies[0]?.body;
  for (const reply of replies) expect(reply.body).toEqual(body);
  expect(body).toMatchObject({
    status: "approved",
    processedByUser: { username: parlor.admin.actor.username },
    appointment: { appointmentDate: SLOT.startsAt, employeeName: "Elena Sato" },
    confirmation: { sent: true, message: "A text confirms it to the client." },
  });
  const { body: book } = await parlor.admin.request("GET", "/api/appointments");
  expect(book).toMatchObject([
    {
      id: body.appointmentId,
      clientName: "Ana Roux",
      phoneNumber: CALLER,
      appointmentDate: SLOT.startsAt,
      durationMinutes: 90,
      service: "Balayage",
    },
  ]);
  await parlor.sendAll();
  expect(parlor.sms.sent.map(({ to, body }) => [to, body])).toEqual([
    [
      CALLER,
      "You are booked for Balayage with Elena on Friday, November 20 at 2:00 PM. To change it, reply here.",
    ],
  ]);
  expect(parlor.app.db.query("select source from appointments").all()).toEqual([
    { source: "call" },
  ]);
  expect(actions(parlor, "%appointment%").slice(-3)).toEqual([
    "appointment.create",
    "potential_appointment.approve",
    "appointment.text_confirmation",
  ]);
});

test("the text names the business and its phone number, and quiet hours don't delay it", async () => {
  const parlor = salon();
  await parlor.admin.request("POST", "/api/settings", {
    businessName: "Halcyon",
    businessPhone: "(512) 555-0100",
  });
  // Half past three in the morning.
  parlor.clock.now = Date.parse("2026-11-21T08:30:00Z");
  const { body } = await parlor.approve({
    ...parlor.booking,
    appointmentDate: "2026-11-21T10:00",
    service: "",
  });
  expect(body.confirmation.sent).toBe(true);
  await parlor.sendAll();
  expect(parlor.sms.sent.map((text) => text.body)).toEqual([
    "Halcyon: you are booked with Elena on Saturday, November 21 at 10:00 AM. To change it, reply here or call (512) 555-0100.",
  ]);
});

test.each([
  ["the client has opted out of texts", (parlor: TestApp) => optOut(parlor)],
  ["texting is not set up", undefined],
  ["the client's number is not known", "no number"],
  ["the appointment has begun or is over", "over"],
  ["the number cannot get texts", "undeliverable"],
] as const)("the request is booked without a text: %s", async (reason, how) => {
  const parlor = salon({ connected: how !== undefined });
  if (typeof how === "function") await how(parlor);
  if (how === "no number") parlor.app.db.run("update potential_appointments set phone = null");
  if (how === "over") parlor.clock.now += 24 * 60 * 60 * 1000;
  if (how === "undeliverable") {
    contact(parlor.app, parlor.admin, "Ana Roux", CALLER);
    inTransaction(parlor.app.db, () =>
      markUndeliverable(parlor.app, CALLER, { code: 30006, at: parlor.app.now() }),
    );
  }
  const { status, body } = await parlor.approve(parlor.booking);
  expect([status, body.confirmation]).toEqual([
    200,
    { sent: false, message: `No text was sent: ${reason}.` },
  ]);
  expect([countOf(parlor, "appointments"), texts(parlor)]).toEqual([1, []]);
});

async function optOut({ app, admin }: TestApp): Promise<void> {
  const id = contact(app, admin, "Ana Roux", CALLER);
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
}

test("a caller who opts out between booking and text gets none", async () => {
  const parlor = salon();
  const id = contact(parlor.app, parlor.admin, "Ana Roux", CALLER);
  await parlor.approve(parlor.booking);
  await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  expect(texts(parlor)).toMatchObject([{ status: "skipped" }]);
});

test.each([
  ["taken", `${TODAY}T13:00`, "Elena Sato already has an appointment, 1:00 – 2:00 PM."],
  ["off", `${TODAY}T20:00`, "Elena Sato works from 9:00 AM to 5:00 PM."],
])(
  "while the employee is %s, nothing is booked, marked or texted unless forced",
  async (_, start, expectedText) => {
    const parlor = salon();
    await parlor.admin.request("POST", "/api/appointments", {
      employeeId: parlor.elena,
      clientName: "Bea Osei",
      appointmentDate: `${TODAY}T13:00`,
    });
    const wanted = { ...parlor.booking, appointmentDate: start, durationMinutes: 30 };
    const refused = await parlor.approve(wanted);
    expect([refused.status, refused.body.errors]).toEqual([409, { allowOverlap: expectedText }]);
    expect([countOf(parlor, "appointments"), texts(parlor)]).toEqual([1, []]);
    expect((await parlor.admin.request("GET", LIST)).body[0].status).toBe("pending");
    const insisted = await parlor.approve({ ...wanted, allowOverlap: true });
    expect([insisted.status, countOf(parlor, "appointments")]).toEqual([200, 2]);
  },
);

test.each([
  [{ employeeId: 1 }, "appointmentDate"],
  [{ appointmentDate: `${TODAY}T14:00` }, "employeeId"],
  [{ service: "Peel" }, "employeeId"],
  [{ employeeId: 1, appointmentDate: "soon" }, "appointmentDate"],
  [{ employeeId: 1, appointmentDate: `${TODAY}T14:00`, durationMinutes: 0 }, "durationMinutes"],
])("%p is refused, naming the field", async (body, field) => {
  const parlor = salon();
  const { status, body: reply } = await parlor.approve(body);
  expect([status, Object.keys(reply.errors)]).toEqual([400, expect.arrayContaining([field])]);
  expect((await parlor.admin.request("GET", LIST)).body[0].status).toBe("pending");
});

test("a deleted employee is 404, and the request stays pending", async () => {
  const parlor = salon();
  expect((await parlor.approve({ ...parlor.booking, employeeId: 99 })).status).toBe(404);
  await parlor.admin.request("DELETE", `/api/employees/${parlor.elena}`);
  expect((await parlor.admin.request("GET", LIST)).body).toMatchObject([
    { status: "pending", slot: null },
  ]);
});

test("approving a new caller adds them to the contacts, and a known one stays as they are", async () => {
  const parlor = salon();
  const { admin, booking, approve } = parlor;
  const contacts = async () =>
    (await admin.request("GET", "/api/contacts/all")).body.map(
      ({ name, phoneNumber }: { name: string; phoneNumber: string }) => [name, phoneNumber],
    );
  expect(await contacts()).toEqual([]);
  await approve({ ...booking, clientName: "Ana Silva Reis" });
  expect(await contacts()).toEqual([["Ana Silva Reis", CALLER]]);
  const again = askTo(parlor);
  await admin.request("POST", `${LIST}/${again}/approve`, {
    ...booking,
    ...{ appointmentDate: `${TODAY}T16:00:00`, clientName: "Ben Reis" },
  });
  expect(await contacts()).toEqual([["Ana Silva Reis", CALLER]]);
});
