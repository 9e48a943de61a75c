import { expect, test } from "bun:test";
import { seriesByIds } from "#db/calendar/appointment-series.ts";
import { at, FRIDAYS, RUTH, startsOf, visitsOf, WEEKLY, weekly } from "./series-stand.ts";
import { desk, TODAY } from "./stand.ts";

test("one visit moves alone, or with all later ones by the same time", async () => {
  const salon = await desk();
  await weekly(salon);
  const [, second, third] = await visitsOf(salon);
  const path = (id = 0) => `/api/appointments/${id}`;
  await salon.admin.request("PATCH", path(third?.id), { appointmentDate: `${FRIDAYS[2]}T13:00` });
  const { status, body } = await salon.admin.request("PATCH", path(second?.id), {
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

test("a week later, visits may take each other's times, but no other client's", async () => {
  const salon = await desk();
  await weekly(salon);
  await salon.book({ clientName: "Noor Haddad", appointmentDate: "2027-01-01T10:30" });
  const [, second] = await visitsOf(salon);
  const change = { appointmentDate: `${FRIDAYS[2]}T10:00`, scope: "following" };
  const refused = await salon.admin.request("PATCH", `/api/appointments/${second?.id}`, change);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "1 of 4 visits has a conflict. Friday, January 1: Elena Sato already has an appointment, 10:30 – 11:30 AM.",
  ]);
  expect(await startsOf(salon)).toEqual([...at(FRIDAYS), "2027-01-01T10:30"]);
  const anyway = { ...change, allowOverlap: true };
  await salon.admin.request("PATCH", `/api/appointments/${second?.id}`, anyway);
  expect(await startsOf(salon)).toEqual([
    ...at([FRIDAYS[0] ?? "", ...FRIDAYS.slice(2), "2027-01-01"]),
    "2027-01-01T10:30",
  ]);
});

test("the remaining visits are canceled in one step, and past and canceled ones stay", async () => {
  const salon = await desk();
  // Two of the five have begun.
  const days = ["2026-11-13", "2026-11-20", ...FRIDAYS.slice(0, 3)];
  await weekly(salon, { appointmentDate: `${days[0]}T10:00` });
  const [ahead, last] = [3, 5].map((id) => `/api/appointments/${id}`);
  await salon.admin.request("PATCH", last ?? "", { status: "canceled" });
  const canceled = await salon.admin.request("PATCH", ahead ?? "", {
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
  await salon.admin.request("PATCH", ahead ?? "", { status: "booked" });
  await salon.admin.request("PATCH", "/api/appointments/1", {
    status: "canceled",
    scope: "following",
  });
  expect(await startsOf(salon)).toEqual(at([TODAY]));
});

test("only a cancellation applies to later visits; other statuses apply to one visit", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const { status, body } = await salon.admin.request("PATCH", `/api/appointments/${id}`, {
    status: "arrived",
    scope: "following",
  });
  expect([status, body.message]).toEqual([
    400,
    "Only a cancellation can apply to the later visits too.",
  ]);
});

test("a visit is deleted with all later ones, and a series without visits is deleted", async () => {
  const salon = await desk();
  await weekly(salon);
  const [first, second] = await visitsOf(salon);
  await salon.admin.request("DELETE", `/api/appointments/${second?.id}?scope=following`);
  expect(await startsOf(salon)).toEqual(at(FRIDAYS.slice(0, 1)));
  expect(seriesByIds(salon.app.db, [1]).size).toBe(1);
  await salon.admin.request("DELETE", `/api/appointments/${first?.id}`);
  expect(salon.app.db.query("select * from appointment_series").all()).toEqual([]);
});

test("an appointment can become the first of a series and otherwise stays the same", async () => {
  const salon = await desk();
  const { id } = await salon.book({
    appointmentDate: `${FRIDAYS[0]}T10:00`,
    phoneNumber: RUTH,
    service: "Peel",
  });
  const repeat = { everyWeeks: 2, count: 3, skip: [FRIDAYS[2]] };
  const { status, body } = await salon.admin.request("PATCH", `/api/appointments/${id}`, {
    repeat,
  });
  expect([status, body.repeat.until]).toEqual([200, FRIDAYS[4]]);
  const [first, last] = await visitsOf(salon);
  expect(last).toMatchObject({ clientName: "Ruth Abernathy", phoneNumber: RUTH, service: "Peel" });
  expect(first?.repeat).toEqual(last?.repeat ?? null);
  const again = await salon.admin.request("PATCH", `/api/appointments/${id}`, { repeat });
  expect([again.status, again.body.message]).toEqual([400, "This appointment already repeats."]);
});

test("staff change only the appointments they may see, and can't add any", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const staff = salon.desk([salon.elena]);
  const visits = await visitsOf(salon);
  const last = `/api/appointments/${visits[4]?.id}`;
  await salon.admin.request("PATCH", last, { employeeId: salon.tomas });
  const shift = { appointmentDate: `${FRIDAYS[0]}T11:00`, scope: "following" };
  const refused = await staff.request("PATCH", `/api/appointments/${id}`, shift);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Some later visits are with an employee whose calendar you can't see. Ask an administrator.",
  ]);
  await salon.admin.request("PATCH", last, { employeeId: salon.elena });
  expect((await staff.request("PATCH", `/api/appointments/${id}`, shift)).status).toBe(200);
  const single = await salon.book({ appointmentDate: `${TODAY}T13:00` });
  const repeat = await staff.request("PATCH", `/api/appointments/${single.id}`, { repeat: WEEKLY });
  expect(repeat.status).toBe(403);
});

test("an appointment about to repeat is not in conflict with itself, at any time", async () => {
  const salon = await desk();
  const late = { employeeId: salon.elena, appointmentDate: `${FRIDAYS[0]}T18:00` };
  const { id } = await salon.book({ ...late, allowOverlap: true });
  const repeat = { everyWeeks: 1, count: 2 };
  const { body } = await salon.admin.request("POST", "/api/appointments/repeat-preview", {
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
        ? await salon.admin.request("POST", "/api/appointments", {
            employeeId: salon.tomas,
            clientName: "Noor Haddad",
            appointmentDate: `${FRIDAYS[0]}T10:00`,
            repeat: WEEKLY,
          })
        : method === "PATCH"
          ? await salon.admin.request("PATCH", path, { status: "canceled", scope: "following" })
          : await salon.admin.request("DELETE", `${path}?scope=following`);
    expect(status).toBe(500);
    expect(await visitsOf(salon)).toEqual(before);
  },
);

test("later visits that would move to a skipped time are listed, and begin after the change", async () => {
  const salon = await desk();
  const { id } = await salon.book({
    appointmentDate: "2027-03-07T10:00",
    repeat: { everyWeeks: 1, count: 3 },
    allowOverlap: true,
  });
  const early = { appointmentDate: "2027-03-07T02:30", scope: "following" };
  const refused = await salon.admin.request("PATCH", `/api/appointments/${id}`, early);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain(
    "Sunday, March 14: The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM.",
  );
  const anyway = { ...early, allowOverlap: true };
  await salon.admin.request("PATCH", `/api/appointments/${id}`, anyway);
  expect(await startsOf(salon)).toEqual([
    "2027-03-07T02:30",
    "2027-03-14T03:30",
    "2027-03-21T02:30",
  ]);
});

test("an unknown scope is refused", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const path = `/api/appointments/${id}`;
  const change = { status: "canceled", scope: "all" };
  expect((await salon.admin.request("PATCH", path, change)).status).toBe(400);
  expect((await salon.admin.request("DELETE", `${path}?scope=all`)).status).toBe(400);
  expect(await startsOf(salon)).toEqual(at(FRIDAYS));
});

test("a cancellation of later visits is recorded as one, also from a visit that is canceled", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const path = `/api/appointments/${id}`;
  await salon.admin.request("PATCH", path, { status: "canceled" });
  await salon.admin.request("PATCH", path, { status: "canceled", scope: "following" });
  expect(await startsOf(salon)).toEqual([]);
  const [all] = (await salon.admin.request("GET", "/api/audit-logs?action=appointment.cancel")).body
    .logs;
  expect(all.metadata).toEqual({
    fields: ["status"],
    changes: [{ field: "status", before: "booked", after: "canceled" }],
    appointmentIds: [1, 2, 3, 4, 5],
  });
});

test("a canceled visit of a hidden employee doesn't prevent changes to the others", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const last = `/api/appointments/${id + 4}`;
  await salon.admin.request("PATCH", last, { employeeId: salon.tomas });
  await salon.admin.request("PATCH", last, { status: "canceled" });
  const shift = { appointmentDate: `${FRIDAYS[0]}T11:00`, scope: "following" };
  const staff = salon.desk([salon.elena]);
  expect((await staff.request("PATCH", `/api/appointments/${id}`, shift)).status).toBe(200);
  expect(await startsOf(salon)).toEqual(at(FRIDAYS.slice(0, 4), "11:00"));
});

test("a visit with another employee stays with them when the others move to another time", async () => {
  const salon = await desk();
  const { id } = await weekly(salon);
  const [elsewhere, move] = [`/api/appointments/${id + 2}`, `/api/appointments/${id}`];
  await salon.admin.request("PATCH", elsewhere, { employeeId: salon.tomas, durationMinutes: 30 });
  // As the calendar sends a card that was dragged within its column.
  const { status } = await salon.admin.request("PATCH", move, {
    employeeId: salon.elena,
    appointmentDate: `${FRIDAYS[0]}T11:00`,
    scope: "following",
  });
  expect(status).toBe(200);
  const { elena, tomas } = salon;
  const employees = (await visitsOf(salon)).map(({ employeeId }) => employeeId);
  expect(employees).toEqual([elena, elena, tomas, elena, elena]);
  expect(await startsOf(salon)).toEqual(at(FRIDAYS, "11:00"));
});
