import { expect, test } from "bun:test";
import { answerOffer } from "#src/calendar/waitlist/answer-offer.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { contact, type Reply } from "#tests/support/test-app.ts";
import { type BookingDesk, bookingDesk, cookieOf, FRIDAY, RUTH } from "./stand.ts";

const WISHES = { employeeId: null, from: "2026-11-20", to: FRIDAY, name: "Ruth Abernathy" };
const OTHER = "+12025550177";

/** Joins the waitlist as the visitor with that phone. */
function join(given: BookingDesk, wishes: object = {}, phone = RUTH): Promise<Reply> {
  const body = { ...WISHES, serviceId: given.facial, ...wishes };
  return given.visitor("POST", "/api/booking/waitlist", body, {
    cookie: cookieOf(given.app, phone),
  });
}

const entriesOf = async ({ admin }: BookingDesk) =>
  (await admin.request("GET", "/api/waitlist")).body;
const consents = ({ app }: BookingDesk) =>
  app.db.query("select phone, category, given, source, wording from consents order by id").all();

test("a client who found no time joins the waitlist, and staff see where the entry came from", async () => {
  const given = await bookingDesk();
  await given.admin.request("POST", "/api/settings", { businessName: "Halcyon" });
  const { waitlistConsent } = (await given.visitor("GET", "/api/booking/terms")).body;
  const { status, body } = await join(given, {
    employeeId: given.tomas,
    weekdays: ["thu", "fri"],
    timeFrom: "14:00",
    timeTo: "17:00",
  });
  expect([status, body]).toEqual([
    201,
    {
      id: 1,
      serviceId: given.facial,
      serviceName: "Hydrating Facial",
      employeeId: given.tomas,
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
  expect(await entriesOf(given)).toMatchObject([
    { clientName: "Ruth Abernathy", phoneNumber: RUTH, source: "online", status: "waiting" },
  ]);
  expect(waitlistConsent).toBe(
    "When a time opens up, we'll text you an offer from Halcyon, one at a time. We hold it for 15 minutes: reply YES to book it or NO to pass. Message and data rates may apply. Reply HELP for help or STOP to opt out of all texts.",
  );
  expect(consents(given)).toEqual([
    {
      phone: 12025550134,
      category: "reminder",
      given: 1,
      source: "booking",
      wording: waitlistConsent,
    },
  ]);
  // Joining the waitlist isn't consent to campaigns.
  expect(given.app.db.query("select phone from appointment_only").values()).toEqual([
    [12025550134],
  ]);
});

test("without a confirmed phone nobody joins", async () => {
  const { visitor, facial } = await bookingDesk();
  const joined = await visitor("POST", "/api/booking/waitlist", { ...WISHES, serviceId: facial });
  expect([joined.status, joined.body.message]).toEqual([401, "Confirm your phone number first."]);
});

test("a number waits for three services at most", async () => {
  const given = await bookingDesk();
  for (const weekday of ["mon", "tue", "wed"])
    expect((await join(given, { weekdays: [weekday] })).status).toBe(201);
  const { status, body } = await join(given);
  expect([status, body.message]).toEqual([
    409,
    "You're already on our waitlist 3 times. Please call us.",
  ]);
  expect((await join(given, {}, OTHER)).status).toBe(201);
});

test("requests from one number are limited as bookings are", async () => {
  const given = await bookingDesk();
  const statuses = [];
  for (let n = 0; n < 21; n += 1) statuses.push((await join(given, { to: "2026-11-01" })).status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
  expect(statuses.at(-1)).toBe(429);
});

test("a repeated request joins once", async () => {
  const given = await bookingDesk();
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push((await join(given, { weekdays: ["fri"] })).body.id);
  expect(ids).toEqual([1, 1, 1]);
  expect((await join(given, { weekdays: ["thu"] })).body.id).toBe(2);
  expect(await entriesOf(given)).toHaveLength(2);
});

test("two children of one mother wait under their own names, and each is booked under theirs", async () => {
  const given = await bookingDesk();
  contact(given.app, given.admin, "Ruth Abernathy", RUTH);
  for (const name of ["Mia Abernathy", "Tim Abernathy", "Mia Abernathy"])
    expect((await join(given, { name })).status).toBe(201);
  expect(await entriesOf(given)).toMatchObject([
    { clientName: "Mia Abernathy", phoneNumber: RUTH },
    { clientName: "Tim Abernathy", phoneNumber: RUTH },
  ]);
  const { id } = await given.book({
    appointmentDate: `${FRIDAY}T10:00`,
    serviceId: given.facial,
    clientName: "Joan Whitlock",
  });
  await given.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  await offerGaps(given.app);
  answerOffer(given.app, RUTH, "yes");
  const { body } = await given.admin.request(
    "GET",
    `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(body.filter(({ status }: { status: string }) => status === "booked")).toMatchObject([
    { clientName: "Mia Abernathy", phoneNumber: RUTH },
  ]);
});

test("a number that opted out can't wait, and its STOP stays", async () => {
  const given = await bookingDesk();
  const id = contact(given.app, given.admin, "Ruth", RUTH);
  await given.admin.request("POST", `/api/contacts/${id}/opt-out`);
  const { status, body } = await join(given);
  expect([status, body.message]).toEqual([
    409,
    "You opted out of our texts. Text START to us first, or call us.",
  ]);
  expect(optedOutSince(given.app, RUTH)).toBeDefined();
  expect(await entriesOf(given)).toEqual([]);
});

test("wishes that can't come true, and services that can't be booked online, are refused", async () => {
  const given = await bookingDesk();
  const { body: hidden } = await given.admin.request("POST", "/api/services", {
    name: "Brows",
    durationMinutes: 30,
  });
  const refused = async (wishes: object) => {
    const { status, body } = await join(given, wishes);
    return [status, body.message];
  };
  expect(await refused({ serviceId: hidden.id })).toEqual([
    404,
    "This service can't be booked online. Please call us.",
  ]);
  expect(await refused({ timeFrom: "14:00", timeTo: "12:00" })).toEqual([
    400,
    "End time must be after start time",
  ]);
  expect((await refused({ weekdays: [] }))[0]).toBe(400);
  expect((await refused({ weekdays: ["someday"] }))[0]).toBe(400);
  expect((await refused({ employeeId: 99 }))[0]).toBe(400);
  expect(await refused({ name: " " })).toEqual([400, "Name is required"]);
  expect(given.app.db.query("select count(*) from contacts").values()).toEqual([[0]]);
});

test("a client leaves only their own entry, and each step is in the log without name or number", async () => {
  const given = await bookingDesk();
  const { token } = (await join(given)).body;
  const leave = (one: string) => given.visitor("DELETE", `/api/booking/waitlist/${one}`);
  const booking = (await given.online()).body.manageUrl.split("/").at(-1);
  for (const forged of ["1", `2${token.slice(1)}`, `${token.slice(0, -1)}_`, booking])
    expect((await leave(forged)).status).toBe(404);
  expect((await leave(token)).status).toBe(204);
  const again = await leave(token);
  expect([again.status, again.body.message]).toEqual([404, "You're no longer on our waitlist."]);
  expect(await entriesOf(given)).toMatchObject([{ status: "canceled" }]);
  const log = given.app.db
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
