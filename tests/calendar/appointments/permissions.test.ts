import { expect, test } from "bun:test";
import { contact } from "#tests/support/test-app.ts";
import { desk, TODAY } from "./stand.ts";

const PHONE = "+12025550134";

test("a user who may see only Elena finds nothing of Tomas in list, header, employees, client or changes", async () => {
  const parlor = await desk();
  const { app, admin, book, elena, tomas } = parlor;
  const client = contact(app, admin, "Ruth Abernathy", PHONE);
  const mine = await book({ phoneNumber: PHONE, appointmentDate: "2026-12-10T10:00" });
  const his = await book({ phoneNumber: PHONE, employeeId: tomas });
  const mia = parlor.desk([elena]);

  const year = await mia.request("GET", "/api/appointments");
  expect(year.body.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
  const today = await mia.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(today.body).toEqual([]);
  expect(today.headers.get("x-first-appointment-date")).toBe("2026-12-10");
  const { body: employees } = await mia.request("GET", "/api/employees");
  expect(employees.map(({ id }: { id: number }) => id)).toEqual([elena]);
  const { body: page } = await mia.request("GET", `/api/contacts/${client}/appointments`);
  expect([...page.next, ...page.last].map(({ id }: { id: number }) => id)).toEqual([mine.id]);

  const touch = (id: number, change: object) =>
    mia.request("PATCH", `/api/appointments/${id}`, { ...change, allowOverlap: true });
  expect((await touch(his.id, { status: "arrived" })).status).toBe(404);
  expect((await touch(mine.id, { employeeId: tomas })).status).toBe(404);
  expect((await touch(mine.id, { status: "arrived" })).body.status).toBe("arrived");
});

test("the list of contacts has the next visit and the last one that the reader may see", async () => {
  const parlor = await desk();
  const { app, admin, book, elena, tomas, clock } = parlor;
  contact(app, admin, "Ruth Abernathy", PHONE);
  contact(app, admin, "Joan Whitlock", "+12025550120");
  await book({ phoneNumber: PHONE, appointmentDate: "2026-11-23T10:00" });
  await book({ phoneNumber: PHONE, employeeId: tomas, appointmentDate: "2026-11-24T10:00" });
  clock.now += 5 * 24 * 60 * 60_000;
  await book({ phoneNumber: PHONE, appointmentDate: "2026-12-18T10:00" });
  await book({ phoneNumber: PHONE, employeeId: tomas, appointmentDate: "2026-12-11T10:00" });
  const { id } = await book({ phoneNumber: PHONE, appointmentDate: "2026-12-04T10:00" });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });

  const visits = async (person = admin) => {
    const { body } = await person.request("GET", "/api/contacts");
    return body.contacts.map((one: { nextVisit: string | null; lastVisit: string | null }) => [
      one.nextVisit,
      one.lastVisit,
    ]);
  };
  expect(await visits()).toEqual([
    [null, null],
    ["2026-12-11T10:00:00", "2026-11-24T10:00:00"],
  ]);
  expect(await visits(parlor.desk([elena]))).toEqual([
    [null, null],
    ["2026-12-18T10:00:00", "2026-11-23T10:00:00"],
  ]);
  expect(await visits(parlor.desk([]))).toEqual([
    [null, null],
    [null, null],
  ]);
});

test("an empty list of employees allows none", async () => {
  const parlor = await desk();
  await parlor.book();
  const noa = parlor.desk([]);
  const { body, headers } = await noa.request("GET", "/api/appointments");
  expect(body).toEqual([]);
  expect(headers.get("x-first-appointment-date")).toBeNull();
  expect((await noa.request("GET", "/api/employees")).body).toEqual([]);
});

test("staff move appointments and set their status, but can't create or delete them", async () => {
  const parlor = await desk();
  const { id } = await parlor.book();
  const mia = parlor.desk([parlor.elena]);
  const wanted = { employeeId: parlor.elena, clientName: "Ada", appointmentDate: `${TODAY}T12:00` };
  expect((await mia.request("POST", "/api/appointments", wanted)).status).toBe(403);
  expect((await mia.request("DELETE", `/api/appointments/${id}`)).status).toBe(403);
  const moved = { appointmentDate: `${TODAY}T12:00`, service: "Peel" };
  expect((await mia.request("PATCH", `/api/appointments/${id}`, moved)).status).toBe(200);
});

test("users who may not see names or numbers can move, but not rename, match or look up", async () => {
  const parlor = await desk();
  const { id } = await parlor.book();
  for (const hidden of ["canViewClientNames", "canViewClientPhoneNumbers"] as const) {
    const veiled = parlor.desk([parlor.elena], { [hidden]: false });
    const change = (body: object) => veiled.request("PATCH", `/api/appointments/${id}`, body);
    expect((await change({ status: "arrived" })).status).toBe(200);
    expect((await change({ clientName: "Ada" })).status).toBe(403);
    expect((await change({ phoneNumber: PHONE })).status).toBe(403);
    const days = { startDate: TODAY, endDate: TODAY };
    expect((await veiled.request("POST", "/api/appointments/match-phones", days)).status).toBe(403);
    expect((await veiled.request("GET", "/api/appointments/clients?name=Ruth")).status).toBe(403);
  }
});
