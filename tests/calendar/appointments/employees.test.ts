import { expect, test } from "bun:test";
import { findUser } from "#db/platform/users.ts";
import { desk, TODAY } from "./stand.ts";

test("an employee is added with a trimmed name, last in order, with the business's hours", async () => {
  const { admin } = await desk();
  const { status, body } = await admin.request("POST", "/api/employees", { name: "  Priya Bell " });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      name: "Priya Bell",
      displayOrder: 2,
      workStartTime: null,
      workEndTime: null,
    }),
  ]);
});

test("a name is required and must be unique", async () => {
  const { admin } = await desk();
  const add = async (name: unknown) =>
    (await admin.request("POST", "/api/employees", { name })).body;
  expect((await add(" ")).errors.name).toBe("Name is required");
  expect((await add("Sato, ELENA")).message).toBe("There's already an employee named Elena Sato.");
});

test("an employee whose name was taken before accents were ignored can be changed", async () => {
  const { admin, app, elena, tomas } = await desk();
  app.db.run("update employees set name = iif(id = ?, 'Łukasz', 'Lukasz')", [elena]);
  const change = (id: number, body: object) => admin.request("PATCH", `/api/employees/${id}`, body);
  const changed = await change(elena, { name: "Łukasz", workEndTime: "16:00" });
  expect(changed.body).toMatchObject({ name: "Łukasz", workEndTime: "16:00" });
  expect((await change(tomas, { name: "LUKASZ" })).status).toBe(409);
});

test("the end is after the start, even if one of them comes from the business's hours", async () => {
  const { admin, elena } = await desk();
  const change = async (body: object) =>
    (await admin.request("PATCH", `/api/employees/${elena}`, body)).body;
  const expectedText = "End time must be after start time";
  expect((await change({ workStartTime: "12:00", workEndTime: "12:00" })).errors.workEndTime).toBe(
    expectedText,
  );
  expect((await change({ workStartTime: "17:30" })).message).toBe(expectedText);
  expect((await change({ workStartTime: "9" })).message).toBe("Use a time such as 09:00");
  expect(await change({ workStartTime: "12:00", workEndTime: "20:00" })).toMatchObject({
    workStartTime: "12:00",
    workEndTime: "20:00",
  });
  expect(await change({ workStartTime: null })).toMatchObject({ workStartTime: null });
});

test("moving one column shifts the others", async () => {
  const { admin, tomas } = await desk();
  await admin.request("POST", "/api/employees", { name: "Priya" });
  await admin.request("PATCH", `/api/employees/${tomas}`, { displayOrder: 0 });
  const { body } = await admin.request("GET", "/api/employees");
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    "Tomas Cruz",
    "Elena Sato",
    "Priya",
  ]);
});

test("deleting an employee deletes their appointments and their entries in other users' permissions", async () => {
  const parlor = await desk();
  const { app, admin, elena, tomas, book } = parlor;
  const mia = parlor.desk([elena, tomas]);
  await book({ employeeId: tomas });
  const left = await book({ appointmentDate: `${TODAY}T12:00` });
  app.db
    .query(
      `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service, status, source, created_at)
     with recursive n(i) as (select 0 union all select i + 1 from n where i < 1200)
     select ?, 'Ada', 'ada', '2026-11-21T10:00:00', '2026-11-21T11:00:00', 60, 'Cut', 'booked', 'staff', 0 from n`,
    )
    .run(tomas);

  expect((await admin.request("DELETE", `/api/employees/${tomas}`)).status).toBe(204);
  const { body } = await admin.request("GET", "/api/appointments");
  expect(body.map(({ id }: { id: number }) => id)).toEqual([left.id]);
  expect(findUser(app.db, mia.id)?.permissions.employeeIds).toEqual([elena]);
  expect((await mia.request("GET", "/api/appointments")).status).toBe(200);
  expect((await admin.request("DELETE", `/api/employees/${tomas}`)).status).toBe(404);
});

test("upcoming appointments are counted, and can move to another employee before the deletion", async () => {
  const parlor = await desk();
  const { admin, elena, tomas, book, clock } = parlor;
  const past = await book({ employeeId: elena, appointmentDate: `${TODAY}T09:00` });
  const soon = await book({ employeeId: elena, appointmentDate: `${TODAY}T15:00` });
  const canceled = await book({ employeeId: elena, appointmentDate: `${TODAY}T16:00` });
  await admin.request("PATCH", `/api/appointments/${canceled.id}`, { status: "canceled" });
  clock.now = Date.parse(`${TODAY}T18:00:00Z`);

  const upcoming = await admin.request("GET", `/api/employees/${elena}/upcoming`);
  expect(upcoming.body).toEqual({ count: 1 });
  const removed = await admin.request("DELETE", `/api/employees/${elena}?reassignTo=${tomas}`);
  expect(removed.status).toBe(204);
  const { body } = await admin.request("GET", "/api/appointments");
  const left = body.map((one: { id: number; employeeId: number }) => [one.id, one.employeeId]);
  expect(left).toContainEqual([soon.id, tomas]);
  expect(left.map(([id]: number[]) => id)).not.toContain(past.id);
  const { logs } = (await admin.request("GET", "/api/audit-logs?action=employee.delete")).body;
  expect(logs[0].metadata).toMatchObject({ reassignTo: tomas, moved: 2 });
});

test("clients of a deleted employee are told that their appointments are canceled, if requested", async () => {
  const parlor = await desk();
  const { admin, elena, book, clock } = parlor;
  const phone = "+12025550144";
  await book({ employeeId: elena, appointmentDate: `${TODAY}T09:00`, phoneNumber: phone });
  await book({ employeeId: elena, appointmentDate: `${TODAY}T15:00`, phoneNumber: phone });
  await book({ employeeId: elena, appointmentDate: `${TODAY}T16:00` });
  clock.now = Date.parse(`${TODAY}T18:00:00Z`);
  const removed = await admin.request("DELETE", `/api/employees/${elena}?textClients=true`);
  expect(removed.status).toBe(204);
  await parlor.sendAll();
  expect(parlor.sms.sent.map(({ to, body }) => [to, body])).toEqual([
    [
      phone,
      "We have to cancel your appointment on Friday, November 20 at 3:00 PM. We're sorry. To find another time, reply here.",
    ],
  ]);
  const { logs } = (await admin.request("GET", "/api/audit-logs?action=employee.delete")).body;
  expect(logs[0].metadata).toMatchObject({ appointments: 3, texted: 1 });
});

test("an employee's appointments can't move to themselves or to someone who is gone", async () => {
  const { admin, elena } = await desk();
  const remove = async (to: number) =>
    (await admin.request("DELETE", `/api/employees/${elena}?reassignTo=${to}`)).status;
  expect([await remove(elena), await remove(999)]).toEqual([400, 404]);
  expect((await admin.request("GET", "/api/employees")).body).toHaveLength(2);
});

test("a client of a deleted employee gets one text about all visits of a series", async () => {
  const parlor = await desk();
  const { admin, elena, tomas, book } = parlor;
  const phoneNumber = "+12025550144";
  const at10 = { phoneNumber, appointmentDate: "2026-11-27T10:00" };
  const { id } = await book({ ...at10, repeat: { everyWeeks: 1, count: 6 } });
  await admin.request("PATCH", `/api/appointments/${id + 2}`, { status: "canceled" });
  await admin.request("PATCH", `/api/appointments/${id + 5}`, { employeeId: tomas });
  const twice = { phoneNumber: "+12025550155", appointmentDate: "2026-11-27T12:00" };
  await book({ ...twice, repeat: { everyWeeks: 1, count: 2 } });
  await admin.request("DELETE", `/api/employees/${elena}?textClients=true`);
  await parlor.sendAll();
  const sorry = "We're sorry. To find another time, reply here.";
  expect(parlor.sms.sent.map(({ body }) => body)).toEqual([
    `We have to cancel your appointment on Friday, November 27 at 10:00 AM and the 3 visits after it. ${sorry}`,
    `We have to cancel your appointment on Friday, November 27 at 12:00 PM and the visit after it. ${sorry}`,
  ]);
  const { logs } = (await admin.request("GET", "/api/audit-logs?action=employee.delete")).body;
  expect(logs[0].metadata).toMatchObject({ appointments: 7, texted: 2 });
});

test("the client of a series longer than one deletion slice gets one text", async () => {
  const parlor = await desk();
  const { admin, app, elena, book } = parlor;
  const phoneNumber = "+12025550144";
  await book({
    phoneNumber,
    appointmentDate: "2026-11-27T10:00",
    repeat: { everyWeeks: 1, count: 3 },
  });
  // The other appointments fill a slice between the visits.
  app.db.run(
    `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service,
       status, source, created_at)
     select ${elena}, 'Noor', 'noor', '2026-11-28T10:00:00', '2026-11-28T11:00:00', 60, '', 'booked', 'import', 0
     from json_each(?)`,
    [JSON.stringify(Array.from({ length: 600 }, () => 0))],
  );
  await admin.request("DELETE", `/api/employees/${elena}?textClients=true`);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(1);
});
