import { expect, spyOn, test } from "bun:test";
import { insertAppointment } from "#db/calendar/appointments.ts";
import { listWantedTimes } from "#db/calendar/waitlist.ts";
import type { App } from "#src/app.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { toWallTime } from "#src/platform/time.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { type DepositDesk, depositDesk, pay } from "#tests/calendar/online-booking/deposit-desk.ts";
import { tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { contact } from "#tests/support/test-app.ts";
import { bookFriday, FRIDAY, JOAN, offeringDesk, RUTH, WREN, waitDesk } from "./stand.ts";

const MINUTE = 60_000;

/** Employee, start and end of every gap, such as [1, "10:00", "11:00"]. */
const gapsOf = (app: App) =>
  app.db
    .query(
      "select employee_id, substr(starts_at, 12, 5), substr(ends_at, 12, 5) from waitlist_gaps order by id",
    )
    .values();

test.each([
  ["shortened", { durationMinutes: 45 }, [["10:45", "11:30"]]],
  ["lengthened", { durationMinutes: 120 }, []],
  ["moved by half an hour", { appointmentDate: `${FRIDAY}T10:30` }, [["10:00", "10:30"]]],
  ["moved ahead by an hour", { appointmentDate: `${FRIDAY}T09:00` }, [["10:30", "11:30"]]],
  [
    "moved into itself",
    { appointmentDate: `${FRIDAY}T10:15`, durationMinutes: 30 },
    [
      ["10:00", "10:15"],
      ["10:45", "11:30"],
    ],
  ],
  ["moved to another day", { appointmentDate: "2026-11-30T10:00" }, [["10:00", "11:30"]]],
])("an appointment that is %s leaves what it no longer takes", async (_, change, left) => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  const { id } = await bookFriday(parlor, { durationMinutes: 90 });
  const { status } = await parlor.admin.request("PATCH", `/api/appointments/${id}`, change);
  expect(status).toBe(200);
  expect(gapsOf(parlor.app)).toEqual(left.map((times) => [parlor.elena, ...times]));
});

test("a time that only waits for another employee leaves no gap", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH, { employeeId: parlor.tomas });
  const { id } = await bookFriday(parlor);
  await parlor.cancel(id);
  expect(gapsOf(parlor.app)).toEqual([]);
});

test("a time that is canceled twice before anyone took it is one gap", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  for (let n = 0; n < 2; n += 1) {
    const { id } = await bookFriday(parlor);
    await parlor.cancel(id);
  }
  expect(gapsOf(parlor.app)).toEqual([[parlor.elena, "10:00", "11:00"]]);
});

test("a client who passed on a time isn't asked again when it or an overlapping time is free", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  await parlor.wait(JOAN);
  const first = await bookFriday(parlor);
  await parlor.cancel(first.id);
  await parlor.work();
  await parlor.reply(RUTH, "No");
  await parlor.reply(JOAN, "Yes");
  const [{ id }] = (
    await parlor.admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)
  ).body.filter(({ status }: { status: string }) => status === "booked");
  await parlor.wait(WREN);
  await parlor.cancel(id);
  await parlor.work();
  const offered = parlor.texts().filter((text) => text.includes("a time opened up"));
  expect(offered.map((text) => text.split(" ")[0])).toEqual([RUTH, JOAN, WREN]);
});

test("clearing the calendar leaves each employee's day once, and clients are asked about it", async () => {
  const parlor = await waitDesk();
  await bookFriday(parlor);
  await bookFriday(parlor, { appointmentDate: `${FRIDAY}T13:00` });
  await bookFriday(parlor, { employeeId: parlor.tomas });
  const canceled = await bookFriday(parlor, { appointmentDate: "2026-11-28T10:00" });
  await parlor.cancel(canceled.id);
  await bookFriday(parlor, { appointmentDate: "2026-12-04T10:00" });
  await parlor.wait(RUTH, { to: "2026-11-28" });
  expect((await parlor.admin.request("DELETE", "/api/appointments/clear")).body).toEqual({
    count: 5,
  });
  expect(gapsOf(parlor.app)).toEqual([
    [parlor.elena, "00:00", "00:00"],
    [parlor.tomas, "00:00", "00:00"],
  ]);
  await parlor.work();
  expect(parlor.texts()).toEqual([expect.stringContaining("with Elena on Friday, November 27 at")]);
});

test("clearing thousands of appointments leaves as many gaps as there are days", async () => {
  const parlor = await waitDesk();
  const { app } = parlor;
  await parlor.wait(RUTH, { to: "2026-12-31" });
  for (let n = 0; n < 3_000; n += 1)
    insertAppointment(app.db, {
      employeeId: n % 2 ? parlor.elena : parlor.tomas,
      clientName: "Ada",
      nameKey: "ada",
      phone: null,
      startsAt: `2026-12-${String((n % 30) + 1).padStart(2, "0")}T10:00:00`,
      endsAt: `2026-12-${String((n % 30) + 1).padStart(2, "0")}T11:00:00`,
      durationMinutes: 60,
      service: "Facial",
      source: "staff",
      createdAt: 0,
    });
  expect((await parlor.admin.request("DELETE", "/api/appointments/clear")).body).toEqual({
    count: 3_000,
  });
  // Each day of December belongs to one of the two in these rows.
  expect(gapsOf(app)).toHaveLength(30);
});

test("the time of a deleted employee isn't offered, and clients waiting for them are told", async () => {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  await bookFriday(parlor, { appointmentDate: `${FRIDAY}T13:00` });
  await parlor.wait(RUTH, { employeeId: parlor.elena });
  await parlor.wait(JOAN);
  await parlor.wait(WREN, { employeeId: parlor.elena });
  await parlor.cancel(id);
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["offered", "waiting", "waiting"]);
  const { status } = await parlor.admin.request("DELETE", `/api/employees/${parlor.elena}`);
  expect(status).toBe(204);
  expect(gapsOf(parlor.app)).toEqual([]);
  await parlor.after(1);
  expect(await parlor.statuses()).toEqual(["canceled", "waiting", "canceled"]);
  expect(parlor.texts().slice(1)).toEqual([
    `${RUTH} Lumen: sorry, Friday, November 27 at 10:00 AM is no longer available. To find another time, reply here.`,
  ]);
  expect(parlor.app.db.query("select count(*) from slot_holds").values()).toEqual([[0]]);
});

test("an offer with a deleted employee leaves who waits for anyone on the list", async () => {
  const parlor = await offeringDesk(RUTH);
  await parlor.admin.request("DELETE", `/api/employees/${parlor.elena}`);
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["waiting"]);
  expect(parlor.texts().at(-1)).toContain("You're still on our waitlist");
});

/** The salon in which a facial needs a deposit, Joan holds ten o'clock for it, and Wren waits for that day. */
async function heldDesk(): Promise<DepositDesk & { readonly path: string }> {
  const parlor = await depositDesk();
  const { app, admin, elena, facial, online } = parlor;
  await admin.request("POST", "/api/waitlist", {
    contactId: contact(app, admin, "Wren Calloway", WREN),
    serviceId: facial,
    employeeId: elena,
    from: FRIDAY,
    to: FRIDAY,
  });
  const path = `/api/booking/${tokenOf(await online({ employeeId: elena }, JOAN))}`;
  return { ...parlor, path };
}

const TEN_TO_ELEVEN = (parlor: DepositDesk) => [[parlor.elena, "10:00", "11:00"]];

test("a hold whose deposit isn't paid in time is offered once", async () => {
  const parlor = await heldDesk();
  const { app, clock, sms, sendAll } = parlor;
  await offerGaps(app);
  expect(gapsOf(app)).toEqual([]);
  clock.now += 31 * MINUTE;
  for (let second = 0; second < 3; second += 1) {
    await offerGaps(app);
    clock.now += 1_000;
  }
  expect(gapsOf(app)).toEqual(TEN_TO_ELEVEN(parlor));
  await sendAll();
  expect(sms.sent.map(({ to, body }) => [to, body])).toEqual([
    [WREN, expect.stringContaining("A time opened up. Hydrating Facial with Elena")],
  ]);
  // The offer's own hold ends with the offer, and leaves no second gap.
  clock.now += 15 * MINUTE;
  await offerGaps(app);
  expect(gapsOf(app)).toEqual(TEN_TO_ELEVEN(parlor));
  expect(app.db.query("select count(*) from slot_holds").values()).toEqual([[0]]);
});

test.each([
  ["canceled by its client", ({ visitor, path }) => visitor("POST", `${path}/cancel`)],
  [
    "erased with its client",
    async ({ app, admin }) => {
      app.db.run("delete from messages");
      const id = app.db.query("select id from contacts where phone = 12025550120").values()[0]?.[0];
      await admin.request("POST", `/api/contacts/${id}/erase`, { name: "Ruth Abernathy" });
    },
  ],
] satisfies [string, (parlor: Awaited<ReturnType<typeof heldDesk>>) => Promise<unknown>][])(
  "a held time that is %s is left to who waits",
  async (_, end) => {
    const parlor = await heldDesk();
    await end(parlor);
    expect(gapsOf(parlor.app)).toEqual(TEN_TO_ELEVEN(parlor));
  },
);

test("a held time that is paid leaves no gap", async () => {
  const parlor = await heldDesk();
  await pay(parlor);
  parlor.clock.now += 31 * MINUTE;
  await offerGaps(parlor.app);
  expect(gapsOf(parlor.app)).toEqual([]);
});

test("whether anyone waits is read from the open entries, however many were closed", async () => {
  const { app } = await waitDesk();
  const query = spyOn(app.db, "query");
  listWantedTimes(app.db);
  const [[sql] = []] = query.mock.calls;
  query.mockRestore();
  const plan = app.db.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
  expect(plan[0]?.detail).toBe("SCAN waitlist USING INDEX waitlist_open");
});

test("a canceled visit names who on the waitlist is offered its time, in their order", async () => {
  const parlor = await waitDesk();
  const { admin, person, facial } = parlor;
  const { body: visit } = await admin.request("POST", "/api/appointments", {
    employeeId: parlor.elena,
    clientName: "Noor Haddad",
    appointmentDate: `${FRIDAY}T10:00`,
    serviceId: facial,
  });
  await parlor.wait(JOAN);
  await parlor.wait(RUTH, { timeFrom: "13:00" });
  await parlor.wait(WREN);
  await parlor.cancel(visit.id);
  const fitting = (as = admin) => as.request("GET", `/api/waitlist/fitting/${visit.id}`);
  const names = async () =>
    (await fitting()).body.map((one: { clientName: string }) => one.clientName);
  expect(await names()).toEqual(["Joan Whitlock", "Wren Calloway"]);
  expect((await fitting(person("user", ["/waitlist"]))).status).toBe(404);
  expect((await fitting(person("user", ["/inbox"]))).status).toBe(403);
  const offer = (waitlistOffersEnabled: boolean) =>
    admin.request("POST", "/api/settings", { waitlistOffersEnabled });
  await offer(false);
  expect(await names()).toEqual([]);
  await offer(true);
  // Once it has begun, no one can take it.
  parlor.clock.now += 6 * 60 * MINUTE;
  const begun = await admin.request("PATCH", `/api/appointments/${visit.id}`, {
    appointmentDate: `${dayOf(toWallTime(parlor.app, parlor.clock.now))}T09:00`,
    allowOverlap: true,
  });
  expect([begun.status, await names()]).toEqual([200, []]);
});
