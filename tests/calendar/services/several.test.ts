import { expect, test } from "bun:test";
import { bookingDesk, FRIDAY, tokenOf } from "#tests/calendar/online-booking/stand.ts";

const COLOR = {
  name: "Color",
  durationMinutes: 120,
  bufferMinutes: 30,
  price: "180.00",
  deposit: "40.00",
  processing: { afterMinutes: 45, minutes: 45 },
  onlineBooking: true,
};
const CUT = {
  name: "Wash & Cut",
  durationMinutes: 45,
  bufferMinutes: 10,
  price: "60.00",
  onlineBooking: true,
};
const DRY = { name: "Blow-Dry", durationMinutes: 30, price: "35.00", onlineBooking: true };

/** Elena and Tomas perform all three. */
async function salon() {
  const parlor = await bookingDesk();
  const { admin, elena } = parlor;
  const ids: number[] = [];
  for (const service of [COLOR, CUT, DRY])
    ids.push((await admin.request("POST", "/api/services", service)).body.id);
  const book = (fields: object) =>
    admin.request("POST", "/api/appointments", {
      ...{ employeeId: elena, clientName: "Grace Kim", appointmentDate: `${FRIDAY}T10:00` },
      ...fields,
    });
  const [color = 0, cut = 0, dry = 0] = ids;
  return { ...parlor, color, cut, dry, ids, book };
}

test("a visit of several services has their sums, their names, and the cleanup time of the last one", async () => {
  const { ids, book } = await salon();
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
  const { color, cut, book, admin, elena } = await salon();
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
  const { color, cut, book, admin, elena, tomas } = await salon();
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
  const { color, cut, dry, admin, elena, tomas } = await salon();
  await admin.request("PATCH", `/api/services/${dry}`, { employeeIds: [tomas] });
  const { body } = await admin.request(
    "GET",
    `/api/availability?services=${color},${cut},${dry}&from=${FRIDAY}&to=${FRIDAY}`,
  );
  const { slots } = body;
  expect(new Set(slots.map((slot: { employeeId: number }) => slot.employeeId))).toEqual(
    new Set([tomas]),
  );
  expect(slots[0].start).toBe(`${FRIDAY}T09:00:00`);
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
  const { admin } = await salon();
  expect((await admin.request("GET", `/api/availability?${query}`)).status).toBe(status);
});

test.each([
  [[], 400],
  [Array.from({ length: 9 }, () => 1), 400],
  [[1, 999], 404],
])("a visit of the services %j is refused", async (services, status) => {
  const { book } = await salon();
  expect((await book({ services })).status).toBe(status);
});

test("another list of services changes name, price and length; a program that knows of one service changes all", async () => {
  const { color, cut, dry, book, admin } = await salon();
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
  const { ids, cut, book, admin } = await salon();
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
  const { book } = await salon();
  const { body } = await book({ service: text });
  expect(body.services.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(body.service).toBe(text.trim());
});

test("clients book several services online, and another list at that time is another booking", async () => {
  const { color, cut, dry, online, admin, visitor } = await salon();
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

test("the report counts each service of a visit with its own price, and the visit once", async () => {
  const { ids, book, admin } = await salon();
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

test("fifty clients want the same time for the same services, and one gets it", async () => {
  const { cut, dry, elena, online } = await salon();
  const wanted = { serviceId: undefined, services: [cut, dry], employeeId: elena };
  const phones = Array.from({ length: 50 }, (_, at) => `+120255501${10 + at}`);
  const replies = await Promise.all(phones.map((phone) => online(wanted, phone)));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
});
