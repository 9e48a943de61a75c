import { expect, test } from "bun:test";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { answerReminder } from "#src/calendar/reminders/reminders.ts";
import { appointments, type DepositDesk, depositDesk, pay } from "./deposit-desk.ts";
import { FRIDAY, RUTH, tokenOf } from "./stand.ts";

const MINUTE = 60_000;

test.each([
  ["at once", 0],
  ["after its hold was deleted", 32 * MINUTE],
])(
  "a hold canceled while Stripe is unreachable stays canceled, and a payment %s is refunded",
  async (_, later) => {
    const given = await depositDesk();
    const { visitor, online, till, clock } = given;
    const path = `/api/booking/${tokenOf(await online())}`;
    till.isDown = true;
    const canceled = await visitor("POST", `${path}/cancel`);
    expect([canceled.status, canceled.body.status]).toEqual([200, "canceled"]);
    till.isDown = false;
    clock.now += later;
    await pay(given);
    expect(till.refunds).toEqual(["pi_cs_1"]);
    expect(await appointments(given)).toEqual([]);
    expect((await visitor("GET", path)).body).toMatchObject({ status: "canceled", refunded: true });
  },
);

/** Ruth's booking that the owner has approved, with an open checkout. */
async function bookAndApprove(given: DepositDesk): Promise<{ path: string; id: number }> {
  const { admin, visitor, online } = given;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const path = `/api/booking/${tokenOf(await online())}`;
  const [{ id }] = await appointments(given);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await visitor("POST", `${path}/pay`);
  return { path, id };
}

test.each(["client", "salon"])(
  "a deposit that is paid after the %s canceled the appointment is refunded",
  async (who) => {
    const given = await depositDesk();
    const { path, id } = await bookAndApprove(given);
    given.till.isDown = true;
    if (who === "client") await given.visitor("POST", `${path}/cancel`);
    else await given.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
    given.till.isDown = false;
    await pay(given);
    expect(given.till.refunds).toEqual(["pi_cs_1"]);
  },
);

test("opening the payment again opens the same checkout, so that nobody pays twice", async () => {
  const given = await depositDesk();
  const { visitor, till } = given;
  const { path } = await bookAndApprove(given);
  const again = await visitor("POST", `${path}/pay`);
  expect(again.body.checkoutUrl).toBe("https://checkout.example.com/cs_1");
  expect(till.checkouts.size).toBe(1);
  await pay(given);
  expect((await visitor("POST", `${path}/pay`)).status).toBe(409);
});

test("a slot stays held while the payment page can't be opened again", async () => {
  const given = await depositDesk();
  const { visitor, online, till, elena } = given;
  const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
  const checkout = till.checkouts.get("cs_1");
  if (checkout) checkout.expired = true;
  till.isDown = true;
  expect((await visitor("POST", `${path}/pay`)).status).toBe(503);
  expect((await visitor("GET", path)).body.status).toBe("held");
});

test.each([
  ["before", "2026-11-24T15:00:00Z", ["pi_cs_1"]],
  ["after", "2026-11-26T20:00:00Z", []],
])(
  "a cancellation by text %s the deadline treats the deposit as the page does",
  async (_, at, refunds) => {
    const given = await depositDesk();
    const { app, online, clock, till } = given;
    await online();
    await pay(given);
    remind(given);
    clock.now = Date.parse(at);
    expect(answerReminder(app, RUTH, "cancel")).toBe(true);
    await refundDeposits(app);
    expect(till.refunds).toEqual(refunds);
  },
);

test.each(["appointment", "all appointments", "employee", "employee, with texts"])(
  "deleting the %s refunds the deposit, and the client's link says so",
  async (what) => {
    const given = await depositDesk();
    const { app, admin, visitor, online, till, elena } = given;
    const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
    await pay(given);
    const [{ id }] = await appointments(given);
    const address = {
      appointment: `/api/appointments/${id}`,
      "all appointments": "/api/appointments/clear",
      employee: `/api/employees/${elena}`,
      "employee, with texts": `/api/employees/${elena}?textClients=true`,
    }[what];
    expect((await admin.request("DELETE", address ?? "")).status).toBeLessThan(300);
    await refundDeposits(app);
    expect(till.refunds).toEqual(["pi_cs_1"]);
    expect((await visitor("GET", path)).body).toMatchObject({ status: "canceled", refunded: true });
  },
);

test("a visit that took place is not refunded when it is deleted", async () => {
  const given = await depositDesk();
  const { app, admin, online, till, clock } = given;
  await online();
  await pay(given);
  const [{ id }] = await appointments(given);
  clock.now = Date.parse("2026-11-28T15:00:00Z");
  await admin.request("DELETE", `/api/appointments/${id}`);
  await refundDeposits(app);
  expect(till.refunds).toEqual([]);
});

test("a payment for an employee who was deleted is refunded", async () => {
  const given = await depositDesk();
  const { admin, online, till, elena } = given;
  await online({ employeeId: elena });
  await admin.request("DELETE", `/api/employees/${elena}`);
  await pay(given);
  expect(till.refunds).toEqual(["pi_cs_1"]);
});

test("a payment books the slot although the service was taken off the page", async () => {
  const given = await depositDesk();
  const { admin, online, facial } = given;
  await online();
  await admin.request("PATCH", `/api/services/${facial}`, { onlineBooking: false });
  await pay(given);
  expect(await appointments(given)).toMatchObject([{ status: "booked" }]);
});

test("a payment after the client's erasure is refunded, and books for nobody", async () => {
  const given = await depositDesk();
  const { admin, online, till } = given;
  await online();
  const { contacts } = (await admin.request("GET", "/api/contacts")).body;
  const { status } = await admin.request("POST", `/api/contacts/${contacts[0].id}/erase`, {
    name: "Ruth Abernathy",
  });
  expect(status).toBe(204);
  await pay(given);
  expect(till.refunds).toEqual(["pi_cs_1"]);
  expect(await appointments(given)).toEqual([]);
});

test("a cancellation that the salon undoes keeps the deposit and the client's link", async () => {
  const given = await depositDesk();
  const { app, admin, visitor, online, till } = given;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(given);
  const [{ id }] = await appointments(given);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await refundDeposits(app);
  expect(till.refunds).toEqual([]);
  expect((await visitor("GET", path)).body).toMatchObject({ status: "booked", refunded: false });
});

test("a refund that Stripe refuses does not keep the others waiting", async () => {
  const given = await depositDesk();
  const { app, online, till, elena, tomas } = given;
  for (const employeeId of [elena, tomas]) await online({ employeeId });
  await pay(given, "cs_1");
  await pay(given, "cs_2");
  till.isDown = true;
  for (const { id } of await appointments(given))
    await given.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  till.isDown = false;
  till.refused.push("pi_cs_1");
  await expect(refundDeposits(app)).rejects.toThrow("No such payment");
  expect(till.refunds).toEqual(["pi_cs_2"]);
});

test("a move keeps the length that the salon gave the appointment", async () => {
  const given = await depositDesk();
  const { admin, visitor, online, elena } = given;
  const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
  await pay(given);
  const [{ id }] = await appointments(given);
  await admin.request("PATCH", `/api/appointments/${id}`, { durationMinutes: 120 });
  await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T13:00:00` });
  const [moved] = await appointments(given);
  expect(moved).toMatchObject({ durationMinutes: 120 });
  expect(endOf(given, id)).toBe(`${FRIDAY}T15:00:00`);
});

test("moves are limited like bookings, because each one texts the client", async () => {
  const given = await depositDesk();
  const { visitor, online } = given;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(given);
  const statuses = [];
  for (let move = 0; move < 20; move += 1) {
    const start = `${FRIDAY}T${move % 2 ? "11" : "15"}:00:00`;
    statuses.push((await visitor("POST", `${path}/reschedule`, { start })).status);
  }
  expect(new Set(statuses.slice(0, 19))).toEqual(new Set([200]));
  expect(statuses[19]).toBe(429);
});

/** Marks the only appointment as reminded, by the newest text to its client. */
function remind({ app: { db } }: DepositDesk): void {
  db.run(
    "update appointments set reminder = 'sent', reminder_message_id = (select max(id) from messages)",
  );
}

function endOf({ app: { db } }: DepositDesk, id: number): string | undefined {
  return db
    .query<{ end: string }, [number]>("select ends_at as end from appointments where id = ?")
    .get(id)?.end;
}
