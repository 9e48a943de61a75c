import { expect, test } from "bun:test";
import { findSlots } from "#src/calendar/availability/availability.ts";
import { cancelBooking } from "#src/calendar/online-booking/manage.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { bookingDesk, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { contact } from "#tests/support/test-app.ts";
import { FRIDAY, JOAN, RUTH, type WaitDesk, WREN, waitDesk } from "./stand.ts";

const TEN = `${FRIDAY}T10:00:00`;
const OFFER =
  "Lumen: a time opened up. Facial with Elena on Friday, November 27 at 10:00 AM. Reply YES by 11:15 AM to book it, or NO to pass.";

/** An appointment on Friday at ten, which leaves a gap. */
const bookFriday = (given: WaitDesk, wanted = {}) =>
  given.book({ appointmentDate: TEN, serviceId: given.facial, ...wanted });

async function appointmentsOn(given: WaitDesk) {
  const { body } = await given.admin.request(
    "GET",
    `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`,
  );
  return body
    .filter(({ status }: { status: string }) => status !== "canceled")
    .map(({ clientName, appointmentDate }: { clientName: string; appointmentDate: string }) => [
      clientName,
      appointmentDate,
    ]);
}

test("a cancellation is offered to three waiting clients and the second accepts", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given, { clientName: "Mei Castellano" });
  for (const phone of [RUTH, JOAN, WREN]) await given.wait(phone);
  await given.cancel(id);
  await given.work();
  expect(given.texts()).toEqual([`${RUTH} ${OFFER}`]);
  expect(await given.statuses()).toEqual(["offered", "waiting", "waiting"]);

  await given.reply(RUTH, "No thanks");
  expect(given.texts().slice(1)).toEqual([
    expect.stringContaining(`${RUTH} Thanks for letting us know.`),
    expect.stringContaining(`${JOAN} Lumen: a time opened up.`),
  ]);
  expect(await given.statuses()).toEqual(["waiting", "offered", "waiting"]);

  await given.reply(JOAN, "YES");
  expect(await given.statuses()).toEqual(["waiting", "booked", "waiting"]);
  expect(given.texts().at(-1)).toBe(
    `${JOAN} Lumen: you are booked for Facial with Elena on Friday, November 27 at 10:00 AM. To change it, reply here.`,
  );
  expect(await appointmentsOn(given)).toEqual([["Joan Whitlock", TEN]]);
  expect((await given.entries()).find(({ status }) => status === "booked")?.booked).toEqual({
    start: TEN,
    employeeId: given.elena,
    isRequested: false,
  });
  const { source, price } = given.app.db
    .query("select source, price_cents as price from appointments where status = 'booked'")
    .get() as { source: string; price: number };
  expect([source, price]).toEqual(["waitlist", 12_000]);
  // Wren is not asked: the time is taken.
  await given.after(60);
  expect(given.texts().filter((text) => text.startsWith(WREN))).toEqual([]);
});

test("an offer holds its time for everyone else until it ends", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.cancel(id);
  await given.work();
  const day = { employeeId: given.elena, from: FRIDAY, to: FRIDAY };
  const isFree = async () =>
    (await findSlots(given.app, { minutes: 60 }, day)).some(({ startsAt }) => startsAt === TEN);
  expect(await isFree()).toBe(false);
  const refused = await given.admin.request("POST", "/api/appointments", {
    employeeId: given.elena,
    clientName: "Ada",
    appointmentDate: TEN,
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This time with Elena Sato is held for a client.",
  ]);
  await given.after(15);
  expect(await isFree()).toBe(true);
});

test("no reply within 15 minutes passes the offer on, and two in a row take the client off", async () => {
  const given = await waitDesk();
  const first = await bookFriday(given);
  const second = await bookFriday(given, { appointmentDate: `${FRIDAY}T14:00` });
  await given.wait(RUTH);
  await given.wait(JOAN);
  await given.cancel(first.id);
  await given.work();
  await given.after(14);
  expect(await given.statuses()).toEqual(["offered", "waiting"]);
  await given.after(1);
  expect(await given.statuses()).toEqual(["waiting", "offered"]);
  await given.reply(JOAN, "no");
  expect(await given.statuses()).toEqual(["waiting", "waiting"]);

  await given.cancel(second.id);
  await given.work();
  await given.after(15);
  expect(await given.statuses()).toEqual(["expired", "offered"]);
  // A NO in between was an answer, so Joan has left only one offer unanswered.
  await given.after(15);
  expect(await given.statuses()).toEqual(["expired", "waiting"]);
});

test("the owner sets how long an offer lasts", async () => {
  const given = await waitDesk();
  saveSettings(given.app, given.admin.actor, { waitlistOfferMinutes: 30 });
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.cancel(id);
  await given.work();
  expect(given.texts()).toEqual([expect.stringContaining("Reply YES by 11:30 AM")]);
  await given.after(29);
  expect(await given.statuses()).toEqual(["offered"]);
});

test("a late YES still books a free time, and says so when it is taken", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.cancel(id);
  await given.work();
  await given.after(16);
  await given.reply(RUTH, "yes please");
  expect(await given.statuses()).toEqual(["booked"]);
  expect(await appointmentsOn(given)).toEqual([["Ruth Abernathy", TEN]]);

  const other = await waitDesk();
  const gone = await bookFriday(other);
  await other.wait(RUTH);
  await other.wait(JOAN);
  await other.cancel(gone.id);
  await other.work();
  await other.after(16);
  await other.reply(RUTH, "Yes");
  expect(other.texts().at(-1)).toBe(
    `${RUTH} Lumen: sorry, Friday, November 27 at 10:00 AM is no longer available. You're still on our waitlist, and we'll text you when another time opens up.`,
  );
  expect(await other.statuses()).toEqual(["waiting", "offered"]);
});

test("a YES hours later, or to another text, books nothing", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.cancel(id);
  await given.work();
  await given.after(20);
  const { body } = await given.admin.request("POST", "/api/conversations", {
    contactId: given.contacts[RUTH],
  });
  await given.admin.request("POST", "/api/conversations/messages", {
    conversationId: body.id,
    body: "Do you also need shampoo?",
  });
  await given.sendAll();
  expect(given.texts().at(-1)).toContain("shampoo");
  await given.reply(RUTH, "yes");
  expect(await appointmentsOn(given)).toEqual([]);
});

test("quiet hours delay an offer until its text may leave", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  given.clock.now = Date.parse("2026-11-27T03:00:00Z");
  await given.cancel(id);
  await given.work();
  expect(given.texts()).toEqual([]);
  expect(await given.statuses()).toEqual(["waiting"]);
  // 8:00 AM in New York.
  given.clock.now = Date.parse("2026-11-27T14:00:00Z") - 1_000;
  await given.work();
  const quiet = given.texts().length;
  given.clock.now = Date.parse("2026-11-27T14:00:01Z");
  await given.work();
  expect([quiet, given.texts().length]).toEqual([0, 1]);
});

test("only matching clients are asked: service, employee, days and hours", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  const { body: peel } = await given.admin.request("POST", "/api/services", {
    name: "Peel",
    durationMinutes: 180,
  });
  // A visit that is too long for the gap, because of the next one.
  await bookFriday(given, { appointmentDate: `${FRIDAY}T11:00` });
  await given.wait(RUTH, { serviceId: peel.id });
  await given.wait(JOAN, { employeeId: given.tomas });
  await given.wait(WREN, { weekdays: ["mon", "tue"] });
  await given.wait(RUTH, { timeFrom: "10:15" });
  await given.wait(JOAN, { timeFrom: "10:00", timeTo: "10:45" });
  await given.wait(WREN, { from: "2026-11-28", to: "2026-11-30" });
  await given.cancel(id);
  await given.work();
  expect(given.texts()).toEqual([]);
  const again = await bookFriday(given);
  await given.wait(WREN, {
    employeeId: given.elena,
    weekdays: ["fri"],
    timeFrom: "10:00",
    timeTo: "11:00",
  });
  await given.cancel(again.id);
  await given.work();
  expect(given.texts()).toEqual([`${WREN} ${OFFER}`]);
});

test("a moved, deleted, declined and online-canceled appointment leaves a gap, a changed name does not", async () => {
  const given = await waitDesk();
  const gaps = () =>
    given.app.db.query("select starts_at from waitlist_gaps").values().flat() as string[];
  const { id } = await bookFriday(given);
  await given.cancel(id);
  expect(gaps()).toEqual([]);
  await given.wait(RUTH);
  const moved = await bookFriday(given);
  await given.admin.request("PATCH", `/api/appointments/${moved.id}`, { clientName: "Ada L" });
  expect(gaps()).toEqual([]);
  const to = { appointmentDate: `${FRIDAY}T13:00` };
  await given.admin.request("PATCH", `/api/appointments/${moved.id}`, to);
  expect(gaps()).toEqual([TEN]);
  await given.admin.request("DELETE", `/api/appointments/${moved.id}`);
  expect(gaps()).toEqual([TEN, `${FRIDAY}T13:00:00`]);
});

test("clients who cancel online or with X leave a gap", async () => {
  const given = await bookingDesk();
  const { app, admin, facial, online } = given;
  const wren = contact(app, admin, "Wren Calloway", WREN);
  await admin.request("POST", "/api/waitlist", {
    contactId: wren,
    serviceId: facial,
    from: "2026-11-20",
    to: FRIDAY,
  });
  const gaps = () => app.db.query("select starts_at from waitlist_gaps").values().flat();
  const token = tokenOf(await online());
  await given.visitor("POST", `/api/booking/${token}/reschedule`, { start: `${FRIDAY}T15:00` });
  expect(gaps()).toEqual([TEN]);
  await cancelBooking(app, token, { ip: null, userAgent: null });
  expect(gaps()).toEqual([TEN, `${FRIDAY}T15:00:00`]);
  const { id } = await given.book({
    appointmentDate: "2026-11-21T10:00",
    phoneNumber: RUTH,
    allowOverlap: true,
  });
  app.db
    .query("update appointments set reminder = 'sent', reminder_message_id = 1 where id = ?")
    .run(id);
  app.hooks.answerReminder(app, RUTH, "cancel");
  expect(gaps()).toEqual([TEN, `${FRIDAY}T15:00:00`, "2026-11-21T10:00:00"]);
});

test("a client gets one offer at a time, and the second gap waits for the answer", async () => {
  const given = await waitDesk();
  const first = await bookFriday(given);
  const second = await bookFriday(given, { appointmentDate: `${FRIDAY}T14:00` });
  await given.wait(RUTH);
  await given.cancel(first.id);
  await given.cancel(second.id);
  await given.work();
  expect(given.texts()).toHaveLength(1);
  await given.reply(RUTH, "n");
  await given.after(1);
  expect(given.texts().at(-1)).toContain("at 2:00 PM");
});

test("STOP ends the offer, opts out, and the next client is asked; YES then only opts in", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.wait(JOAN);
  await given.cancel(id);
  await given.work();
  await given.reply(RUTH, "STOP");
  expect(await given.statuses()).toEqual(["waiting", "offered"]);
  await given.reply(RUTH, "YES");
  expect(await given.statuses()).toEqual(["waiting", "offered"]);
  expect(
    given
      .texts()
      .filter((text) => text.startsWith(RUTH))
      .at(-1),
  ).toContain("subscribed again");
});

test("an open offer takes the YES before a sign-up does", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.cancel(id);
  await given.work();
  await given.visitor("POST", "/api/public/texts", {
    name: "Ruth",
    phoneNumber: RUTH,
    appointments: true,
    offers: true,
  });
  await given.reply(RUTH, "YES");
  expect(await given.statuses()).toEqual(["booked"]);
  const signUps = () => given.app.db.query("select * from text_sign_ups").all().length;
  expect(signUps()).toBe(1);
  await given.reply(RUTH, "YES");
  expect(signUps()).toBe(0);
});

test("staff stop an offer, pass it on, and take a client off; each client reads that the time is gone", async () => {
  const given = await waitDesk();
  const { admin } = given;
  const { id } = await bookFriday(given);
  const [ruth, joan] = [await given.wait(RUTH), await given.wait(JOAN)];
  await given.wait(WREN);
  await given.cancel(id);
  await given.work();
  const passed = await admin.request("POST", `/api/waitlist/${ruth.id}/offer-next`);
  expect([passed.status, passed.body.status]).toEqual([200, "waiting"]);
  await given.work();
  expect(await given.statuses()).toEqual(["waiting", "offered", "waiting"]);
  expect(given.texts().slice(1).toSorted()).toEqual([
    expect.stringContaining(`${JOAN} Lumen: a time opened up.`),
    expect.stringContaining(`${RUTH} Lumen: sorry, Friday, November 27 at 10:00 AM is no longer`),
  ]);
  expect((await admin.request("DELETE", `/api/waitlist/${joan.id}`)).status).toBe(204);
  await given.work();
  expect(await given.statuses()).toEqual(["waiting", "canceled", "offered"]);
  expect(given.texts().some((text) => text.startsWith(JOAN) && text.includes("find another"))).toBe(
    true,
  );
  const stopped = await admin.request("DELETE", "/api/waitlist/3/offer");
  expect([stopped.status, stopped.body.offer]).toEqual([200, null]);
  await given.after(1);
  expect(await given.statuses()).toEqual(["waiting", "canceled", "waiting"]);
  for (const path of ["/api/waitlist/3/offer", `/api/waitlist/${joan.id}`])
    expect((await admin.request("DELETE", path)).status).toBe(409);
  const actions = given.app.db
    .query("select action from audit_logs where action like 'waitlist.%' order by id")
    .values()
    .flat();
  expect(actions).toEqual([
    ...["waitlist.add", "waitlist.add", "waitlist.add", "waitlist.offer", "waitlist.offer_next"],
    ...["waitlist.offer", "waitlist.cancel", "waitlist.offer", "waitlist.stop_offer"],
  ]);
});

test("a list shows the open offer and who is next, and hides employees and clients as elsewhere", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  const { body: brows } = await given.admin.request("POST", "/api/services", {
    name: "Brows",
    durationMinutes: 30,
    employeeIds: [given.tomas],
  });
  await given.wait(RUTH);
  await given.wait(WREN, { employeeId: given.tomas });
  // Elena can't be next for someone who waits for what only Tomas does.
  await given.wait(WREN, { serviceId: brows.id });
  await given.wait(JOAN);
  await given.cancel(id);
  await given.work();
  const [first] = await given.entries();
  expect(first).toMatchObject({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    serviceName: "Facial",
    employeeId: null,
    status: "offered",
    offer: {
      start: TEN,
      durationMinutes: 60,
      employeeId: given.elena,
      next: { clientName: "Joan Whitlock" },
    },
  });
  const tomasDesk = given.desk([given.tomas], {
    pages: ["/waitlist"],
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const { body } = await tomasDesk.request("GET", "/api/waitlist");
  expect(JSON.stringify(body)).not.toMatch(/Ruth|Joan|Wren|20255501/);
  expect(body.map((one: { offer: unknown }) => one.offer)).toEqual([null, null, null, null]);
  const elenaDesk = given.desk([given.elena], { pages: ["/waitlist"] });
  expect((await elenaDesk.request("GET", "/api/waitlist")).body).toHaveLength(3);
  expect((await elenaDesk.request("DELETE", "/api/waitlist/2")).status).toBe(404);
});

test("wishes that can't come true are refused", async () => {
  const given = await waitDesk();
  const { admin, facial, contacts } = given;
  const only = await admin.request("POST", "/api/services", {
    name: "Brows",
    durationMinutes: 30,
    employeeIds: [given.tomas],
  });
  const wish = { contactId: contacts[RUTH], serviceId: facial, from: FRIDAY, to: FRIDAY };
  const refused = async (change: object) => {
    const { status, body } = await admin.request("POST", "/api/waitlist", { ...wish, ...change });
    return [status, body.message];
  };
  expect(await refused({ to: "2026-11-19" })).toEqual([
    400,
    "This day is over. Choose a later one.",
  ]);
  expect(await refused({ to: "2026-11-25" })).toEqual([400, "The last day is before the first."]);
  expect(await refused({ to: "2028-01-01" })).toEqual([400, "Choose a day within a year."]);
  expect(await refused({ timeFrom: "14:00", timeTo: "12:00" })).toEqual([
    400,
    "End time must be after start time",
  ]);
  expect(await refused({ serviceId: only.body.id, employeeId: given.elena })).toEqual([
    400,
    "This employee doesn't perform this service. Choose another one.",
  ]);
  expect((await refused({ serviceId: 99 }))[0]).toBe(404);
  expect((await refused({ contactId: 99 }))[0]).toBe(404);
  for (let n = 0; n < 5; n += 1) await given.wait(RUTH);
  expect(await refused({})).toEqual([409, "A client can wait for 5 services at most."]);
});

test("an entry whose last day is over expires, and a text that never left is not counted", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.cancel(id);
  await offerGaps(given.app);
  given.clock.now += 16 * 60_000;
  await given.work();
  // The offer had ended before the sender came to it.
  expect(given.texts()).toEqual([]);
  expect(given.app.db.query("select unanswered from waitlist").values().flat()).toEqual([0]);
  const { now } = given.clock;
  given.clock.now = Date.parse("2026-11-28T16:00:00Z");
  await given.work();
  given.clock.now = now;
  expect(await given.statuses()).toEqual(["expired"]);
});

test("a client's export tells what they waited for, and erasing them passes their offer on", async () => {
  const given = await waitDesk();
  const { id } = await bookFriday(given);
  await given.wait(RUTH);
  await given.wait(JOAN);
  await given.cancel(id);
  await given.work();
  const ruth = given.contacts[RUTH];
  const file = await given.admin.request("GET", `/api/contacts/${ruth}/export`);
  expect(JSON.parse(JSON.stringify(file.body)).waitlist).toMatchObject([
    { service: "Facial", status: "offered", offers: [{ at: TEN, answer: "open" }] },
  ]);
  const name = "Ruth Abernathy";
  expect((await given.admin.request("POST", `/api/contacts/${ruth}/erase`, { name })).status).toBe(
    204,
  );
  await given.work();
  expect(await given.statuses()).toEqual(["offered"]);
  expect(given.app.db.query("select count(*) from waitlist_offers").values()).toEqual([[1]]);
});
