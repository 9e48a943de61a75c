import { expect, test } from "bun:test";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { FRIDAYS, visitsOf, weekly } from "#tests/calendar/appointments/series-stand.ts";
import { desk, TODAY } from "#tests/calendar/appointments/stand.ts";
import { bookingDesk, FRIDAY, RUTH, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { severalSalon } from "#tests/calendar/services/stand.ts";
import type { Person } from "#tests/support/test-app.ts";

/** The stand's first admin. */
const BY = "by admin1";

async function historyOf(person: Person, id: number) {
  const { status, body } = await person.request("GET", `/api/appointments/${id}/history`);
  return status === 200
    ? { visits: body.visits, did: body.entries.map(({ what }: { what: string }) => what) }
    : { status };
}

test("a visit's history says who booked, confirmed, moved and canceled it, and how often its client came", async () => {
  const { admin, book, clock } = await desk();
  await admin.request("POST", "/api/contacts", { name: "Ruth Abernathy", phoneNumber: RUTH });
  for (const at of ["08:00", "09:00"])
    await book({ appointmentDate: `2026-11-19T${at}`, phoneNumber: RUTH, allowOverlap: true });
  const { id } = await book({ appointmentDate: `${TODAY}T15:00`, phoneNumber: RUTH });
  const change = (fields: object) => admin.request("PATCH", `/api/appointments/${id}`, fields);
  await change({ status: "confirmed" });
  await change({ notes: "Sensitive scalp" });
  clock.now += 60_000;
  await change({ appointmentDate: `${TODAY}T16:00` });
  await change({ status: "canceled" });
  await change({ status: "booked" });
  const { visits, did } = await historyOf(admin, id);
  expect(visits).toBe(2);
  expect(did).toEqual(
    ["Booked", "Confirmed", "Moved", "Canceled", "Put back"].map((what) => `${what} ${BY}`),
  );
  const { body } = await admin.request("GET", `/api/appointments/${id}/history`);
  expect(Date.parse(body.entries[2].at) - Date.parse(body.entries[1].at)).toBe(60_000);
});

test("a visit and its client's page say in the same words why no text can be sent", async () => {
  const { admin, app, book } = await desk();
  await admin.request("POST", "/api/contacts", { name: "Ruth Abernathy", phoneNumber: RUTH });
  const { id } = await book({ appointmentDate: `${TODAY}T15:00`, phoneNumber: RUTH });
  const barriers = async () =>
    Promise.all(
      [`/api/appointments/${id}/history`, "/api/contacts/1"].map(
        async (path) => (await admin.request("GET", path)).body.textingBarrier,
      ),
    );
  expect(await barriers()).toEqual([null, null]);
  markUndeliverable(app, RUTH, { code: null, at: app.now() });
  const landline = "This client's number can't receive texts.";
  expect(await barriers()).toEqual([landline, landline]);
  await admin.request("POST", "/api/contacts/1/opt-out");
  const optedOut = "This client opted out of texts.";
  expect(await barriers()).toEqual([optedOut, optedOut]);
});

test("a visit booked under another name says whose number it is, to those who see names", async () => {
  const { admin, book, elena, desk: member } = await desk();
  await admin.request("POST", "/api/contacts", { name: "Ruth Abernathy", phoneNumber: RUTH });
  const at = { appointmentDate: `${TODAY}T15:00`, phoneNumber: RUTH };
  const { id } = await book({ ...at, clientName: "Amy Abernathy" });
  const own = await book({
    ...at,
    appointmentDate: `${TODAY}T12:00`,
    clientName: "abernathy, RUTH",
  });
  const numberOf = async (person: Person, visit: number) =>
    (await person.request("GET", `/api/appointments/${visit}/history`)).body.numberOf;
  expect(await numberOf(admin, own.id)).toBeNull();
  expect(await numberOf(admin, id)).toEqual({ contactId: 1, name: "Ruth Abernathy" });
  const noNames = member([elena], { canViewClientNames: false });
  expect(await numberOf(noNames, id)).toEqual({ contactId: 1, name: "Client #1" });
});

test("what a client did on the booking page is theirs", async () => {
  const { admin, online, visitor } = await bookingDesk();
  const path = `/api/booking/${tokenOf(await online())}`;
  await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T12:00:00` });
  const [{ id }] = (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`))
    .body;
  await visitor("POST", `${path}/cancel`);
  expect(await historyOf(admin, id)).toEqual({
    visits: 0,
    did: ["Booked online", "Moved by the client", "Canceled by the client"],
  });
});

test("each visit of a series has what was done to it, together with others or alone", async () => {
  const salon = await desk();
  const { admin } = salon;
  await weekly(salon);
  const [, second, third] = await visitsOf(salon);
  await admin.request("PATCH", `/api/appointments/${second?.id}`, {
    appointmentDate: `${FRIDAYS[1]}T11:00`,
    scope: "following",
  });
  await admin.request("PATCH", `/api/appointments/${second?.id}`, { status: "confirmed" });
  const of = async (id = 0) => (await historyOf(admin, id)).did;
  expect(await of(second?.id)).toEqual([`Booked ${BY}`, `Moved ${BY}`, `Confirmed ${BY}`]);
  expect(await of(third?.id)).toEqual([`Booked ${BY}`, `Moved ${BY}`]);
});

test("each part of a visit with several employees has the visit's history", async () => {
  const { admin, elena, tomas, color, cut } = await severalSalon();
  const { body } = await admin.request("POST", "/api/appointments", {
    ...{ employeeId: elena, clientName: "Ruth Abernathy", appointmentDate: `${FRIDAY}T10:00` },
    ...{ services: [color, cut], performers: [elena, tomas] },
  });
  const [first, last] = body.parts;
  await admin.request("PATCH", `/api/appointments/${last.id}`, { status: "confirmed" });
  for (const { id } of [first, last])
    expect(await historyOf(admin, id)).toEqual({
      visits: null,
      did: [`Booked ${BY}`, `Confirmed ${BY}`],
    });
});

test("of an employee whose calendar is hidden, no history is shown", async () => {
  const { book, desk: deskOf, elena, tomas } = await desk();
  const { id } = await book();
  expect(await historyOf(deskOf([tomas]), id)).toEqual({ status: 404 });
  expect(await historyOf(deskOf([elena]), id)).toMatchObject({ visits: null });
});
