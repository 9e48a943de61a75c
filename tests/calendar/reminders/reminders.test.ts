import { expect, test } from "bun:test";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { DEFAULT_REMINDER } from "#src/platform/settings/fields-contract.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { ADA, appointmentStand, marks, type Stand } from "./stand.ts";

function salonWithReminders(now?: string): Stand {
  const stand = appointmentStand(now);
  stand.set({
    businessName: "Glow",
    appointmentReminderEnabled: true,
    appointmentReminderMessage:
      "{businessName}: {firstName}, {date} at {time}, {service} with {employee}. C or X?",
  });
  return stand;
}

let sids = 7000;
async function receiveReply({ hono }: Stand, body: string): Promise<void> {
  sids += 1;
  await postInbound(hono, { sid: sidOf(sids), from: ADA, body });
}

const statuses = ({ app }: Stand) =>
  app.db
    .query<{ status: string }, []>("select status from appointments order by id")
    .all()
    .map(({ status }) => status);

const REMINDER = "Glow: Ada, Monday, November 23 at 3:00 PM, Haircut with Rosa. C or X?";

test("the day before, at the set time, the client is reminded once", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-24T15:00:00");
  await stand.at("2026-11-22T14:59:00Z");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-11-22T15:00:00Z");
  await stand.at("2026-11-22T16:00:00Z");
  await stand.at("2026-11-22T20:00:00Z");
  expect(stand.texts()).toEqual([REMINDER]);
});

test("without a business name, the text begins with its first word", async () => {
  const stand = salonWithReminders();
  stand.set({ businessName: "", appointmentReminderMessage: DEFAULT_REMINDER });
  stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.texts()).toEqual([
    "You have an appointment on Monday, November 23 at 3:00 PM (Haircut). Reply C to confirm or X to cancel.",
  ]);
});

test("visits that follow each other get one text, which names both times", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T16:00:00", { service: "Color" });
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.texts()).toEqual([
    REMINDER.replace("3:00 PM, Haircut", "3:00 PM and 4:00 PM, Haircut and Color"),
  ]);
});

test("a visit booked after that day's reminders is reminded an hour later", async () => {
  const stand = salonWithReminders("2026-11-22T15:30:00Z");
  stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T16:29:00Z");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-11-22T16:30:00Z");
  await stand.at("2026-11-22T16:40:00Z");
  expect(stand.texts()).toEqual([REMINDER]);
});

test("a visit booked for the same day gets no reminder of the day before", async () => {
  const stand = salonWithReminders("2026-11-20T14:30:00Z");
  stand.clock.now = Date.parse("2026-11-23T14:30:00Z");
  stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-23T16:00:00Z");
  expect([stand.texts(), marks(stand)[0]?.reminder]).toEqual([[], "skipped"]);
});

test("a visit that staff confirmed early is reminded all the same", async () => {
  const stand = salonWithReminders();
  const id = stand.book("2026-11-23T15:00:00");
  await stand.admin.request("PATCH", `/api/appointments/${id}`, { status: "confirmed" });
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.texts()).toEqual([REMINDER]);
});

test("a reminder missed while the server was down is sent while it is still useful", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T11:00:00", { clientName: "Bea Bell", phone: "+12025550112" });
  await stand.at("2026-11-23T14:30:00Z");
  expect(stand.texts()).toEqual([REMINDER]);
});

test("switched on at noon, reminders are sent for tomorrow and not for today", async () => {
  const stand = appointmentStand("2026-11-20T12:00:00Z");
  stand.book("2026-11-20T20:00:00", { service: "Today" });
  stand.book("2026-11-21T12:00:00", { service: "Tomorrow" });
  stand.clock.now = Date.parse("2026-11-20T17:00:00Z");
  stand.set({ appointmentReminderEnabled: true });
  await stand.at("2026-11-20T17:01:00Z");
  expect(stand.texts().map((body) => /\((\w+)\)/.exec(body)?.[1])).toEqual(["Tomorrow"]);
});

test("no reminder is sent by default, nor for canceled appointments, without a phone, or after an opt-out", async () => {
  const off = appointmentStand();
  off.book("2026-11-23T15:00:00");
  await off.at("2026-11-22T16:00:00Z");
  expect(off.texts()).toEqual([]);

  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T15:00:00", { phone: null });
  stand.book("2026-11-23T15:00:00", { phone: "+12025550112" });
  stand.app.db.run("update appointments set status = 'canceled' where id = 1");
  await postInbound(stand.hono, {
    sid: sidOf(811),
    from: "+12025550112",
    body: "STOP",
    optOutType: "STOP",
  });
  await stand.at("2026-11-22T16:00:00Z");
  expect(stand.texts()).toEqual([]);
});

test("C confirms and X cancels the visit of the last reminder, and the client gets one reply", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-30T15:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  await receiveReply(stand, " c. ");
  await receiveReply(stand, "C");
  await stand.at("2026-11-22T15:02:00Z");
  expect(statuses(stand)).toEqual(["confirmed", "booked"]);
  expect(stand.texts().slice(1)).toEqual([
    "Thank you. You're confirmed for Monday, November 23 at 3:00 PM.",
  ]);

  await receiveReply(stand, "x");
  await stand.at("2026-11-22T15:04:00Z");
  expect(statuses(stand)).toEqual(["canceled", "booked"]);
  expect(stand.texts().slice(2)).toEqual([
    "Your appointment on Monday, November 23 at 3:00 PM is canceled. To book another, reply here.",
  ]);
  expect(stand.app.db.query("select unread_count as n from conversations").get()).toEqual({ n: 3 });
});

test("without an open reminder, C and X are ordinary texts", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked"]);

  await stand.at("2026-11-22T15:00:00Z");
  stand.clock.now = Date.parse("2026-11-23T21:00:00Z");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked"]);
});

test("a waiting reminder is withdrawn when its appointment is canceled", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  const { sendReminders } = await import("#src/calendar/reminders/send-reminders.ts");
  stand.clock.now = Date.parse("2026-11-22T15:00:00Z");
  await sendReminders(stand.app);
  stand.app.db.run("update appointments set status = 'canceled'");
  await stand.sendAll();
  expect(stand.texts()).toEqual([]);
  expect(stand.app.db.query("select status, error from messages").all()).toEqual([
    { status: "skipped", error: "The appointment is canceled, moved or over" },
  ]);
});

test.each([
  [
    "autumn",
    "2026-10-30T12:00:00Z",
    "2026-11-01T01:30:00",
    "2026-10-31T13:59:00Z",
    "2026-10-31T14:00:00Z",
  ],
  [
    "spring",
    "2027-03-12T12:00:00Z",
    "2027-03-14T02:30:00",
    "2027-03-13T14:59:00Z",
    "2027-03-13T15:00:00Z",
  ],
])(
  "across the clock change in %s, one reminder is sent, at ten",
  async (_, now, startsAt, early, due) => {
    const stand = salonWithReminders(now);
    stand.book(startsAt);
    await stand.at(early);
    expect(stand.texts()).toEqual([]);
    await stand.at(due);
    await stand.at(new Date(Date.parse(due) + 3_600_000).toISOString());
    expect(stand.texts()).toHaveLength(1);
  },
);

test("visits hours apart have their own texts, and X cancels only what the last one named", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T11:00:00");
  stand.book("2026-11-23T18:00:00", { service: "Color" });
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.texts()).toEqual([
    REMINDER.replace("3:00", "11:00").replace("PM", "AM"),
    REMINDER.replace("3:00", "6:00").replace("Haircut", "Color"),
  ]);
  await receiveReply(stand, "X");
  await stand.at("2026-11-22T15:01:00Z");
  expect(statuses(stand)).toEqual(["booked", "canceled"]);
  expect(stand.texts().at(-1)).toStartWith(
    "Your appointment on Monday, November 23 at 6:00 PM is canceled.",
  );
  await receiveReply(stand, "C");
  await stand.at("2026-11-22T15:02:00Z");
  expect(statuses(stand)).toEqual(["confirmed", "canceled"]);
  expect(stand.texts().at(-1)).toBe(
    "Thank you. You're confirmed for Monday, November 23 at 11:00 AM.",
  );
});

const move = ({ admin }: Stand, id: number, appointmentDate: string) =>
  admin.request("PATCH", `/api/appointments/${id}`, { appointmentDate, notify: true });

test("X to the reminder of a visit that was moved since cancels neither it nor a visit of an older reminder", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T10:00:00");
  const id = stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.texts()).toHaveLength(2);
  await move(stand, id, "2026-11-23T16:00:00");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked", "booked"]);
  stand.clock.now += 61_000;
  await textVisitChanges(stand.app);
  await stand.sendAll();
  expect(stand.texts().at(-1)).toContain("to Monday, November 23 at 4:00 PM");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked", "booked"]);
});

test.each([
  ["was canceled by the salon", { status: "canceled" }, ["booked", "canceled"]],
  ["got another number", { phoneNumber: "+12025550177" }, ["booked", "booked"]],
])(
  "C and X to the reminder of a visit that %s since answer no older reminder",
  async (_, change, kept) => {
    const stand = salonWithReminders();
    contact(stand.app, stand.admin, "Ada Lovelace", ADA);
    stand.book("2026-11-23T10:00:00");
    const id = stand.book("2026-11-23T15:00:00");
    await stand.at("2026-11-22T15:00:00Z");
    await stand.admin.request("PATCH", `/api/appointments/${id}`, { ...change, notify: false });
    await receiveReply(stand, "X");
    await receiveReply(stand, "C");
    expect(statuses(stand)).toEqual(kept);
  },
);

test("a visit that the desk puts back after an X is answered again, and no older reminder instead", async () => {
  const stand = salonWithReminders();
  contact(stand.app, stand.admin, "Ada Lovelace", ADA);
  stand.book("2026-11-23T10:00:00");
  const id = stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  const putBack = () =>
    stand.admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await receiveReply(stand, "X");
  await putBack();
  await receiveReply(stand, "C");
  expect(statuses(stand)).toEqual(["booked", "confirmed"]);
  await receiveReply(stand, "X");
  await putBack();
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked", "canceled"]);
});

test("C answers the reminder before one that was answered by X, also once the desk deletes what the X canceled", async () => {
  const stand = salonWithReminders();
  contact(stand.app, stand.admin, "Ada Lovelace", ADA);
  stand.book("2026-11-23T10:00:00");
  const id = stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  await receiveReply(stand, "X");
  await stand.admin.request("DELETE", `/api/appointments/${id}?notify=false`);
  await receiveReply(stand, "C");
  expect(statuses(stand)).toEqual(["confirmed"]);
});

test("of two visits in one reminder that an X canceled, the one that the desk puts back is answered again", async () => {
  const stand = salonWithReminders();
  const id = stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T16:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  await receiveReply(stand, "X");
  await stand.admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await receiveReply(stand, "C");
  expect(statuses(stand)).toEqual(["confirmed", "canceled"]);
});

test("of two visits in one reminder, the one that is dragged back after an X is answered, and no older reminder instead", async () => {
  const stand = salonWithReminders();
  contact(stand.app, stand.admin, "Ada Lovelace", ADA);
  stand.book("2026-11-23T10:00:00");
  const id = stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T16:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  await move(stand, id, "2026-11-23T13:00:00");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked", "booked", "canceled"]);
  await move(stand, id, "2026-11-23T15:00:00");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked", "canceled", "canceled"]);
});

test("C answers the reminder before one that an X canceled, also if another number has a visit of it since", async () => {
  const stand = salonWithReminders();
  contact(stand.app, stand.admin, "Ada Lovelace", ADA);
  stand.book("2026-11-23T10:00:00");
  const id = stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T16:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  await receiveReply(stand, "X");
  for (const change of [{ status: "booked" }, { phoneNumber: "+12025550177", notify: false }])
    await stand.admin.request("PATCH", `/api/appointments/${id}`, change);
  await receiveReply(stand, "C");
  expect(statuses(stand)).toEqual(["confirmed", "booked", "canceled"]);
});

test("a reminder of a visit that is over keeps no answer from the next one", async () => {
  const stand = salonWithReminders();
  stand.set({ appointmentSecondReminderEnabled: true });
  contact(stand.app, stand.admin, "Ada Lovelace", ADA);
  stand.book("2026-11-23T14:00:00");
  stand.book("2026-11-24T10:00:00");
  for (const at of ["2026-11-22T15:00:00Z", "2026-11-23T15:00:00Z", "2026-11-23T17:01:00Z"])
    await stand.at(at);
  expect(stand.texts()).toHaveLength(3);
  stand.clock.now = Date.parse("2026-11-24T01:00:00Z");
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["booked", "canceled"]);
});

test("nor does one to the reminder of a visit that has begun or was deleted", async () => {
  for (const isDeleted of [false, true]) {
    const stand = salonWithReminders();
    stand.set({ appointmentSecondReminderEnabled: true });
    contact(stand.app, stand.admin, "Ada Lovelace", ADA);
    const first = stand.book("2026-11-23T12:00:00");
    stand.book("2026-11-23T18:00:00");
    await stand.at("2026-11-22T15:00:00Z");
    await stand.at("2026-11-23T15:01:00Z");
    expect(stand.texts()).toHaveLength(3);
    if (isDeleted) await stand.admin.request("DELETE", `/api/appointments/${first}?notify=false`);
    else stand.clock.now = Date.parse("2026-11-23T17:05:00Z");
    await receiveReply(stand, "X");
    expect(statuses(stand)).toEqual(isDeleted ? ["booked"] : ["booked", "booked"]);
  }
});

test.each([
  [
    "a drag",
    { appointmentDate: "2026-11-24T10:00:00" },
    { appointmentDate: "2026-11-23T15:00:00" },
  ],
  ["a cancellation", { status: "canceled" }, { status: "booked" }],
])("C and X answer the reminder of a visit once %s was undone", async (_, change, undo) => {
  const stand = salonWithReminders();
  const id = stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T15:00:00Z");
  await stand.admin.request("PATCH", `/api/appointments/${id}`, change);
  await receiveReply(stand, "C");
  await stand.admin.request("PATCH", `/api/appointments/${id}`, undo);
  expect(statuses(stand)).toEqual(["booked"]);
  await receiveReply(stand, "C");
  expect(statuses(stand)).toEqual(["confirmed"]);
  await receiveReply(stand, "X");
  expect(statuses(stand)).toEqual(["canceled"]);
});

test("two visits that share a text are confirmed and canceled together, and the reply names both", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T16:00:00", { service: "Color" });
  await stand.at("2026-11-22T15:00:00Z");
  await receiveReply(stand, "X");
  await stand.at("2026-11-22T15:01:00Z");
  expect(statuses(stand)).toEqual(["canceled", "canceled"]);
  expect(stand.texts().at(-1)).toStartWith(
    "Your appointments on Monday, November 23 at 3:00 PM and 4:00 PM are canceled.",
  );
});

test("two people with one number have their own texts and answers", async () => {
  const stand = salonWithReminders();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T15:00:00", { clientName: "Bea Lovelace", service: "Color" });
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.texts()).toHaveLength(2);
  await receiveReply(stand, "C");
  await stand.at("2026-11-22T15:01:00Z");
  await receiveReply(stand, "C");
  await stand.at("2026-11-22T15:02:00Z");
  expect(statuses(stand)).toEqual(["confirmed", "confirmed"]);
});
