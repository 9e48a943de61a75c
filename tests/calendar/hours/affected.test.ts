import { expect, test } from "bun:test";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { type Desk, desk } from "#tests/calendar/appointments/stand.ts";

const RUTH = "+12025550134";
/** The Friday after today. */
const FRIDAY = "2026-11-27";
const CLOSED = { closedDays: [{ date: FRIDAY, name: "Day after Thanksgiving" }] };
const OPEN = [{ start: "09:00", end: "17:00" }];
const SHORT = [{ start: "09:00", end: "12:00" }];
const week = (fri: typeof OPEN) => ({
  ...{ mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri, sat: OPEN, sun: [] },
});

interface Salon extends Desk {
  /** Ruth's visit on Friday at two. */
  readonly id: number;
  readonly undecided: () => Promise<number[]>;
  readonly remind: () => Promise<string[]>;
}

async function salon(): Promise<Salon> {
  const parlor = await desk();
  const { app, admin, clock, sms } = parlor;
  await admin.request("POST", "/api/settings", {
    appointmentReminderEnabled: true,
    appointmentReminderMessage: "See you {date} at {time}",
  });
  const at2 = { phoneNumber: RUTH, appointmentDate: `${FRIDAY}T14:00` };
  const { id } = await parlor.book(at2);
  return {
    ...parlor,
    id,
    undecided: async () =>
      (await admin.request("GET", "/api/hours/affected")).body.map((one: { id: number }) => one.id),
    async remind() {
      clock.now = Math.max(clock.now + 60_000, Date.parse("2026-11-26T12:00:00-05:00"));
      await textVisitChanges(app);
      await sendReminders(app);
      await parlor.sendAll();
      return sms.sent.map(({ body }) => body);
    },
  };
}

const REMINDER = "See you Friday, November 27 at 2:00 PM";

const CHANGES: [string, (salon: Salon) => Promise<unknown>][] = [
  ["a closed day", ({ admin }) => admin.request("PUT", "/api/hours", CLOSED)],
  [
    "shorter hours",
    ({ admin }) => admin.request("PUT", "/api/hours", { weekly: week(SHORT), closedDays: [] }),
  ],
  [
    "an employee's shorter hours",
    ({ admin, elena }) =>
      admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: week(SHORT) }),
  ],
  [
    "time off",
    ({ admin, elena }) =>
      admin.request("POST", "/api/time-off", {
        employeeId: elena,
        start: `${FRIDAY}T13:00`,
        end: `${FRIDAY}T18:00`,
      }),
  ],
];

test.each(CHANGES)(
  "%s lists the visits it affects, and their clients aren't reminded to come until someone decides",
  async (_, change) => {
    const parlor = await salon();
    await parlor.book({ appointmentDate: `${FRIDAY}T09:30`, employeeId: parlor.tomas });
    const { body } = (await change(parlor)) as Awaited<ReturnType<Desk["admin"]["request"]>>;
    expect(body.affected).toContainEqual({
      id: parlor.id,
      contactId: 1,
      clientName: "Ruth Abernathy",
      appointmentDate: `${FRIDAY}T14:00:00`,
      employeeName: "Elena Sato",
      canText: true,
      seriesId: null,
    });
    expect(await parlor.undecided()).toContain(parlor.id);
    expect(await parlor.remind()).toEqual([]);
    const leave = `/api/hours/affected/${parlor.id}/leave`;
    expect((await parlor.admin.request("POST", leave)).status).toBe(204);
    expect(await parlor.undecided()).not.toContain(parlor.id);
    expect(await parlor.remind()).toEqual([REMINDER]);
  },
);

test("an affected visit that is canceled and texted, or moved, needs no decision", async () => {
  const { admin, id, book, undecided, remind } = await salon();
  const other = await book({ appointmentDate: `${FRIDAY}T10:00` });
  await admin.request("PUT", "/api/hours", CLOSED);
  expect(await undecided()).toEqual([other.id, id]);
  await admin.request("PATCH", `/api/appointments/${other.id}`, {
    appointmentDate: "2026-11-25T10:00",
  });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled", notify: true });
  expect(await undecided()).toEqual([]);
  expect(await remind()).toEqual([
    "Your appointment on Friday, November 27 at 2:00 PM is canceled. To find another time, reply here.",
  ]);
});

test("opening again, or deleting the time off, reminds as before", async () => {
  const { admin, id, undecided, remind } = await salon();
  await admin.request("PUT", "/api/hours", CLOSED);
  const { body } = await admin.request("POST", "/api/time-off", {
    start: `${FRIDAY}T00:00`,
    end: `${FRIDAY}T23:00`,
  });
  await admin.request("PUT", "/api/hours", { closedDays: [] });
  expect(await undecided()).toEqual([id]);
  await admin.request("DELETE", `/api/time-off/${body.id}`);
  expect(await undecided()).toEqual([]);
  expect(await remind()).toEqual([REMINDER]);
});

test("a visit that was left, or was booked outside the hours, isn't listed again by another change", async () => {
  const { admin, id, book, undecided } = await salon();
  const early = await book({ appointmentDate: `${FRIDAY}T07:00`, allowOverlap: true });
  const first = await admin.request("PUT", "/api/hours", CLOSED);
  expect(first.body.affected).toHaveLength(1);
  await admin.request("POST", `/api/hours/affected/${id}/leave`);
  const again = await admin.request("PUT", "/api/hours", { ...CLOSED, weekly: week(OPEN) });
  expect([again.body.affected, await undecided()]).toEqual([[], []]);
  expect(early.outsideHours).toBe(true);
});

test("a series is left at once, also with one request", async () => {
  const { admin, elena, undecided } = await salon();
  await admin.request("POST", "/api/appointments", {
    ...{ employeeId: elena, clientName: "Hana Kim", appointmentDate: `${FRIDAY}T10:00` },
    repeat: { everyWeeks: 1, count: 3 },
  });
  const { body } = await admin.request("PUT", "/api/hours", { weekly: week([]) });
  const ofHana = body.affected.filter(
    (one: { clientName: string }) => one.clientName === "Hana Kim",
  );
  expect(ofHana).toHaveLength(3);
  expect(new Set(ofHana.map((one: { seriesId: number }) => one.seriesId)).size).toBe(1);
  const [{ id }] = ofHana;
  await admin.request("POST", `/api/hours/affected/${id}/leave?series=true`);
  expect(await undecided()).toHaveLength(1);
});

test("staff see and leave the affected visits of the employees they may see, with the client's name hidden where it must be", async () => {
  const parlor = await salon();
  const { admin, id, elena, tomas } = parlor;
  await admin.request("PUT", "/api/hours", CLOSED);
  const mia = parlor.desk([elena], { canViewClientNames: false });
  const { body } = await mia.request("GET", "/api/hours/affected");
  expect(body.map(({ clientName }: { clientName: string }) => clientName)).toEqual([
    `Client #${id}`,
  ]);
  const noor = parlor.desk([tomas]);
  const hidden = await noor.request("GET", "/api/hours/affected");
  const leave = `/api/hours/affected/${id}/leave`;
  expect([hidden.body, (await noor.request("POST", leave)).status]).toEqual([[], 404]);
  expect((await mia.request("POST", leave)).status).toBe(204);
});

test("visits that another employee can't take over are listed and refused in words, and their clients are told", async () => {
  const { admin, app, clock, sms, sendAll, id, elena, tomas, book } = await salon();
  const taken = {
    phoneNumber: "+12025550155",
    clientName: "Noor",
    appointmentDate: `${FRIDAY}T10:00`,
  };
  const conflict = await book(taken);
  await book({ employeeId: tomas, appointmentDate: `${FRIDAY}T10:30` });
  const upcoming = await admin.request(
    "GET",
    `/api/employees/${elena}/upcoming?reassignTo=${tomas}`,
  );
  expect(upcoming.body).toEqual({
    count: 2,
    affected: [
      {
        id: conflict.id,
        contactId: 2,
        clientName: "Noor",
        appointmentDate: `${FRIDAY}T10:00:00`,
        employeeName: "Elena Sato",
        canText: true,
        seriesId: null,
      },
    ],
  });
  const path = `/api/employees/${elena}?reassignTo=${tomas}&textClients=true`;
  const refused = await admin.request("DELETE", path);
  expect([refused.status, refused.body.errors.allowOverlap]).toEqual([
    409,
    "1 of 2 visits has a conflict. Friday, November 27: Tomas Cruz already has an appointment, 10:30 – 11:30 AM.",
  ]);
  expect((await admin.request("DELETE", `${path}&allowOverlap=true`)).status).toBe(204);
  clock.now += 60_000;
  await textVisitChanges(app);
  await sendAll();
  const text = (time: string) =>
    `Your appointment on Friday, November 27 at ${time} is now with Tomas. If that doesn't work for you, reply here.`;
  expect(Object.fromEntries(sms.sent.map(({ to, body }) => [to, body]))).toEqual({
    [RUTH]: text("2:00 PM"),
    "+12025550155": text("10:00 AM"),
  });
  const moved = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  expect(moved.body.find((one: { id: number }) => one.id === id).employeeId).toBe(tomas);
});

test("all affected visits are canceled at once, and the clients who can be texted get one text each", async () => {
  const parlor = await salon();
  const { admin, app, id, book, undecided, remind, sms } = parlor;
  await book({ appointmentDate: `${FRIDAY}T10:00`, clientName: "Walk-in", phoneNumber: "" });
  const moved = await book({ appointmentDate: `${FRIDAY}T11:00`, phoneNumber: "+12025550155" });
  const { body } = await admin.request("PUT", "/api/hours", CLOSED);
  expect(body.affected.map(({ canText }: { canText: boolean }) => canText)).toEqual([
    false,
    true,
    true,
  ]);
  // Meanwhile someone moves one of them.
  await admin.request("PATCH", `/api/appointments/${moved.id}`, {
    appointmentDate: "2026-11-25T11:00",
  });
  const { status, body: counts } = await admin.request("POST", "/api/appointments/cancel", {
    visits: body.affected,
    notify: true,
  });
  expect([status, counts]).toEqual([200, { canceled: 2, texted: 1 }]);
  expect(await undecided()).toEqual([]);
  await remind();
  expect(sms.sent.map(({ to, body: text }) => [to, text])).toEqual([
    [
      RUTH,
      "Your appointment on Friday, November 27 at 2:00 PM is canceled. To find another time, reply here.",
    ],
  ]);
  const entries = app.db
    .query("select target_id from audit_logs where action = 'appointment.cancel'")
    .values();
  expect(entries.flat().map(Number)).toContain(id);
  expect(entries).toHaveLength(2);
});

test("visits in calendars the user can't see, and visits that have begun, aren't canceled with the others", async () => {
  const parlor = await salon();
  const { id, tomas, elena, clock } = parlor;
  const visits = [{ id, appointmentDate: `${FRIDAY}T14:00` }];
  const noor = parlor.desk([tomas]);
  const cancel = (person: typeof noor) =>
    person.request("POST", "/api/appointments/cancel", { visits, notify: true });
  expect((await cancel(noor)).body).toEqual({ canceled: 0, texted: 0 });
  clock.now = Date.parse(`${FRIDAY}T14:30:00-05:00`);
  expect((await cancel(parlor.desk([elena]))).body).toEqual({ canceled: 0, texted: 0 });
});

test("a visit that no one has decided about waits for you until it is left, moved or canceled", async () => {
  const parlor = await salon();
  const { admin, id, tomas, book } = parlor;
  const waiting = async (person = admin) =>
    (await person.request("GET", "/api/waiting")).body.map(
      ({ kind, id: of }: { kind: string; id: number }) => `${kind} ${of}`,
    );
  const other = await book({ appointmentDate: `${FRIDAY}T10:00` });
  expect(await waiting()).toEqual([]);
  await admin.request("PUT", "/api/hours", CLOSED);
  expect(await waiting()).toEqual([`affected ${other.id}`]);
  expect(await waiting(parlor.desk([tomas]))).toEqual([]);
  await admin.request("PATCH", `/api/appointments/${other.id}`, { status: "canceled" });
  const { body } = await admin.request("GET", "/api/waiting");
  expect(body).toMatchObject([
    {
      id,
      count: 1,
      name: "Ruth Abernathy",
      expiresAt: "2026-11-27T19:00:00.000Z",
      visit: { start: `${FRIDAY}T14:00:00`, employeeName: "Elena" },
    },
  ]);
  await admin.request("POST", `/api/hours/affected/${id}/leave`);
  expect(await waiting()).toEqual([]);
});

test("a reassignment that is refused changes nothing, and one that is made anyway shows both visits as overlapping", async () => {
  const { admin, elena, tomas, book } = await salon();
  const conflict = await book({ clientName: "Noor", appointmentDate: `${FRIDAY}T10:00` });
  const own = await book({ employeeId: tomas, appointmentDate: `${FRIDAY}T10:30` });
  const list = async () => {
    const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
    return body as { id: number; employeeId: number; clash: boolean }[];
  };
  const before = await list();
  const path = `/api/employees/${elena}?reassignTo=${tomas}`;
  expect((await admin.request("DELETE", path)).status).toBe(409);
  expect(await list()).toEqual(before);
  expect((await admin.request("GET", "/api/employees")).body).toHaveLength(2);
  expect((await admin.request("DELETE", `${path}&allowOverlap=true`)).status).toBe(204);
  const after = await list();
  expect(after.map(({ employeeId }) => employeeId)).toEqual([tomas, tomas, tomas]);
  expect(after.flatMap(({ id, clash }) => (clash ? id : [])).toSorted()).toEqual(
    [conflict.id, own.id].toSorted(),
  );
});
