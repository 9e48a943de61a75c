import { expect, test } from "bun:test";
import { setApproved } from "#db/platform/users.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { desk as appointmentsDesk, TODAY } from "#tests/calendar/appointments/stand.ts";
import { FRIDAY } from "#tests/calendar/online-booking/stand.ts";
import { severalSalon } from "#tests/calendar/services/stand.ts";
import type { Person } from "#tests/support/test-app.ts";

interface Slot {
  readonly start: string;
  readonly employeeId: number;
}

/** The free times of a Friday, such as "09:00". */
async function timesOf(person: Person, query: string): Promise<string[]> {
  const { body } = await person.request(
    "GET",
    `/api/availability?from=${FRIDAY}&to=${FRIDAY}&${query}`,
  );
  return body.slots.map(({ start }: Slot) => start.slice(11, 16));
}

test("a visit is not in its own way, and keeps the length that was booked", async () => {
  const { admin, book, cut, elena } = await severalSalon();
  const { body: visit } = await book({ services: [cut], durationMinutes: 120 });
  await book({ services: [cut], appointmentDate: `${FRIDAY}T13:00` });
  const times = await timesOf(admin, `appointmentId=${visit.id}&employeeId=${elena}`);
  expect(times).toContain("10:00");
  expect(times).toContain("10:45");
  // Two hours and ten minutes of cleanup end after one.
  expect(times).not.toContain("11:00");
  expect(times.at(-1)).toBe("15:00");
});

test("with anyone, those who perform the service are offered, and whoever has the visit now", async () => {
  const { admin, book, cut, dry, elena, tomas } = await severalSalon();
  const employeesOf = async (id: number) => {
    const { body } = await admin.request(
      "GET",
      `/api/availability?from=${FRIDAY}&to=${FRIDAY}&appointmentId=${id}`,
    );
    return [...new Set(body.slots.map(({ employeeId }: Slot) => employeeId))];
  };
  const { body: visit } = await book({ services: [cut] });
  expect(await employeesOf(visit.id)).toEqual([elena, tomas]);
  await admin.request("PATCH", `/api/services/${cut}`, { employeeIds: [elena] });
  expect(await employeesOf(visit.id)).toEqual([elena]);
  const { body: other } = await book({ services: [dry], appointmentDate: `${FRIDAY}T14:00` });
  await admin.request("PATCH", `/api/services/${dry}`, { employeeIds: [tomas] });
  expect(await employeesOf(other.id)).toEqual([elena, tomas]);
  await admin.request("DELETE", `/api/services/${dry}`);
  expect(await employeesOf(other.id)).toEqual([elena, tomas]);
});

test("the present is listed for a walk-in, rounded up to five minutes, with who is free", async () => {
  const { admin, elena, tomas, book, desk } = await appointmentsDesk();
  const nowFor = async (person: Person, query = "") =>
    (await person.request("GET", `/api/availability?withNow=1&minutes=30${query}`)).body.now;
  const start = `${TODAY}T11:05:00`;
  expect(await nowFor(admin)).toEqual({ start, employeeId: elena });
  await book({ appointmentDate: `${TODAY}T11:30` });
  expect(await nowFor(admin)).toEqual({ start, employeeId: tomas });
  expect(await nowFor(admin, `&employeeId=${elena}`)).toBeUndefined();
  expect(await nowFor(desk([elena]))).toBeUndefined();
  expect(await nowFor(admin, `&from=${FRIDAY}`)).toBeUndefined();
});

test("a visit with several employees moves with all of them", async () => {
  const { admin, book, color, cut, elena, tomas } = await severalSalon();
  const { body: visit } = await book({ services: [color, cut], performers: [elena, tomas] });
  expect(await timesOf(admin, `appointmentId=${visit.id}`)).toContain("10:00");
  await book({ employeeId: tomas, appointmentDate: `${FRIDAY}T14:00`, services: [cut] });
  const times = await timesOf(admin, `appointmentId=${visit.id}`);
  expect(times).toContain("11:00");
  // Tomas would begin at two, and is busy.
  expect(times).not.toContain("12:00");
  expect(times).toContain("13:00");
});

test("new times of a visit with a hidden employee are not listed", async () => {
  const { elena, tomas, book, desk: staff } = await appointmentsDesk();
  const { id } = await book();
  const { request } = staff([tomas]);
  expect((await request("GET", `/api/availability?appointmentId=${id}`)).status).toBe(404);
  expect(
    (await staff([elena]).request("GET", `/api/availability?appointmentId=${id}`)).status,
  ).toBe(200);
  expect((await request("GET", "/api/availability?appointmentId=999")).status).toBe(404);
  expect((await request("GET", "/api/availability?appointmentId=x")).status).toBe(400);
});

test("what is in the way of a moved visit leaves the visit itself out", async () => {
  const { admin, elena, book } = await appointmentsDesk();
  const { id } = await book();
  const conflict = async (clock: string, fields: object = {}) => {
    const { body } = await admin.request("POST", "/api/appointments/repeat-preview", {
      ...{ employeeId: elena, appointmentDate: `2026-11-20T${clock}`, durationMinutes: 60 },
      ...fields,
    });
    return body.visits[0].conflict;
  };
  expect(await conflict("10:30")).toContain("already has an appointment");
  expect(await conflict("10:30", { appointmentId: id })).toBeNull();
  await book({ appointmentDate: "2026-11-20T13:00" });
  expect(await conflict("12:30", { appointmentId: id })).toContain("already has an appointment");
});

test("a part that was canceled keeps its gap when the visit moves", async () => {
  const { admin, book, color, cut, dry, elena, tomas } = await severalSalon();
  const { body: visit } = await book({
    services: [cut, color, dry],
    performers: [elena, tomas, elena],
  });
  const canceled = visit.parts.find(({ employeeId }: Slot) => employeeId === tomas);
  await admin.request("PATCH", `/api/appointments/${canceled.id}`, {
    ...{ status: "canceled", onlyPart: true },
  });
  const times = await timesOf(admin, `appointmentId=${visit.id}`);
  expect(times).toContain("10:00");
  // With two hours in between, the blow-dry would end after five.
  expect(times).not.toContain("14:00");
  for (const clock of [times[0], times.at(-1)]) {
    const change = { appointmentDate: `${FRIDAY}T${clock}:00` };
    const { status } = await admin.request("PATCH", `/api/appointments/${visit.id}`, change);
    expect([clock, status]).toEqual([clock, 200]);
  }
});

test("who may not see all employees of a visit is told so, as when it moves", async () => {
  const { app, person, book, color, cut, elena, tomas } = await severalSalon();
  const { body: visit } = await book({ services: [color, cut], performers: [elena, tomas] });
  const staff = person("user", ["/appointments"]);
  setApproved(app.db, staff.id, {
    ...{ ...NEW_USER_PERMISSIONS, pages: ["/appointments"], employeeIds: [elena] },
  });
  const { status, body } = await staff.request(
    "GET",
    `/api/availability?appointmentId=${visit.id}`,
  );
  expect([status, body.message]).toEqual([
    403,
    "Part of this visit is with an employee whose calendar you can't see. Ask an administrator.",
  ]);
});

test("staff are told what is in the way of a visit that they move, of employees whom they see", async () => {
  const { elena, tomas, book, desk: staff } = await appointmentsDesk();
  const { id } = await book();
  await book({ appointmentDate: "2026-11-20T13:00" });
  const ask = (employeeId: number) =>
    staff([elena]).request("POST", "/api/appointments/repeat-preview", {
      ...{ employeeId, appointmentDate: "2026-11-20T12:30", durationMinutes: 60 },
      appointmentId: id,
    });
  const { body } = await ask(elena);
  expect(body.visits[0].conflict).toContain("already has an appointment");
  expect((await ask(tomas)).status).toBe(404);
});
