import { expect, test } from "bun:test";
import { setApproved } from "#db/platform/users.ts";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { type DepositDesk, depositDesk, miss, pay } from "./deposit-desk.ts";
import { bookingDesk, FRIDAY, notificationsOf, RUTH, runJob, tokenOf } from "./stand.ts";

const HOUR = 60 * 60_000;
/** Today, in New York. */
const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00-05:00`);

async function approvalDesk(service: object = {}) {
  const parlor = await bookingDesk(service);
  return withApproval(parlor);
}

async function withApproval<Desk extends Awaited<ReturnType<typeof bookingDesk>>>(parlor: Desk) {
  const { app, admin, visitor, sms, clock, sendAll } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true, businessName: "Lumen" });
  const statusOf = async (reply: Parameters<typeof tokenOf>[0]) =>
    (await visitor("GET", `/api/booking/${tokenOf(reply)}`)).body;
  return {
    ...parlor,
    page: statusOf,
    texts: () => sms.sent.filter(({ to }) => to === RUTH).map(({ body }) => body),
    /** Lets the clock stand at that moment and runs the job. */
    expireAt: async (now: number) => {
      clock.now = now;
      await runJob(app, "expire-booking-requests");
      await sendAll();
    },
    decide: async (status: string, day = FRIDAY) => {
      const { body } = await admin.request("GET", `/api/appointments?from=${day}&to=${day}`);
      const { id } = body.find((one: { status: string }) => one.status === "requested");
      await admin.request("PATCH", `/api/appointments/${id}`, { status });
      await sendAll();
      return id as number;
    },
  };
}

test("a request, a booking, a move and a cancellation by the client each reach the desk, who see what they may", async () => {
  const parlor = await bookingDesk();
  const { app, admin, online, visitor, elena, tomas, desk } = parlor;
  const received = await notificationsOf(app, admin);
  const nameless = await notificationsOf(app, desk([elena], { canViewClientNames: false }));
  const other = await notificationsOf(app, desk([tomas]));
  await admin.request("POST", "/api/waitlist", {
    contactId: (
      await admin.request("POST", "/api/contacts", { name: "Joan", phoneNumber: "2025550120" })
    ).body.id,
    serviceId: parlor.facial,
    from: FRIDAY,
    to: FRIDAY,
    timeFrom: "13:00",
  });
  const booked = await online({ employeeId: elena });
  const path = `/api/booking/${tokenOf(booked)}`;
  await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T13:00:00` });
  await visitor("POST", `${path}/cancel`);
  await visitor("POST", `${path}/cancel`);
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  await online({ employeeId: elena });
  await Bun.sleep(5);
  const when = (time: string) => `Hydrating Facial with Elena on Friday, November 27 at ${time}.`;
  expect(received.map(({ title, body }) => `${title} | ${body}`)).toEqual([
    `New booking: Ruth Abernathy | ${when("10:00 AM")}`,
    `Moved: Ruth Abernathy | ${when("1:00 PM")}`,
    `Canceled: Ruth Abernathy | ${when("1:00 PM")} On the waitlist for it: 1.`,
    `Appointment request: Ruth Abernathy | ${when("10:00 AM")}`,
  ]);
  expect(new Set(received.map(({ url }) => url))).toEqual(
    new Set([`/appointments?date=${FRIDAY}`]),
  );
  expect(nameless).toHaveLength(4);
  expect(JSON.stringify(nameless)).not.toMatch(/Ruth|Abernathy/);
  expect(other).toEqual([]);
});

test("a user without the calendar isn't told of bookings", async () => {
  const { app, online, person } = await bookingDesk();
  const clerk = person("user", ["/potential-appointments"]);
  setApproved(app.db, clerk.id, {
    ...NEW_USER_PERMISSIONS,
    pages: ["/potential-appointments"],
    employeeIds: [1, 2],
  });
  const received = await notificationsOf(app, clerk);
  await online();
  await Bun.sleep(5);
  expect(received).toEqual([]);
});

test("an X reaches the desk, and names its client", async () => {
  const parlor = await bookingDesk();
  const { app, admin, hono, clock, online, sendAll } = parlor;
  await admin.request("POST", "/api/settings", { appointmentReminderEnabled: true });
  await online();
  clock.now = Date.parse("2026-11-26T10:30:00-05:00");
  await runJob(app, "send-reminders");
  await sendAll();
  const received = await notificationsOf(app, admin);
  await postInbound(hono, { sid: sidOf(5100), from: RUTH, body: "X" });
  await Bun.sleep(5);
  expect(received.map(({ title }) => title)).toContain("Canceled: Ruth Abernathy");
});

test("a same-day request that no one decides is declined two hours before the visit, with a text", async () => {
  const parlor = await approvalDesk();
  const asked = await parlor.online({ start: "2026-11-20T16:00:00" });
  expect(asked.body.status).toBe("requested");
  await parlor.expireAt(at("13:59"));
  expect((await parlor.page(asked)).status).toBe("requested");
  await parlor.expireAt(at("14:00"));
  await parlor.expireAt(at("14:01"));
  expect((await parlor.page(asked)).status).toBe("declined");
  expect(parlor.texts()).toEqual([
    "Lumen: we can't take your booking on Friday, November 20 at 4:00 PM. To find another time, reply here.",
  ]);
});

test("a request whose time came while the server was off is answered as soon as quiet hours allow", async () => {
  const parlor = await approvalDesk();
  const asked = await parlor.online({ start: "2026-11-20T16:00:00" });
  parlor.clock.now = at("17:00");
  // Before the job has run, the page doesn't thank for a visit that never was.
  expect((await parlor.page(asked)).status).toBe("declined");
  await parlor.expireAt(at("21:00"));
  expect(parlor.texts()).toEqual([]);
  await parlor.expireAt(at("21:00") + 12 * HOUR);
  expect(parlor.texts()).toEqual([
    "Lumen: we're sorry, we couldn't take your booking on Friday, November 20 at 4:00 PM. To find another time, reply here.",
  ]);
});

test("a request for the early morning is answered when quiet hours end, in words that fit", async () => {
  const parlor = await approvalDesk();
  await parlor.admin.request("PUT", "/api/hours", {
    weekly: Object.fromEntries(
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
        day,
        [{ start: "08:00", end: "17:00" }],
      ]),
    ),
    closedDays: [],
  });
  await parlor.online({ start: "2026-11-21T08:30:00" });
  await parlor.expireAt(Date.parse("2026-11-21T06:30:00-05:00"));
  expect(parlor.texts()).toEqual([]);
  await parlor.expireAt(Date.parse("2026-11-21T09:00:00-05:00"));
  expect(parlor.texts()).toEqual([
    expect.stringContaining("we're sorry, we couldn't take your booking on Saturday"),
  ]);
});

test("no time is offered online that staff couldn't decide on", async () => {
  const { online } = await approvalDesk();
  expect((await online({ start: "2026-11-20T13:45:00" })).status).toBe(409);
  expect((await online({ start: "2026-11-20T14:15:00" })).status).toBe(201);
});

test("administrators are alerted two hours before a request is declined, and no longer once it is decided", async () => {
  const parlor = await approvalDesk();
  const { app, admin, clock } = parlor;
  await parlor.online({ start: "2026-11-20T16:00:00" });
  const alerts = async (now: number) => {
    clock.now = now;
    await watchConditions(app);
    return (await admin.request("GET", "/api/alerts")).body.map(
      ({ name, message }: { name: string; message: string }) => [name, message],
    );
  };
  expect(await alerts(at("11:55"))).toEqual([]);
  const pushed = await notificationsOf(app, admin);
  expect(await alerts(at("12:00"))).toEqual([
    [
      "requests-undecided",
      expect.stringContaining(
        "1 appointment request is waiting for your answer. We'll decline the first at 2:00 PM",
      ),
    ],
  ]);
  await Bun.sleep(5);
  expect(pushed.map(({ title }) => title)).toEqual(["A request is about to be declined"]);
  await parlor.decide("booked", "2026-11-20");
  expect(await alerts(at("12:05"))).toEqual([]);
});

test("a client's move of an approved booking is a request again, and staff have a day to decide", async () => {
  const parlor = await approvalDesk();
  const asked = await parlor.online();
  await parlor.decide("booked");
  const moved = await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/reschedule`, {
    start: `${FRIDAY}T13:00:00`,
  });
  expect(moved.body).toMatchObject({ status: "requested", needsApproval: true });
  await parlor.sendAll();
  expect(parlor.texts().at(-1)).toStartWith(
    "Lumen: thanks, we have your request for Friday, November 27 at 1:00 PM. We'll text you once it's confirmed.",
  );
  parlor.clock.now += 23 * HOUR;
  await parlor.expireAt(parlor.clock.now);
  expect((await parlor.page(asked)).status).toBe("requested");
  await parlor.decide("booked");
  expect(parlor.texts().at(-1)).toStartWith("Lumen: you are booked for Hydrating Facial");
  expect((await parlor.page(asked)).status).toBe("booked");
});

test("without approval a client's move stays booked", async () => {
  const { online, visitor } = await bookingDesk();
  const path = `/api/booking/${tokenOf(await online())}/reschedule`;
  const moved = await visitor("POST", path, { start: `${FRIDAY}T13:00:00` });
  expect(moved.body.status).toBe("booked");
});

const depositApproval = async () => withApproval<DepositDesk>(await depositDesk());

test("an approved request asks for its deposit, and the payment confirms the visit", async () => {
  const parlor = await depositApproval();
  const asked = await parlor.online();
  expect(asked.body.checkoutUrl).toBeNull();
  await parlor.decide("booked");
  expect(parlor.texts()).toEqual([
    `Lumen: your Hydrating Facial on Friday, November 27 at 10:00 AM is approved. To keep this time, pay the $30.00 deposit by Saturday, November 21 at 11:00 AM: ${asked.body.manageUrl}`,
  ]);
  expect(await parlor.page(asked)).toMatchObject({
    status: "held",
    paid: false,
    payBy: "2026-11-21T11:00:00",
    canCancel: true,
    canReschedule: false,
  });
  await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/pay`);
  await pay(parlor);
  await pay(parlor);
  await parlor.sendAll();
  await parlor.expireAt(parlor.clock.now + 25 * HOUR);
  expect(await parlor.page(asked)).toMatchObject({ status: "booked", paid: true, payBy: null });
  expect(parlor.texts().slice(1)).toEqual([
    expect.stringContaining("Lumen: you are booked for Hydrating Facial with"),
  ]);
});

test("an approved time whose deposit isn't paid is released once, with a text, and a late payment is refunded", async () => {
  const parlor = await depositApproval();
  const asked = await parlor.online();
  const id = await parlor.decide("booked");
  await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/pay`);
  await parlor.expireAt(at("11:00") + 24 * HOUR);
  await parlor.expireAt(at("11:01") + 24 * HOUR);
  expect(parlor.texts().slice(1)).toEqual([
    "Lumen: we didn't get your $30.00 deposit in time, so your appointment on Friday, November 27 at 10:00 AM is canceled. To find another time, reply here.",
  ]);
  expect((await parlor.page(asked)).status).toBe("released");
  expect(parlor.till.checkouts.get("cs_1")?.expired).toBe(true);
  expect((await parlor.online({}, "+12025550177")).status).toBe(201);

  await pay(parlor);
  expect(parlor.till.refunds).toEqual(["pi_cs_1"]);
  expect((await parlor.page(asked)).refunded).toBe(true);

  // Staff who put it back keep it.
  const undone = await parlor.admin.request("PATCH", `/api/appointments/${id}`, {
    status: "booked",
    allowOverlap: true,
  });
  expect(undone.status).toBe(200);
  await parlor.expireAt(parlor.clock.now + 48 * HOUR);
  expect((await parlor.page(asked)).status).toBe("booked");
});

test("a deposit paid in time while the server was off keeps the visit, and so does an unreachable Stripe", async () => {
  const parlor = await depositApproval();
  const asked = await parlor.online();
  await parlor.decide("booked");
  await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/pay`);
  parlor.till.isDown = true;
  const later = at("11:00") + 30 * HOUR;
  await parlor.expireAt(later);
  expect((await parlor.page(asked)).status).toBe("held");
  parlor.till.isDown = false;
  const checkout = parlor.till.checkouts.get("cs_1");
  if (checkout) checkout.paid = true;
  await parlor.expireAt(later);
  expect(await parlor.page(asked)).toMatchObject({ status: "booked", paid: true });
  expect(parlor.texts().at(-1)).toStartWith("Lumen: you are booked for Hydrating Facial");
});

test("a visit whose deposit may be paid in another account is released once no event of it can come", async () => {
  const parlor = await depositApproval();
  const start = "2026-12-03T16:00:00Z";
  const asked = await parlor.online({ start });
  await parlor.decide("booked", "2026-12-03");
  await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/pay`);
  const page = parlor.till.checkouts.get("cs_1");
  parlor.till.checkouts.clear();
  parlor.till.checkouts.set("cs_of_another_client", { paid: false, cents: 0, expired: false });
  await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/pay`);
  const deadline = at("11:00") + 24 * HOUR;
  for (const days of [0, 1, 4]) await parlor.expireAt(deadline + days * 24 * HOUR);
  expect((await parlor.page(asked)).status).toBe("held");
  await parlor.expireAt(deadline + 5 * 24 * HOUR + HOUR);
  expect((await parlor.page(asked)).status).toBe("released");
  expect(page).toMatchObject({ expired: false });
  expect(parlor.till.checkouts.get("cs_2")).toMatchObject({ expired: true });
});

test("a visit that took place isn't canceled for its deposit", async () => {
  const parlor = await depositApproval();
  const asked = await parlor.online({ start: "2026-11-20T16:00:00" });
  await parlor.decide("booked", "2026-11-20");
  await parlor.expireAt(at("18:00"));
  expect((await parlor.page(asked)).status).toBe("past");
  expect(parlor.texts()).toHaveLength(1);
});

test("staff text the link again, with the same deadline, as long as the deposit is due", async () => {
  const parlor = await depositApproval();
  const asked = await parlor.online({ employeeId: parlor.elena });
  const id = await parlor.decide("booked");
  const textLink = (person = parlor.admin) =>
    person.request("POST", `/api/appointments/${id}/deposit-link`);
  expect((await textLink(parlor.desk([parlor.tomas]))).status).toBe(404);
  parlor.clock.now += 2 * HOUR;
  expect((await textLink(parlor.desk([parlor.elena]))).status).toBe(204);
  await parlor.sendAll();
  const [first = ""] = parlor.texts();
  expect(parlor.texts()).toEqual([first, first]);
  await parlor.visitor("POST", `/api/booking/${tokenOf(asked)}/pay`);
  await pay(parlor);
  expect((await textLink()).status).toBe(409);
});

test("a deposit is due two hours before the visit at the latest", async () => {
  const parlor = await depositApproval();
  const asked = await parlor.online({ start: "2026-11-20T16:00:00" });
  await parlor.decide("booked", "2026-11-20");
  expect((await parlor.page(asked)).payBy).toBe("2026-11-20T14:00:00");
});

test("a client who can't be texted keeps an approved time without the deposit, and no page says that we texted", async () => {
  const parlor = await depositApproval();
  await postInbound(parlor.hono, { sid: sidOf(5200), from: RUTH, body: "STOP" });
  const asked = await parlor.online();
  expect(asked.body.canText).toBe(false);
  await parlor.decide("booked");
  await parlor.expireAt(parlor.clock.now + 25 * HOUR);
  expect(await parlor.page(asked)).toMatchObject({ status: "booked", paid: false, canText: false });
});

test("a client who didn't come isn't thanked for coming", async () => {
  const parlor = await bookingDesk();
  const { admin, online, visitor, clock } = parlor;
  const asked = await online();
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  await miss(parlor, body[0].id);
  clock.now = Date.parse(`${FRIDAY}T18:00:00-05:00`);
  expect((await visitor("GET", `/api/booking/${tokenOf(asked)}`)).body.status).toBe("missed");
});
