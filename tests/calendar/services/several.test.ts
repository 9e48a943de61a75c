import { expect, test } from "bun:test";
import { FRIDAY } from "#tests/calendar/online-booking/stand.ts";
import { COLOR, severalSalon } from "./stand.ts";

test("a visit of several services has their sums, their names, and the cleanup time of the last one", async () => {
  const { ids, book } = await severalSalon();
  const { status, body } = await book({ services: ids });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    service: "Color, Wash & Cut, and Blow-Dry",
    serviceId: ids[0],
    durationMinutes: 195,
    price: "275.00",
    bufferMinutes: 0,
    processing: [{ afterMinutes: 45, minutes: 45 }],
  });
  expect(body.services).toEqual([
    {
      serviceId: ids[0],
      name: "Color",
      price: "180.00",
      ...{ durationMinutes: 120, bufferMinutes: 30, processing: COLOR.processing },
    },
    {
      serviceId: ids[1],
      name: "Wash & Cut",
      price: "60.00",
      ...{ durationMinutes: 45, bufferMinutes: 10, processing: null },
    },
    {
      serviceId: ids[2],
      name: "Blow-Dry",
      price: "35.00",
      ...{ durationMinutes: 30, bufferMinutes: 0, processing: null },
    },
  ]);
});

test("processing times lie where their service does, after those before it", async () => {
  const { color, cut, book, admin, elena } = await severalSalon();
  const { body } = await book({ services: [cut, color] });
  expect(body.processing).toEqual([{ afterMinutes: 90, minutes: 45 }]);
  const during = { employeeId: elena, clientName: "Ivy Walker", durationMinutes: 45 };
  const at = (clock: string) =>
    admin.request("POST", "/api/appointments", {
      ...during,
      appointmentDate: `${FRIDAY}T${clock}`,
    });
  expect((await at("11:15")).status).toBe(409);
  expect((await at("11:30")).status).toBe(201);
});

test("an employee's own lengths and prices add up", async () => {
  const { color, cut, book, admin, elena, tomas } = await severalSalon();
  const own = [{ employeeId: tomas, durationMinutes: 60, price: "80.00" }];
  await admin.request("PATCH", `/api/services/${cut}`, { overrides: own });
  const services = [color, cut];
  expect((await book({ services })).body).toMatchObject({ durationMinutes: 165, price: "240.00" });
  expect((await book({ services, employeeId: tomas })).body).toMatchObject({
    durationMinutes: 180,
    price: "260.00",
  });
  expect(elena).not.toBe(tomas);
});

test("free times fit all services, with those who perform all of them", async () => {
  const { color, cut, dry, admin, elena, tomas } = await severalSalon();
  await admin.request("PATCH", `/api/services/${dry}`, { employeeIds: [tomas] });
  const { body } = await admin.request(
    "GET",
    `/api/availability?services=${color},${cut},${dry}&from=${FRIDAY}&to=${FRIDAY}`,
  );
  const { slots } = body;
  expect(new Set(slots.map((slot: { employeeId: number }) => slot.employeeId))).toEqual(
    new Set([tomas]),
  );
  const at = (clock: string) => `${FRIDAY}T${clock}:00`;
  const part = (serviceId: number, start: string, end: string) => ({
    ...{ serviceId, employeeId: tomas, start: at(start), end: at(end) },
  });
  expect(slots[0]).toEqual({
    ...{ start: at("09:00"), end: at("12:15"), employeeId: tomas },
    parts: [
      part(color, "09:00", "11:00"),
      part(cut, "11:00", "11:45"),
      part(dry, "11:45", "12:15"),
    ],
  });
  // 195 minutes before closing at five
  expect(slots.at(-1).start).toBe(`${FRIDAY}T13:45:00`);
  const pair = await admin.request(
    "GET",
    `/api/availability?services=${color},${cut}&from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(new Set(pair.body.slots.map((slot: { employeeId: number }) => slot.employeeId))).toEqual(
    new Set([elena, tomas]),
  );
});

test.each([
  ["services=0", 400],
  ["services=1,x", 400],
  ["services=1,1,1,1,1,1,1,1,1", 400],
  ["services=1,999", 404],
])("free times of %s are refused", async (query, status) => {
  const { admin } = await severalSalon();
  expect((await admin.request("GET", `/api/availability?${query}`)).status).toBe(status);
});

test.each([
  [[], 400],
  [Array.from({ length: 9 }, () => 1), 400],
  [[1, 999], 404],
])("a visit of the services %j is refused", async (services, status) => {
  const { book } = await severalSalon();
  expect((await book({ services })).status).toBe(status);
});

test("another list of services changes name, price and length; a program that knows of one service changes all", async () => {
  const { color, cut, dry, book, admin } = await severalSalon();
  const { body: visit } = await book({ services: [color, cut] });
  const change = async (fields: object) =>
    (await admin.request("PATCH", `/api/appointments/${visit.id}`, fields)).body;
  expect(await change({ services: [cut, dry] })).toMatchObject({
    ...{ service: "Wash & Cut and Blow-Dry", price: "95.00", durationMinutes: 75 },
  });
  expect(await change({ serviceId: cut, clientName: "Grace Kimmel" })).toMatchObject({
    ...{ service: "Wash & Cut and Blow-Dry", price: "95.00" },
  });
  const single = await change({ serviceId: color });
  expect(single).toMatchObject({ service: "Color", price: "180.00", durationMinutes: 75 });
  expect(single.services).toHaveLength(1);
  expect((await change({ serviceId: null, service: "A talk" })).services).toEqual([]);
});

test("a change of time leaves the services as they were booked, whatever the list says by then", async () => {
  const { ids, cut, book, admin } = await severalSalon();
  const { body: before } = await book({ services: ids });
  await admin.request("PATCH", `/api/services/${cut}`, { name: "Trim", price: "99.00" });
  const { body: after } = await admin.request("PATCH", `/api/appointments/${before.id}`, {
    appointmentDate: `${FRIDAY}T11:00`,
  });
  expect(after.services).toEqual(before.services);
  expect(after.price).toBe("275.00");
});

test.each([
  ["Color, Wash & Cut and Blow-Dry", ["Color", "Wash & Cut", "Blow-Dry"]],
  ["blow dry + COLOR", ["Blow-Dry", "Color"]],
  ["Wash & Cut", ["Wash & Cut"]],
  ["Wash & Cut / Color", ["Wash & Cut", "Color"]],
  ["Color, for Ana's wedding", []],
])("an imported, sent or spoken %j is %j", async (text, names) => {
  const { book } = await severalSalon();
  const { body } = await book({ service: text });
  expect(body.services.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(body.service).toBe(text.trim());
});

test("the report counts each service of a visit with its own price, and the visit once", async () => {
  const { ids, book, admin } = await severalSalon();
  await book({ services: ids, appointmentDate: "2026-11-20T07:00", allowOverlap: true });
  const { body } = await admin.request("GET", "/api/reports?from=2026-11-20&to=2026-11-20");
  expect(body.visits).toBe(1);
  expect(body.revenue).toBe("275.00");
  expect(
    body.byService.map(
      ({ name, visits, revenue }: { name: string; visits: number; revenue: string }) => [
        name,
        visits,
        revenue,
      ],
    ),
  ).toEqual([
    ["Color", 1, "180.00"],
    ["Wash & Cut", 1, "60.00"],
    ["Blow-Dry", 1, "35.00"],
  ]);
});
