import { expect, test } from "bun:test";
import { expireRequests } from "#src/calendar/online-booking/waiting-visits.ts";
import { optedOutSince, revokeConsent } from "#src/clients/consent.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { bookingDesk, FRIDAY, RUTH, runJob, tokenOf } from "./stand.ts";

const texts = (given: { sms: { sent: readonly { to: string; body: string }[] } }) =>
  given.sms.sent.map(({ to, body }) => `${to} ${body}`);

test("a client finds a service, a time, confirms the phone, and is booked", async () => {
  const parlor = await bookingDesk();
  const { admin, visitor, facial, elena, sendAll, sms } = parlor;
  await admin.request("POST", "/api/services", { name: "Hidden", durationMinutes: 30 });
  const services = (await visitor("GET", "/api/booking/services")).body;
  expect(services).toMatchObject([
    {
      id: facial,
      name: "Hydrating Facial",
      price: "120.00",
      deposit: null,
      employees: [{ name: "Elena" }, { name: "Tomas" }],
    },
  ]);
  const times = await visitor(
    "GET",
    `/api/booking/availability?serviceId=${facial}&employeeId=${elena}&from=${FRIDAY}&to=${FRIDAY}`,
  );
  expect(times.body.slots[0]).toEqual({ start: `${FRIDAY}T09:00:00`, employeeId: elena });

  const phoneNumber = "(202) 555-0134";
  expect((await visitor("POST", "/api/booking/send-code", { phoneNumber })).status).toBe(204);
  await sendAll();
  const code = /\d{6}/.exec(sms.sent.at(-1)?.body ?? "")?.[0] ?? "";
  const wrong = await visitor("POST", "/api/booking/verify-code", { phoneNumber, code: "000000" });
  expect([wrong.status, wrong.body.message]).toEqual([400, "Invalid or expired code"]);
  const right = await visitor("POST", "/api/booking/verify-code", { phoneNumber, code });
  const cookie = right.headers.get("set-cookie")?.split(";")[0] ?? "";

  const wanted = {
    serviceId: facial,
    employeeId: elena,
    start: `${FRIDAY}T10:00:00`,
    name: "Ruth Abernathy",
    email: "ruth@example.com",
  };
  const booked = await visitor("POST", "/api/booking", wanted, { cookie });
  expect([booked.status, booked.body]).toEqual([
    201,
    {
      status: "booked",
      appointment: {
        start: `${FRIDAY}T10:00:00`,
        durationMinutes: 60,
        employeeName: "Elena",
        serviceName: "Hydrating Facial",
        services: [{ name: "Hydrating Facial", price: "120.00" }],
      },
      manageUrl: expect.stringMatching(/^https:\/\/salon\.example\.com\/book\/1-[\w-]{16}$/),
      canText: true,
      checkoutUrl: null,
    },
  ]);
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  expect(body).toMatchObject([
    { clientName: "Ruth Abernathy", phoneNumber: RUTH, serviceId: facial, price: "120.00" },
  ]);
  expect(body[0].contactId).not.toBeNull();
  await sendAll();
  expect(texts(parlor).at(-1)).toContain(booked.body.manageUrl);
});

test("without a confirmed phone nobody books, and a cookie can't be forged", async () => {
  const { visitor, facial } = await bookingDesk();
  const wanted = { serviceId: facial, start: `${FRIDAY}T10:00:00`, name: "Ruth" };
  const forged = `__Host-parlor-proof=12025550134.99999999999999.${"a".repeat(43)}`;
  for (const cookie of ["", forged])
    expect((await visitor("POST", "/api/booking", wanted, { cookie })).status).toBe(401);
});

test("200 clients race for 20 slots: exactly 20 are booked, and 180 read that the time is gone", async () => {
  const { app, admin, online, elena, facial } = await bookingDesk();
  await admin.request("PATCH", `/api/services/${facial}`, {
    durationMinutes: 15,
    employeeIds: [elena],
  });
  // From nine to two there are 20 quarter hours.
  const fri = [{ start: "09:00", end: "14:00" }];
  const week = { mon: [], tue: [], wed: [], thu: [], fri, sat: [], sun: [] };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: week });
  const starts = Array.from({ length: 20 }, (_, at) =>
    new Date(Date.parse(`${FRIDAY}T09:00:00Z`) + at * 15 * 60_000).toISOString().slice(0, 19),
  );
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      online(
        { start: starts[at % 20], employeeId: at % 2 ? elena : null, name: `Client ${at}` },
        `+1202555${String(1000 + at)}`,
      ),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = replies.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(180);
  for (const { body } of refused) expect(body.errors.start).toMatch(/was just booked/);
  const rows = app.db.query("select distinct starts_at from appointments").all();
  expect(rows).toHaveLength(20);
});

test("the page learns from the terms whether a code can be texted", async () => {
  const { admin, visitor } = await bookingDesk();
  const canText = async () => (await visitor("GET", "/api/booking/terms")).body.canText;
  expect(await canText()).toBe(true);
  await admin.request("POST", "/api/settings", { twilioAuthToken: "" });
  expect(await canText()).toBe(false);
});

test("a repeated request returns the first booking, in every state, and texts once", async () => {
  const parlor = await bookingDesk();
  const { admin, online, visitor, sendAll, elena, tomas } = parlor;
  const first = await online({ employeeId: elena });
  for (const employeeId of [elena, null]) {
    const again = await online({ employeeId });
    expect([again.status, again.body]).toEqual([201, first.body]);
  }
  await sendAll();
  expect(texts(parlor)).toHaveLength(1);
  const link = first.body.manageUrl;
  // Someone else, or with someone else.
  for (const wanted of [{ name: "Joan Abernathy" }, { employeeId: tomas }]) {
    const other = await online({ ...wanted, start: `${FRIDAY}T13:00:00` });
    expect([other.status, other.body.manageUrl === link]).toEqual([201, false]);
  }
  await visitor("POST", `/api/booking/${tokenOf(first)}/cancel`);
  const anew = await online({ employeeId: elena });
  expect([anew.status, anew.body.manageUrl === link]).toEqual([201, false]);

  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const asked = { start: `${FRIDAY}T15:00:00` };
  const requested = await online(asked, "+12025550177");
  expect((await online(asked, "+12025550177")).body).toEqual(requested.body);
});

test.each([
  ["notice", { start: "2026-11-20T12:00:00" }],
  ["the horizon", { start: "2027-03-01T10:00:00" }],
  ["quarter hours", { start: `${FRIDAY}T10:05:00` }],
])("a time outside %s can't be booked", async (_, wanted) => {
  const { online } = await bookingDesk();
  const { status, body } = await online(wanted);
  expect([status, body.errors.start]).toEqual([
    409,
    "This time can't be booked online. Pick another time.",
  ]);
});

test("the owner's notice and horizon decide what is offered", async () => {
  const { admin, visitor, facial } = await bookingDesk();
  await admin.request("POST", "/api/settings", { bookingNoticeHours: 48, bookingHorizonDays: 4 });
  const { body } = await visitor(
    "GET",
    `/api/booking/availability?serviceId=${facial}&from=2026-11-20&to=2026-12-05`,
  );
  const days = new Set(body.slots.map(({ start }: { start: string }) => start.slice(0, 10)));
  expect([...days]).toEqual(["2026-11-23", "2026-11-24"]);
});

test("of days without a free time, the next one with any is said", async () => {
  const { admin, visitor, facial } = await bookingDesk();
  await admin.request("POST", "/api/settings", { bookingNoticeHours: 48, bookingHorizonDays: 4 });
  const times = async (day: string) =>
    (await visitor("GET", `/api/booking/availability?serviceId=${facial}&from=${day}&to=${day}`))
      .body;
  expect(await times("2026-11-20")).toMatchObject({ slots: [], nextDay: "2026-11-23" });
  expect((await times("2026-11-23")).nextDay).toBeUndefined();
  expect((await times("2026-11-25")).nextDay).toBeUndefined();
});

test("the next free day is searched from today on, not from the distant past", async () => {
  const { app, visitor, facial } = await bookingDesk();
  let reads = 0;
  const { now } = app;
  Object.assign(app, {
    now() {
      reads += 1;
      return now();
    },
  });
  const day = "0001-01-01";
  const { body } = await visitor(
    "GET",
    `/api/booking/availability?serviceId=${facial}&from=${day}&to=${day}`,
  );
  expect(body).toMatchObject({ slots: [], nextDay: "2026-11-20" });
  expect(reads).toBeLessThan(10_000);
});

test("a number has at most three open bookings", async () => {
  const { online } = await bookingDesk();
  for (const hour of ["09", "10", "11"])
    expect((await online({ start: `${FRIDAY}T${hour}:00:00` })).status).toBe(201);
  const fourth = await online({ start: `${FRIDAY}T12:00:00` });
  expect([fourth.status, fourth.body.message]).toEqual([
    409,
    "You already have three upcoming bookings. Cancel one of them first, or call us.",
  ]);
  expect((await online({ start: `${FRIDAY}T12:00:00` }, "+12025550177")).status).toBe(201);
});

test("reminder consent comes with the booking, offers only with the box, each with its wording", async () => {
  const { app, admin, online } = await bookingDesk();
  await admin.request("POST", "/api/settings", { businessName: "Halcyon" });
  await online();
  await online({ marketingConsent: true }, "+12025550177");
  const rows = app.db
    .query("select phone, category, source, wording from consents order by id")
    .all();
  expect(rows).toEqual([
    { phone: 12025550134, category: "reminder", source: "booking", wording: expect.any(String) },
    { phone: 12025550177, category: "reminder", source: "booking", wording: expect.any(String) },
    {
      phone: 12025550177,
      category: "marketing",
      source: "booking",
      wording: expect.stringContaining("Text me offers from Halcyon, up to 4 a month."),
    },
  ]);
});

test("a booking never lifts a STOP, and its page doesn't say that we texted", async () => {
  const { app, admin, online, sms, sendAll } = await bookingDesk();
  const id = contact(app, admin, "Ruth", RUTH);
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  const { status, body } = await online({ marketingConsent: true });
  expect([status, body.canText]).toEqual([201, false]);
  expect(optedOutSince(app, RUTH)).toBeDefined();
  await sendAll();
  expect(sms.sent).toEqual([]);
});

test("the link reschedules and cancels, and tells the client", async () => {
  const parlor = await bookingDesk();
  const { admin, visitor, online, sendAll } = parlor;
  const booked = await online();
  const path = `/api/booking/${tokenOf(booked)}`;
  expect((await visitor("GET", path)).body).toMatchObject({
    status: "booked",
    clientName: "Ruth",
    canReschedule: true,
    canCancel: true,
    deadline: "2026-11-26T10:00:00",
  });
  const taken = await online(
    { start: `${FRIDAY}T14:00:00`, employeeId: parlor.elena },
    "+12025550177",
  );
  expect(taken.status).toBe(201);
  const clash = await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T14:15:00` });
  expect([clash.status, clash.body.message]).toEqual([
    409,
    "2:15 PM was just booked. Pick another time.",
  ]);
  const moved = await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T10:30:00` });
  expect([moved.status, moved.body.appointment.start]).toEqual([200, `${FRIDAY}T10:30:00`]);
  await sendAll();
  expect(texts(parlor).at(-1)).toContain("10:30 AM");
  const file = await visitor("GET", `${path}/appointment.ics`);
  expect(file.body).toContain("DTSTART:20261127T153000Z");

  expect((await visitor("POST", `${path}/cancel`)).body).toMatchObject({
    status: "canceled",
    canCancel: false,
  });
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  expect(body).toMatchObject([{ status: "canceled" }, { status: "booked" }]);
  expect((await visitor("POST", `${path}/cancel`)).status).toBe(409);
});

test("who cancels by the link gets one text that the visit is canceled, and none after STOP", async () => {
  const told = async (stops: boolean) => {
    const { app, visitor, online, clock, sms, sendAll } = await bookingDesk();
    const path = `/api/booking/${tokenOf(await online())}`;
    await sendAll();
    const before = sms.sent.length;
    await visitor("POST", `${path}/cancel`);
    if (stops) revokeConsent(app, { phone: RUTH, source: "keyword", wording: "STOP" });
    clock.now += 61_000;
    for (let times = 0; times < 2; times += 1) {
      await runJob(app, "text-visit-changes");
      await sendAll();
    }
    return sms.sent.slice(before).map(({ body }) => body);
  };
  expect(await told(false)).toEqual([
    expect.stringContaining("Your appointment on Friday, November 27 at 10:00 AM is canceled"),
  ]);
  expect(await told(true)).toEqual([]);
});

test("after the deadline a client can only cancel", async () => {
  const { visitor, online, clock } = await bookingDesk();
  const path = `/api/booking/${tokenOf(await online())}`;
  clock.now = Date.parse(`${FRIDAY}T14:00:00Z`);
  expect((await visitor("GET", path)).body).toMatchObject({
    canReschedule: false,
    canCancel: true,
  });
  const refused = await visitor("POST", `${path}/reschedule`, { start: "2026-11-28T10:00:00" });
  expect(refused.status).toBe(409);
  expect((await visitor("POST", `${path}/cancel`)).body.status).toBe("canceled");
});

test("a forged link is no booking", async () => {
  const { visitor, online } = await bookingDesk();
  const token = tokenOf(await online());
  for (const wrong of ["x", "1", `2${token.slice(1)}`, `${token.slice(0, -1)}_`])
    expect((await visitor("GET", `/api/booking/${wrong}`)).status).toBe(404);
});

test("where the owner approves, a request holds its slot, and the decision is texted", async () => {
  const parlor = await bookingDesk();
  const { admin, online, visitor, sendAll, elena } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const asked = await online({ employeeId: elena });
  expect(asked.body.status).toBe("requested");
  expect((await online({ employeeId: elena }, "+12025550177")).status).toBe(409);
  const list = async () =>
    (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)).body;
  const [request] = await list();
  expect(request.status).toBe("requested");
  await sendAll();
  expect(texts(parlor)).toEqual([]);

  await admin.request("PATCH", `/api/appointments/${request.id}`, { status: "booked" });
  await sendAll();
  expect(texts(parlor).at(-1)).toContain(asked.body.manageUrl);
  expect((await visitor("GET", `/api/booking/${tokenOf(asked)}`)).body.status).toBe("booked");

  const second = await online({ start: `${FRIDAY}T13:00:00`, employeeId: elena });
  const [, other] = await list();
  await admin.request("PATCH", `/api/appointments/${other.id}`, { status: "canceled" });
  await sendAll();
  expect(texts(parlor).at(-1)).toContain(
    "can't take your booking on Friday, November 27 at 1:00 PM",
  );
  expect((await visitor("GET", `/api/booking/${tokenOf(second)}`)).body.status).toBe("declined");
});

test("a request that nobody decides on frees its slot after a day", async () => {
  const { app, admin, online, clock } = await bookingDesk();
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  await online();
  clock.now += 23 * 60 * 60_000;
  await expireRequests(app);
  const status = async () =>
    (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)).body[0].status;
  expect(await status()).toBe("requested");
  clock.now += 2 * 60 * 60_000;
  await expireRequests(app);
  expect(await status()).toBe("canceled");
});

test("each step is in the log, without the client's name or number", async () => {
  const { app, visitor, online } = await bookingDesk();
  const path = `/api/booking/${tokenOf(await online())}`;
  await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T12:00:00` });
  await visitor("POST", `${path}/cancel`);
  const rows = app.db
    .query<{ action: string; metadata: string }, []>(
      "select action, metadata from audit_logs where target_type = 'booking'",
    )
    .all();
  expect(rows.map(({ action }) => action)).toEqual([
    "booking.create",
    "booking.move",
    "booking.cancel",
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Ruth|2025550134/);
});

test("erasing and exporting a client cover the bookings", async () => {
  const { app, admin, online } = await bookingDesk();
  await online({ email: "ruth@example.com", marketingConsent: true });
  const [{ contactId }] = (
    await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)
  ).body;
  const file = await admin.request("GET", `/api/contacts/${contactId}/export`);
  expect(JSON.stringify(file.body)).toContain("agreedToOffers");
  app.db.run("delete from messages");
  const erased = await admin.request("POST", `/api/contacts/${contactId}/erase`, {
    name: "Ruth Abernathy",
  });
  expect(erased.status).toBe(204);
  expect(JSON.stringify(app.db.query("select * from online_bookings").all())).not.toMatch(
    /Ruth|ruth|2025550134/,
  );
});

test("a client who moves one visit of a series is told the new time of that visit only", async () => {
  const parlor = await bookingDesk();
  const booked = await parlor.online({ employeeId: parlor.elena });
  const { body } = await parlor.admin.request(
    "GET",
    `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`,
  );
  const repeat = { everyWeeks: 1, count: 4 };
  await parlor.admin.request("PATCH", `/api/appointments/${body[0].id}`, { repeat });
  const path = `/api/booking/${tokenOf(booked)}/reschedule`;
  const moved = await parlor.visitor("POST", path, { start: "2026-11-30T10:00:00" });
  expect(moved.status).toBe(200);
  await parlor.sendAll();
  expect(texts(parlor).at(-1)).toContain("on Monday, November 30 at 10:00 AM. Change or cancel: ");
});

test("asking for a code doesn't reveal that a number has opted out", async () => {
  const { app, hono, visitor, sendAll, sms } = await bookingDesk();
  const send = (phoneNumber: string) => visitor("POST", "/api/booking/send-code", { phoneNumber });
  await postInbound(hono, { sid: sidOf(9901), from: "+12025550177", body: "STOP" });
  const [optedOut, other] = [await send("+12025550177"), await send("+12025550178")];
  expect(optedOutSince(app, "+12025550177")).toBeDefined();
  expect([optedOut.status, optedOut.body]).toEqual([other.status, other.body]);
  await sendAll();
  expect(sms.sent.filter(({ body }) => body.includes("is your code")).map(({ to }) => to)).toEqual([
    "+12025550178",
  ]);
});

test("the page of a link that isn't ours is a 404", async () => {
  const { visitor, online } = await bookingDesk();
  const token = tokenOf(await online());
  expect((await visitor("GET", `/book/${token}`)).status).toBe(200);
  for (const wrong of [`${token}x`, "1.aaaa", "toString"])
    expect((await visitor("GET", `/book/${wrong}`)).status).toBe(404);
});

/** Ruth's booking at ten with Elena, and the times to which its link can move it on that day. */
async function movable() {
  const parlor = await bookingDesk();
  const path = `/api/booking/${tokenOf(await parlor.online({ employeeId: parlor.elena }))}`;
  const times = async () => {
    const { status, body } = await parlor.visitor(
      "GET",
      `${path}/availability?from=${FRIDAY}&to=${FRIDAY}`,
    );
    expect(status).toBe(200);
    return body.slots.map(({ start }: { start: string }) => start.slice(11, 16)) as string[];
  };
  const move = (time: string) =>
    parlor.visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T${time}:00` });
  return { ...parlor, path, times, move };
}

test("the link offers times that only the client's own visit is in the way of, and not its present time", async () => {
  const { times, move } = await movable();
  expect((await times()).slice(0, 6)).toEqual([
    "09:00",
    "09:15",
    "09:30",
    "09:45",
    "10:15",
    "10:30",
  ]);
  expect((await move("10:15")).status).toBe(200);
  expect(await times()).toContain("10:00");
});

test("every time that the link offers for a visit that staff lengthened can be taken", async () => {
  const { admin, times, move, elena, book } = await movable();
  await book({ employeeId: elena, appointmentDate: `${FRIDAY}T12:00`, clientName: "Noor" });
  const list = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  const { id } = list.body.find(({ clientName }: { clientName: string }) => clientName !== "Noor");
  await admin.request("PATCH", `/api/appointments/${id}`, { durationMinutes: 120 });
  const offered = await times();
  expect(offered).toEqual([
    ...["09:00", "09:15", "09:30", "09:45"],
    ...["13:00", "13:15", "13:30", "13:45", "14:00", "14:15", "14:30", "14:45", "15:00"],
  ]);
  for (const time of offered) expect([time, (await move(time)).status]).toEqual([time, 200]);
  expect((await move("11:00")).status).toBe(409);
});

test("a client may still move their visit after its service left online booking", async () => {
  const { admin, facial, times, move } = await movable();
  await admin.request("PATCH", `/api/services/${facial}`, { onlineBooking: false });
  expect(await times()).toContain("14:00");
  expect((await move("14:00")).status).toBe(200);
});

test("a visit that can't be moved anymore has no new times, and neither has a forged link", async () => {
  const { visitor, path } = await movable();
  await visitor("POST", `${path}/cancel`);
  expect((await visitor("GET", `${path}/availability`)).status).toBe(409);
  expect((await visitor("GET", "/api/booking/1-forged/availability")).status).toBe(404);
});

test.each([
  ["to another number", "+12025550155"],
  ["to someone without a number", null],
])("the link ends when staff give the visit %s", async (_, phoneNumber) => {
  const { admin, visitor, path } = await movable();
  expect((await visitor("GET", path)).status).toBe(200);
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  const [{ id }] = body;
  await admin.request("PATCH", `/api/appointments/${id}`, { phoneNumber });
  expect((await visitor("GET", path)).status).toBe(404);
  expect((await visitor("POST", `${path}/cancel`)).status).toBe(404);
});

test("the link shows the services and the price as staff changed them", async () => {
  const { admin, visitor, facial, online } = await bookingDesk();
  const add = { name: "Color", durationMinutes: 30, price: "80.00" };
  const color = (await admin.request("POST", "/api/services", add)).body.id;
  const booked = await online();
  const [{ id }] = (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`))
    .body;
  const after = async (change: object) => {
    expect((await admin.request("PATCH", `/api/appointments/${id}`, change)).status).toBe(200);
    const { body } = await visitor("GET", `/api/booking/${tokenOf(booked)}`);
    return [body.price, body.appointment.services];
  };
  expect(await after({ services: [facial, color] })).toEqual([
    "200.00",
    [
      { name: "Hydrating Facial", price: "120.00" },
      { name: "Color", price: "80.00" },
    ],
  ]);
  expect(await after({ serviceId: null, service: "Consultation" })).toEqual([
    "0.00",
    [{ name: "Consultation", price: "0.00" }],
  ]);
});
