import { expect, test } from "bun:test";
import { findAppointment } from "#db/calendar/appointments.ts";
import { actions, BALAYAGE, countOf, employee, outside } from "#tests/support/outside.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

async function salon() {
  const parlor = testApp();
  employee(parlor, "Elena Park");
  employee(parlor, "Jo Whitlock");
  return { ...parlor, own: await outside(parlor) };
}

const rowOf = ({ app }: TestApp, id: number) => findAppointment(app.db, id);

test("an appointment is stored as local time, whatever its offset", async () => {
  const parlor = await salon();
  const reply = await parlor.own.send("appointmentCreate", {
    ...BALAYAGE,
    start_datetime: "2026-11-27T10:00:00.000-08:00",
    end_datetime: "2026-11-27T11:30:00Z",
    employee_first_name: " jO ",
  });
  expect([reply.status, reply.body]).toEqual([
    201,
    { message: "Appointment created.", appointmentId: 1 },
  ]);
  expect(rowOf(parlor, 1)).toMatchObject({
    employeeId: 2,
    clientName: "Ana Silva",
    phone: null,
    startsAt: "2026-11-27T10:00:00",
    endsAt: "2026-11-27T11:30:00",
    durationMinutes: 90,
    service: "Balayage",
    source: "webhook",
    status: "booked",
  });
  expect(actions(parlor, "appointment.%")).toEqual(["appointment.create"]);
});

test("its history names the program and not the user whose key it has", async () => {
  const parlor = await salon();
  await parlor.own.send("appointmentCreate", BALAYAGE);
  const { body } = await parlor.admin.request("GET", "/api/appointments/1/history");
  expect(body.entries.map(({ what }: { what: string }) => what)).toEqual([
    "Booked from another program",
  ]);
});

test("an appointment isn't refused for overlaps or hours, and needs no name", async () => {
  const parlor = await salon();
  const night = { start_datetime: "2026-11-27T02:00", end_datetime: "2026-11-27T03:00" };
  const replies = [
    await parlor.own.send("appointmentCreate", BALAYAGE),
    await parlor.own.send("appointmentCreate", { ...BALAYAGE, first_name: "Bea" }),
    await parlor.own.send("appointmentCreate", { ...BALAYAGE, ...night }),
    await parlor.own.send("appointmentCreate", { ...BALAYAGE, first_name: "", last_name: null }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(rowOf(parlor, 4)?.clientName).toBe("Unknown");
});

test.each(["in turn", "at once"])(
  "the same appointment ×100 %s is created once and deleted once",
  async (how) => {
    const parlor = await salon();
    const all = async (what: "appointmentCreate" | "appointmentDelete") => {
      const calls = Array.from({ length: 100 });
      const replies =
        how === "at once"
          ? await Promise.all(calls.map(() => parlor.own.send(what, BALAYAGE)))
          : await Array.fromAsync(calls, () => parlor.own.send(what, BALAYAGE));
      return Object.entries(Object.groupBy(replies, ({ status }) => status)).map(
        ([status, some]) => [status, some?.length],
      );
    };
    expect(await all("appointmentCreate")).toEqual([
      ["200", 99],
      ["201", 1],
    ]);
    expect(countOf(parlor, "appointments")).toBe(1);
    expect(await all("appointmentDelete")).toEqual([
      ["200", 1],
      ["404", 99],
    ]);
    expect([countOf(parlor, "appointments"), countOf(parlor, "deletion_conflicts")]).toEqual([
      0, 0,
    ]);
    expect(actions(parlor, "appointment.%")).toEqual(["appointment.create", "appointment.delete"]);
  },
);

test("an appointment that the client canceled and booked again is a new one", async () => {
  const parlor = await salon();
  await parlor.own.send("appointmentCreate", BALAYAGE);
  parlor.app.db.run("update appointments set status = 'canceled'");
  expect((await parlor.own.send("appointmentCreate", BALAYAGE)).status).toBe(201);
  expect((await parlor.own.send("appointmentCreate", BALAYAGE)).body.appointmentId).toBe(2);
  // The one that stands is meant.
  expect((await parlor.own.send("appointmentDelete", BALAYAGE)).body.appointmentId).toBe(2);
  expect((await parlor.own.send("appointmentDelete", BALAYAGE)).body.appointmentId).toBe(1);
});

test.each([
  [["Ana Silva"], "+12025550100"],
  [["Silva, Ana"], "+12025550100"],
  [["ÁNA  SILVA", "Mariana Silva", "Ana Silvano"], "+12025550100"],
  [["Ana Silva", "SILVA, ANA"], null],
  [["Anna Silva"], null],
  [[], null],
])("the number comes from the only contact with the name: of %p", async (names, phone) => {
  const parlor = await salon();
  names.forEach((name, n) => {
    contact(parlor.app, parlor.admin, name, `+1202555010${n}`);
  });
  await parlor.own.send("appointmentCreate", BALAYAGE);
  expect(rowOf(parlor, 1)?.phone ?? null).toBe(phone);
});

test("a number in the request is used", async () => {
  const parlor = await salon();
  contact(parlor.app, parlor.admin, "Ana Silva", "+12025550100");
  await parlor.own.send("appointmentCreate", { ...BALAYAGE, phone_number: "202 555 0177" });
  expect(rowOf(parlor, 1)?.phone).toBe("+12025550177");
});

test("an unknown employee is refused with the list of employees", async () => {
  const parlor = await salon();
  for (const what of ["appointmentCreate", "appointmentDelete"] as const) {
    const { status, body } = await parlor.own.send(what, {
      ...BALAYAGE,
      employee_first_name: "Zed",
    });
    expect([status, body.errors]).toEqual([
      400,
      { employee_first_name: "must be one of Elena Park, Jo Whitlock" },
    ]);
  }
});

test("two employees with the same first name are told apart by the full name", async () => {
  const parlor = await salon();
  const third = employee(parlor, "Jo Marsh");
  const { status, body } = await parlor.own.send("appointmentCreate", BALAYAGE);
  expect([status, body.errors.employee_first_name]).toEqual([
    400,
    "matches several employees. Send the full name: Jo Whitlock, Jo Marsh",
  ]);
  await parlor.own.send("appointmentCreate", { ...BALAYAGE, employee_first_name: "Jo Marsh" });
  expect(rowOf(parlor, 1)?.employeeId).toBe(third);
});

test.each([
  [{}, ["start_datetime", "end_datetime", "service_display_name", "employee_first_name"]],
  [{ ...BALAYAGE, start_datetime: "2026-02-30T10:00" }, ["start_datetime"]],
  [
    { ...BALAYAGE, start_datetime: "tomorrow", end_datetime: "27/11/2026" },
    ["start_datetime", "end_datetime"],
  ],
  [{ ...BALAYAGE, end_datetime: BALAYAGE.start_datetime }, ["end_datetime"]],
  [{ ...BALAYAGE, end_datetime: "2027-11-27T10:00" }, ["end_datetime"]],
  [
    { ...BALAYAGE, service_display_name: { name: "x" }, phone_number: "?" },
    ["service_display_name", "phone_number"],
  ],
])("invalid fields of an appointment are all named at once: %p", async (fields, named) => {
  const parlor = await salon();
  const { status, body } = await parlor.own.send("appointmentCreate", fields);
  expect([status, Object.keys(body.errors)]).toEqual([400, [...named]]);
  expect(countOf(parlor, "appointments")).toBe(0);
});

test("a deletion identifies the client, or the time and the employee", async () => {
  const parlor = await salon();
  await parlor.own.send("appointmentCreate", BALAYAGE);
  const { first_name: _, last_name: __, ...nameless } = BALAYAGE;
  expect((await parlor.own.send("appointmentDelete", {})).status).toBe(400);
  const { employee_first_name: ___, ...neither } = nameless;
  expect((await parlor.own.send("appointmentDelete", neither)).status).toBe(400);
  expect((await parlor.own.send("appointmentDelete", nameless)).body).toEqual({
    message: "Appointment deleted.",
    appointmentId: 1,
  });
});

test("several matches make one conflict, also when repeated, and a single match is deleted at once", async () => {
  const parlor = await salon();
  for (const hour of ["10", "12", "14"])
    await parlor.own.send("appointmentCreate", {
      ...BALAYAGE,
      start_datetime: `2026-11-27T${hour}:00`,
      end_datetime: `2026-11-27T${hour}:30`,
    });
  const ana = { first_name: "ana", last_name: "SILVA" };
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => parlor.own.send("appointmentDelete", ana)),
  );
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.conflictId}`))).toEqual(
    new Set(["202 1"]),
  );
  expect(replies[0]?.body.appointmentIds).toEqual([1, 2, 3]);
  expect([countOf(parlor, "appointments"), countOf(parlor, "deletion_conflicts")]).toEqual([3, 1]);
  expect(actions(parlor, "deletion_conflict.%")).toEqual(["deletion_conflict.open"]);
  const exact = { ...ana, start_datetime: "2026-11-27T12:00" };
  expect((await parlor.own.send("appointmentDelete", exact)).body.appointmentId).toBe(2);
  // Another call is another conflict.
  const other = await parlor.own.send("appointmentDelete", {
    ...ana,
    service_display_name: "balayage",
  });
  expect([other.status, other.body.conflictId, other.body.appointmentIds]).toEqual([
    202,
    2,
    [1, 3],
  ]);
});

test("past appointments are deleted only when the start is given", async () => {
  const parlor = await salon();
  const past = { start_datetime: "2026-11-19T10:00", end_datetime: "2026-11-19T11:00" };
  await parlor.own.send("appointmentCreate", { ...BALAYAGE, ...past });
  const ana = { first_name: "Ana", last_name: "Silva" };
  expect((await parlor.own.send("appointmentDelete", ana)).status).toBe(404);
  const { start_datetime } = past;
  expect((await parlor.own.send("appointmentDelete", { ...ana, start_datetime })).status).toBe(200);
});

test("today is the current day in the business's time zone", async () => {
  const parlor = await salon();
  // In New York the 20th still, in Greenwich the 21st.
  parlor.clock.now = Date.parse("2026-11-21T03:00:00Z");
  const early = { start_datetime: "2026-11-20T08:00", end_datetime: "2026-11-20T09:00" };
  await parlor.own.send("appointmentCreate", { ...BALAYAGE, ...early });
  const ana = { first_name: "Ana", last_name: "Silva" };
  expect((await parlor.own.send("appointmentDelete", ana)).status).toBe(200);
});

test("a time that the clocks skip is moved, reported, found again and deleted", async () => {
  const parlor = await salon();
  const fields = {
    ...BALAYAGE,
    start_datetime: "2027-03-14T02:30:00",
    end_datetime: "2027-03-14T03:15:00",
  };
  const created = await parlor.own.send("appointmentCreate", fields);
  expect(created.body.message).toBe(
    "Appointment created. The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM.",
  );
  expect(rowOf(parlor, 1)).toMatchObject({
    startsAt: "2027-03-14T03:30:00",
    endsAt: "2027-03-14T04:15:00",
  });
  expect((await parlor.own.send("appointmentCreate", fields)).status).toBe(200);
  expect((await parlor.own.send("appointmentDelete", fields)).status).toBe(200);
});
