import { expect, test } from "bun:test";
import { addCaller } from "#src/calendar/callers-waitlist.ts";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { expireRequests } from "#src/calendar/online-booking/waiting-visits.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import {
  appointments,
  type DepositDesk,
  depositDesk,
  pay,
} from "#tests/calendar/online-booking/deposit-desk.ts";
import { cookieOf } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { brokenLaws } from "./broken-laws.ts";
import { FRIDAY, JOAN, RUTH } from "./stand.ts";

const TEN = `${FRIDAY}T10:00:00`;
const MINUTE = 60_000;
const OFFER =
  "Lumen: a time opened up. Hydrating Facial with Elena on Friday, November 27 at 10:00 AM.";

let sids = 7000;

/** A salon whose facial at ten was canceled, and takes a deposit of 30. */
async function offerDesk({ approval = false } = {}) {
  const parlor = await depositDesk();
  const { app, admin, hono, clock, sms, sendAll } = parlor;
  await admin.request("POST", "/api/settings", {
    businessName: "Lumen",
    bookingApproval: approval,
  });
  const { id } = await parlor.book({
    appointmentDate: TEN,
    serviceId: parlor.facial,
    clientName: "Mei Castellano",
  });
  const work = async () => {
    await offerGaps(app);
    await sendAll();
  };
  return {
    ...parlor,
    work,
    /** Joins from the page as the visitor with that phone. */
    join: async (phone: string, name: string, other: object = {}) => {
      const preferences = { serviceId: parlor.facial, from: FRIDAY, to: FRIDAY, name, ...other };
      const cookie = cookieOf(app, phone);
      const reply = await parlor.visitor("POST", "/api/booking/waitlist", preferences, { cookie });
      expect(reply.status).toBe(201);
      clock.now += 1;
    },
    open: async () => {
      await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
      parlor.clock.now += UNDO_MS;
      await work();
    },
    reply: async (phone: string, body: string) => {
      sids += 1;
      expect(await postInbound(hono, { sid: sidOf(sids), from: phone, body })).toBe(200);
      await work();
    },
    after: async (minutes: number) => {
      clock.now += minutes * MINUTE;
      await work();
    },
    texts: (phone: string) => sms.sent.filter(({ to }) => to === phone).map(({ body }) => body),
    statuses: async () =>
      (await admin.request("GET", "/api/waitlist")).body
        .toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
        .map(({ status }: { status: string }) => status),
  };
}

const tokenIn = (text = "") => /\/book\/(\S+)/.exec(text)?.[1] ?? "";

const bookedAt = async (parlor: DepositDesk) =>
  (await appointments(parlor))
    .filter(({ status }: { status: string }) => status !== "canceled")
    .map(({ clientName, status }: { clientName: string; status: string }) => [clientName, status]);

test("a YES to an offer that needs a deposit holds the time, and the payment books it", async () => {
  const parlor = await offerDesk();
  await parlor.join(RUTH, "Ruth Abernathy");
  await parlor.open();
  expect(parlor.texts(RUTH)).toEqual([
    `${OFFER} It takes a $30.00 deposit. Reply YES by 11:15 AM to get the link to pay, or NO to pass.`,
  ]);
  await parlor.reply(RUTH, "YES");
  const due = parlor.texts(RUTH).at(-1) ?? "";
  expect(due).toStartWith(
    "Lumen: almost there. To book Hydrating Facial with Elena on Friday, November 27 at 10:00 AM, pay the $30.00 deposit within 30 minutes: https://",
  );
  expect(await bookedAt(parlor)).toEqual([]);
  const page = await parlor.visitor("GET", `/api/booking/${tokenIn(due)}`);
  expect(page.body).toMatchObject({ status: "held", deposit: "30.00", paid: false });
  expect((await parlor.online({ employeeId: parlor.elena }, JOAN)).status).toBe(409);

  await parlor.after(29);
  await parlor.visitor("POST", `/api/booking/${tokenIn(due)}/pay`);
  await pay(parlor);
  expect(await bookedAt(parlor)).toEqual([["Ruth Abernathy", "booked"]]);
  expect(await parlor.statuses()).toEqual(["booked"]);
  await parlor.work();
  expect(parlor.texts(RUTH).at(-1)).toStartWith("Lumen: you are booked for Hydrating Facial");
  expect(brokenLaws(parlor.app.db)).toEqual([]);
});

test("a time whose deposit is not paid goes to the next client, and not to the same one again", async () => {
  const parlor = await offerDesk();
  await parlor.join(RUTH, "Ruth Abernathy");
  await parlor.join(JOAN, "Joan Whitlock");
  await parlor.open();
  await parlor.reply(RUTH, "YES");
  await parlor.after(30);
  expect(parlor.texts(JOAN)).toEqual([]);
  await parlor.after(1);
  expect(parlor.texts(JOAN)).toEqual([expect.stringContaining(OFFER)]);
  expect(await parlor.statuses()).toEqual(["waiting", "offered"]);
  await parlor.reply(JOAN, "NO");
  await parlor.after(60);
  expect(parlor.texts(RUTH)).toHaveLength(2);
  // Staff read why it isn't offered to either.
  expect((await parlor.admin.request("GET", "/api/waitlist")).body).toMatchObject([
    { status: "waiting", passedOn: null, unpaid: "2026-11-27T10:00:00" },
    { status: "waiting", passedOn: "2026-11-27T10:00:00", unpaid: null },
  ]);
  expect(brokenLaws(parlor.app.db)).toEqual([]);
});

test("a deposit paid after its hold books a free time and takes the client off the list, and is refunded otherwise", async () => {
  for (const isTaken of [false, true]) {
    const parlor = await offerDesk();
    await parlor.join(RUTH, "Ruth Abernathy");
    await parlor.open();
    await parlor.reply(RUTH, "YES");
    await parlor.visitor("POST", `/api/booking/${tokenIn(parlor.texts(RUTH).at(-1))}/pay`);
    await parlor.after(40);
    if (isTaken) await parlor.book({ appointmentDate: TEN, clientName: "Ada" });
    await pay(parlor);
    await refundDeposits(parlor.app);
    expect(await bookedAt(parlor)).toEqual([[isTaken ? "Ada" : "Ruth Abernathy", "booked"]]);
    expect(await parlor.statuses()).toEqual([isTaken ? "waiting" : "booked"]);
    expect(parlor.till.refunds).toEqual(isTaken ? ["pi_cs_1"] : []);
  }
});

test("while Stripe can't be reached the time stays held, and the link works later", async () => {
  const parlor = await offerDesk();
  await parlor.join(RUTH, "Ruth Abernathy");
  await parlor.open();
  await parlor.reply(RUTH, "YES");
  const path = `/api/booking/${tokenIn(parlor.texts(RUTH).at(-1))}`;
  parlor.till.isDown = true;
  expect((await parlor.visitor("POST", `${path}/pay`)).status).toBe(503);
  parlor.till.isDown = false;
  expect((await parlor.visitor("GET", path)).body.status).toBe("held");
  expect((await parlor.visitor("POST", `${path}/pay`)).status).toBe(200);
  await pay(parlor);
  expect(await bookedAt(parlor)).toEqual([["Ruth Abernathy", "booked"]]);
});

test("a time that begins before its deposit could be paid is neither offered nor held", async () => {
  const parlor = await offerDesk();
  // It is 11:00: an offer until 11:15 and half an hour to pay leave no time before 11:45.
  const { id } = await parlor.book({
    appointmentDate: "2026-11-20T11:45:00",
    serviceId: parlor.facial,
  });
  await parlor.join(RUTH, "Ruth Abernathy", { from: "2026-11-20" });
  await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  parlor.clock.now += UNDO_MS;
  await parlor.work();
  expect(parlor.texts(RUTH)).toEqual([
    expect.stringContaining("on Friday, November 20 at 12:00 PM. It takes a $30.00 deposit."),
  ]);
  await parlor.after(35);
  await parlor.reply(RUTH, "YES");
  expect(parlor.texts(RUTH).at(-1)).toStartWith(
    "Lumen: sorry, Friday, November 20 at 12:00 PM is no longer available.",
  );
});

test("a client who is paying a deposit gets no other offers", async () => {
  const parlor = await offerDesk();
  const { id } = await parlor.book({
    appointmentDate: `${FRIDAY}T14:00:00`,
    serviceId: parlor.facial,
  });
  await parlor.join(RUTH, "Ruth Abernathy");
  await parlor.open();
  await parlor.reply(RUTH, "YES");
  await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  parlor.clock.now += UNDO_MS;
  await parlor.after(20);
  expect(parlor.texts(RUTH)).toHaveLength(2);
  await parlor.after(12);
  expect(parlor.texts(RUTH).slice(2)).toEqual([expect.stringContaining("at 2:00 PM")]);
});

test("where the owner approves bookings, a YES requests the time and holds it until the decision", async () => {
  const parlor = await offerDesk({ approval: true });
  await parlor.join(RUTH, "Ruth Abernathy");
  await parlor.open();
  expect(parlor.texts(RUTH)).toEqual([
    `${OFFER} It takes a $30.00 deposit. Reply YES by 11:15 AM to request it, or NO to pass.`,
  ]);
  await parlor.reply(RUTH, "yes");
  expect(parlor.texts(RUTH).at(-1)).toStartWith(
    "Lumen: thanks, we have your request for Friday, November 27 at 10:00 AM. We'll text you once it's confirmed. Change or cancel: https://",
  );
  expect(await bookedAt(parlor)).toEqual([["Ruth Abernathy", "requested"]]);
  expect((await parlor.admin.request("GET", "/api/waitlist")).body).toMatchObject([
    { status: "booked", booked: { start: TEN, isRequested: true } },
  ]);
  await parlor.after(120);
  expect((await parlor.online({ employeeId: parlor.elena }, JOAN)).status).toBe(409);

  const [{ id }] = (await appointments(parlor)).filter(
    ({ status }: { status: string }) => status === "requested",
  );
  await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await parlor.work();
  expect(parlor.texts(RUTH).at(-1)).toStartWith(
    "Lumen: your Hydrating Facial on Friday, November 27 at 10:00 AM is approved. To keep this time, pay the $30.00 deposit by Saturday, November 21 at 1:00 PM: https://",
  );
});

test("a request that nobody decides on within a day is declined, and the time goes to the next client", async () => {
  const parlor = await offerDesk({ approval: true });
  await parlor.join(RUTH, "Ruth Abernathy");
  await parlor.join(JOAN, "Joan Whitlock");
  await parlor.open();
  await parlor.reply(RUTH, "YES");
  await parlor.after(24 * 60 + 1);
  await expireRequests(parlor.app);
  await parlor.after(1);
  expect(parlor.texts(RUTH).at(-1)).toStartWith("Lumen: we can't take your booking on");
  expect(parlor.texts(JOAN)).toEqual([expect.stringContaining(OFFER)]);
});

test("a caller follows the same rules, and a client added by staff is booked at once", async () => {
  const caller = await offerDesk({ approval: true });
  const preferences = {
    ...{ serviceId: caller.facial, employeeId: null, from: FRIDAY, to: FRIDAY },
    ...{ weekdays: null, timeFrom: null, timeTo: null },
  };
  addCaller(caller.app, { phone: RUTH, name: "Ruth Abernathy", preferences });
  await caller.open();
  await caller.reply(RUTH, "YES");
  expect(await bookedAt(caller)).toEqual([["Ruth Abernathy", "requested"]]);

  const staff = await offerDesk({ approval: true });
  const contactId = contact(staff.app, staff.admin, "Ruth Abernathy", RUTH);
  await staff.admin.request("POST", "/api/waitlist", { contactId, ...preferences });
  await staff.open();
  expect(staff.texts(RUTH)).toEqual([`${OFFER} Reply YES by 11:15 AM to book it, or NO to pass.`]);
  await staff.reply(RUTH, "YES");
  expect(await bookedAt(staff)).toEqual([["Ruth Abernathy", "booked"]]);
});
