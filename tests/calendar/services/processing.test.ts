import { expect, test } from "bun:test";
import { type Desk, desk } from "#tests/calendar/appointments/stand.ts";

const DAY = "2026-11-27";
const COLOR = {
  name: "Color",
  durationMinutes: 120,
  bufferMinutes: 15,
  price: "180.00",
  processing: { afterMinutes: 45, minutes: 45 },
};

/** Elena's color from ten to twelve, free from 10:45 to 11:30, with cleanup until 12:15. */
async function withColor() {
  const parlor = await desk();
  const { admin, elena } = parlor;
  const { body: service } = await admin.request("POST", "/api/services", COLOR);
  const at = (clock: string, fields: object = {}) => ({
    ...{ employeeId: elena, clientName: "Grace Kim", appointmentDate: `${DAY}T${clock}` },
    ...fields,
  });
  const tryToBook = async (clock: string, fields: object = {}) =>
    (await admin.request("POST", "/api/appointments", at(clock, fields))).status;
  const { body: visit } = await admin.request(
    "POST",
    "/api/appointments",
    at("10:00", { serviceId: service.id }),
  );
  return { ...parlor, service, visit, tryToBook };
}

const slotsOf = async ({ admin, elena }: Desk, query: string) =>
  (
    await admin.request(
      "GET",
      `/api/availability?employeeId=${elena}&from=${DAY}&to=${DAY}&${query}`,
    )
  ).body.slots.map(({ start }: { start: string }) => start.slice(11, 16));

test("another client fits into the processing time, and nowhere else in the visit", async () => {
  const parlor = await withColor();
  expect(parlor.visit.processing).toEqual([COLOR.processing]);
  const starts = await slotsOf(parlor, "minutes=30");
  const during = starts.filter((start: string) => start > "09:30" && start < "12:15");
  expect(during).toEqual(["10:45", "11:00"]);
  expect(await parlor.tryToBook("10:30", { durationMinutes: 30 })).toBe(409);
  expect(await parlor.tryToBook("11:00", { durationMinutes: 45 })).toBe(409);
  expect(await parlor.tryToBook("12:00", { durationMinutes: 30 })).toBe(409);
  expect(await parlor.tryToBook("10:45", { durationMinutes: 45 })).toBe(201);
  const { body } = await parlor.admin.request("GET", `/api/appointments?from=${DAY}&to=${DAY}`);
  expect(body.map(({ clash }: { clash: boolean }) => clash)).toEqual([false, false]);
});

test("a color starts so that its processing time contains a visit that is there", async () => {
  const parlor = await withColor();
  await parlor.admin.request("DELETE", `/api/appointments/${parlor.visit.id}`);
  await parlor.tryToBook("13:00", { durationMinutes: 30 });
  const starts = await slotsOf(parlor, `serviceId=${parlor.service.id}`);
  expect(starts).toContain("12:15");
  expect(starts).not.toContain("12:30");
  expect(await parlor.tryToBook("12:15", { serviceId: parlor.service.id })).toBe(201);
});

test("a move keeps the processing time, and a shorter visit that it doesn't fit loses it", async () => {
  const { admin, visit, tryToBook } = await withColor();
  const change = async (fields: object) =>
    (await admin.request("PATCH", `/api/appointments/${visit.id}`, fields)).body.processing;
  expect(await change({ appointmentDate: `${DAY}T13:00` })).toEqual([COLOR.processing]);
  expect(await tryToBook("13:45", { durationMinutes: 45 })).toBe(201);
  expect(await change({ durationMinutes: 90, allowOverlap: true })).toEqual([]);
  expect(await tryToBook("14:00", { durationMinutes: 15 })).toBe(409);
});

test("time off during the processing time keeps the visit from being booked", async () => {
  const parlor = await withColor();
  const { admin, elena, service } = parlor;
  await admin.request("POST", "/api/time-off", {
    ...{ employeeId: elena, start: `${DAY}T14:00`, end: `${DAY}T14:15` },
    ...{ reason: "Bank", kind: "block" },
  });
  expect(await parlor.tryToBook("13:15", { serviceId: service.id })).toBe(409);
  expect(await slotsOf(parlor, `serviceId=${service.id}`)).not.toContain("13:15");
});

test.each([
  [{ afterMinutes: 45, minutes: 75 }, {}],
  [{ afterMinutes: 45, minutes: 45 }, { durationMinutes: 90 }],
])(
  "processing %j that doesn't end before the service is refused at its field",
  async (processing, own) => {
    const { admin, tomas } = await desk();
    const overrides = Object.keys(own).length > 0 ? [{ employeeId: tomas, ...own }] : [];
    const { status, body } = await admin.request("POST", "/api/services", {
      ...{ ...COLOR, processing, overrides },
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["processing"]]);
  },
);

test("services and visits without processing time say so", async () => {
  const parlor = await desk();
  const { body } = await parlor.admin.request("POST", "/api/services", {
    ...{ ...COLOR, processing: undefined },
  });
  expect(body.processing).toBeNull();
  expect((await parlor.book()).processing).toEqual([]);
});

test("another service without processing time asks first when another client is booked in it", async () => {
  const { admin, visit, tryToBook } = await withColor();
  expect(await tryToBook("10:45", { durationMinutes: 45 })).toBe(201);
  const { body: cut } = await admin.request("POST", "/api/services", {
    ...COLOR,
    ...{ name: "Cut", processing: null },
  });
  const change = (fields: object) =>
    admin.request("PATCH", `/api/appointments/${visit.id}`, { serviceId: cut.id, ...fields });
  expect((await change({})).status).toBe(409);
  const { body } = await change({ allowOverlap: true });
  expect(body).toMatchObject({ service: "Cut", processing: [], clash: true });
});

test("another service with a longer cleanup asks first when the next client is booked in it", async () => {
  const { admin, visit, tryToBook } = await withColor();
  expect(await tryToBook("12:15", { durationMinutes: 45 })).toBe(201);
  const { body: bleach } = await admin.request("POST", "/api/services", {
    ...COLOR,
    ...{ name: "Bleach", bufferMinutes: 30 },
  });
  const change = { serviceId: bleach.id };
  const { status } = await admin.request("PATCH", `/api/appointments/${visit.id}`, change);
  expect(status).toBe(409);
});
