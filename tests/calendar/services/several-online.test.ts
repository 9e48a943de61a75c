import { expect, test } from "bun:test";
import { FRIDAY, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { severalSalon } from "./stand.ts";

test("clients book several services online, and another list at that time is another booking", async () => {
  const { color, cut, dry, online, admin, visitor } = await severalSalon();
  const first = await online({ serviceId: undefined, services: [cut, dry] });
  const { status, body } = first;
  expect([status, body.appointment.serviceName, body.appointment.durationMinutes]).toEqual([
    ...[201, "Wash & Cut and Blow-Dry", 75],
  ]);
  const again = await online({ serviceId: undefined, services: [cut, dry] });
  expect(again.body.manageUrl).toBe(body.manageUrl);
  const other = await online({ serviceId: undefined, services: [dry, cut] });
  expect(other.body.manageUrl).not.toBe(body.manageUrl);
  const { body: list } = await admin.request(
    "GET",
    `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(list.map(({ price }: { price: string }) => price)).toEqual(["95.00", "95.00"]);
  const managed = await visitor("GET", `/api/booking/${tokenOf(first)}`);
  expect(managed.body.services).toEqual([
    { serviceId: cut, name: "Wash & Cut" },
    { serviceId: dry, name: "Blow-Dry" },
  ]);
  expect((await online({ serviceId: undefined })).status).toBe(400);
  const times = await visitor(
    "GET",
    `/api/booking/availability?services=${color},${cut}&from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(times.body.slots.length).toBeGreaterThan(0);
});

test("fifty clients want the same time for the same services, and one gets it", async () => {
  const { cut, dry, elena, online } = await severalSalon();
  const wanted = { serviceId: undefined, services: [cut, dry], employeeId: elena };
  const phones = Array.from({ length: 50 }, (_, at) => `+120255501${10 + at}`);
  const replies = await Promise.all(phones.map((phone) => online(wanted, phone)));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
});

test("a cell with several services becomes one visit, and an unknown name keeps its text", async () => {
  const { admin } = await severalSalon();
  const file = [
    "Start Date,Start Time,End Time,Customer Name,Customer Phone,Services,Team Member,Status",
    '11/27/2026,10:00 AM,11:30 AM,Ruth Abernathy,,"Wash & Cut, Blow-Dry",Elena Sato,Accepted',
    '11/27/2026,2:00 PM,3:00 PM,Joan Whitlock,,"Wash & Cut, Hair tattoo",Elena Sato,Accepted',
  ].join("\n");
  const body = { file: Buffer.from(file).toString("base64") };
  await admin.request("POST", "/api/appointments/import", body);
  const { body: list } = await admin.request(
    "GET",
    `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(
    list.map((one: { services: unknown[]; price: unknown; durationMinutes: number }) => [
      ...[one.services.length, one.price, one.durationMinutes],
    ]),
  ).toEqual([
    [2, "95.00", 90],
    [0, null, 60],
  ]);
});

test("exports name all services of a booking", async () => {
  const { admin, cut, dry, online } = await severalSalon();
  await online({ serviceId: undefined, services: [cut, dry] });
  const file = await admin.open("/api/exports/online-bookings");
  expect(await file.text()).toContain("Wash & Cut, Blow-Dry");
});
