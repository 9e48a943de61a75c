import { expect, test } from "bun:test";
import { seriesByIds } from "#db/calendar/appointment-series.ts";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { type Desk, desk, TODAY } from "./stand.ts";

const RUTH = "+12025550134";
const FRIDAYS = ["2026-11-27", "2026-12-04", "2026-12-11", "2026-12-18", "2026-12-25"];
const WEEKLY = { everyWeeks: 1, count: 5 };

interface Visit {
  readonly id: number;
  readonly appointmentDate: string;
  readonly status: string;
  readonly employeeId: number;
  readonly repeat: { seriesId: number; everyWeeks: number; until: string } | null;
}

async function visitsOf({ admin }: Desk): Promise<Visit[]> {
  return (await admin.call("GET", "/api/appointments?from=2026-11-20&to=2027-11-19")).body;
}

async function startsOf(salon: Desk): Promise<string[]> {
  return (await visitsOf(salon))
    .filter(({ status }) => status !== "canceled")
    .map(({ appointmentDate }) => appointmentDate.slice(0, 16));
}

const at = (days: readonly string[], time = "10:00") => days.map((day) => `${day}T${time}`);

function weekly(salon: Desk, changes: object = {}) {
  return salon.book({ appointmentDate: `${FRIDAYS[0]}T10:00`, repeat: WEEKLY, ...changes });
}

test("a series is its visits, at the same time of day before and after the clocks change", async () => {
  const salon = await desk();
  const { body } = await salon.admin.call("POST", "/api/appointments", {
    employeeId: salon.elena,
    clientName: "Ruth Abernathy",
    appointmentDate: "2027-02-26T10:00",
    repeat: { everyWeeks: 2, until: "2027-04-01" },
  });
  expect(body.appointmentDate).toBe("2027-02-26T10:00:00");
  expect(body.repeat).toEqual({ seriesId: 1, everyWeeks: 2, until: "2027-03-26" });
  expect(await startsOf(salon)).toEqual(at(["2027-02-26", "2027-03-12", "2027-03-26"]));
});

test("the preview names each day's conflicts and books nothing; the days left out are not booked", async () => {
  const salon = await desk();
  const { admin, elena } = salon;
  await salon.book({ clientName: "Noor Haddad", appointmentDate: `${FRIDAYS[1]}T10:30` });
  await admin.call("POST", "/api/time-off", {
    employeeId: elena,
    start: `${FRIDAYS[2]}T09:00`,
    end: `${FRIDAYS[2]}T17:00`,
  });
  await admin.call("PUT", "/api/hours", {
    weekly: Object.fromEntries(
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
        day,
        [{ start: "09:00", end: "17:00" }],
      ]),
    ),
    closedDays: [{ date: FRIDAYS[4], name: "Christmas", yearly: false }],
  });
  const input = { employeeId: elena, appointmentDate: `${FRIDAYS[0]}T10:00` };
  const preview = await admin.call("POST", "/api/appointments/repeat-preview", {
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
  const refused = await admin.call("POST", "/api/appointments", { ...book, repeat: WEEKLY });
  expect(refused.status).toBe(409);
  expect(refused.body.errors.allowOverlap).toStartWith(
    "3 of 5 visits have a conflict. Friday, December 4: Elena Sato already has an appointment",
  );
  expect(await startsOf(salon)).toHaveLength(1);

  const skip = [FRIDAYS[1], FRIDAYS[2], FRIDAYS[4]];
  const booked = await admin.call("POST", "/api/appointments", {
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

test("all are booked anyway when asked to, in one audit entry", async () => {
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
  [{ everyWeeks: 4, count: 52 }, "repeat.count", "A series lasts two years at most."],
  [{ everyWeeks: 2, until: "2029-12-01" }, "repeat.until", undefined],
  [
    { everyWeeks: 1, until: "2027-12-01" },
    "repeat.until",
    "A series has at most 52 visits. Choose an earlier date.",
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
  const { status, body } = await salon.admin.call("POST", "/api/appointments", {
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
    salon.admin.call(
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
  await salon.admin.call("POST", "/api/settings", { businessName: "Lumen" });
  const booked = await weekly(salon, {
    phoneNumber: RUTH,
    service: "Facial",
    textConfirmation: true,
    repeat: { everyWeeks: 1, count: 8, skip: [FRIDAYS[1], FRIDAYS[4]] },
  });
  expect(booked.confirmation).toEqual({ sent: true, words: "A text confirms it to the client." });
  await salon.sendAll();
  expect(salon.sms.sent.map(({ body }) => body)).toEqual([
    "Lumen: you are booked for Facial with Elena on Friday, November 27 at 10:00 AM, then every week until January 15, 2027 (6 visits, none on December 4 and December 25). To change it, reply here.",
  ]);
});

test("a single appointment is confirmed too, and only if asked", async () => {
  const salon = await desk();
  const at10 = { phoneNumber: RUTH, appointmentDate: `${FRIDAYS[0]}T10:00` };
  expect((await salon.book(at10)).confirmation).toBeUndefined();
  const noPhone = await salon.book({
    appointmentDate: `${FRIDAYS[0]}T12:00`,
    textConfirmation: true,
  });
  expect(noPhone.confirmation).toEqual({
    sent: false,
    words: "No text was sent: the client's number is not known.",
  });
  await salon.sendAll();
  expect(salon.sms.sent).toEqual([]);
});

test("one visit moves alone, or with all later ones by the same time", async () => {
  const salon = await desk();
  await weekly(salon);
  const [, second, third] = await visitsOf(salon);
  const path = (id = 0) => `/api/appointments/${id}`;
  await salon.admin.call("PATCH", path(third?.id), { appointmentDate: `${FRIDAYS[2]}T13:00` });
  const { status, body } = await salon.admin.call("PATCH", path(second?.id), {
    appointmentDate: "2026-12-05T11:00",
    durationMinutes: 30,
    scope: "following",
  });
  expect([status, body.appointmentDate, body.repeat.until]).toEqual([
    200,
    "2026-12-05T11:00:00",
    "2026-12-26",
  ]);
  expect(await startsOf(salon)).toEqual([
    `${FRIDAYS[0]}T10:00`,
    "2026-12-05T11:00",
    "2026-12-12T14:00",
    "2026-12-19T11:00",
    "2026-12-26T11:00",
  ]);
});

test("a week later, visits may take each other's times, but nobody else's", async () => {
  const salon = await desk();
  await weekly(salon);
  await salon.book({ clientName: "Noor Haddad", appointmentDate: "2027-01-01T10:30" });
  const [, second] = await visitsOf(salon);
  const change = { appointmentDate: `${FRIDAYS[2]}T10:00`, scope: "following" };
  const refused = await salon.admin.call("PATCH", `/api/appointments/${second?.id}`, change);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "1 of 4 visits has a conflict. Friday, January 1: Elena Sato already has an appointment, 10:30 – 11:30 AM.",
  ]);
  expect(await startsOf(salon)).toEqual([...at(FRIDAYS), "2027-01-01T10:30"]);
  const anyway = { ...change, allowOverlap: true };
  await salon.admin.call("PATCH", `/api/appointments/${second?.id}`, anyway);
  expect(await startsOf(salon)).toEqual([
    ...at([FRIDAYS[0] ?? "", ...FRIDAYS.slice(2), "2027-01-01"]),
    "2027-01-01T10:30",
  ]);
});

test("the rest is canceled in one step; what was and what is canceled stays as it is", async () => {
  const salon = await desk();
  // Two of the five have begun.
  const days = ["2026-11-13", "2026-11-20", ...FRIDAYS.slice(0, 3)];
  await weekly(salon, { appointmentDate: `${days[0]}T10:00` });
  const [ahead, last] = [3, 5].map((id) => `/api/appointments/${id}`);
  await salon.admin.call("PATCH", last ?? "", { status: "canceled" });
  const canceled = await salon.admin.call("PATCH", ahead ?? "", {
    status: "canceled",
    scope: "following",
  });
  expect(canceled.status).toBe(200);
  const left = (await visitsOf(salon)).map(({ id, status }) => [id, status]);
  expect(left).toEqual([
    [2, "booked"],
    [3, "canceled"],
    [4, "canceled"],
    [5, "canceled"],
  ]);
  const [, log] = salon.app.db
    .query<{ metadata: string }, []>(
      "select metadata from audit_logs where action = 'appointment.cancel' order by id",
    )
    .all();
  expect(JSON.parse(log?.metadata ?? "").appointmentIds).toEqual([3, 4]);

  // From a past visit, the past ones after it stay.
  await salon.admin.call("PATCH", ahead ?? "", { status: "booked" });
  await salon.admin.call("PATCH", "/api/appointments/1", {
    status: "canceled",
    scope: "following",
  });
  expect(await startsOf(salon)).toEqual(at([TODAY]));
});

test("only a cancellation applies to later visits; a status is of one visit", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const { status, body } = await salon.admin.call("PATCH", `/api/appointments/${id}`, {
    status: "arrived",
    scope: "following",
  });
  expect([status, body.message]).toEqual([
    400,
    "Only a cancellation can apply to the later visits too.",
  ]);
});

test("a visit is deleted with all later ones, and with the last one the series is gone", async () => {
  const salon = await desk();
  await weekly(salon);
  const [first, second] = await visitsOf(salon);
  await salon.admin.call("DELETE", `/api/appointments/${second?.id}?scope=following`);
  expect(await startsOf(salon)).toEqual(at(FRIDAYS.slice(0, 1)));
  expect(seriesByIds(salon.app.db, [1]).size).toBe(1);
  await salon.admin.call("DELETE", `/api/appointments/${first?.id}`);
  expect(salon.app.db.query("select * from appointment_series").all()).toEqual([]);
});

test("an appointment becomes the first of a series, and stays what it was", async () => {
  const salon = await desk();
  const { id } = await salon.book({
    appointmentDate: `${FRIDAYS[0]}T10:00`,
    phoneNumber: RUTH,
    service: "Peel",
  });
  const repeat = { everyWeeks: 2, count: 3, skip: [FRIDAYS[2]] };
  const { status, body } = await salon.admin.call("PATCH", `/api/appointments/${id}`, { repeat });
  expect([status, body.repeat.until]).toEqual([200, FRIDAYS[4]]);
  const [first, last] = await visitsOf(salon);
  expect(last).toMatchObject({ clientName: "Ruth Abernathy", phoneNumber: RUTH, service: "Peel" });
  expect(first?.repeat).toEqual(last?.repeat ?? null);
  const again = await salon.admin.call("PATCH", `/api/appointments/${id}`, { repeat });
  expect([again.status, again.body.message]).toEqual([400, "This appointment already repeats."]);
});

test("staff change only what they see, and add nothing", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const staff = salon.desk([salon.elena]);
  const visits = await visitsOf(salon);
  const last = `/api/appointments/${visits[4]?.id}`;
  await salon.admin.call("PATCH", last, { employeeId: salon.tomas });
  const shift = { appointmentDate: `${FRIDAYS[0]}T11:00`, scope: "following" };
  const refused = await staff.call("PATCH", `/api/appointments/${id}`, shift);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Some later visits are with an employee whose calendar you can't see. Ask an administrator.",
  ]);
  await salon.admin.call("PATCH", last, { employeeId: salon.elena });
  expect((await staff.call("PATCH", `/api/appointments/${id}`, shift)).status).toBe(200);
  const single = await salon.book({ appointmentDate: `${TODAY}T13:00` });
  const repeat = await staff.call("PATCH", `/api/appointments/${single.id}`, { repeat: WEEKLY });
  expect(repeat.status).toBe(403);
});

test("a visit that the clocks skip is a conflict, and begins after the change if booked anyway", async () => {
  const salon = await desk();
  const input = { employeeId: salon.elena, appointmentDate: "2027-03-07T02:30" };
  const repeat = { everyWeeks: 1, count: 3 };
  const { body } = await salon.admin.call("POST", "/api/appointments/repeat-preview", {
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
  await salon.admin.call("POST", "/api/settings", { appointmentReminderEnabled: true });
  await weekly(salon, { phoneNumber: RUTH });
  for (const day of ["2026-11-26", "2026-12-03"]) {
    salon.clock.now = Date.parse(`${day}T21:00:00Z`);
    await sendReminders(salon.app);
    await salon.sendAll();
  }
  expect(salon.sms.sent.map(({ to }) => to)).toEqual([RUTH, RUTH]);
});

test("an appointment that is to repeat is no conflict of its own, wherever it lies", async () => {
  const salon = await desk();
  const late = { employeeId: salon.elena, appointmentDate: `${FRIDAYS[0]}T18:00` };
  const { id } = await salon.book({ ...late, allowOverlap: true });
  const repeat = { everyWeeks: 1, count: 2 };
  const { body } = await salon.admin.call("POST", "/api/appointments/repeat-preview", {
    ...late,
    repeat,
    appointmentId: id,
  });
  expect(body.visits.map(({ conflict }: { conflict: string | null }) => conflict)).toEqual([
    null,
    "Elena Sato works from 9:00 AM to 5:00 PM.",
  ]);
});

test.each(["POST", "PATCH", "DELETE"])(
  "a series that can't be recorded in the audit log is not changed: %s",
  async (method) => {
    const salon = await desk();
    const { id } = await weekly(salon, { phoneNumber: RUTH });
    salon.app.db.run(
      "create trigger broken before insert on audit_logs begin select raise(abort, 'no log'); end",
    );
    const before = await visitsOf(salon);
    const path = `/api/appointments/${id}`;
    const { status } =
      method === "POST"
        ? await salon.admin.call("POST", "/api/appointments", {
            employeeId: salon.tomas,
            clientName: "Noor Haddad",
            appointmentDate: `${FRIDAYS[0]}T10:00`,
            repeat: WEEKLY,
          })
        : method === "PATCH"
          ? await salon.admin.call("PATCH", path, { status: "canceled", scope: "following" })
          : await salon.admin.call("DELETE", `${path}?scope=following`);
    expect(status).toBe(500);
    expect(await visitsOf(salon)).toEqual(before);
  },
);
