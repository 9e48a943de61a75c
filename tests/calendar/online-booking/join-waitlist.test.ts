import { expect, test } from "bun:test";
import { answerOffer } from "#src/calendar/waitlist/answer-offer.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { contact, type Reply } from "#tests/support/test-app.ts";
import { type BookingDesk, bookingDesk, cookieOf, FRIDAY, RUTH } from "./stand.ts";

const PREFERENCES = { employeeId: null, from: "2026-11-20", to: FRIDAY, name: "Ruth Abernathy" };
const OTHER = "+12025550177";

/** Joins the waitlist as the visitor with that phone. */
function join(parlor: BookingDesk, preferences: object = {}, phone = RUTH): Promise<Reply> {
  const body = { ...PREFERENCES, serviceId: parlor.facial, ...preferences };
  return parlor.visitor("POST", "/api/booking/waitlist", body, {
    cookie: cookieOf(parlor.app, phone),
  });
}

const entriesOf = async ({ admin }: BookingDesk) =>
  (await admin.request("GET", "/api/waitlist")).body;
const consents = ({ app }: BookingDesk) =>
  app.db.query("select phone, category, given, source, wording from consents order by id").all();

test("a client who found no time joins the waitlist, and staff see where the entry came from", async () => {
  const parlor = await bookingDesk();
  await parlor.admin.request("POST", "/api/settings", { businessName: "Halcyon" });
  const { waitlistConsent } = (await parlor.visitor("GET", "/api/booking/terms")).body;
  const { status, body } = await join(parlor, {
    employeeId: parlor.tomas,
    weekdays: ["thu", "fri"],
    timeFrom: "14:00",
    timeTo: "17:00",
  });
  expect([status, body]).toEqual([
    201,
    {
      id: 1,
      serviceId: parlor.facial,
      services: [parlor.facial],
      serviceName: "Hydrating Facial",
      employeeId: parlor.tomas,
      from: "2026-11-20",
      to: FRIDAY,
      weekdays: ["thu", "fri"],
      timeFrom: "14:00",
      timeTo: "17:00",
      status: "waiting",
      createdAt: expect.any(String),
      token: expect.stringMatching(/^1-[\w-]{16}$/),
    },
  ]);
  expect(await entriesOf(parlor)).toMatchObject([
    { clientName: "Ruth Abernathy", phoneNumber: RUTH, source: "online", status: "waiting" },
  ]);
  expect(waitlistConsent).toBe(
    "When a time opens up, we'll text you an offer from Halcyon, one at a time. We hold it for 15 minutes: reply YES to book it or NO to pass. Message and data rates may apply. Reply HELP for help or STOP to opt out of all texts.",
  );
  expect(consents(parlor)).toEqual([
    {
      phone: 12025550134,
      category: "reminder",
      given: 1,
      source: "booking",
      wording: waitlistConsent,
    },
  ]);
  // Joining the waitlist isn't consent to campaigns.
  expect(parlor.app.db.query("select phone from appointment_only").values()).toEqual([
    [12025550134],
  ]);
});

test("without a confirmed phone nobody joins", async () => {
  const { visitor, facial } = await bookingDesk();
  const joined = await visitor("POST", "/api/booking/waitlist", {
    ...PREFERENCES,
    serviceId: facial,
  });
  expect([joined.status, joined.body.message]).toEqual([401, "Confirm your phone number first."]);
});

test("a number waits for three services at most", async () => {
  const parlor = await bookingDesk();
  for (const weekday of ["mon", "tue", "wed"])
    expect((await join(parlor, { weekdays: [weekday] })).status).toBe(201);
  const { status, body } = await join(parlor);
  expect([status, body.message]).toEqual([409, "You're already on our waitlist 3 times. Call us."]);
  expect((await join(parlor, {}, OTHER)).status).toBe(201);
});

test("requests from one number are limited as bookings are", async () => {
  const parlor = await bookingDesk();
  const statuses = [];
  for (let n = 0; n < 21; n += 1) statuses.push((await join(parlor, { to: "2026-11-01" })).status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
  expect(statuses.at(-1)).toBe(429);
});

test("a repeated request joins once", async () => {
  const parlor = await bookingDesk();
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push((await join(parlor, { weekdays: ["fri"] })).body.id);
  expect(ids).toEqual([1, 1, 1]);
  expect((await join(parlor, { weekdays: ["thu"] })).body.id).toBe(2);
  expect(await entriesOf(parlor)).toHaveLength(2);
});

test("two children of one mother wait under their own names, and each is booked under theirs", async () => {
  const parlor = await bookingDesk();
  contact(parlor.app, parlor.admin, "Ruth Abernathy", RUTH);
  for (const name of ["Mia Abernathy", "Tim Abernathy", "Mia Abernathy"])
    expect((await join(parlor, { name })).status).toBe(201);
  expect(await entriesOf(parlor)).toMatchObject([
    { clientName: "Mia Abernathy", phoneNumber: RUTH },
    { clientName: "Tim Abernathy", phoneNumber: RUTH },
  ]);
  const { id } = await parlor.book({
    appointmentDate: `${FRIDAY}T10:00`,
    serviceId: parlor.facial,
    clientName: "Joan Whitlock",
  });
  await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  parlor.clock.now += UNDO_MS;
  await offerGaps(parlor.app);
  answerOffer(parlor.app, RUTH, "yes");
  const { body } = await parlor.admin.request(
    "GET",
    `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(body.filter(({ status }: { status: string }) => status === "booked")).toMatchObject([
    { clientName: "Mia Abernathy", phoneNumber: RUTH },
  ]);
});

test("a number that opted out can't wait, and its STOP stays", async () => {
  const parlor = await bookingDesk();
  const id = contact(parlor.app, parlor.admin, "Ruth", RUTH);
  await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  const { status, body } = await join(parlor);
  expect([status, body.message]).toEqual([
    409,
    "You opted out of our texts. Text START to us first, or call us.",
  ]);
  expect(optedOutSince(parlor.app, RUTH)).toBeDefined();
  expect(await entriesOf(parlor)).toEqual([]);
});

test("preferences that no time can meet, and services that can't be booked online, are refused", async () => {
  const parlor = await bookingDesk();
  const { body: hidden } = await parlor.admin.request("POST", "/api/services", {
    name: "Brows",
    durationMinutes: 30,
  });
  const refused = async (preferences: object) => {
    const { status, body } = await join(parlor, preferences);
    return [status, body.message];
  };
  expect(await refused({ serviceId: hidden.id })).toEqual([
    404,
    "This service can't be booked online. Call us.",
  ]);
  expect(await refused({ timeFrom: "14:00", timeTo: "12:00" })).toEqual([
    400,
    "End time must be after start time",
  ]);
  expect((await refused({ weekdays: [] }))[0]).toBe(400);
  expect((await refused({ weekdays: ["someday"] }))[0]).toBe(400);
  expect((await refused({ employeeId: 99 }))[0]).toBe(400);
  expect(await refused({ name: " " })).toEqual([400, "Name is required"]);
  expect(parlor.app.db.query("select count(*) from contacts").values()).toEqual([[0]]);
});

test("a client leaves only their own entry, and each step is in the log without name or number", async () => {
  const parlor = await bookingDesk();
  const { token } = (await join(parlor)).body;
  const leave = (one: string) => parlor.visitor("DELETE", `/api/booking/waitlist/${one}`);
  const booking = (await parlor.online({ name: "Ana" })).body.manageUrl.split("/").at(-1);
  for (const forged of ["1", `2${token.slice(1)}`, `${token.slice(0, -1)}_`, booking])
    expect((await leave(forged)).status).toBe(404);
  expect((await leave(token)).status).toBe(204);
  const again = await leave(token);
  expect([again.status, again.body.message]).toEqual([404, "You're no longer on our waitlist."]);
  expect(await entriesOf(parlor)).toMatchObject([{ status: "canceled" }]);
  const log = parlor.app.db
    .query(
      "select actor_type as actor, action, metadata from audit_logs where action like 'waitlist.%'",
    )
    .all();
  expect(log).toEqual([
    { actor: "system", action: "waitlist.add", metadata: expect.stringContaining('"by":"online"') },
    { actor: "system", action: "waitlist.cancel", metadata: expect.anything() },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/Ruth|2025550134/);
});
