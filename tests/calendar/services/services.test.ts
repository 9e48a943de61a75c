import { expect, test } from "bun:test";
import { HOUR_MS } from "#src/shared/durations.ts";
import { csvFile, type Desk, desk, TODAY } from "#tests/calendar/appointments/stand.ts";

const FACIAL = {
  name: "Hydrating Facial",
  category: "Skin",
  durationMinutes: 60,
  bufferMinutes: 15,
  price: "120.00",
  deposit: "30",
  onlineBooking: true,
};

async function withFacial(): Promise<Desk & { facial: number }> {
  const parlor = await desk();
  const { body } = await parlor.admin.request("POST", "/api/services", {
    ...FACIAL,
    overrides: [{ employeeId: parlor.tomas, durationMinutes: 90, price: "150.00" }],
  });
  return { ...parlor, facial: body.id };
}

test("a service is created, changed and deleted; omitted fields stay", async () => {
  const { admin, facial, tomas } = await withFacial();
  const created = {
    ...FACIAL,
    id: facial,
    processing: null,
    returnWeeks: null,
    deposit: "30.00",
    color: "#b8698f",
    employeeIds: null,
    overrides: [{ employeeId: tomas, durationMinutes: 90, price: "150.00" }],
  };
  expect((await admin.request("GET", "/api/services")).body).toEqual([created]);
  const changed = await admin.request("PATCH", `/api/services/${facial}`, {
    price: "130",
    deposit: null,
    employeeIds: [tomas],
  });
  expect(changed.body).toEqual({
    ...created,
    price: "130.00",
    deposit: null,
    employeeIds: [tomas],
  });
  expect((await admin.request("DELETE", `/api/services/${facial}`)).status).toBe(204);
  expect((await admin.request("GET", "/api/services")).body).toEqual([]);
  expect((await admin.request("POST", "/api/services", FACIAL)).status).toBe(201);
});

test("services are listed by category and name, and those without a category last", async () => {
  const { admin } = await withFacial();
  for (const [name, category] of [
    ["Consultation", ""],
    ["Peel", "Skin"],
    ["Balayage", "Hair"],
  ])
    await admin.request("POST", "/api/services", { ...FACIAL, name, category });
  const { body } = await admin.request("GET", "/api/services");
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    "Balayage",
    "Hydrating Facial",
    "Peel",
    "Consultation",
  ]);
});

test.each([
  [{ name: " " }, 400, "Name is required"],
  [{ name: "hydrating  FACIAL" }, 409, "There's already a service named Hydrating Facial."],
  [{ name: "Peel", price: "much" }, 400, "Use an amount such as 120.00"],
  [{ name: "Peel", deposit: "121" }, 400, "The deposit can't be higher than the price"],
  [{ name: "Peel", durationMinutes: 0 }, 400, "Duration must be at least 1"],
  [{ name: "Peel", employeeIds: [99] }, 400, "One of these employees no longer exists"],
  [{ name: "Peel", color: "red" }, 400, "Use a color such as #5f87c9"],
])("%j is refused with a message", async (wrong, expected, text) => {
  const { admin } = await withFacial();
  const { status, body } = await admin.request("POST", "/api/services", { ...FACIAL, ...wrong });
  expect([status, JSON.stringify(body.errors)]).toEqual([expected, expect.stringContaining(text)]);
});

test("a service whose name was taken before accents were ignored can be changed, but not renamed to it", async () => {
  const { admin, app, facial } = await withFacial();
  await admin.request("POST", "/api/services", { ...FACIAL, name: "Lux" });
  app.db.run("update services set name = 'Łux', name_key = 'łux' where id = ?", [facial]);
  const change = (body: object) => admin.request("PATCH", `/api/services/${facial}`, body);
  // A form sends the name with the rest.
  expect((await change({ name: "Łux", price: "130" })).body).toMatchObject({
    name: "Łux",
    price: "130.00",
  });
  expect((await change({ durationMinutes: 45 })).status).toBe(200);
  expect((await change({ name: "łux" })).body.errors.name).toBe(
    "There's already a service named Lux.",
  );
});

test("a booked service stores its length, cleanup and price, which later changes don't affect", async () => {
  const { admin, book, facial, tomas } = await withFacial();
  const one = await book({ serviceId: facial });
  expect(one).toMatchObject({
    service: "Hydrating Facial",
    serviceId: facial,
    price: "120.00",
    durationMinutes: 60,
    bufferMinutes: 15,
  });
  const other = await book({ serviceId: facial, employeeId: tomas, durationMinutes: 45 });
  expect(other).toMatchObject({ price: "150.00", durationMinutes: 45 });

  const early = { appointmentDate: `${TODAY}T11:00`, durationMinutes: 30 };
  const tooEarly = await admin.request("POST", "/api/appointments", {
    employeeId: one.employeeId,
    clientName: "Ada",
    ...early,
  });
  expect([tooEarly.status, tooEarly.body.message]).toEqual([
    409,
    "Elena Sato cleans up until 11:15 AM.",
  ]);
  const before = await admin.request("POST", "/api/appointments", {
    employeeId: one.employeeId,
    clientName: "Ada",
    appointmentDate: `${TODAY}T09:00`,
    serviceId: facial,
  });
  expect(before.body.message).toBe(
    "There's no time to clean up before Elena Sato's next appointment, 10:00 – 11:00 AM.",
  );

  await book({ appointmentDate: `${TODAY}T11:30` });
  const between = await admin.request("POST", "/api/appointments", {
    ...{ employeeId: one.employeeId, clientName: "Ada", durationMinutes: 60 },
    appointmentDate: `${TODAY}T11:00`,
  });
  expect(between.body.message).toBe(
    "Elena Sato cleans up until 11:15 AM.\nElena Sato already has an appointment, 11:30 AM – 12:30 PM.",
  );

  await admin.request("PATCH", `/api/services/${facial}`, { price: "999", name: "Facial" });
  await admin.request("DELETE", `/api/services/${facial}`);
  const { body: listed } = await admin.request(
    "GET",
    `/api/appointments?from=${TODAY}&to=${TODAY}`,
  );
  const stored = listed.find(({ id }: { id: number }) => id === one.id);
  expect(stored).toMatchObject({ service: "Hydrating Facial", serviceId: facial, price: "120.00" });
  const moved = await admin.request("PATCH", `/api/appointments/${one.id}`, {
    appointmentDate: `${TODAY}T15:00`,
  });
  expect(moved.body).toMatchObject({ serviceId: facial, price: "120.00" });
});

test("changing the service changes the price, and a typed service has none", async () => {
  const { admin, book, facial } = await withFacial();
  const { id } = await book();
  const change = async (to: object) =>
    (await admin.request("PATCH", `/api/appointments/${id}`, to)).body;
  expect(await change({ serviceId: facial })).toMatchObject({
    service: "Hydrating Facial",
    price: "120.00",
    bufferMinutes: 15,
  });
  expect(await change({ service: "Something else" })).toMatchObject({
    serviceId: null,
    price: null,
    bufferMinutes: 0,
  });
  expect(await change({ service: "hydrating facial" })).toMatchObject({
    service: "hydrating facial",
    serviceId: facial,
  });
  expect(await change({ serviceId: null })).toMatchObject({ serviceId: null, price: null });
  const gone = await admin.request("PATCH", `/api/appointments/${id}`, { serviceId: 99 });
  expect([gone.status, gone.body.message]).toEqual([404, "This service no longer exists."]);
});

test("imports and other programs match the service by its name", async () => {
  const { admin, facial, tomas } = await withFacial();
  const file = csvFile(
    `${TODAY}T10:00,Ada,hydrating  facial,Tomas`,
    `${TODAY}T14:00,Ada,Peel,Tomas`,
  );
  await admin.request("POST", "/api/appointments/import", file);
  const { apiKey } = (await admin.request("POST", "/api/users/generate-api-key")).body;
  await admin.request("POST", "/api/webhooks/appointment/create", {
    api_key: apiKey,
    first_name: "Noor",
    last_name: "Haddad",
    start_datetime: `${TODAY}T15:00:00`,
    end_datetime: `${TODAY}T15:30:00`,
    service_display_name: "HYDRATING FACIAL",
    employee_first_name: "Tomas",
  });
  const { body } = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(body).toMatchObject([
    { employeeId: tomas, serviceId: facial, price: "150.00", durationMinutes: 90 },
    { serviceId: null, price: null, durationMinutes: 60 },
    { serviceId: facial, price: "150.00", durationMinutes: 30 },
  ]);
});

test("a price list is imported, and importing it again adds nothing", async () => {
  const { admin } = await withFacial();
  const rows = [
    "Service Name,Category,Duration,Price,Deposit,Book online",
    'Balayage,Hair,2h 30m,"$1,260.00",60,yes',
    "Brow Shaping,Brows,30 min,35,,no",
    "Lash Lift,Brows,1:15,110,,",
    "hydrating facial,Skin,60,99,,",
    "Broken,Skin,soon,1,,",
  ];
  const file = { file: Buffer.from(rows.join("\r\n")).toString("base64") };
  const first = await admin.request("POST", "/api/services/import", file);
  expect([first.status, first.body]).toEqual([
    200,
    {
      imported: 3,
      total: 5,
      alreadyThere: 1,
      errors: [{ row: 6, reason: '"soon" isn\'t a duration in minutes' }],
    },
  ]);
  const list = (await admin.request("GET", "/api/services")).body;
  expect(list).toMatchObject([
    { name: "Brow Shaping", durationMinutes: 30, price: "35.00", onlineBooking: false },
    { name: "Lash Lift", durationMinutes: 75 },
    {
      name: "Balayage",
      durationMinutes: 150,
      price: "1260.00",
      deposit: "60.00",
      onlineBooking: true,
    },
    { name: "Hydrating Facial", price: "120.00" },
  ]);
  expect((await admin.request("POST", "/api/services/import", file)).body.imported).toBe(0);
  const wrong = { file: Buffer.from("a,b\n1,2").toString("base64") };
  expect((await admin.request("POST", "/api/services/import", wrong)).body.message).toBe(
    "This file needs columns named Name and Duration in its first row.",
  );
});

test.each([
  ["Price", "40-60", '"40-60" isn\'t a price'],
  ["Price", "-50", '"-50" isn\'t a price'],
  ["Price", "ask us", '"ask us" isn\'t a price'],
  ["Deposit", "20%", '"20%" isn\'t an amount'],
  ["Cleanup", "a while", '"a while" isn\'t a cleanup time in minutes'],
])("a price list whose %s says %p is refused with the row", async (heading, cell, reason) => {
  const { admin } = await desk();
  const rows = [`Name,Duration,${heading}`, `Facial,60,${cell}`];
  const file = { file: Buffer.from(rows.join("\n")).toString("base64") };
  const { body } = await admin.request("POST", "/api/services/import", file);
  expect(body).toMatchObject({ imported: 0, errors: [{ row: 2, reason }] });
});

test("prices in euros are read, and columns without a heading or with an odd one are not", async () => {
  const { admin } = await desk();
  const rows = ["Name;Duration;Price;;__proto__;constructor", "Facial;60;1.250,00 €;99;x;y"];
  const file = { file: Buffer.from(rows.join("\n")).toString("base64") };
  const { body } = await admin.request("POST", "/api/services/import", file);
  expect(body).toMatchObject({ imported: 1, errors: [] });
  expect((await admin.request("GET", "/api/services")).body).toMatchObject([
    { name: "Facial", price: "1250.00", deposit: null, onlineBooking: false },
  ]);
});

test("a deleted employee no longer performs services", async () => {
  const { admin, elena, facial, tomas } = await withFacial();
  await admin.request("PATCH", `/api/services/${facial}`, { employeeIds: [elena, tomas] });
  await admin.request("DELETE", `/api/employees/${tomas}`);
  const [service] = (await admin.request("GET", "/api/services")).body;
  expect(service).toMatchObject({ employeeIds: [elena], overrides: [] });
  expect(
    (await admin.request("PATCH", `/api/services/${facial}`, { price: "1.00", deposit: null }))
      .status,
  ).toBe(200);
});

test("free times of a service name the employees who perform it and whom the reader may see", async () => {
  const { admin, desk: person, elena, facial, tomas } = await withFacial();
  const address = `/api/availability?serviceId=${facial}&from=2026-11-27&to=2026-11-27`;
  const { body } = await admin.request("GET", address);
  const last = (id: number) =>
    body.slots.filter((one: { employeeId: number }) => one.employeeId === id).at(-1).start;
  expect([last(elena), last(tomas)]).toEqual(["2026-11-27T16:00:00", "2026-11-27T15:30:00"]);
  const seen = await person([elena]).request("GET", address);
  expect(new Set(seen.body.slots.map((one: { employeeId: number }) => one.employeeId))).toEqual(
    new Set([elena]),
  );
  const long = await admin.request("GET", "/api/availability?from=2026-11-01&to=2027-11-01");
  expect([long.status, long.body.message]).toEqual([400, "Request at most 62 days."]);
});

test("days without free times say whether the business is closed or the employee is off, from now on today", async () => {
  const { admin, elena, facial, clock } = await withFacial();
  const hours = [{ start: "09:00", end: "17:00" }];
  const weekly = {
    mon: hours,
    tue: hours,
    wed: hours,
    thu: hours,
    fri: hours,
    sat: hours,
    sun: [],
  };
  await admin.request("PUT", "/api/hours", { weekly });
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: { ...weekly, mon: [] } });
  const address = `/api/availability?serviceId=${facial}&from=2026-11-27&to=2026-12-01`;
  const { body: anyone } = await admin.request("GET", address);
  expect([anyone.closedDays, anyone.offDays]).toEqual([["2026-11-29"], []]);
  const { body: own } = await admin.request("GET", `${address}&employeeId=${elena}`);
  expect([own.closedDays, own.offDays]).toEqual([["2026-11-29"], ["2026-11-30"]]);
  const daysOff = async () => {
    const path = `/api/availability?serviceId=${facial}&employeeId=${elena}`;
    return (await admin.request("GET", path)).body.offDays;
  };
  const shorter = [{ start: "09:00", end: "11:30" }];
  await admin.request("PUT", `/api/employees/${elena}/hours`, {
    weekly: { ...weekly, fri: shorter },
  });
  expect(await daysOff()).toEqual([]);
  clock.now += HOUR_MS;
  expect(await daysOff()).toEqual([TODAY]);
});

test("a visit of a day with four hours of cleanup keeps its employee busy on the third day", async () => {
  const { admin, elena, book } = await desk();
  const { body: service } = await admin.request("POST", "/api/services", {
    ...{ name: "Retreat", durationMinutes: 24 * 60, bufferMinutes: 4 * 60, price: "900.00" },
  });
  await admin.request("PATCH", `/api/employees/${elena}`, {
    ...{ workStartTime: "00:00", workEndTime: "23:59" },
  });
  await book({ appointmentDate: "2026-11-24T22:30", serviceId: service.id, allowOverlap: true });
  const tryAt = async (time: string) =>
    (
      await admin.request("POST", "/api/appointments", {
        ...{ employeeId: elena, clientName: "Grace Kim", durationMinutes: 30 },
        appointmentDate: `2026-11-26T${time}`,
      })
    ).status;
  expect([await tryAt("02:00"), await tryAt("02:30")]).toEqual([409, 201]);
});

test("a visit moved to an employee who doesn't perform its service asks first", async () => {
  const { admin, book, facial, elena, tomas } = await withFacial();
  await admin.request("PATCH", `/api/services/${facial}`, { employeeIds: [elena] });
  const { id } = await book({ serviceId: facial, appointmentDate: `${TODAY}T13:00` });
  const move = (change: object) =>
    admin.request("PATCH", `/api/appointments/${id}`, { employeeId: tomas, ...change });
  expect(await move({})).toMatchObject({
    status: 409,
    body: { errors: { allowOverlap: "Tomas Cruz doesn't perform Hydrating Facial." } },
  });
  expect((await move({ allowOverlap: true })).body.employeeId).toBe(tomas);
});

test("so do the visits of a series, each by its day", async () => {
  const { admin, book, facial, elena, tomas } = await withFacial();
  await admin.request("PATCH", `/api/services/${facial}`, { employeeIds: [elena] });
  const repeat = { everyWeeks: 1, count: 2 };
  const { id } = await book({
    ...{ serviceId: facial, repeat },
    appointmentDate: "2026-11-27T13:00",
  });
  const change = { employeeId: tomas, scope: "following" };
  const { status, body } = await admin.request("PATCH", `/api/appointments/${id}`, change);
  expect([status, body.message]).toEqual([
    409,
    "2 of 2 visits have a conflict. Friday, November 27: Tomas Cruz doesn't perform Hydrating Facial. Friday, December 4: Tomas Cruz doesn't perform Hydrating Facial.",
  ]);
});
