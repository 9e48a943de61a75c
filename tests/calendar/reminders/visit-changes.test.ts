import { expect, test } from "bun:test";
import { join } from "node:path";
import { findAppointment } from "#db/calendar/appointments.ts";
import { inTransaction, openDatabase } from "#db/connection.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { createApp } from "#src/create-app.ts";
import { type Desk, desk } from "#tests/calendar/appointments/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { newFolder } from "#tests/support/binary.ts";
import { testApp } from "#tests/support/test-app.ts";
import { failLastText, postInbound } from "#tests/support/twilio-posts.ts";

const RUTH = "+12025550134";
/** The Friday after today. */
const FRIDAY = "2026-11-27";
const MINUTE = 60_000;

interface Salon extends Desk {
  /** A visit of Ruth's on Friday at ten. */
  readonly id: number;
  readonly change: (fields: object, of?: number) => ReturnType<Desk["admin"]["request"]>;
  readonly moveTo: (clock: string, fields?: object) => ReturnType<Desk["admin"]["request"]>;
  /** Lets time pass, with the jobs that text. */
  readonly wait: (milliseconds?: number) => Promise<void>;
  readonly texts: () => string[];
}

async function salon(visit: object = {}): Promise<Salon> {
  const parlor = await desk();
  const { app, admin, clock, sms } = parlor;
  await admin.request("POST", "/api/settings", { businessName: "Glow" });
  const { id } = await parlor.book({
    phoneNumber: RUTH,
    appointmentDate: `${FRIDAY}T10:00`,
    ...visit,
  });
  const change = (fields: object, of = id) =>
    admin.request("PATCH", `/api/appointments/${of}`, fields);
  return {
    ...parlor,
    id,
    change,
    moveTo: (time, fields = { notify: true }) =>
      change({ appointmentDate: `${FRIDAY}T${time}`, ...fields }),
    async wait(milliseconds = MINUTE) {
      clock.now += milliseconds;
      await textVisitChanges(app);
      await sendReminders(app);
      await parlor.sendAll();
    },
    texts: () => sms.sent.map(({ body }) => body),
  };
}

const MOVED =
  "Glow: we moved your appointment from Friday, November 27 at 10:00 AM to Friday, November 27 at 2:00 PM. If that doesn't work for you, reply here.";
const CANCELED =
  "Glow: your appointment on Friday, November 27 at 10:00 AM is canceled. To find another time, reply here.";
const BOOKED =
  "Glow: you are booked with Elena on Friday, November 27 at 12:00 PM. To change it, reply here.";

test("four quick moves are one text, a minute after the last one, with the old and the new time", async () => {
  const { moveTo, wait, texts } = await salon();
  for (const time of ["11:00", "15:00", "12:00", "14:00"]) {
    expect((await moveTo(time)).body.textDueAt).not.toBeNull();
    await wait(20_000);
  }
  await wait(30_000);
  expect(texts()).toEqual([]);
  await wait(20_000);
  expect(texts()).toEqual([MOVED]);
  await wait(3_600_000);
  expect(texts()).toHaveLength(1);
});

test.each([
  ["without notify", {}],
  ["with notify false", { notify: false }],
])("a move %s texts nothing", async (_, fields) => {
  const { moveTo, wait, texts, change, admin, id } = await salon();
  expect((await moveTo("14:00", fields)).body.textDueAt).toBeNull();
  await wait();
  await change({ status: "canceled", ...fields });
  await wait();
  await admin.request("DELETE", `/api/appointments/${id}`);
  await wait();
  expect(texts()).toEqual([]);
});

test("a visit that is back at its time within the minute texts nothing, also after a cancellation", async () => {
  const { moveTo, change, wait, texts } = await salon();
  await moveTo("14:00");
  expect((await moveTo("10:00", {})).body.textDueAt).toBeNull();
  await change({ status: "canceled", notify: true });
  await change({ status: "booked" });
  await wait();
  expect(texts()).toEqual([]);
});

test("a booking is confirmed after a minute, and one that is canceled before that is never mentioned", async () => {
  const { book, change, wait, texts } = await salon();
  const noon = { phoneNumber: RUTH, appointmentDate: `${FRIDAY}T12:00`, notify: true };
  const { id } = await book(noon);
  await change({ status: "canceled", notify: true }, id);
  await wait();
  expect(texts()).toEqual([]);
  expect((await book(noon)).textDueAt).toStartWith("2026-11-20T16:02:00");
  await wait();
  expect(texts()).toEqual([BOOKED]);
});

test("a cancellation is texted, and putting the visit back later confirms it", async () => {
  const { change, moveTo, wait, texts } = await salon();
  await moveTo("12:00", {});
  await change({ status: "canceled", notify: true });
  await wait();
  expect(texts()).toEqual([CANCELED]);
  await change({ status: "booked", notify: true });
  await wait();
  expect(texts().slice(1)).toEqual([BOOKED]);
});

test("the text that was planned can be taken back, and the next one names the time that the client knows", async () => {
  const { moveTo, change, wait, texts } = await salon();
  await moveTo("15:00");
  expect((await change({ notify: false })).body.textDueAt).toBeNull();
  await wait();
  expect(texts()).toEqual([]);
  await moveTo("14:00");
  await wait();
  expect(texts()).toEqual([MOVED]);
});

test("a booking whose text is taken back is known with the employee that it has then", async () => {
  const { book, change, wait, texts, elena, tomas } = await salon();
  const noon = { phoneNumber: RUTH, appointmentDate: `${FRIDAY}T12:00`, notify: true };
  const { id } = await book(noon);
  await change({ employeeId: tomas, notify: false }, id);
  await wait();
  await change({ employeeId: elena, notify: true }, id);
  await wait();
  expect(texts()).toEqual([
    "Glow: your appointment on Friday, November 27 at 12:00 PM is now with Elena. If that doesn't work for you, reply here.",
  ]);
});

test("another employee at the same time is texted by first name", async () => {
  const { change, wait, texts, tomas } = await salon();
  await change({ employeeId: tomas, notify: true });
  await wait();
  expect(texts()).toEqual([
    "Glow: your appointment on Friday, November 27 at 10:00 AM is now with Tomas. If that doesn't work for you, reply here.",
  ]);
});

test("a deleted visit is texted as canceled, also when a text about its move was planned", async () => {
  const { moveTo, admin, id, wait, texts, book } = await salon();
  await moveTo("14:00");
  await admin.request("DELETE", `/api/appointments/${id}?notify=true`);
  await wait();
  const { id: unknown } = await book({
    phoneNumber: RUTH,
    appointmentDate: `${FRIDAY}T12:00`,
    notify: true,
  });
  await admin.request("DELETE", `/api/appointments/${unknown}?notify=true`);
  await wait();
  expect(texts()).toEqual([CANCELED]);
});

test("a cancellation that is to be texted is told, whatever deletes the visit meanwhile", async () => {
  const { admin, change, wait, texts, elena } = await salon();
  await change({ status: "canceled", notify: true });
  expect((await admin.request("DELETE", `/api/employees/${elena}`)).status).toBe(204);
  await wait();
  expect(texts()).toEqual([CANCELED]);
});

test("later visits of a series are moved and canceled by one text, and visits changed alone have their own", async () => {
  const repeat = { everyWeeks: 1, count: 4 };
  const { moveTo, change, id, wait, texts } = await salon({ repeat });
  await moveTo("14:00", { scope: "following", notify: true });
  await wait();
  expect(texts()).toEqual([MOVED.replace("2:00 PM.", "2:00 PM, and the 3 visits after it too.")]);
  await change({ status: "canceled", notify: true });
  await change({ status: "canceled", notify: true }, id + 2);
  await wait();
  expect(texts().slice(1)).toEqual([
    CANCELED.replace("10:00 AM", "2:00 PM"),
    CANCELED.replace("November 27 at 10:00 AM", "December 11 at 2:00 PM"),
  ]);
  await change({ status: "canceled", scope: "following", notify: true }, id + 1);
  await wait();
  expect(texts().slice(3)).toEqual([
    CANCELED.replace(
      "November 27 at 10:00 AM is",
      "December 4 at 2:00 PM and the visit after it are",
    ),
  ]);
});

test("a series is confirmed by one text with its rhythm", async () => {
  const { texts, wait, book } = await salon();
  const repeat = { everyWeeks: 1, count: 3 };
  await book({
    phoneNumber: RUTH,
    appointmentDate: `${FRIDAY}T12:00`,
    ...{ repeat, notify: true },
  });
  await wait();
  expect(texts()).toEqual([
    BOOKED.replace("12:00 PM.", "12:00 PM, then every week until December 11 (3 visits)."),
  ]);
});

test("a text that is due at night is written in the morning, about what is true by then", async () => {
  const { moveTo, wait, texts, clock } = await salon();
  clock.now = Date.parse("2026-11-25T23:00:00-05:00");
  await moveTo("15:00");
  await wait();
  expect(texts()).toEqual([]);
  await moveTo("14:00", {});
  clock.now = Date.parse("2026-11-26T08:58:00-05:00");
  await wait();
  expect(texts()).toEqual([]);
  await wait(2 * MINUTE);
  expect(texts()).toEqual([MOVED]);
});

test("a visit that begins before quiet hours end isn't texted about", async () => {
  const { moveTo, wait, texts, clock } = await salon();
  clock.now = Date.parse(`${FRIDAY}T06:00:00-05:00`);
  expect((await moveTo("08:30", { notify: true, allowOverlap: true })).body.textDueAt).toBeNull();
  clock.now = Date.parse(`${FRIDAY}T09:30:00-05:00`);
  await wait();
  expect(texts()).toEqual([]);
});

test("a text that could not leave before the visit began is never sent", async () => {
  const { app, moveTo, clock, sendAll, texts } = await salon();
  clock.now = Date.parse(`${FRIDAY}T09:00:00-05:00`);
  await moveTo("14:00");
  clock.now += MINUTE;
  await textVisitChanges(app);
  clock.now = Date.parse(`${FRIDAY}T14:30:00-05:00`);
  await sendAll();
  expect(texts()).toEqual([]);
});

test("a text still in the queue is not sent once the visit has changed again", async () => {
  const { app, moveTo, clock, wait, texts } = await salon();
  await moveTo("15:00");
  clock.now += MINUTE;
  await textVisitChanges(app);
  await moveTo("14:00");
  await wait();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toEndWith(
    "to Friday, November 27 at 2:00 PM. If that doesn't work for you, reply here.",
  );
});

test.each([
  ["opted out", "STOP", "the client has opted out of texts"],
  [
    "may have opted out",
    "zorp unsubscribe quibble",
    "the client may have opted out. Decide in the inbox",
  ],
])("a client who %s gets no text, and the reason is given", async (_, words, reason) => {
  const { admin, hono, id, moveTo, wait, texts } = await salon();
  await postInbound(hono, { sid: sidOf(77), from: RUTH, body: words });
  await wait();
  const before = texts().length;
  expect((await moveTo("14:00")).body.textDueAt).toBeNull();
  await wait();
  expect(texts()).toHaveLength(before);
  const ask = (query: string) => admin.request("GET", `/api/appointments/text-refusal?${query}`);
  const text = null;
  expect((await ask(`appointmentId=${id}&cancels=true`)).body).toEqual({ reason, text });
  expect((await ask(`phoneNumber=${encodeURIComponent(RUTH)}`)).body).toEqual({ reason, text });
  expect((await ask("phoneNumber=2025550177")).body).toEqual({ reason: null, text });
});

test("the text is read before the change is made, by staff who see the client's name", async () => {
  const parlor = await salon();
  const { admin, id, elena, moveTo, wait, texts } = parlor;
  const { id: other } = (await admin.request("POST", "/api/employees", { name: "Jo Park" })).body;
  const about = `/api/appointments/text-refusal?appointmentId=${id}`;
  const ask = async (query: string, user = admin) =>
    (await user.request("GET", `${about}&${query}`)).body.text;
  expect(await ask("cancels=true")).toBe(CANCELED);
  expect(await ask(`appointmentDate=${FRIDAY}T10:00`)).toBeNull();
  expect(await ask(`appointmentDate=${FRIDAY}T14:00&employeeId=${elena}`)).toBe(MOVED);
  expect(await ask(`employeeId=${other}`)).toContain(" is now with Jo.");
  expect(await ask("cancels=true", parlor.desk([elena], { canViewClientNames: false }))).toBeNull();
  await moveTo("14:00");
  await wait();
  expect(texts()).toEqual([MOVED]);
  // Now the client knows of two o'clock.
  expect(await ask("cancels=true")).toContain("at 2:00 PM is canceled");
  await admin.request("DELETE", `/api/appointments/${id}`);
  const gone = { reason: "the appointment no longer exists", text: null };
  expect((await admin.request("GET", about)).body).toEqual(gone);
});

test("a restart between a change and its text neither loses it nor sends it twice", async () => {
  const path = join(newFolder("restart"), "parlor.db");
  const before = testApp({ path });
  const { id: employeeId } = (
    await before.admin.request("POST", "/api/employees", { name: "Elena Sato" })
  ).body;
  const { id } = (
    await before.admin.request("POST", "/api/appointments", {
      ...{ employeeId, clientName: "Ruth Abernathy", phoneNumber: RUTH },
      appointmentDate: `${FRIDAY}T10:00`,
    })
  ).body;
  const move = { appointmentDate: `${FRIDAY}T14:00`, notify: true };
  await before.admin.request("PATCH", `/api/appointments/${id}`, move);
  before.app.db.close();

  const restart = () =>
    createApp({
      ...before.app,
      db: openDatabase(path),
      now: () => before.clock.now + 3 * MINUTE,
    });
  const after = restart();
  await Promise.all([textVisitChanges(after), textVisitChanges(after)]);
  after.db.close();
  const last = restart();
  await textVisitChanges(last);
  expect(last.db.query("select body from messages").values()).toEqual([
    [MOVED.replace("Glow: we", "We")],
  ]);
});

/** The minute passes and the text is written, while the carrier can't be reached. */
async function waitInOutage({ app, clock }: Salon): Promise<void> {
  clock.now += MINUTE;
  await textVisitChanges(app);
}

test("a text that an outage holds up is replaced by one that names the time the client was told last", async () => {
  const parlor = await salon();
  const { moveTo, change, wait, texts, admin, tomas } = parlor;
  await moveTo("12:00");
  await waitInOutage(parlor);
  // Its text waits too, and is replaced although this change asks for none.
  await moveTo("15:00", {});
  await waitInOutage(parlor);
  // What the client doesn't see leaves the text as it is.
  await change({ service: "Facial" });
  await moveTo("14:00");
  await wait();
  expect(texts()).toEqual([MOVED]);
  await change({ employeeId: tomas, notify: true });
  await waitInOutage(parlor);
  await moveTo("16:00");
  await wait();
  expect(texts().slice(1)).toEqual([
    MOVED.replace("2:00 PM.", "4:00 PM with Tomas.").replace("10:00 AM", "2:00 PM"),
  ]);
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  expect(body[0].textDueAt).toBeNull();
});

test("a change that is taken back during an outage is never texted", async () => {
  const parlor = await salon();
  const { moveTo, change, wait, texts } = parlor;
  await moveTo("14:00");
  await waitInOutage(parlor);
  await moveTo("10:00");
  await wait();
  await change({ status: "canceled", notify: true });
  await waitInOutage(parlor);
  await change({ status: "booked" });
  await wait();
  expect(texts()).toEqual([]);
});

test("a visit that is moved and then canceled in an outage is canceled at the time the client knows", async () => {
  const parlor = await salon();
  await parlor.moveTo("14:00");
  await waitInOutage(parlor);
  await parlor.change({ status: "canceled" });
  await parlor.wait();
  expect(parlor.texts()).toEqual([CANCELED]);
});

test("a client's own cancellation takes the planned text back", async () => {
  const { app, id, moveTo, wait, texts } = await salon();
  await moveTo("14:00");
  inTransaction(app.db, () => {
    const row = findAppointment(app.db, id);
    if (row) cancelAppointment(app, row, "client");
  });
  await wait();
  expect(texts()).toEqual([]);
});

const REMINDER = {
  appointmentReminderEnabled: true,
  appointmentReminderMessage: "See you {date} at {time}",
};

test("dragging a visit of tomorrow four times re-sends no reminder, and its text counts as one", async () => {
  const { admin, clock, moveTo, wait, texts } = await salon();
  await admin.request("POST", "/api/settings", REMINDER);
  clock.now = Date.parse("2026-11-26T12:00:00-05:00");
  await wait();
  expect(texts()).toEqual(["See you Friday, November 27 at 10:00 AM"]);
  for (const time of ["11:00", "15:00", "12:00", "14:00"]) {
    await moveTo(time, {});
    await wait();
  }
  expect(texts()).toHaveLength(1);
  await moveTo("16:00");
  await wait();
  await wait();
  expect(texts().slice(1)).toEqual([MOVED.replaceAll("2:00", "4:00")]);
});

test("a visit moved to tomorrow gets one text instead of a text and a reminder", async () => {
  const { admin, clock, change, wait, texts } = await salon({
    appointmentDate: "2026-12-04T10:00",
  });
  await admin.request("POST", "/api/settings", REMINDER);
  clock.now = Date.parse("2026-11-26T12:00:00-05:00");
  await change({ appointmentDate: `${FRIDAY}T14:00`, notify: true });
  for (let minute = 0; minute < 5; minute += 1) await wait();
  expect(texts()).toEqual([MOVED.replace("November 27 at 10", "December 4 at 10")]);
});

test("a visit that is moved away from tomorrow and back is not reminded again, and one moved away is", async () => {
  const { admin, clock, change, moveTo, wait, texts } = await salon();
  await admin.request("POST", "/api/settings", REMINDER);
  clock.now = Date.parse("2026-11-26T12:00:00-05:00");
  await wait();
  await change({ appointmentDate: "2026-12-04T10:00" });
  await wait();
  await moveTo("10:00", {});
  await wait();
  expect(texts()).toHaveLength(1);
  await change({ appointmentDate: "2026-12-04T10:00" });
  clock.now = Date.parse("2026-12-03T12:00:00-05:00");
  await wait();
  expect(texts().slice(1)).toEqual(["See you Friday, December 4 at 10:00 AM"]);
});

test("a reminder doesn't count once the client was told of another time", async () => {
  const { admin, clock, change, moveTo, wait, texts } = await salon();
  await admin.request("POST", "/api/settings", REMINDER);
  clock.now = Date.parse("2026-11-26T12:00:00-05:00");
  await wait();
  await change({ appointmentDate: "2026-12-04T10:00", notify: true });
  await wait();
  await moveTo("15:00", {});
  await wait();
  expect(texts().filter((text) => text.startsWith("See you"))).toEqual([
    "See you Friday, November 27 at 10:00 AM",
    "See you Friday, November 27 at 3:00 PM",
  ]);
});

test("the calendar says when a text is planned, and staff without phone numbers can ask for one", async () => {
  const parlor = await salon();
  const mia = parlor.desk([parlor.elena], { canViewClientPhoneNumbers: false });
  const { body } = await mia.request("PATCH", `/api/appointments/${parlor.id}`, {
    appointmentDate: `${FRIDAY}T14:00`,
    notify: true,
  });
  expect([body.phoneNumber, body.textDueAt]).toEqual(["••• ••• 0134", "2026-11-20T16:01:00.000Z"]);
  expect((await mia.request("GET", "/api/appointments/text-refusal?phoneNumber=1")).status).toBe(
    403,
  );
  const list = await mia.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  expect(list.body[0].textDueAt).toBe(body.textDueAt);
  await parlor.wait();
  expect(parlor.texts()).toEqual([MOVED]);
});

test("a move that wasn't delivered isn't sent again once the visit is moved again, whenever the receipt comes", async () => {
  for (const isEarly of [true, false]) {
    const parlor = await salon();
    const { moveTo, wait, texts } = parlor;
    await moveTo("15:00");
    await wait();
    if (isEarly) await failLastText(parlor, 30001);
    await moveTo("14:00");
    await wait(20_000);
    if (!isEarly) await failLastText(parlor, 30001);
    await wait(45_000);
    await wait();
    expect(texts()).toHaveLength(2);
    expect(texts().at(-1)).toContain("2:00 PM");
  }
});

test("a confirmation that wasn't delivered isn't sent again after the news of a move, and else is", async () => {
  for (const isMoved of [true, false]) {
    const parlor = await salon({ textConfirmation: true });
    const { moveTo, wait, texts } = parlor;
    await wait(0);
    const { length } = texts();
    if (isMoved) await moveTo("14:00");
    await wait(30_000);
    await failLastText(parlor, 30001);
    await wait(45_000);
    await wait();
    expect(texts().slice(length)).toEqual(isMoved ? [MOVED] : texts().slice(0, length));
  }
});

test("the news that a deleted visit is canceled is sent again, unless another came since", async () => {
  const parlor = await salon();
  const { admin, id, wait, texts } = parlor;
  await admin.request("DELETE", `/api/appointments/${id}?notify=true`);
  await wait();
  expect(texts()).toEqual([CANCELED]);
  await failLastText(parlor, 30001);
  await wait();
  await wait();
  expect(texts()).toEqual([CANCELED, CANCELED]);
});
