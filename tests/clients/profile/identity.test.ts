import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { bookingDesk, FRIDAY, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { appointmentStand } from "#tests/calendar/reminders/stand.ts";
import { JOAN, RUTH, WREN, waitDesk } from "#tests/calendar/waitlist/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { phoneIn } from "#tests/support/callers.ts";
import { BALAYAGE, outside } from "#tests/support/outside.ts";
import { contact, stranger, type TestApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const OLD = "+12025550111";
const NEW = "+12025550199";
const ADA = "Ada Lovelace";

let sids = 9000;
async function write({ hono }: TestApp, from: string, body: string): Promise<void> {
  sids += 1;
  await postInbound(hono, { sid: sidOf(sids), from, body });
}

const changeNumber = ({ admin }: TestApp, id: number, phoneNumber: string) =>
  admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber });

const statusesOf = ({ app }: TestApp) =>
  app.db.query("select status from appointments order by id").values().flat();

/** A salon whose client Ada has a visit on Monday the 23rd. */
function salon(now?: string) {
  const stand = appointmentStand(now);
  stand.set({ businessName: "Glow", appointmentReminderEnabled: true });
  const id = contact(stand.app, stand.admin, ADA, OLD);
  stand.book("2026-11-23T15:00:00", { phone: OLD });
  return { ...stand, id };
}

const remind = (stand: { at: (iso: string) => Promise<void> }) => stand.at("2026-11-22T15:00:00Z");

test("after a change of number, the reminder goes to the new number", async () => {
  const stand = salon();
  await changeNumber(stand, stand.id, NEW);
  await remind(stand);
  expect(stand.sms.sent.map(({ to }) => to)).toEqual([NEW]);
});

test("the old number's next owner can't cancel the client's visit, and the client can", async () => {
  const stand = salon();
  await remind(stand);
  await changeNumber(stand, stand.id, NEW);
  await write(stand, OLD, "X");
  expect(statusesOf(stand)).toEqual(["booked"]);
  await write(stand, OLD, "C");
  expect(statusesOf(stand)).toEqual(["booked"]);
  await write(stand, NEW, "X");
  expect(statusesOf(stand)).toEqual(["canceled"]);
});

test("the client's page and file list what was booked, called and texted under the old number", async () => {
  const stand = salon("2026-11-20T16:00:00Z");
  phoneIn(stand, { phone: OLD, said: ["Hello"] });
  await write(stand, OLD, "See you soon");
  await changeNumber(stand, stand.id, NEW);
  const visits = await stand.admin.request("GET", `/api/contacts/${stand.id}/appointments`);
  expect(visits.body.next).toMatchObject([{ phoneNumber: NEW, contactId: stand.id }]);
  const history = await stand.admin.request("GET", `/api/contacts/${stand.id}/history`);
  expect(history.body.entries.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    "call",
    "consent",
  ]);
  expect(history.body.lastTexts).toMatchObject([{ body: "See you soon" }]);
  const file = JSON.parse(
    await (await stand.admin.open(`/api/contacts/${stand.id}/export`)).text(),
  );
  expect(file).toMatchObject({
    formerNumbers: [{ number: OLD }],
    appointments: [{ name: ADA }],
    calls: [{}],
    consent: [{ given: true }],
    texts: [{ body: "See you soon" }],
  });
});

test("the row of a visit keeps the number that it was booked for, also when staff move it", async () => {
  const stand = salon();
  await changeNumber(stand, stand.id, NEW);
  await stand.admin.request("PATCH", "/api/appointments/1", {
    appointmentDate: "2026-11-24T15:00",
    allowOverlap: true,
  });
  expect(stand.app.db.query("select phone, contact_id from appointments").values()).toEqual([
    [12025550111, stand.id],
  ]);
  await stand.admin.request("PATCH", "/api/appointments/1", { phoneNumber: "+12025550177" });
  expect(stand.app.db.query("select phone, contact_id from appointments").values()).toEqual([
    [12025550177, null],
  ]);
});

test("a second client with the old number sees nothing of the first one", async () => {
  const stand = salon();
  phoneIn(stand, { phone: OLD, said: ["Hello"] });
  await changeNumber(stand, stand.id, NEW);
  const second = stranger(stand.app, stand.admin, "Bea Bell", OLD);
  const visits = await stand.admin.request("GET", `/api/contacts/${second}/appointments`);
  expect(visits.body).toEqual({ next: [], last: [], named: [] });
  const history = await stand.admin.request("GET", `/api/contacts/${second}/history`);
  expect(history.body).toMatchObject({ lastTexts: [], entries: [] });
  const { body } = await stand.admin.request("GET", `/api/contacts/${second}`);
  expect(body).toMatchObject({ basis: "none", optedOut: false });
});

test("a visit booked for an unknown number belongs to the contact who gets it later", async () => {
  const stand = appointmentStand();
  stand.book("2026-11-23T15:00:00", { phone: NEW });
  const later = contact(stand.app, stand.admin, ADA, NEW);
  stand.book("2026-11-23T17:00:00", { phone: OLD });
  await changeNumber(stand, later, OLD);
  const visits = await stand.admin.request("GET", `/api/contacts/${later}/appointments`);
  expect(visits.body.next).toHaveLength(2);
});

test("a client who is deleted gets no more reminders and thank-yous", async () => {
  const stand = salon();
  stand.set({ appointmentThankYouEnabled: true });
  await stand.admin.request("DELETE", `/api/contacts/${stand.id}`);
  await remind(stand);
  await stand.at("2026-11-23T22:30:00Z");
  expect(stand.sms.sent).toEqual([]);
  contact(stand.app, stand.admin, "Bea Bell", OLD);
  expect(stand.app.db.query("select contact_id from appointments").values()).toEqual([[null]]);
});

test("a reminder that waits for the end of quiet hours isn't sent once its client is deleted", async () => {
  const stand = salon();
  stand.set({ quietHoursEnabled: true, appointmentReminderTime: "05:00" });
  await stand.at("2026-11-22T10:30:00Z");
  expect(stand.sms.sent).toEqual([]);
  await stand.admin.request("DELETE", `/api/contacts/${stand.id}`);
  await stand.at("2026-11-22T16:00:00Z");
  expect(stand.sms.sent).toEqual([]);
});

test("an offer from the waitlist is answered from the new number only", async () => {
  const parlor = await waitDesk();
  const { body: visit } = await parlor.admin.request("POST", "/api/appointments", {
    employeeId: parlor.elena,
    clientName: "Noor Haddad",
    appointmentDate: `${FRIDAY}T10:00`,
    serviceId: parlor.facial,
  });
  await parlor.wait(RUTH);
  await parlor.cancel(visit.id);
  await parlor.work();
  await changeNumber(parlor, parlor.contacts[RUTH] ?? 0, NEW);
  await parlor.reply(RUTH, "YES");
  expect(await parlor.statuses()).toEqual(["offered"]);
  await parlor.reply(NEW, "YES");
  expect(await parlor.statuses()).toEqual(["booked"]);
  expect(parlor.texts().at(-1)).toStartWith(NEW);
  expect([JOAN, WREN]).not.toContain(NEW);
});

test("a booking's link texts the client's present number", async () => {
  const parlor = await bookingDesk();
  const token = tokenOf(await parlor.online());
  await parlor.sendAll();
  await changeNumber(parlor, 1, NEW);
  await parlor.visitor("POST", `/api/booking/${token}/reschedule`, {
    start: `${FRIDAY}T13:00:00`,
  });
  await parlor.sendAll();
  expect(parlor.sms.sent.at(-1)).toMatchObject({ to: NEW });
});

test("the old number's next owner has bookings of their own only", async () => {
  const parlor = await bookingDesk();
  for (const hour of ["10", "11", "12"]) await parlor.online({ start: `${FRIDAY}T${hour}:00:00` });
  expect((await parlor.online({ start: `${FRIDAY}T13:00:00` })).status).toBe(409);
  await changeNumber(parlor, 1, NEW);
  const own = await parlor.online({ start: `${FRIDAY}T13:00:00`, name: "Someone Else" });
  expect(own.status).toBe(201);
});

test("a request from a call is approved for the caller's present number", async () => {
  const stand = salon();
  const { createBookingRequest } = await import("#src/calls/booking-requests/booking-requests.ts");
  const request = createBookingRequest(stand.app, {
    callId: phoneIn(stand, { phone: OLD }),
    contactId: null,
    callerName: "Ada",
    phone: OLD,
    preferredDate: "Tuesday",
    preferredTime: "at ten",
    requestedService: "Cut",
    notes: "",
    slot: undefined,
  });
  await changeNumber(stand, stand.id, NEW);
  await stand.admin.request("POST", `/api/potential-appointments/${request}/approve`, {
    employeeId: 1,
    appointmentDate: "2026-11-24T10:00",
    allowOverlap: true,
  });
  await stand.sendAll();
  expect(stand.sms.sent).toMatchObject([{ to: NEW }]);
});

test("a client's portal closes with the number that opened it", async () => {
  const stand = salon();
  const { insertClientSession } = await import("#db/platform/sessions.ts");
  insertClientSession(stand.app.db, {
    idHash: new Uint8Array([1]),
    kind: "member",
    phone: OLD,
    createdAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
  });
  await changeNumber(stand, stand.id, NEW);
  expect(stand.app.db.query("select * from client_sessions").all()).toEqual([]);
});

test("a number goes back and forth, and every row stays the client's", async () => {
  const stand = salon();
  for (const number of [NEW, OLD, NEW, OLD]) await changeNumber(stand, stand.id, number);
  const { body } = await stand.admin.request("GET", `/api/contacts/${stand.id}/appointments`);
  expect(body.next).toHaveLength(1);
  inTransaction(stand.app.db, () =>
    addContact(stand.app, { name: "Bea Bell", phone: NEW, userId: stand.admin.id }),
  );
  expect((await changeNumber(stand, stand.id, NEW)).status).toBe(409);
});

test("every way to book links the visit to the client", async () => {
  const parlor = await bookingDesk();
  const { admin, app } = parlor;
  const id = contact(app, admin, "Ruth Abernathy", RUTH);
  await parlor.book({ phoneNumber: RUTH });
  await parlor.book({
    phoneNumber: RUTH,
    appointmentDate: "2026-12-01T10:00",
    repeat: { everyWeeks: 1, count: 2 },
  });
  await parlor.online();
  const own = await outside(parlor);
  const sent = await own.send("appointmentCreate", {
    ...BALAYAGE,
    first_name: "Ruth",
    last_name: "Abernathy",
    phone_number: RUTH,
    employee_first_name: "Elena",
    start_datetime: "2026-12-03T10:00",
    end_datetime: "2026-12-03T11:00",
  });
  expect(sent.status).toBe(201);
  const head = "ServiceStartDateTime,ServicingClientName,ServiceDisplayName,Resource,Phone Number";
  const row = `2026-12-04 10:00 AM,Ruth Abernathy,Peel,Elena Sato,${RUTH}`;
  const file = Buffer.from([head, row].join("\r\n")).toString("base64");
  await admin.request("POST", "/api/appointments/import", { file });
  const rows = app.db.query("select source, contact_id from appointments order by source").values();
  expect(rows).toEqual([
    ["import", id],
    ["online", id],
    ["staff", id],
    ["staff", id],
    ["staff", id],
    ["webhook", id],
  ]);
  expect(app.db.query("select contact_id from online_bookings").values()).toEqual([[id]]);
});
