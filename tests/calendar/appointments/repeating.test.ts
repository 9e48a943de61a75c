import { expect, test } from "bun:test";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { at, FRIDAYS, RUTH, startsOf, WEEKLY, weekly } from "./series-stand.ts";
import { desk } from "./stand.ts";

test("a series consists of visits at the same time of day before and after the clocks change", async () => {
  const salon = await desk();
  const { body } = await salon.admin.request("POST", "/api/appointments", {
    employeeId: salon.elena,
    clientName: "Ruth Abernathy",
    appointmentDate: "2027-02-26T10:00",
    repeat: { everyWeeks: 2, until: "2027-04-01" },
  });
  expect(body.appointmentDate).toBe("2027-02-26T10:00:00");
  expect(body.repeat).toEqual({ seriesId: 1, everyWeeks: 2, until: "2027-03-26" });
  expect(await startsOf(salon)).toEqual(at(["2027-02-26", "2027-03-12", "2027-03-26"]));
});

test("the preview lists each day's conflicts and books nothing, and skipped days aren't booked", async () => {
  const salon = await desk();
  const { admin, elena } = salon;
  await salon.book({ clientName: "Noor Haddad", appointmentDate: `${FRIDAYS[1]}T10:30` });
  await admin.request("POST", "/api/time-off", {
    employeeId: elena,
    start: `${FRIDAYS[2]}T09:00`,
    end: `${FRIDAYS[2]}T17:00`,
  });
  await admin.request("PUT", "/api/hours", {
    weekly: Object.fromEntries(
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
        day,
        [{ start: "09:00", end: "17:00" }],
      ]),
    ),
    closedDays: [{ date: FRIDAYS[4], name: "Christmas", yearly: false }],
  });
  const input = { employeeId: elena, appointmentDate: `${FRIDAYS[0]}T10:00` };
  const preview = await admin.request("POST", "/api/appointments/repeat-preview", {
    ...input,
    repeat: WEEKLY,
  });
  expect(preview.status).toBe(200);
  expect(preview.body.visits).toEqual([
    { day: FRIDAYS[0], start: `${FRIDAYS[0]}T10:00:00`, conflict: null },
    {
      day: FRIDAYS[1],
      start: `${FRIDAYS[1]}T10:00:00`,
      conflict: "Elena Sato already has an appointment, 10:30 – 11:30 AM.",
    },
    {
      day: FRIDAYS[2],
      start: `${FRIDAYS[2]}T10:00:00`,
      conflict: "Elena Sato has time off, 9:00 AM – 5:00 PM.",
    },
    { day: FRIDAYS[3], start: `${FRIDAYS[3]}T10:00:00`, conflict: null },
    {
      day: FRIDAYS[4],
      start: `${FRIDAYS[4]}T10:00:00`,
      conflict: "The business is closed for Christmas.",
    },
  ]);
  expect(await startsOf(salon)).toEqual([`${FRIDAYS[1]}T10:30`]);

  const book = { ...input, clientName: "Ruth Abernathy" };
  const refused = await admin.request("POST", "/api/appointments", { ...book, repeat: WEEKLY });
  expect(refused.status).toBe(409);
  expect(refused.body.errors.allowOverlap).toStartWith(
    "3 of 5 visits have a conflict. Friday, December 4: Elena Sato already has an appointment",
  );
  expect(await startsOf(salon)).toHaveLength(1);

  const skip = [FRIDAYS[1], FRIDAYS[2], FRIDAYS[4]];
  const booked = await admin.request("POST", "/api/appointments", {
    ...book,
    repeat: { ...WEEKLY, skip },
  });
  expect(booked.body.repeat.until).toBe(FRIDAYS[3]);
  expect(await startsOf(salon)).toEqual([
    `${FRIDAYS[0]}T10:00`,
    `${FRIDAYS[1]}T10:30`,
    `${FRIDAYS[3]}T10:00`,
  ]);
});

test("all visits are booked anyway on request, in one audit entry", async () => {
  const salon = await desk();
  await salon.book({ clientName: "Noor Haddad", appointmentDate: `${FRIDAYS[1]}T10:30` });
  await weekly(salon, { allowOverlap: true });
  expect(await startsOf(salon)).toHaveLength(6);
  const entries = salon.app.db
    .query<{ metadata: string }, []>(
      "select metadata from audit_logs where action = 'appointment.create' order by id",
    )
    .all();
  expect(entries).toHaveLength(2);
  expect(JSON.parse(entries[1]?.metadata ?? "")).toMatchObject({
    source: "staff",
    everyWeeks: 1,
    appointmentIds: [2, 3, 4, 5, 6],
  });
});

test.each([
  [{ everyWeeks: 1, count: 53 }, "repeat.count", "Enter at most 52 visits"],
  [{ everyWeeks: 53, count: 2 }, "repeat.everyWeeks", undefined],
  [{ everyWeeks: 1, count: 1 }, "repeat.count", "Enter 2 visits or more"],
  [{ everyWeeks: 1, count: 3, until: "2027-01-01" }, "repeat.until", undefined],
  [{ everyWeeks: 1 }, "repeat.until", "Give either the number of visits or the last day"],
  [{ everyWeeks: 4, count: 52 }, "repeat.count", "A series can last up to two years."],
  [{ everyWeeks: 2, until: "2029-12-01" }, "repeat.until", undefined],
  [
    { everyWeeks: 1, until: "2027-12-01" },
    "repeat.until",
    "A series can have up to 52 visits. Choose an earlier date.",
  ],
  [
    { everyWeeks: 2, until: "2026-12-01" },
    "repeat.until",
    "Choose a later date, so that there is a second visit.",
  ],
  [
    { everyWeeks: 1, count: 2, skip: ["2026-11-27", "2026-12-04"] },
    "repeat",
    "All visits are left out. Keep at least one.",
  ],
])("%j is refused", async (repeat, field, message) => {
  const salon = await desk();
  const { status, body } = await salon.admin.request("POST", "/api/appointments", {
    employeeId: salon.elena,
    clientName: "Ruth Abernathy",
    appointmentDate: "2026-11-27T10:00",
    repeat,
  });
  expect(status).toBe(400);
  expect(Object.keys(body.errors)).toContain(field);
  if (message) expect(body.errors[field]).toBe(message);
  expect(await startsOf(salon)).toEqual([]);
});

test("the same request sent twice books one series", async () => {
  const salon = await desk();
  const send = () =>
    salon.admin.request(
      "POST",
      "/api/appointments",
      {
        employeeId: salon.elena,
        clientName: "Ruth Abernathy",
        appointmentDate: `${FRIDAYS[0]}T10:00`,
        repeat: WEEKLY,
      },
      { "idempotency-key": "once" },
    );
  const [first, second] = [await send(), await send()];
  expect(second.body.id).toBe(first.body.id);
  expect(await startsOf(salon)).toHaveLength(5);
});

test("the client gets one text about all visits, which names those left out", async () => {
  const salon = await desk();
  await salon.admin.request("POST", "/api/settings", { businessName: "Lumen" });
  const booked = await weekly(salon, {
    phoneNumber: RUTH,
    service: "Facial",
    textConfirmation: true,
    repeat: { everyWeeks: 1, count: 8, skip: [FRIDAYS[1], FRIDAYS[4]] },
  });
  expect(booked.confirmation).toEqual({ sent: true, message: "A text confirms it to the client." });
  await salon.sendAll();
  expect(salon.sms.sent.map(({ body }) => body)).toEqual([
    "Lumen: you are booked for Facial with Elena on Friday, November 27 at 10:00 AM, then every week until January 15, 2027 (6 visits, none on December 4 and December 25). To change it, reply here.",
  ]);
});

test("a single appointment is confirmed by text too, only on request", async () => {
  const salon = await desk();
  const at10 = { phoneNumber: RUTH, appointmentDate: `${FRIDAYS[0]}T10:00` };
  expect((await salon.book(at10)).confirmation).toBeUndefined();
  const noPhone = await salon.book({
    appointmentDate: `${FRIDAYS[0]}T12:00`,
    textConfirmation: true,
  });
  expect(noPhone.confirmation).toEqual({
    sent: false,
    message: "No text was sent: the client's number is not known.",
  });
  await salon.sendAll();
  expect(salon.sms.sent).toEqual([]);
});

test("a visit that the clocks skip is a conflict, and begins after the change if booked anyway", async () => {
  const salon = await desk();
  const input = { employeeId: salon.elena, appointmentDate: "2027-03-07T02:30" };
  const repeat = { everyWeeks: 1, count: 3 };
  const { body } = await salon.admin.request("POST", "/api/appointments/repeat-preview", {
    ...input,
    repeat,
  });
  expect(body.visits[1]).toMatchObject({ day: "2027-03-14", start: "2027-03-14T03:30:00" });
  expect(body.visits[1].conflict).toStartWith(
    "The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM.",
  );
  await salon.book({ ...input, repeat, allowOverlap: true });
  expect(await startsOf(salon)).toEqual([
    "2027-03-07T02:30",
    "2027-03-14T03:30",
    "2027-03-21T02:30",
  ]);
});

test("each visit keeps its own reminder", async () => {
  const salon = await desk();
  await salon.admin.request("POST", "/api/settings", { appointmentReminderEnabled: true });
  await weekly(salon, { phoneNumber: RUTH });
  for (const day of ["2026-11-26", "2026-12-03"]) {
    salon.clock.now = Date.parse(`${day}T21:00:00Z`);
    await sendReminders(salon.app);
    await salon.sendAll();
  }
  expect(salon.sms.sent.map(({ to }) => to)).toEqual([RUTH, RUTH]);
});

test("a series whose first visit has begun is confirmed from the next one on", async () => {
  const salon = await desk();
  const booked = await weekly(salon, {
    phoneNumber: RUTH,
    appointmentDate: "2026-11-20T10:00",
    repeat: { everyWeeks: 1, count: 4 },
    textConfirmation: true,
  });
  expect(booked.confirmation).toEqual({ sent: true, message: "A text confirms it to the client." });
  await salon.sendAll();
  expect(salon.sms.sent.map(({ body }) => body)).toEqual([
    "You are booked with Elena on Friday, November 27 at 10:00 AM, then every week until December 11 (3 visits). To change it, reply here.",
  ]);
});
