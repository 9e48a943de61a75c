import { expect, test } from "bun:test";
import { setApproved } from "#db/platform/users.ts";
import { createBookingRequest } from "#src/calls/booking-requests/booking-requests.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { NEW_USER_PERMISSIONS, type Permissions } from "#src/shared/permissions.ts";
import { type DepositDesk, depositDesk } from "#tests/calendar/online-booking/deposit-desk.ts";
import { FRIDAY, RUTH, runJob, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { phoneIn } from "#tests/support/callers.ts";
import { ANA, BALAYAGE, employee, outside } from "#tests/support/outside.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const JOAN = "+12025550120";
const WREN = "+12025550137";
const ADA = "+12025550111";

/** A salon in which a request, a deposit that can't be texted about, a possible opt-out, a caller and a text wait. */
async function busySalon(): Promise<DepositDesk> {
  const parlor = await depositDesk();
  const { app, admin, hono, online, elena, clock } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  await online({ employeeId: elena, start: "2026-11-20T16:00:00" });
  await online({ employeeId: elena, name: "Joan Whitlock" }, JOAN);
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  await admin.request("PATCH", `/api/appointments/${body[0].id}`, { status: "booked" });
  await postInbound(hono, { sid: sidOf(6000), from: JOAN, body: "STOP" });
  clock.now += 60_000;
  await postInbound(hono, { sid: sidOf(6001), from: ADA, body: "Do you do brows?" });
  clock.now += 60_000;
  await postInbound(hono, { sid: sidOf(6002), from: WREN, body: "take me off of these please" });
  clock.now += 60_000;
  createBookingRequest(app, {
    callId: phoneIn(parlor, { phone: "+12025550199", said: [], message: "" }),
    contactId: null,
    callerName: "Mei Castellano",
    phone: "+12025550199",
    preferredDate: "Friday",
    preferredTime: "Around 3 PM",
    requestedService: "Facial",
    notes: "",
    slot: { employeeId: elena, startsAt: "2026-11-27T15:00:00", durationMinutes: 60 },
  });
  return parlor;
}

const waiting = async (person: Person) => (await person.request("GET", "/api/waiting")).body;
const kinds = async (person: Person) =>
  (await waiting(person)).map(({ kind }: { kind: string }) => kind);

function clerk(parlor: TestApp, permissions: Partial<Permissions>): Person {
  const pages = ["/", ...(permissions.pages ?? [])];
  const person = parlor.person("user", pages);
  setApproved(parlor.app.db, person.id, { ...NEW_USER_PERMISSIONS, ...permissions, pages });
  return person;
}

test("what waits for the desk is one list, the soonest deadline first", async () => {
  const { admin } = await busySalon();
  const { body, headers } = await admin.request("GET", "/api/waiting");
  expect(headers.get("x-waiting-count")).toBe("5");
  expect(body).toMatchObject([
    {
      kind: "request",
      name: "Ruth Abernathy",
      expiresAt: "2026-11-20T19:00:00.000Z",
      visit: { start: "2026-11-20T16:00:00", service: "Hydrating Facial", employeeName: "Elena" },
    },
    {
      kind: "deposit",
      name: "Joan Whitlock",
      visit: { deposit: "30.00", textingBarrier: expect.stringContaining("opted out") },
    },
    { kind: "opt-out", words: "take me off of these please", expiresAt: null },
    {
      ...{ kind: "call", name: "Mei Castellano", words: "Facial, Friday, around 3 PM" },
      visit: { start: "2026-11-27T15:00:00", service: "Facial", employeeName: "Elena Sato" },
    },
    { kind: "text", words: "Do you do brows?" },
  ]);
});

test("what is decided leaves the list, for everyone and at once", async () => {
  const parlor = await busySalon();
  const { admin } = parlor;
  const [request, , optOut, call, text] = await waiting(admin);
  const { headers } = await admin.request("GET", "/api/waiting");
  const etag = { "if-none-match": headers.get("etag") ?? "" };
  expect((await admin.open("/api/waiting", etag)).status).toBe(304);

  await admin.request("PATCH", `/api/appointments/${request.id}`, { status: "canceled" });
  expect((await admin.open("/api/waiting", etag)).status).toBe(200);
  await admin.request("POST", `/api/conversations/${optOut.id}/opt-out-review`, { optOut: true });
  await admin.request("POST", `/api/potential-appointments/${call.id}/reject`);
  await admin.request("POST", `/api/conversations/${text.id}/mark-read`);
  expect(await kinds(admin)).toEqual(["deposit"]);
});

test("each user sees what their pages and employees allow", async () => {
  const parlor = await busySalon();
  const { elena, tomas } = parlor;
  expect(await kinds(clerk(parlor, { pages: ["/inbox"] }))).toEqual(["opt-out", "text"]);
  expect(await kinds(clerk(parlor, { pages: ["/potential-appointments"] }))).toEqual(["call"]);
  const calendar = { pages: ["/appointments"] };
  expect(await kinds(clerk(parlor, { ...calendar, employeeIds: [elena] }))).toEqual([
    "request",
    "deposit",
  ]);
  expect(await kinds(clerk(parlor, { ...calendar, employeeIds: [tomas] }))).toEqual([]);
  expect(await kinds(clerk(parlor, {}))).toEqual([]);
});

test("names are hidden from users who may not see them", async () => {
  const parlor = await busySalon();
  await postInbound(parlor.hono, { sid: sidOf(6003), from: RUTH, body: "Ruth here, call me" });
  const person = clerk(parlor, {
    pages: ["/inbox", "/appointments", "/potential-appointments"],
    employeeIds: [parlor.elena],
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const list = JSON.stringify(await waiting(person));
  expect(list).not.toMatch(/Ruth|Joan|Mei|Castellano|555/);
  expect(list).toContain("Client #");
});

test("decisions come before unread texts, of which three have a row each", async () => {
  const { admin, hono, online } = await depositDesk();
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  for (let at = 0; at < 60; at += 1)
    await postInbound(hono, {
      sid: sidOf(6100 + at),
      from: `+1202555${String(1000 + at)}`,
      body: "Hello?",
    });
  await online();
  const { body, headers } = await admin.request("GET", "/api/waiting");
  const text = { kind: "text", words: "Hello?" };
  expect(body).toMatchObject([{ kind: "request" }, text, text, text, { kind: "text", count: 57 }]);
  expect(headers.get("x-waiting-count")).toBe("5");
});

test("the oldest text of the last two days has the first row, and older ones are summed up", async () => {
  const parlor = testApp();
  const { admin, hono, clock } = parlor;
  const write = (from: string, body: string) =>
    postInbound(hono, { sid: sidOf(Number(from.slice(-4))), from, body });
  const texts = async () =>
    (await waiting(admin)).map(({ words, count }: { words: string; count?: number }) =>
      count ? `${count}: ${words}` : words,
    );
  await write("+12025551001", "Six days ago");
  expect(await texts()).toEqual(["Six days ago"]);
  clock.now += 3 * DAY_MS;
  await write("+12025551002", "Three days ago");
  clock.now += 3 * DAY_MS;
  expect(await texts()).toEqual(["Three days ago", "1: Six days ago"]);
  for (const [at, word] of ["First", "Second", "Third", "Fourth"].entries()) {
    await write(`+1202555110${at}`, word);
    clock.now += 60_000;
  }
  expect(await texts()).toEqual(["First", "Second", "Third", "3: Six days ago"]);
});

test("a client who waits for an answer comes before a record to correct", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  await own.send("contactUpdate", ANA);
  parlor.clock.now += 60_000;
  await postInbound(parlor.hono, { sid: sidOf(6300), from: ADA, body: "Do you do brows?" });
  expect(await kinds(parlor.admin)).toEqual(["text", "contact-update"]);
});

test("the visits of a closed day are one row, placed by the first of them", async () => {
  const parlor = await busySalon();
  const { admin, elena, tomas } = parlor;
  const tomorrow = "2026-11-21";
  for (const employeeId of [elena, tomas])
    for (let hour = 9; hour < 17; hour += 1)
      await parlor.book({
        employeeId,
        appointmentDate: `${tomorrow}T${String(hour).padStart(2, "0")}:00`,
        allowOverlap: true,
      });
  await admin.request("PUT", "/api/hours", { closedDays: [{ date: tomorrow, name: "Water" }] });
  const { body, headers } = await admin.request("GET", "/api/waiting");
  expect(body.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...["request", "affected", "deposit", "opt-out", "call", "text"],
  ]);
  expect(body[1]).toMatchObject({ count: 16, visit: { start: `${tomorrow}T09:00:00` } });
  expect(headers.get("x-waiting-count")).toBe("6");
  const calendar = { pages: ["/appointments"], employeeIds: [tomas] };
  expect(await waiting(clerk(parlor, calendar))).toMatchObject([{ kind: "affected", count: 8 }]);
});

test("a deposit waits for staff from four hours before its deadline on", async () => {
  const { admin, online, clock, elena } = await depositDesk();
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  await online({ employeeId: elena });
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  const path = `/api/appointments/${body[0].id}`;
  const approved = await admin.request("PATCH", path, { status: "booked" });
  const due = Date.parse(approved.body.deposit.expiresAt);
  clock.now = due - 4 * 3_600_000 - 60_000;
  expect(await waiting(admin)).toEqual([]);
  clock.now += 60_000;
  expect(await kinds(admin)).toEqual(["deposit"]);
});

test("what clients do with their visits is news, for users who may see the employee", async () => {
  const parlor = await depositDesk();
  const { admin, online, visitor, hono, clock, app, elena, tomas } = parlor;
  await admin.request("POST", "/api/settings", {
    stripeSecretKey: "",
    appointmentReminderEnabled: true,
  });
  const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
  await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T13:00:00` });
  clock.now = Date.parse("2026-11-26T10:30:00-05:00");
  await runJob(app, "send-reminders");
  await parlor.sendAll();
  await postInbound(hono, { sid: sidOf(6200), from: RUTH, body: "X" });
  const news = async (person: Person) =>
    (await person.request("GET", "/api/activity")).body.bookings.map(
      ({ kind, clientName, start }: Record<string, string>) => [kind, clientName, start],
    );
  const one = `${FRIDAY}T13:00:00`;
  expect(await news(admin)).toEqual([
    ["canceled", "Ruth Abernathy", one],
    ["moved", "Ruth Abernathy", one],
    ["booked", "Ruth Abernathy", one],
  ]);
  const calendar = { pages: ["/appointments"] };
  const nameless = { ...calendar, employeeIds: [elena], canViewClientNames: false };
  expect(JSON.stringify(await news(clerk(parlor, nameless)))).not.toContain("Ruth");
  expect(await news(clerk(parlor, { ...calendar, employeeIds: [tomas] }))).toEqual([]);
  expect(await news(clerk(parlor, { employeeIds: [elena] }))).toEqual([]);
});

test("what other programs ask for waits, too, for users who may open the page that decides it", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  const [jo, elena] = [employee(parlor, "Jo"), employee(parlor, "Elena")];
  const own = await outside(parlor);
  await own.send("appointmentCreate", BALAYAGE);
  await own.send("appointmentCreate", { ...BALAYAGE, employee_first_name: "Elena" });
  await own.send("appointmentDelete", { first_name: "Ana", last_name: "Silva" });
  const empty = (await admin.request("GET", "/api/waiting")).headers.get("etag") ?? "";
  await own.send("contactUpdate", { ...ANA, first_name: "Cleo" });
  expect((await admin.open("/api/waiting", { "if-none-match": empty })).status).toBe(200);
  expect(await waiting(admin)).toMatchObject([
    {
      ...{ kind: "conflict", id: 1, name: "Ana Silva", expiresAt: null },
      words: expect.stringMatching(/^\w{3}, Nov \d+ at .* or \w{3}, Nov \d+ at /),
    },
    {
      ...{ kind: "contact-update", id: 1, name: "Cleo Silva", expiresAt: null },
      words: "Another program sent the number +12025550111",
    },
  ]);

  const both = { pages: ["/appointment-management", "/contact-updates"] };
  const nameless = clerk(parlor, { ...both, employeeIds: [jo, elena], canViewClientNames: false });
  expect(await kinds(nameless)).toEqual(["conflict", "contact-update"]);
  expect(JSON.stringify(await waiting(nameless))).not.toMatch(/Ana|Cleo|Silva/);
  expect(await kinds(clerk(parlor, { ...both, employeeIds: [jo] }))).toEqual(["contact-update"]);
  expect(await kinds(clerk(parlor, {}))).toEqual([]);

  await admin.request("POST", "/api/contact-update-requests/1/reject");
  await admin.request("POST", "/api/deletion-conflicts/1/dismiss");
  expect(await kinds(admin)).toEqual([]);
});

test("a contact update says which program sent it, and what changes", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  await admin.request("POST", "/api/contacts", { name: "Ana Silva", phoneNumber: ADA });
  const own = await outside(parlor);
  await own.send("contactUpdate", { ...ANA, first_name: "Cleo" });
  await own.send("contactUpdate", { ...ANA, phone_number: "+12025550144" });
  const words = (await waiting(admin)).map((one: { words: string }) => one.words);
  expect(words.toSorted()).toEqual([
    "Change the name from Ana Silva to Cleo Silva",
    "Change the number to +12025550144",
  ]);
});
