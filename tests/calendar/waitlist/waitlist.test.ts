import { expect, test } from "bun:test";
import { insertEntry } from "#db/calendar/waitlist.ts";
import { inTransaction } from "#db/connection.ts";
import { findSlots } from "#src/calendar/availability/availability.ts";
import { holdSlot } from "#src/calendar/availability/holds.ts";
import { cancelBooking } from "#src/calendar/online-booking/manage.ts";
import { fitsPreferences } from "#src/calendar/waitlist/fits-preferences.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { bookingDesk, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { contact } from "#tests/support/test-app.ts";
import {
  bookFriday,
  FRIDAY,
  JOAN,
  offeringDesk,
  RUTH,
  type WaitDesk,
  WREN,
  waitDesk,
} from "./stand.ts";

const TEN = `${FRIDAY}T10:00:00`;
const OFFER =
  "Lumen: a time opened up. Facial with Elena on Friday, November 27 at 10:00 AM. Reply YES by 11:15 AM to book it, or NO to pass.";

async function appointmentsOn(parlor: WaitDesk) {
  const { body } = await parlor.admin.request(
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

test("a free time names the clients in their order whose service fits in before the next visit", async () => {
  const parlor = await waitDesk();
  const { body: long } = await parlor.admin.request("POST", "/api/services", {
    ...{ name: "Color", durationMinutes: 90, price: "180.00" },
  });
  await bookFriday(parlor, { appointmentDate: `${FRIDAY}T11:00` });
  await parlor.wait(RUTH, { serviceId: long.id });
  await parlor.wait(WREN, { timeTo: "10:30" });
  await parlor.wait(JOAN);
  const namesAt = async (start: string, employeeId: number) => {
    const query = `employeeId=${employeeId}&start=${FRIDAY}T${start}`;
    const { body } = await parlor.admin.request("GET", `/api/waitlist/fitting-at?${query}`);
    return body.map(({ clientName }: { clientName: string }) => clientName);
  };
  expect(await namesAt("10:00", parlor.elena)).toEqual(["Joan Whitlock"]);
  expect(await namesAt("10:10", parlor.elena)).toEqual([]);
  expect(await namesAt("10:10", parlor.tomas)).toEqual(["Ruth Abernathy", "Joan Whitlock"]);
});

test("an entry says the first time that is free for it today, and none once the day is over", async () => {
  const { admin, clock, elena, tomas, book, facial, wait } = await waitDesk();
  const today = "2026-11-20";
  for (const employeeId of [elena, tomas])
    await book({ employeeId, serviceId: facial, appointmentDate: `${today}T13:00` });
  const { id } = await wait(RUTH, { from: today, timeFrom: "13:00" });
  await wait(JOAN);
  const fitting = async () => (await admin.request("GET", "/api/waitlist/fitting-today")).body;
  expect(await fitting()).toEqual([{ id, start: `${today}T14:00:00`, employeeId: elena }]);
  clock.now += 8 * 3_600_000;
  expect(await fitting()).toEqual([]);
});

test("a client who passed on a time or opted out is said to have, and not to fit that time today", async () => {
  const parlor = await waitDesk();
  const { admin, elena, book, facial, wait } = parlor;
  const today = "2026-11-20";
  const start = `${today}T14:00:00`;
  const { id } = await book({ serviceId: facial, appointmentDate: start });
  for (const phone of [RUTH, JOAN])
    await wait(phone, { from: today, employeeId: elena, timeFrom: "14:00", timeTo: "15:00" });
  await parlor.cancel(id);
  await parlor.work();
  const open = { offer: null, optedOut: false, passedOn: null };
  expect(await parlor.entries()).toMatchObject([{ status: "offered", passedOn: null }, open]);
  await parlor.reply(RUTH, "No");
  const passed = { ...open, status: "waiting", passedOn: start };
  expect(await parlor.entries()).toMatchObject([passed, { status: "offered" }]);
  await parlor.reply(JOAN, "STOP");
  const optedOut = { ...open, status: "waiting", optedOut: true };
  expect(await parlor.entries()).toMatchObject([passed, optedOut]);
  expect((await admin.request("GET", "/api/waitlist/fitting-today")).body).toEqual([]);
  // Once it is over, nothing is left to say.
  await parlor.after(4 * 60);
  expect(await parlor.entries()).toMatchObject([open, optedOut]);
});

test("no time of today is said to be free for a client who opted out", async () => {
  const { admin, reply, wait } = await waitDesk();
  await wait(RUTH, { from: "2026-11-20" });
  const fitting = async () => (await admin.request("GET", "/api/waitlist/fitting-today")).body;
  expect(await fitting()).toHaveLength(1);
  await reply(RUTH, "STOP");
  expect(await fitting()).toEqual([]);
});

test("a STOP doesn't pass on the time: after START it suits the client again", async () => {
  const parlor = await waitDesk();
  const today = "2026-11-20";
  const start = `${today}T14:00:00`;
  const { id } = await parlor.book({ serviceId: parlor.facial, appointmentDate: start });
  const { id: entry } = await parlor.wait(RUTH, {
    from: today,
    timeFrom: "14:00",
    timeTo: "15:00",
  });
  await parlor.cancel(id);
  await parlor.work();
  const fitting = async () =>
    (await parlor.admin.request("GET", "/api/waitlist/fitting-today")).body;
  await parlor.reply(RUTH, "STOP");
  expect(await fitting()).toEqual([]);
  await parlor.reply(RUTH, "START");
  expect(await parlor.entries()).toMatchObject([{ status: "waiting", passedOn: null }]);
  expect(await fitting()).toEqual([{ id: entry, start, employeeId: parlor.elena }]);
});

test("what fits today leaves out deleted services, and knows who shares a visit with the wanted employee", async () => {
  const { admin, elena, tomas, wait } = await waitDesk();
  const today = "2026-11-20";
  const add = async (name: string, employeeIds: number[]) => {
    const service = { name, durationMinutes: 30, price: "40.00", employeeIds };
    return (await admin.request("POST", "/api/services", service)).body.id as number;
  };
  const [color, cut, gone] = [
    await add("Color", [elena, tomas]),
    await add("Cut", [tomas]),
    await add("Peel", [elena]),
  ];
  const both = await wait(RUTH, { from: today, services: [color, cut], employeeId: elena });
  await wait(JOAN, { from: today, services: [gone] });
  expect((await admin.request("DELETE", `/api/services/${gone}`)).status).toBe(204);
  const { status, body } = await admin.request("GET", "/api/waitlist/fitting-today");
  expect([status, body]).toEqual([200, [expect.objectContaining({ id: both.id })]]);
  const at = `employeeId=${elena}&start=${today}T16:00`;
  expect((await admin.request("GET", `/api/waitlist/fitting-at?${at}`)).status).toBe(200);
});

test("a cancellation is offered to three waiting clients and the second accepts", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor, { clientName: "Mei Castellano" });
  for (const phone of [RUTH, JOAN, WREN]) await parlor.wait(phone);
  await parlor.cancel(id);
  await parlor.work();
  expect(parlor.texts()).toEqual([`${RUTH} ${OFFER}`]);
  expect(await parlor.statuses()).toEqual(["offered", "waiting", "waiting"]);

  await parlor.reply(RUTH, "No thanks");
  expect(parlor.texts().slice(1)).toEqual([
    expect.stringContaining(`${RUTH} Thanks for letting us know.`),
    expect.stringContaining(`${JOAN} Lumen: a time opened up.`),
  ]);
  expect(await parlor.statuses()).toEqual(["waiting", "offered", "waiting"]);

  await parlor.reply(JOAN, "YES");
  expect(await parlor.statuses()).toEqual(["waiting", "booked", "waiting"]);
  expect(parlor.texts().at(-1)).toBe(
    `${JOAN} Lumen: you are booked for Facial with Elena on Friday, November 27 at 10:00 AM. To change it, reply here.`,
  );
  expect(await appointmentsOn(parlor)).toEqual([["Joan Whitlock", TEN]]);
  expect((await parlor.entries()).find(({ status }) => status === "booked")?.booked).toEqual({
    start: TEN,
    employeeId: parlor.elena,
    isRequested: false,
  });
  const { source, price } = parlor.app.db
    .query("select source, price_cents as price from appointments where status = 'booked'")
    .get() as { source: string; price: number };
  expect([source, price]).toEqual(["waitlist", 12_000]);
  // Wren is not asked: the time is taken.
  await parlor.after(60);
  expect(parlor.texts().filter((text) => text.startsWith(WREN))).toEqual([]);
});

test("an offer holds its time for everyone else until it ends", async () => {
  const parlor = await offeringDesk(RUTH);
  const day = { employeeId: parlor.elena, from: FRIDAY, to: FRIDAY };
  const isFree = async () =>
    (await findSlots(parlor.app, { minutes: 60 }, day)).some(({ startsAt }) => startsAt === TEN);
  expect(await isFree()).toBe(false);
  const refused = await parlor.admin.request("POST", "/api/appointments", {
    employeeId: parlor.elena,
    clientName: "Ada",
    appointmentDate: TEN,
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This time with Elena Sato is held for a client.",
  ]);
  await parlor.after(15);
  expect(await isFree()).toBe(true);
});

test("no reply within 15 minutes passes the offer on", async () => {
  const parlor = await offeringDesk(RUTH, JOAN);
  await parlor.after(14);
  expect(await parlor.statuses()).toEqual(["offered", "waiting"]);
  await parlor.after(1);
  expect(await parlor.statuses()).toEqual(["waiting", "offered"]);
});

test("the owner sets how long an offer lasts", async () => {
  const parlor = await waitDesk();
  saveSettings(parlor.app, parlor.admin.actor, { waitlistOfferMinutes: 30 });
  const { id } = await bookFriday(parlor);
  await parlor.wait(RUTH);
  await parlor.cancel(id);
  await parlor.work();
  expect(parlor.texts()).toEqual([expect.stringContaining("Reply YES by 11:30 AM")]);
  await parlor.after(29);
  expect(await parlor.statuses()).toEqual(["offered"]);
});

test("a late YES still books a free time, and says so when it is taken", async () => {
  const parlor = await offeringDesk(RUTH);
  await parlor.after(16);
  await parlor.reply(RUTH, "yes please");
  expect(await parlor.statuses()).toEqual(["booked"]);
  expect(await appointmentsOn(parlor)).toEqual([["Ruth Abernathy", TEN]]);

  const other = await offeringDesk(RUTH, JOAN);
  await other.after(16);
  await other.reply(RUTH, "Yes");
  expect(other.texts().at(-1)).toBe(
    `${RUTH} Lumen: sorry, Friday, November 27 at 10:00 AM is no longer available. You're still on our waitlist, and we'll text you when another time opens up.`,
  );
  expect(await other.statuses()).toEqual(["waiting", "offered"]);
});

test("a YES hours later, or to another text, books nothing", async () => {
  const parlor = await offeringDesk(RUTH);
  await parlor.after(20);
  const { body } = await parlor.admin.request("POST", "/api/conversations", {
    contactId: parlor.contacts[RUTH],
  });
  await parlor.admin.request("POST", "/api/conversations/messages", {
    conversationId: body.id,
    body: "Do you also need shampoo?",
  });
  await parlor.sendAll();
  expect(parlor.texts().at(-1)).toContain("shampoo");
  await parlor.reply(RUTH, "yes");
  expect(await appointmentsOn(parlor)).toEqual([]);
});

test("quiet hours delay an offer until its text may leave", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  await parlor.wait(RUTH);
  parlor.clock.now = Date.parse("2026-11-27T03:00:00Z");
  await parlor.cancel(id);
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
  expect(await parlor.statuses()).toEqual(["waiting"]);
  // 8:00 AM in New York.
  parlor.clock.now = Date.parse("2026-11-27T14:00:00Z") - 1_000;
  await parlor.work();
  const quiet = parlor.texts().length;
  parlor.clock.now = Date.parse("2026-11-27T14:00:01Z");
  await parlor.work();
  expect([quiet, parlor.texts().length]).toEqual([0, 1]);
});

test("a cancellation that is undone within ten seconds is offered to no one", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  await parlor.wait(RUTH);
  const path = `/api/appointments/${id}`;
  await parlor.admin.request("PATCH", path, { status: "canceled" });
  parlor.clock.now += UNDO_MS - 1;
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
  await parlor.admin.request("PATCH", path, { status: "booked" });
  await parlor.after(1);
  expect([parlor.texts(), await parlor.statuses()]).toEqual([[], ["waiting"]]);
});

test("a second cancellation within ten seconds of the first can be undone as long", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  await parlor.wait(RUTH);
  const setStatus = (status: string) =>
    parlor.admin.request("PATCH", `/api/appointments/${id}`, { status });
  await setStatus("canceled");
  parlor.clock.now += UNDO_MS / 2;
  await setStatus("booked");
  await setStatus("canceled");
  parlor.clock.now += UNDO_MS - 1;
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
  await parlor.after(1);
  expect(parlor.texts()).toHaveLength(1);
});

test("only matching clients are asked: service, employee, days and hours", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  const { body: peel } = await parlor.admin.request("POST", "/api/services", {
    name: "Peel",
    durationMinutes: 180,
  });
  // A visit that is too long for the gap, because of the next one.
  await bookFriday(parlor, { appointmentDate: `${FRIDAY}T11:00` });
  await parlor.wait(RUTH, { serviceId: peel.id });
  await parlor.wait(JOAN, { employeeId: parlor.tomas });
  await parlor.wait(WREN, { weekdays: ["mon", "tue"] });
  await parlor.wait(RUTH, { timeFrom: "10:15" });
  await parlor.wait(JOAN, { timeFrom: "10:00", timeTo: "10:45" });
  await parlor.wait(WREN, { from: "2026-11-28", to: "2026-11-30" });
  await parlor.cancel(id);
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
  const again = await bookFriday(parlor);
  await parlor.wait(WREN, {
    employeeId: parlor.elena,
    weekdays: ["fri"],
    timeFrom: "10:00",
    timeTo: "11:00",
  });
  await parlor.cancel(again.id);
  await parlor.work();
  expect(parlor.texts()).toEqual([`${WREN} ${OFFER}`]);
});

test("who fits is found behind many who don't, also behind those added in the same moment", async () => {
  const { app, clock, book, cancel, contacts, facial, wait, work, texts } = await waitDesk();
  const { id } = await book({ appointmentDate: TEN, serviceId: facial });
  const unfit = {
    ...{ contactId: contacts[JOAN] ?? 0, clientName: null, serviceIds: [facial], employeeId: null },
    ...{ fromDay: FRIDAY, toDay: FRIDAY, weekdays: ["mon"], timeFrom: null, timeTo: null },
    ...{ source: "staff" as const, createdAt: clock.now },
  };
  for (let n = 0; n < 100; n += 1) insertEntry(app.db, unfit);
  await wait(RUTH);
  await wait(WREN);
  await cancel(id);
  await work();
  expect(texts()).toEqual([`${RUTH} ${OFFER}`]);
});

test("a moved, deleted, declined and online-canceled appointment leaves a gap, a changed name does not", async () => {
  const parlor = await waitDesk();
  const gaps = () =>
    parlor.app.db.query("select starts_at from waitlist_gaps").values().flat() as string[];
  const { id } = await bookFriday(parlor);
  await parlor.cancel(id);
  expect(gaps()).toEqual([]);
  await parlor.wait(RUTH);
  const moved = await bookFriday(parlor);
  await parlor.admin.request("PATCH", `/api/appointments/${moved.id}`, { clientName: "Ada L" });
  expect(gaps()).toEqual([]);
  const to = { appointmentDate: `${FRIDAY}T13:00` };
  await parlor.admin.request("PATCH", `/api/appointments/${moved.id}`, to);
  expect(gaps()).toEqual([TEN]);
  await parlor.admin.request("DELETE", `/api/appointments/${moved.id}`);
  expect(gaps()).toEqual([TEN, `${FRIDAY}T13:00:00`]);
});

test("clients who cancel online or with X leave a gap", async () => {
  const parlor = await bookingDesk();
  const { app, admin, facial, online } = parlor;
  const wren = contact(app, admin, "Wren Calloway", WREN);
  await admin.request("POST", "/api/waitlist", {
    contactId: wren,
    serviceId: facial,
    from: "2026-11-20",
    to: FRIDAY,
  });
  const gaps = () => app.db.query("select starts_at from waitlist_gaps").values().flat();
  const token = tokenOf(await online());
  await parlor.visitor("POST", `/api/booking/${token}/reschedule`, { start: `${FRIDAY}T15:00` });
  expect(gaps()).toEqual([TEN]);
  await cancelBooking(app, token, { ip: null, userAgent: null });
  expect(gaps()).toEqual([TEN, `${FRIDAY}T15:00:00`]);
  const { id } = await parlor.book({
    appointmentDate: "2026-11-21T10:00",
    phoneNumber: RUTH,
    allowOverlap: true,
  });
  app.db.run("update messages set status = 'delivered' where id = 1");
  app.db
    .query(
      "update appointments set reminder = 'sent', reminder_message_id = 1, reminder_starts_at = starts_at where id = ?",
    )
    .run(id);
  app.hooks.answerReminder(app, RUTH, "cancel");
  expect(gaps()).toEqual([TEN, `${FRIDAY}T15:00:00`, "2026-11-21T10:00:00"]);
});

test("a client gets one offer at a time, and the second gap waits for the answer", async () => {
  const parlor = await waitDesk();
  const first = await bookFriday(parlor);
  const second = await bookFriday(parlor, { appointmentDate: `${FRIDAY}T14:00` });
  await parlor.wait(RUTH);
  await parlor.cancel(first.id);
  await parlor.cancel(second.id);
  await parlor.work();
  expect(parlor.texts()).toHaveLength(1);
  await parlor.reply(RUTH, "n");
  await parlor.after(1);
  expect(parlor.texts().at(-1)).toContain("at 2:00 PM");
});

test("STOP ends the offer, opts out, and the next client is asked; YES then only opts in", async () => {
  const parlor = await offeringDesk(RUTH, JOAN);
  await parlor.reply(RUTH, "STOP");
  expect(await parlor.statuses()).toEqual(["waiting", "offered"]);
  await parlor.reply(RUTH, "YES");
  expect(await parlor.statuses()).toEqual(["waiting", "offered"]);
  expect(
    parlor
      .texts()
      .filter((text) => text.startsWith(RUTH))
      .at(-1),
  ).toContain("subscribed again");
});

test("an opt-out that staff record ends the offer too", async () => {
  const parlor = await offeringDesk(RUTH, JOAN);
  await parlor.reply(RUTH, "who is this, wrong number");
  const { conversations } = (await parlor.admin.request("GET", "/api/conversations")).body;
  const path = `/api/conversations/${conversations[0].id}/opt-out-review`;
  expect((await parlor.admin.request("POST", path, { optOut: true })).status).toBe(200);
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["waiting", "offered"]);
});

test("an open offer takes the YES before a sign-up does", async () => {
  const parlor = await offeringDesk(RUTH);
  await parlor.visitor("POST", "/api/public/texts", {
    name: "Ruth",
    phoneNumber: RUTH,
    appointments: true,
    offers: true,
  });
  await parlor.reply(RUTH, "YES");
  expect(await parlor.statuses()).toEqual(["booked"]);
  const signUps = () => parlor.app.db.query("select * from text_sign_ups").all().length;
  expect(signUps()).toBe(1);
  await parlor.reply(RUTH, "YES");
  expect(signUps()).toBe(0);
});

test("staff stop an offer, pass it on, and take a client off; each client reads that the time is gone", async () => {
  const parlor = await waitDesk();
  const { admin } = parlor;
  const { id } = await bookFriday(parlor);
  const [ruth, joan] = [await parlor.wait(RUTH), await parlor.wait(JOAN)];
  await parlor.wait(WREN);
  await parlor.cancel(id);
  await parlor.work();
  const passed = await admin.request("POST", `/api/waitlist/${ruth.id}/offer-next`);
  expect([passed.status, passed.body.status]).toEqual([200, "waiting"]);
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["waiting", "offered", "waiting"]);
  expect(parlor.texts().slice(1).toSorted()).toEqual([
    expect.stringContaining(`${JOAN} Lumen: a time opened up.`),
    expect.stringContaining(`${RUTH} Lumen: sorry, Friday, November 27 at 10:00 AM is no longer`),
  ]);
  expect((await admin.request("DELETE", `/api/waitlist/${joan.id}`)).status).toBe(204);
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["waiting", "canceled", "offered"]);
  expect(
    parlor.texts().some((text) => text.startsWith(JOAN) && text.includes("find another")),
  ).toBe(true);
  const stopped = await admin.request("DELETE", "/api/waitlist/3/offer");
  expect([stopped.status, stopped.body.offer]).toEqual([200, null]);
  await parlor.after(1);
  expect(await parlor.statuses()).toEqual(["waiting", "canceled", "waiting"]);
  for (const path of ["/api/waitlist/3/offer", `/api/waitlist/${joan.id}`])
    expect((await admin.request("DELETE", path)).status).toBe(409);
  const actions = parlor.app.db
    .query("select action from audit_logs where action like 'waitlist.%' order by id")
    .values()
    .flat();
  expect(actions).toEqual([
    ...["waitlist.add", "waitlist.add", "waitlist.add", "waitlist.offer", "waitlist.offer_next"],
    ...["waitlist.offer", "waitlist.cancel", "waitlist.offer", "waitlist.stop_offer"],
  ]);
});

test("a yes at the desk books the offered time, which is held for that client, and texts them", async () => {
  const parlor = await waitDesk();
  const { admin } = parlor;
  const { id } = await bookFriday(parlor);
  const ruth = await parlor.wait(RUTH);
  await parlor.cancel(id);
  await parlor.work();
  const booked = await admin.request("POST", `/api/waitlist/${ruth.id}/accept-offer`);
  expect([booked.status, booked.body.status]).toEqual([200, "booked"]);
  expect(booked.body.booked).toMatchObject({ start: `${FRIDAY}T10:00:00`, isRequested: false });
  await parlor.work();
  expect(parlor.texts().at(-1)).toStartWith(`${RUTH} `);
  expect(parlor.texts().at(-1)).toContain("10:00 AM");
  const { body } = await admin.request("GET", `/api/availability/held?from=${FRIDAY}&to=${FRIDAY}`);
  expect(body).toEqual([]);
  const again = await admin.request("POST", `/api/waitlist/${ruth.id}/accept-offer`);
  expect(again.status).toBe(409);
});

test("a yes at the desk says who is offered the rest of the time", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor, { durationMinutes: 120 });
  const ruth = await parlor.wait(RUTH);
  const joan = await parlor.wait(JOAN);
  await parlor.cancel(id);
  await parlor.work();
  const accept = (entry: number) =>
    parlor.admin.request("POST", `/api/waitlist/${entry}/accept-offer`);
  expect((await accept(ruth.id)).body.nextOffer).toEqual({
    ...{ contactId: parlor.contacts[JOAN], clientName: "Joan Whitlock" },
    start: `${FRIDAY}T11:00:00`,
  });
  await parlor.work();
  expect((await parlor.entries())[0]).toMatchObject({ offer: { start: `${FRIDAY}T11:00:00` } });
  expect((await accept(joan.id)).body.nextOffer).toBeNull();
});

test("a yes at the desk books also where the search for the next client fails", async () => {
  const parlor = await offeringDesk(RUTH, JOAN);
  const { app, admin } = parlor;
  const [{ id }] = (await admin.request("GET", "/api/waitlist")).body;
  // The search reads when the gap ends, and only the search does.
  app.db.run("update waitlist_gaps set ends_at = 'unreadable'");
  const { status, body } = await admin.request("POST", `/api/waitlist/${id}/accept-offer`);
  expect([status, body.status, body.nextOffer]).toEqual([200, "booked", null]);
});

test("new hours or time off end the offer of a time that can no longer take place, and the client reads it", async () => {
  for (const closes of ["hours", "time off", "later hours"] as const) {
    const parlor = await waitDesk();
    const { admin } = parlor;
    const { id } = await bookFriday(parlor);
    await parlor.wait(RUTH);
    await parlor.cancel(id);
    await parlor.work();
    const { weekly } = (await admin.request("GET", "/api/hours")).body;
    const [{ offer }] = (await admin.request("GET", "/api/waitlist")).body;
    const start = closes === "hours" ? "10:30" : "09:30";
    const { status } =
      closes === "time off"
        ? await admin.request("POST", "/api/time-off", {
            ...{ employeeId: offer.employeeId, reason: "Dentist" },
            ...{ start: `${FRIDAY}T10:30`, end: `${FRIDAY}T11:30` },
          })
        : await admin.request("PUT", `/api/employees/${offer.employeeId}/hours`, {
            weekly: { ...weekly, fri: [{ start, end: "17:00" }] },
          });
    expect([closes, status]).toEqual([closes, closes === "time off" ? 201 : 200]);
    await parlor.work();
    const isGone = parlor.texts().some((text) => /^\S+ Lumen: sorry, .* is no longer/.test(text));
    expect([closes, isGone, await parlor.statuses()]).toEqual([
      closes,
      closes !== "later hours",
      [closes === "later hours" ? "offered" : "waiting"],
    ]);
  }
});

test("a list shows the open offer and who is next, and hides employees and clients as elsewhere", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  const { body: brows } = await parlor.admin.request("POST", "/api/services", {
    name: "Brows",
    durationMinutes: 30,
    employeeIds: [parlor.tomas],
  });
  await parlor.wait(RUTH);
  await parlor.wait(WREN, { employeeId: parlor.tomas });
  // Elena can't be next for someone who waits for what only Tomas does.
  await parlor.wait(WREN, { serviceId: brows.id });
  await parlor.wait(JOAN);
  await parlor.cancel(id);
  await parlor.work();
  const [first] = await parlor.entries();
  expect(first).toMatchObject({
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    serviceName: "Facial",
    employeeId: null,
    status: "offered",
    offer: {
      start: TEN,
      durationMinutes: 60,
      employeeId: parlor.elena,
      next: { clientName: "Joan Whitlock" },
    },
  });
  const tomasDesk = parlor.desk([parlor.tomas], {
    pages: ["/waitlist"],
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const { body } = await tomasDesk.request("GET", "/api/waitlist");
  expect(JSON.stringify(body)).not.toMatch(/Ruth|Joan|Wren|20255501/);
  expect(body.map((one: { offer: unknown }) => one.offer)).toEqual([null, null, null, null]);
  const elenaDesk = parlor.desk([parlor.elena], { pages: ["/waitlist"] });
  expect((await elenaDesk.request("GET", "/api/waitlist")).body).toHaveLength(3);
  expect((await elenaDesk.request("DELETE", "/api/waitlist/2")).status).toBe(404);
});

test("preferences that no time can meet are refused", async () => {
  const parlor = await waitDesk();
  const { admin, facial, contacts } = parlor;
  const only = await admin.request("POST", "/api/services", {
    name: "Brows",
    durationMinutes: 30,
    employeeIds: [parlor.tomas],
  });
  const entry = { contactId: contacts[RUTH], serviceId: facial, from: FRIDAY, to: FRIDAY };
  const refused = async (change: object) => {
    const { status, body } = await admin.request("POST", "/api/waitlist", { ...entry, ...change });
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
  expect(await refused({ serviceId: only.body.id, employeeId: parlor.elena })).toEqual([
    400,
    "This employee doesn't perform this service. Choose another one.",
  ]);
  expect((await refused({ serviceId: 99 }))[0]).toBe(404);
  expect((await refused({ contactId: 99 }))[0]).toBe(404);
  for (let n = 0; n < 5; n += 1) await parlor.wait(RUTH);
  expect(await refused({})).toEqual([409, "A client can wait for up to 5 services."]);
});

test("a new client is added as a contact, and one whose number is known is named", async () => {
  const parlor = await waitDesk();
  const { admin, facial, contacts } = parlor;
  const days = { serviceId: facial, from: FRIDAY, to: FRIDAY };
  const add = (client: object) => admin.request("POST", "/api/waitlist", { ...days, ...client });
  expect((await add({ clientName: "Ada Byrne" })).body.errors).toHaveProperty("phoneNumber");
  expect((await add({})).body.errors).toEqual({ clientName: "Choose a client" });
  const added = await add({ clientName: "Ada Byrne", phoneNumber: "(202) 555-0177" });
  expect([added.status, added.body.clientName, added.body.phoneNumber]).toEqual([
    201,
    "Ada Byrne",
    "+12025550177",
  ]);
  const again = await add({ clientName: "Ada B.", phoneNumber: "202 555 0177" });
  expect([again.status, again.body.errors.phoneNumber]).toEqual([
    409,
    "Ada Byrne already has this number.",
  ]);
  expect(Object.values(contacts)).not.toContain(added.body.contactId);
});

test("an entry whose last day is over expires, and a text that never left is not counted", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  await parlor.wait(RUTH);
  await parlor.cancel(id);
  await offerGaps(parlor.app);
  parlor.clock.now += 16 * 60_000;
  await parlor.work();
  // The offer had ended before the sender came to it.
  expect(parlor.texts()).toEqual([]);
  expect(parlor.app.db.query("select unanswered from waitlist").values().flat()).toEqual([0]);
  const { now } = parlor.clock;
  parlor.clock.now = Date.parse("2026-11-28T16:00:00Z");
  await parlor.work();
  parlor.clock.now = now;
  expect(await parlor.statuses()).toEqual(["expired"]);
});

test("a client's export tells what they waited for, and erasing them passes their offer on", async () => {
  const parlor = await offeringDesk(RUTH, JOAN);
  const ruth = parlor.contacts[RUTH];
  const file = await parlor.admin.request("GET", `/api/contacts/${ruth}/export`);
  expect(JSON.parse(JSON.stringify(file.body)).waitlist).toMatchObject([
    { service: "Facial", status: "offered", offers: [{ at: TEN, answer: "open" }] },
  ]);
  const name = "Ruth Abernathy";
  expect((await parlor.admin.request("POST", `/api/contacts/${ruth}/erase`, { name })).status).toBe(
    204,
  );
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["offered"]);
  expect(parlor.app.db.query("select count(*) from waitlist_offers").values()).toEqual([[1]]);
});

test("a visit that ends after midnight doesn't fit a client who wants to be done in the afternoon", () => {
  const wanted = { employeeId: null, fromDay: FRIDAY, toDay: FRIDAY, weekdays: null };
  const entry = { ...wanted, timeFrom: null, timeTo: "17:00" };
  const fits = (time: string) =>
    fitsPreferences(entry, { startsAt: `${FRIDAY}T${time}:00`, employeeId: 1, minutes: 90 });
  expect([fits("15:30"), fits("15:31"), fits("23:00")]).toEqual([true, false, false]);
});

test("of times that open up at once, the earliest is offered first", async () => {
  const { admin, clock, book, elena, tomas, facial, wait, work, texts } = await waitDesk();
  const bookAt = (appointmentDate: string, employeeId: number) =>
    book({ appointmentDate, employeeId, serviceId: facial });
  const later = await bookAt("2026-12-04T10:00", elena);
  const sooner = await bookAt(`${FRIDAY}T10:00`, tomas);
  await wait(RUTH, { to: "2026-12-11" });
  for (const { id } of [later, sooner])
    await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  clock.now += UNDO_MS;
  await work();
  expect(texts().at(-1)).toContain("Friday, November 27 at 10:00 AM");
});

test("who fits a held time is said once the hold is over, also to a browser that asked before", async () => {
  const { app, admin, clock, elena, wait } = await waitDesk();
  await wait(RUTH);
  const startsAt = TEN as WallTime;
  const hold = { employeeId: elena, startsAt, minutes: 60, bufferMinutes: 0 };
  inTransaction(app.db, () => holdSlot(app, { ...hold, until: clock.now + 600_000 }));
  const path = `/api/waitlist/fitting-at?employeeId=${elena}&start=${TEN}`;
  const held = await admin.request("GET", path);
  expect([held.body, held.headers.get("etag")]).toEqual([[], null]);
  clock.now += 600_001;
  expect((await admin.request("GET", path)).body).toMatchObject([{ clientName: "Ruth Abernathy" }]);
});
