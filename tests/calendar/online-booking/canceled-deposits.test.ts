import { expect, test } from "bun:test";
import { expireCheckouts } from "#src/billing/expire-checkouts.ts";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { answerReminder } from "#src/calendar/reminders/reminders.ts";
import { appointments, type DepositDesk, depositDesk, pay, refundDecided } from "./deposit-desk.ts";
import { FRIDAY, RUTH, tokenOf } from "./stand.ts";

const MINUTE = 60_000;

test.each([
  ["at once", 0],
  ["after its hold was deleted", 32 * MINUTE],
])(
  "a hold canceled while Stripe is unreachable stays canceled, and a payment %s is refunded",
  async (_, later) => {
    const parlor = await depositDesk();
    const { visitor, online, till, clock } = parlor;
    const path = `/api/booking/${tokenOf(await online())}`;
    till.isDown = true;
    const canceled = await visitor("POST", `${path}/cancel`);
    expect([canceled.status, canceled.body.status]).toEqual([200, "canceled"]);
    till.isDown = false;
    clock.now += later;
    await pay(parlor);
    expect(till.refunds).toEqual(["pi_cs_1"]);
    expect(await appointments(parlor)).toEqual([]);
    expect((await visitor("GET", path)).body).toMatchObject({ status: "canceled", refunded: true });
  },
);

/** Ruth's booking that the owner has approved, with an open checkout. */
async function bookAndApprove(parlor: DepositDesk): Promise<{ path: string; id: number }> {
  const { admin, visitor, online } = parlor;
  await admin.request("POST", "/api/settings", { bookingApproval: true });
  const path = `/api/booking/${tokenOf(await online())}`;
  const [{ id }] = await appointments(parlor);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await visitor("POST", `${path}/pay`);
  return { path, id };
}

test.each(["client", "salon"])(
  "a deposit that is paid after the %s canceled the appointment is refunded",
  async (who) => {
    const parlor = await depositDesk();
    const { path, id } = await bookAndApprove(parlor);
    parlor.till.isDown = true;
    if (who === "client") await parlor.visitor("POST", `${path}/cancel`);
    else await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
    parlor.till.isDown = false;
    await pay(parlor);
    expect(parlor.till.refunds).toEqual(["pi_cs_1"]);
  },
);

test("opening the payment again opens the same checkout, so that nobody pays twice", async () => {
  const parlor = await depositDesk();
  const { visitor, till } = parlor;
  const { path } = await bookAndApprove(parlor);
  const again = await visitor("POST", `${path}/pay`);
  expect(again.body.checkoutUrl).toBe("https://checkout.example.com/cs_1");
  expect(till.checkouts.size).toBe(1);
  await pay(parlor);
  expect((await visitor("POST", `${path}/pay`)).status).toBe(409);
});

test("a slot stays held while the payment page can't be opened again", async () => {
  const parlor = await depositDesk();
  const { visitor, online, till, elena } = parlor;
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
    const parlor = await depositDesk();
    const { app, online, clock, till } = parlor;
    await online();
    await pay(parlor);
    await parlor.sendAll();
    remind(parlor);
    clock.now = Date.parse(at);
    expect(answerReminder(app, RUTH, "cancel")).toBe(true);
    await refundDeposits(app);
    expect(till.refunds).toEqual(refunds);
  },
);

test.each(["appointment", "all appointments", "employee", "employee, with texts"])(
  "deleting the %s refunds the deposit, and the client's link says so",
  async (what) => {
    const parlor = await depositDesk();
    const { admin, visitor, online, till, elena } = parlor;
    const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
    await pay(parlor);
    const [{ id }] = await appointments(parlor);
    const address = {
      appointment: `/api/appointments/${id}`,
      "all appointments": "/api/appointments/clear",
      employee: `/api/employees/${elena}`,
      "employee, with texts": `/api/employees/${elena}?textClients=true`,
    }[what];
    expect((await admin.request("DELETE", address ?? "")).status).toBeLessThan(300);
    await refundDecided(parlor);
    expect(till.refunds).toEqual(["pi_cs_1"]);
    expect((await visitor("GET", path)).body).toMatchObject({ status: "canceled", refunded: true });
  },
);

test("a visit that took place is not refunded when it is deleted", async () => {
  const parlor = await depositDesk();
  const { admin, online, till, clock } = parlor;
  await online();
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  clock.now = Date.parse(`${FRIDAY}T15:30:00Z`);
  expect((await admin.request("DELETE", `/api/appointments/${id}`)).status).toBe(204);
  await refundDecided(parlor);
  expect(till.refunds).toEqual([]);
});

test("a payment for an employee who was deleted is refunded", async () => {
  const parlor = await depositDesk();
  const { admin, online, till, elena } = parlor;
  await online({ employeeId: elena });
  await admin.request("DELETE", `/api/employees/${elena}`);
  await pay(parlor);
  expect(till.refunds).toEqual(["pi_cs_1"]);
});

test("a payment books the slot although the service was taken off the page", async () => {
  const parlor = await depositDesk();
  const { admin, online, facial } = parlor;
  await online();
  await admin.request("PATCH", `/api/services/${facial}`, { onlineBooking: false });
  await pay(parlor);
  expect(await appointments(parlor)).toMatchObject([{ status: "booked" }]);
});

test("a payment after the client's erasure is refunded, and books for nobody", async () => {
  const parlor = await depositDesk();
  const { admin, online, till } = parlor;
  await online();
  const { contacts } = (await admin.request("GET", "/api/contacts")).body;
  const { status } = await admin.request("POST", `/api/contacts/${contacts[0].id}/erase`, {
    name: "Ruth Abernathy",
  });
  expect(status).toBe(204);
  await pay(parlor);
  expect(till.refunds).toEqual(["pi_cs_1"]);
  expect(await appointments(parlor)).toEqual([]);
});

test("an erased client's open checkout ends at Stripe, also when Stripe was down during the erasure", async () => {
  const parlor = await depositDesk();
  const { admin, online, till, app } = parlor;
  await online();
  const { contacts } = (await admin.request("GET", "/api/contacts")).body;
  till.isDown = true;
  const path = `/api/contacts/${contacts[0].id}/erase`;
  expect((await admin.request("POST", path, { name: "Ruth Abernathy" })).status).toBe(204);
  await expireCheckouts(app);
  expect(till.checkouts.get("cs_1")?.expired).toBe(false);
  till.isDown = false;
  await expireCheckouts(app);
  expect(till.checkouts.get("cs_1")?.expired).toBe(true);
  till.checkouts.clear();
  await expireCheckouts(app);
  expect(till.checkouts.size).toBe(0);
});

test("a cancellation that the salon undoes keeps the deposit and the client's link", async () => {
  const parlor = await depositDesk();
  const { admin, visitor, online, till } = parlor;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" });
  await refundDecided(parlor);
  expect(till.refunds).toEqual([]);
  expect((await visitor("GET", path)).body).toMatchObject({ status: "booked", refunded: false });
});

test("a refund that Stripe refuses does not keep the others waiting", async () => {
  const parlor = await depositDesk();
  const { online, till, elena, tomas } = parlor;
  for (const employeeId of [elena, tomas]) await online({ employeeId });
  await pay(parlor, "cs_1");
  await pay(parlor, "cs_2");
  till.isDown = true;
  for (const { id } of await appointments(parlor))
    await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  till.isDown = false;
  till.refused.push("pi_cs_1");
  await refundDecided(parlor);
  expect(till.refunds).toEqual(["pi_cs_2"]);
});

test("a move keeps the length that the salon gave the appointment", async () => {
  const parlor = await depositDesk();
  const { admin, visitor, online, elena } = parlor;
  const path = `/api/booking/${tokenOf(await online({ employeeId: elena }))}`;
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  await admin.request("PATCH", `/api/appointments/${id}`, { durationMinutes: 120 });
  await visitor("POST", `${path}/reschedule`, { start: `${FRIDAY}T13:00:00` });
  const [moved] = await appointments(parlor);
  expect(moved).toMatchObject({ durationMinutes: 120 });
  expect(endOf(parlor, id)).toBe(`${FRIDAY}T15:00:00`);
});

test("moves are limited like bookings, because each one texts the client", async () => {
  const parlor = await depositDesk();
  const { visitor, online } = parlor;
  const path = `/api/booking/${tokenOf(await online())}`;
  await pay(parlor);
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
    "update appointments set reminder = 'sent', reminder_starts_at = starts_at, reminder_message_id = (select max(id) from messages)",
  );
}

function endOf({ app: { db } }: DepositDesk, id: number): string | undefined {
  return db
    .query<{ end: string }, [number]>("select ends_at as end from appointments where id = ?")
    .get(id)?.end;
}

/** Ruth's paid booking, moved by the salon to these times at seven on Thursday evening. */
async function moveBySalon(...times: string[]): Promise<DepositDesk & { path: string }> {
  const parlor = await depositDesk();
  const { admin, clock, online } = parlor;
  await admin.request("POST", "/api/settings", { bookingCancellationHours: 24 });
  const path = `/api/booking/${tokenOf(await online({ start: `${FRIDAY}T16:00:00` }))}`;
  await pay(parlor);
  const [{ id }] = await appointments(parlor);
  clock.now = Date.parse("2026-11-24T19:00:00-05:00");
  for (const appointmentDate of times)
    await admin.request("PATCH", `/api/appointments/${id}`, { appointmentDate });
  return { ...parlor, path };
}

test.each([
  ["to tomorrow", ["2026-11-25T10:00"]],
  ["a week later and back to tomorrow", ["2026-12-04T10:00", "2026-11-25T10:00"]],
])(
  "a deposit is refunded until the deadline of the earlier time once the salon has moved the visit %s",
  async (_, times) => {
    const { visitor, till, path } = await moveBySalon(...times);
    expect((await visitor("GET", path)).body).toMatchObject({
      deadline: "2026-11-25T10:00:00",
      canReschedule: true,
    });
    const { body } = await visitor("POST", `${path}/cancel`);
    expect([body.refunded, till.refunds]).toEqual([true, ["pi_cs_1"]]);
  },
);

test.each([
  ["undone", `${FRIDAY}T16:00`, "2026-11-26T16:01:00-05:00"],
  ["corrected", `${FRIDAY}T15:00`, "2026-11-26T16:01:00-05:00"],
])(
  "a deposit keeps its deadline once a drag was %s before its client heard of it",
  async (_, back, later) => {
    const { visitor, till, clock, path } = await moveBySalon("2026-12-04T10:00", back);
    clock.now = Date.parse(later);
    const { body } = await visitor("POST", `${path}/cancel`);
    expect([body.deadline, body.refunded, till.refunds]).toEqual([
      ...["2026-11-26T16:00:00", false],
      [],
    ]);
  },
);

test("a time of which staff may have told the client by themselves counts for the deadline", async () => {
  const parlor = await moveBySalon("2026-12-04T10:00");
  const { admin, clock } = parlor;
  const list = await admin.request("GET", "/api/appointments?from=2026-12-04&to=2026-12-04");
  clock.now += 3_600_000;
  await admin.request("PATCH", `/api/appointments/${list.body[0].id}`, {
    appointmentDate: `${FRIDAY}T15:00`,
  });
  const { body } = await parlor.visitor("GET", parlor.path);
  expect(body.deadline).toBe(`${FRIDAY}T15:00:00`);
});

test.each([
  [`${FRIDAY}T16:00:00`, "2026-11-26T16:00:00", "2026-11-26T19:00:00-05:00"],
  // Earlier than the time from which the salon moved it.
  [`${FRIDAY}T10:00:00`, "2026-11-26T10:00:00", "2026-11-26T12:00:00-05:00"],
])(
  "a client who chose a time again, %s, has the deadline of that time",
  async (start, deadline, later) => {
    const { visitor, clock, till, path } = await moveBySalon("2026-12-10T10:00");
    await visitor("POST", `${path}/reschedule`, { start });
    clock.now = Date.parse(later);
    const { body } = await visitor("POST", `${path}/cancel`);
    expect([body.deadline, body.refunded, till.refunds]).toEqual([deadline, false, []]);
  },
);
