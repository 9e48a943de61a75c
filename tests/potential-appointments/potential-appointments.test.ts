import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { markUndeliverable } from "#src/reach/reach.ts";
import { saveSettings } from "#src/settings/settings.ts";
import { TODAY } from "#tests/appointments/stand.ts";
import { askTo, CALLER, phoneIn } from "#tests/support/callers.ts";
import { actions, countOf, employee } from "#tests/support/outside.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const LIST = "/api/potential-appointments";
const SLOT = { startsAt: `${TODAY}T14:00:00`, durationMinutes: 90 };

/** Elena works there; somebody asked for a balayage with her this afternoon. */
function salon(options: Parameters<typeof testApp>[0] = {}) {
  const given = testApp(options);
  saveSettings(given.app, given.admin.actor, { timeZone: "America/New_York" });
  const elena = employee(given, "Elena Sato");
  const id = askTo(given, { slot: { ...SLOT, employeeId: elena } });
  const booking = {
    employeeId: elena,
    appointmentDate: SLOT.startsAt,
    durationMinutes: 90,
    service: "Balayage",
  };
  const approve = (body?: unknown, headers = {}, who = given.admin) =>
    who.call("POST", `${LIST}/${id}/approve`, body, headers);
  return { ...given, elena, id, booking, approve };
}

function texts({ app }: TestApp) {
  return app.db
    .query<{ kind: string; body: string; status: string }, []>(
      "select purpose as kind, body, status from messages where purpose = 'confirmation'",
    )
    .all();
}

test("a request is told in the caller's words, with the call and the slot they came to", async () => {
  const given = salon();
  const ana = contact(given.app, given.admin, "Ana Roux", CALLER);
  const desk = given.person("user", ["/potential-appointments"]);
  const { body } = await given.admin.call("GET", LIST);
  expect(body).toEqual([
    {
      id: given.id,
      callTranscriptId: 1,
      callerName: "Ana Silva",
      callerPhone: CALLER,
      preferredDate: "next Friday",
      preferredTime: "at ten",
      requestedService: "Balayage",
      notes: "",
      status: "pending",
      processedBy: null,
      processedAt: null,
      createdAt: "2026-11-20T16:00:00.000Z",
      matchedContactId: ana,
      matchedContact: { id: ana, name: "Ana Roux" },
      callTranscript: { callStartTime: "2026-11-20T16:00:00.000Z" },
      processedByUser: null,
      slot: {
        employeeId: given.elena,
        employeeName: "Elena Sato",
        appointmentDate: SLOT.startsAt,
        durationMinutes: 90,
      },
      appointmentId: null,
      appointment: null,
    },
  ]);
  // A free hour of Elena's is part of her schedule, which this person does not see.
  expect((await desk.call("GET", LIST)).body).toEqual([{ ...body[0], slot: null }]);
});

test("approving with an empty body only marks it", async () => {
  const given = salon();
  for (const body of [undefined, {}]) {
    const { status, body: reply } = await given.approve(body);
    if (body === undefined)
      expect([status, reply]).toMatchObject([
        200,
        { status: "approved", appointmentId: null, confirmation: null },
      ]);
    else expect(status).toBe(409);
  }
  expect([countOf(given, "appointments"), texts(given)]).toEqual([0, []]);
});

test("approving with a slot books it and texts the caller, once, also when it is pressed twice", async () => {
  const given = salon();
  contact(given.app, given.admin, "Ana Roux", CALLER);
  const key = { "idempotency-key": "one" };
  const replies = await Promise.all([
    given.approve(given.booking, key),
    given.approve(given.booking, key),
    given.approve(given.booking, key),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const body = replies[0]?.body;
  for (const reply of replies) expect(reply.body).toEqual(body);
  expect(body).toMatchObject({
    status: "approved",
    processedByUser: { username: given.admin.actor.username },
    appointment: { appointmentDate: SLOT.startsAt, employeeName: "Elena Sato" },
    confirmation: { sent: true, words: "A text confirms it to the client." },
  });
  const { body: book } = await given.admin.call("GET", "/api/appointments");
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
  await given.sendAll();
  expect(given.sms.sent.map(({ to, body: words }) => [to, words])).toEqual([
    [
      CALLER,
      "You are booked for Balayage with Elena on Friday, November 20 at 2:00 PM. To change it, reply here.",
    ],
  ]);
  expect(given.app.db.query("select source from appointments").all()).toEqual([{ source: "call" }]);
  expect(actions(given, "%appointment%").slice(-3)).toEqual([
    "appointment.create",
    "potential_appointment.approve",
    "appointment.text_confirmation",
  ]);
});

test("the text names the business and its telephone, and quiet hours do not hold it", async () => {
  const given = salon();
  await given.admin.call("POST", "/api/settings", {
    businessName: "Halcyon",
    businessPhone: "(512) 555-0100",
  });
  // Half past three in the morning.
  given.clock.now = Date.parse("2026-11-21T08:30:00Z");
  const { body } = await given.approve({
    ...given.booking,
    appointmentDate: "2026-11-21T10:00",
    service: "",
  });
  expect(body.confirmation.sent).toBe(true);
  await given.sendAll();
  expect(given.sms.sent.map((text) => text.body)).toEqual([
    "Halcyon: you are booked with Elena on Saturday, November 21 at 10:00 AM. To change it, reply here or call (512) 555-0100.",
  ]);
});

test.each([
  ["the client has opted out of texts", (given: TestApp) => optOut(given)],
  ["texting is not set up", undefined],
  ["the client's number is not known", "no number"],
  ["the appointment has begun or is over", "over"],
  ["the number cannot get texts", "undeliverable"],
] as const)("no text, but the booking: %s", async (words, how) => {
  const given = salon({ connected: how !== undefined });
  if (typeof how === "function") await how(given);
  if (how === "no number") given.app.db.run("update potential_appointments set phone = null");
  if (how === "over") given.clock.now += 24 * 60 * 60 * 1000;
  if (how === "undeliverable") {
    contact(given.app, given.admin, "Ana Roux", CALLER);
    inTransaction(given.app.db, () =>
      markUndeliverable(given.app, CALLER, { code: 30006, at: given.app.now() }),
    );
  }
  const { status, body } = await given.approve(given.booking);
  expect([status, body.confirmation]).toEqual([
    200,
    { sent: false, words: `No text was sent: ${words}.` },
  ]);
  expect([countOf(given, "appointments"), texts(given)]).toEqual([1, []]);
});

async function optOut({ app, admin }: TestApp): Promise<void> {
  const id = contact(app, admin, "Ana Roux", CALLER);
  await admin.call("POST", `/api/contacts/${id}/opt-out`);
}

test("who opts out between the booking and the text gets none", async () => {
  const given = salon();
  const id = contact(given.app, given.admin, "Ana Roux", CALLER);
  await given.approve(given.booking);
  await given.admin.call("POST", `/api/contacts/${id}/opt-out`);
  await given.sendAll();
  expect(given.sms.sent).toEqual([]);
  expect(texts(given)).toMatchObject([{ status: "skipped" }]);
});

test.each([
  ["taken", `${TODAY}T13:00`, "Elena Sato already has an appointment, 1:00 – 2:00 PM."],
  ["off", `${TODAY}T20:00`, "Elena Sato works from 9:00 AM to 5:00 PM."],
])(
  "while the employee is %s nothing is booked, marked or texted, unless one insists",
  async (_, start, words) => {
    const given = salon();
    await given.admin.call("POST", "/api/appointments", {
      employeeId: given.elena,
      clientName: "Bea Osei",
      appointmentDate: `${TODAY}T13:00`,
    });
    const wanted = { ...given.booking, appointmentDate: start, durationMinutes: 30 };
    const refused = await given.approve(wanted);
    expect([refused.status, refused.body.errors]).toEqual([409, { allowOverlap: words }]);
    expect([countOf(given, "appointments"), texts(given)]).toEqual([1, []]);
    expect((await given.admin.call("GET", LIST)).body[0].status).toBe("pending");
    const insisted = await given.approve({ ...wanted, allowOverlap: true });
    expect([insisted.status, countOf(given, "appointments")]).toEqual([200, 2]);
  },
);

test.each([
  [{ employeeId: 1 }, "appointmentDate"],
  [{ appointmentDate: `${TODAY}T14:00` }, "employeeId"],
  [{ service: "Peel" }, "employeeId"],
  [{ employeeId: 1, appointmentDate: "soon" }, "appointmentDate"],
  [{ employeeId: 1, appointmentDate: `${TODAY}T14:00`, durationMinutes: 0 }, "durationMinutes"],
])("%p is refused, naming the field", async (body, field) => {
  const given = salon();
  const { status, body: reply } = await given.approve(body);
  expect([status, Object.keys(reply.errors)]).toEqual([400, expect.arrayContaining([field])]);
  expect((await given.admin.call("GET", LIST)).body[0].status).toBe("pending");
});

test("an employee who is gone is 404, and the request waits on", async () => {
  const given = salon();
  expect((await given.approve({ ...given.booking, employeeId: 99 })).status).toBe(404);
  await given.admin.call("DELETE", `/api/employees/${given.elena}`);
  expect((await given.admin.call("GET", LIST)).body).toMatchObject([
    { status: "pending", slot: null },
  ]);
});

test("of several who decide at once one wins, and the others are told who", async () => {
  const given = salon();
  const other = given.person("admin", []);
  const replies = await Promise.all([
    given.approve(given.booking),
    other.call("POST", `${LIST}/${given.id}/reject`),
    given.approve(undefined, {}, other),
    given.approve(given.booking, {}, other),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const winner = replies.find(({ status }) => status === 200)?.body;
  for (const { status, body } of replies)
    if (status === 409)
      expect(body.message).toBe(
        `This request was ${winner.status} already by ${winner.processedByUser.username}.`,
      );
  expect(countOf(given, "appointments")).toBe(winner.appointmentId === null ? 0 : 1);
  expect(texts(given)).toHaveLength(winner.appointmentId === null ? 0 : 1);
});

test("a rejected one, or one that was only marked, can wait again; one that booked cannot", async () => {
  const given = salon();
  const path = `${LIST}/${given.id}`;
  const reopen = () => given.admin.call("POST", `${path}/reopen`);
  expect((await reopen()).status).toBe(409);
  await given.admin.call("POST", `${path}/reject`);
  expect((await reopen()).body).toMatchObject({ status: "pending", processedBy: null });
  await given.approve();
  expect((await reopen()).body).toMatchObject({ status: "pending", processedAt: null });
  const { body } = await given.approve(given.booking);
  const refused = await reopen();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This request was booked. Move or cancel the appointment instead.",
  ]);
  await given.admin.call("DELETE", `/api/appointments/${body.appointmentId}`);
  expect((await reopen()).body).toMatchObject({ status: "pending", appointment: null });
});

test("the list is filtered by state, newest first, a page at a time", async () => {
  const given = salon();
  const more = Array.from({ length: 4 }, () => askTo(given));
  await given.admin.call("POST", `${LIST}/${more[1]}/reject`);
  await given.admin.call("POST", `${LIST}/${more[2]}/approve`);
  const ids = async (query: string) =>
    (await given.admin.call("GET", `${LIST}?${query}`)).body.map(({ id }: { id: number }) => id);
  expect(await ids("status=rejected")).toEqual([more[1]]);
  expect(await ids("status=approved")).toEqual([more[2]]);
  expect(await ids("status=pending")).toEqual([more[3], more[0], given.id]);
  expect(await ids("status=pending&limit=1")).toEqual([more[3]]);
  expect(await ids(`status=pending&before=${more[0]}`)).toEqual([given.id]);
  expect((await given.admin.call("GET", `${LIST}?status=maybe`)).status).toBe(400);
  expect((await given.admin.call("GET", `${LIST}/count`)).body).toEqual({
    pending: 3,
    approved: 1,
    rejected: 1,
    all: 5,
  });
});

test("staff with the page read, and decide nothing", async () => {
  const given = salon();
  const desk = given.person("user", ["/potential-appointments"]);
  for (const act of ["approve", "reject", "reopen"])
    expect([act, (await desk.call("POST", `${LIST}/${given.id}/${act}`)).status]).toEqual([
      act,
      403,
    ]);
  expect((await desk.call("GET", LIST)).body[0].status).toBe("pending");
});

test("a user who decided may leave; the decision stays", async () => {
  const given = salon();
  const other = given.person("admin", []);
  await other.call("POST", `${LIST}/${given.id}/reject`);
  given.app.db.query("delete from users where id = ?").run(other.id);
  expect((await given.admin.call("GET", LIST)).body).toMatchObject([
    { status: "rejected", processedBy: null, processedByUser: null },
  ]);
});

test("a call tells what became of its request", async () => {
  const given = salon();
  const call = phoneIn(given);
  const id = askTo(given, { callId: call });
  const before = await given.admin.call("GET", `/api/call-transcripts/${call}`);
  await given.admin.call("POST", `${LIST}/${id}/reject`);
  const after = await given.admin.call("GET", `/api/call-transcripts/${call}`, undefined, {
    "if-none-match": before.headers.get("etag") ?? "",
  });
  expect([after.status, after.body.requests[0].status]).toEqual([200, "rejected"]);
});
