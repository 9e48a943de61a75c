import { expect, test } from "bun:test";
import { sendThankYous } from "#src/calendar/reminders/send-thank-yous.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { cookieOf, FRIDAY, RUTH, runJob, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { askTo } from "#tests/support/callers.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { severalSalon } from "./stand.ts";

interface Listed {
  readonly id: number;
  readonly visitId: number | null;
  readonly employeeId: number;
  readonly appointmentDate: string;
  readonly status: string;
  readonly service: string;
  readonly parts: readonly { id: number }[];
  readonly deposit: { state: string } | null;
}

/** Only Elena colors, and only Tomas cuts and dries. */
async function salon() {
  const parlor = await severalSalon();
  const { admin, elena, tomas, color, cut, dry, app, clock, sms, online } = parlor;
  await admin.request("POST", "/api/settings", { businessName: "Glow" });
  const only = (id: number, employeeIds: number[]) =>
    admin.request("PATCH", `/api/services/${id}`, { employeeIds, deposit: null });
  await only(color, [elena]);
  await only(cut, [tomas]);
  await only(dry, [tomas]);
  const services = [color, cut, dry];
  const list = async (): Promise<Listed[]> =>
    (await admin.request("GET", `/api/appointments?from=2026-11-25&to=${FRIDAY}`)).body;
  return {
    ...parlor,
    services,
    list,
    /** "10:00 Color with Elena: booked" of each appointment. */
    lines: async () =>
      (await list()).map(
        ({ appointmentDate, service, employeeId, status }) =>
          `${appointmentDate.slice(8, 16)} ${service}, ${employeeId === elena ? "Elena" : "Tomas"}: ${status}`,
      ),
    bookOnline: (wanted: object = {}, phone = RUTH) =>
      online({ serviceId: undefined, services, ...wanted }, phone),
    bookAtDesk: (wanted: object = {}) =>
      admin.request("POST", "/api/appointments", {
        ...{ employeeId: elena, clientName: "Ruth Abernathy", phoneNumber: RUTH, services },
        ...{ performers: [elena, tomas, tomas], appointmentDate: `${FRIDAY}T10:00` },
        ...wanted,
      }),
    change: (id: number, fields: object) =>
      admin.request("PATCH", `/api/appointments/${id}`, fields),
    /** Lets time pass, and sends what is due. */
    wait: async (milliseconds = 61_000) => {
      clock.now += milliseconds;
      await runJob(app, "text-visit-changes");
      await parlor.sendAll();
    },
    texts: () => sms.sent.map(({ body }) => body),
  };
}

test("a caller's request is booked with everyone whom it takes, also by a program that names only the first", async () => {
  const parlor = await salon();
  const { admin, elena, services, lines, bookAtDesk } = parlor;
  const names = "Color, Wash & Cut, and Blow-Dry";
  const approve = (fields: object, requestedService = names) => {
    const id = askTo(parlor, { phone: RUTH, requestedService });
    return admin.request("POST", `/api/potential-appointments/${id}/approve`, {
      ...{ employeeId: elena, appointmentDate: `${FRIDAY}T10:00`, ...fields },
    });
  };
  expect((await approve({ services })).status).toBe(200);
  expect(await lines()).toEqual([
    "27T10:00 Color, Elena: booked",
    "27T12:00 Wash & Cut and Blow-Dry, Tomas: booked",
  ]);
  expect((await approve({ appointmentDate: `${FRIDAY}T13:30` })).status).toBe(200);
  expect((await lines()).slice(2)).toEqual([
    "27T13:30 Color, Elena: booked",
    "27T15:30 Wash & Cut and Blow-Dry, Tomas: booked",
  ]);
  await bookAtDesk({ appointmentDate: "2026-11-26T12:00" });
  const taken = await approve({ services, appointmentDate: "2026-11-26T12:00" });
  expect([taken.status, taken.body.errors]).toEqual([
    409,
    { allowOverlap: "This visit takes several employees, who aren't all free then." },
  ]);
});

test("a visit that no one performs alone is offered with its parts, and booked on the calendars of both", async () => {
  const { visitor, services, elena, tomas, color, cut, dry, bookOnline, list, lines } =
    await salon();
  const query = `services=${services}&from=${FRIDAY}&to=${FRIDAY}`;
  const { body } = await visitor("GET", `/api/booking/availability?${query}`);
  const at = (clock: string) => `${FRIDAY}T${clock}:00`;
  expect(body.slots.find(({ start }: { start: string }) => start === at("10:00"))).toEqual({
    ...{ start: at("10:00"), end: at("13:15"), employeeId: elena },
    parts: [
      { serviceId: color, employeeId: elena, start: at("10:00"), end: at("12:00") },
      { serviceId: cut, employeeId: tomas, start: at("12:00"), end: at("12:45") },
      { serviceId: dry, employeeId: tomas, start: at("12:45"), end: at("13:15") },
    ],
  });
  const booked = await bookOnline();
  expect([booked.status, booked.body.appointment]).toEqual([
    201,
    {
      ...{ start: at("10:00"), durationMinutes: 195, employeeName: "Elena and Tomas" },
      serviceName: "Color, Wash & Cut, and Blow-Dry",
      services: [
        { name: "Color", price: "180.00", start: at("10:00"), employeeName: "Elena" },
        { name: "Wash & Cut", price: "60.00", start: at("12:00"), employeeName: "Tomas" },
        { name: "Blow-Dry", price: "35.00", start: at("12:45"), employeeName: "Tomas" },
      ],
      parts: [
        { start: at("10:00"), serviceName: "Color", employeeName: "Elena" },
        { start: at("12:00"), serviceName: "Wash & Cut and Blow-Dry", employeeName: "Tomas" },
      ],
    },
  ]);
  expect(await lines()).toEqual([
    "27T10:00 Color, Elena: booked",
    "27T12:00 Wash & Cut and Blow-Dry, Tomas: booked",
  ]);
  const [first, second] = await list();
  expect([first?.visitId, second?.visitId, second?.parts.map(({ id }) => id)]).toEqual([
    first?.id,
    first?.id,
    [first?.id, second?.id],
  ] as never);
  expect((await bookOnline()).body.manageUrl).toBe(booked.body.manageUrl);
  const file = await visitor("GET", `/api/booking/${tokenOf(booked)}/appointment.ics`);
  expect(JSON.stringify(file.body ?? "").match(/BEGIN:VEVENT/g)?.length ?? 1).toBe(1);
});

test("fifty clients want the same time with two employees: one gets it, and no one half of it", async () => {
  const { bookOnline, list } = await salon();
  const phones = Array.from({ length: 50 }, (_, at) => `+120255501${10 + at}`);
  const replies = await Promise.all(phones.map((phone) => bookOnline({}, phone)));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  expect(await list()).toHaveLength(2);
});

test("a drag of one part moves the visit, and a conflict of the other part keeps all where they are", async () => {
  const { bookAtDesk, change, lines, list, book, tomas, dry, wait, texts } = await salon();
  expect((await bookAtDesk()).status).toBe(201);
  const [, second] = await list();
  await book({ employeeId: tomas, services: [dry], appointmentDate: `${FRIDAY}T15:00` });
  const refused = await change(second?.id ?? 0, { appointmentDate: `${FRIDAY}T14:00` });
  expect([refused.status, refused.body.errors.allowOverlap]).toEqual([
    409,
    "Tomas Cruz already has an appointment, 3:00 – 3:30 PM.",
  ]);
  expect((await lines())[0]).toBe("27T10:00 Color, Elena: booked");
  await change(second?.id ?? 0, { appointmentDate: `${FRIDAY}T13:00`, notify: true });
  expect((await lines()).slice(0, 2)).toEqual([
    "27T11:00 Color, Elena: booked",
    "27T13:00 Wash & Cut and Blow-Dry, Tomas: booked",
  ]);
  await wait();
  expect(texts()).toEqual([
    "Glow: we moved your appointment from Friday, November 27 at 10:00 AM to Friday, November 27 at 11:00 AM. If that doesn't work for you, reply here.",
  ]);
});

test("an employee who has two parts of a visit can be booked between them, and cleans up after the second", async () => {
  const { admin, elena, tomas, color, cut, dry, bookAtDesk, lines } = await salon();
  // Color takes 30 minutes of cleanup, which wait for the end of the visit.
  await admin.request("PATCH", `/api/services/${dry}`, { employeeIds: [elena], bufferMinutes: 15 });
  const services = [color, cut, dry];
  expect((await bookAtDesk({ services, performers: [elena, tomas, elena] })).status).toBe(201);
  expect(await lines()).toEqual([
    "27T10:00 Color, Elena: booked",
    "27T12:00 Wash & Cut, Tomas: booked",
    "27T12:45 Blow-Dry, Elena: booked",
  ]);
  const trim = (clock: string) =>
    bookAtDesk({
      ...{ services: undefined, performers: undefined, service: "Trim", durationMinutes: 15 },
      appointmentDate: `${FRIDAY}T${clock}`,
    });
  expect((await trim("13:15")).status).toBe(409);
  expect((await trim("12:00")).status).toBe(201);
});

test("one part can be canceled alone, with a text that says what remains, and put back", async () => {
  const { bookAtDesk, change, lines, list, wait, texts } = await salon();
  await bookAtDesk();
  const [first, second] = await list();
  await change(first?.id ?? 0, { status: "canceled", onlyPart: true, notify: true });
  expect(await lines()).toEqual([
    "27T10:00 Color, Elena: canceled",
    "27T12:00 Wash & Cut and Blow-Dry, Tomas: booked",
  ]);
  expect((await list())[1]?.visitId).toBe(second?.id ?? 0);
  await wait();
  expect(texts()).toEqual([
    "Glow: Color is canceled. You're still booked for Wash & Cut and Blow-Dry with Tomas on Friday, November 27 at 12:00 PM. If that doesn't work for you, reply here.",
  ]);
  await change(first?.id ?? 0, { status: "booked", notify: true });
  expect((await list()).map(({ visitId }) => visitId)).toEqual([first?.id ?? 0, first?.id ?? 0]);
  await wait();
  expect(texts().at(-1)).toContain(
    "you are booked for Color, Wash & Cut, and Blow-Dry with Elena and Tomas on Friday, November 27 at 10:00 AM",
  );
  await change(second?.id ?? 0, { status: "canceled", notify: true });
  expect((await lines()).every((line) => line.endsWith("canceled"))).toBe(true);
  await wait();
  expect(texts().at(-1)).toContain(
    "your appointment on Friday, November 27 at 10:00 AM is canceled",
  );
  expect(texts()).toHaveLength(3);
  await change(second?.id ?? 0, { status: "booked" });
  expect((await lines()).every((line) => line.endsWith("booked"))).toBe(true);
});

test("Undo of a cancellation leaves the part that the client had dropped to whoever has its time now", async () => {
  const { bookAtDesk, change, book, clock, list, lines, tomas, dry, wait, texts } = await salon();
  await bookAtDesk();
  const [first, second] = await list();
  await change(second?.id ?? 0, { status: "canceled", onlyPart: true, notify: true });
  await wait();
  await book({ employeeId: tomas, services: [dry], appointmentDate: `${FRIDAY}T12:00` });
  await change(first?.id ?? 0, { status: "canceled", notify: true });
  clock.now += 5_000;
  const undone = await change(first?.id ?? 0, { status: "booked", allowOverlap: true });
  expect(undone.status).toBe(200);
  expect(await lines()).toEqual([
    "27T10:00 Color, Elena: booked",
    "27T12:00 Wash & Cut and Blow-Dry, Tomas: canceled",
    "27T12:00 Blow-Dry, Tomas: booked",
  ]);
  await wait();
  expect(texts()).toHaveLength(1);
});

test("a dropped part that is put back after the rest was canceled has the visit's booking and deposit", async () => {
  const { app, bookOnline, change, clock, list, lines, visitor } = await salon();
  const token = tokenOf(await bookOnline());
  app.db.run("update online_bookings set deposit_cents = 4000, paid_at = 1");
  const [first, second] = await list();
  await change(first?.id ?? 0, { status: "canceled", onlyPart: true });
  clock.now += 60_000;
  await change(second?.id ?? 0, { status: "canceled" });
  await change(first?.id ?? 0, { status: "booked" });
  expect(await lines()).toEqual([
    "27T10:00 Color, Elena: booked",
    "27T12:00 Wash & Cut and Blow-Dry, Tomas: canceled",
  ]);
  expect((await visitor("GET", `/api/booking/${token}`)).body).toMatchObject({
    ...{ status: "booked", refunded: false, appointment: { start: `${FRIDAY}T10:00:00` } },
  });
  expect((await list())[0]?.deposit).toMatchObject({ state: "paid" });
});

test("a visit that is booked and loses its first part within a minute is confirmed as it remains", async () => {
  const { bookAtDesk, change, list, wait, texts } = await salon();
  await bookAtDesk({ notify: true });
  const [first] = await list();
  await change(first?.id ?? 0, { status: "canceled", onlyPart: true });
  await wait();
  expect(texts()).toEqual([
    expect.stringContaining(
      "Wash & Cut and Blow-Dry with Tomas on Friday, November 27 at 12:00 PM",
    ),
  ]);
});

test.each(["first", "last"])(
  "a visit whose %s part was canceled is thanked for once",
  async (which) => {
    const { admin, app, clock, change, list, bookAtDesk, sendAll, texts } = await salon();
    await admin.request("POST", "/api/settings", {
      appointmentThankYouEnabled: true,
      appointmentThankYouDelayMinutes: 60,
      appointmentThankYouMessage: "Thanks for coming in",
    });
    await bookAtDesk();
    const parts = await list();
    const { id = 0 } = (which === "first" ? parts[0] : parts.at(-1)) ?? {};
    const canceled = await change(id, { status: "canceled", onlyPart: true, notify: false });
    expect(canceled.status).toBe(200);
    clock.now = Date.parse(`${FRIDAY}T15:00:00-05:00`);
    await sendThankYous(app);
    await sendThankYous(app);
    await sendAll();
    expect(texts().filter((body) => body.includes("Thanks for coming in"))).toHaveLength(1);
  },
);

/** The client of a visit on Friday was reminded the day before. */
async function remindedSalon() {
  const parlor = await salon();
  const { bookAtDesk, app, admin, clock, sendAll } = parlor;
  await admin.request("POST", "/api/settings", { appointmentReminderEnabled: true });
  await bookAtDesk();
  clock.now = Date.parse("2026-11-26T15:01:00Z");
  await runJob(app, "send-reminders");
  await sendAll();
  return parlor;
}

test("a reminder names the visit once, and the client's C and X answer for all of it", async () => {
  const { lines, hono, sendAll, texts } = await remindedSalon();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain("10:00 AM");
  expect(texts()[0]).not.toContain("12:00 PM");
  const answer = (body: string) =>
    postInbound(hono, { sid: sidOf(900 + body.charCodeAt(0)), from: RUTH, body });
  await answer("C");
  expect((await lines()).every((line) => line.endsWith("confirmed"))).toBe(true);
  await answer("X");
  expect((await lines()).every((line) => line.endsWith("canceled"))).toBe(true);
  await sendAll();
  expect(texts().at(-1)).toContain(
    "Your appointment on Friday, November 27 at 10:00 AM is canceled",
  );
});

test("C and X answer nothing once the visit has begun, though some of its parts haven't", async () => {
  const { lines, hono, clock, sendAll, texts } = await remindedSalon();
  clock.now = Date.parse("2026-11-27T15:30:00Z");
  await postInbound(hono, { sid: sidOf(990), from: RUTH, body: "X" });
  await sendAll();
  expect(texts()).toHaveLength(1);
  expect((await lines()).every((line) => line.endsWith("booked"))).toBe(true);
});

test("a client moves and cancels the whole visit by the link", async () => {
  const { bookOnline, visitor, lines, app } = await salon();
  const token = tokenOf(await bookOnline());
  const path = `/api/booking/${token}`;
  const { body: times } = await visitor("GET", `${path}/availability?from=${FRIDAY}&to=${FRIDAY}`);
  const starts = times.slots.map(({ start }: { start: string }) => start.slice(11, 16));
  expect([starts.includes("10:30"), starts.includes("10:00"), starts.includes("14:00")]).toEqual([
    ...[true, false, false],
  ]);
  const moved = await visitor(
    "POST",
    `${path}/reschedule`,
    { start: `${FRIDAY}T10:30:00` },
    { cookie: cookieOf(app, RUTH) },
  );
  expect([moved.status, moved.body.appointment.employeeName]).toEqual([200, "Elena and Tomas"]);
  expect(await lines()).toEqual([
    "27T10:30 Color, Elena: booked",
    "27T12:30 Wash & Cut and Blow-Dry, Tomas: booked",
  ]);
  expect((await visitor("POST", `${path}/cancel`)).body.status).toBe("canceled");
  expect((await lines()).every((line) => line.endsWith("canceled"))).toBe(true);
});

test("a payment has the lines of all parts, divides the tip, completes all, and is one visit in the report", async () => {
  const { bookAtDesk, list, lines, admin, clock, elena, tomas } = await salon();
  await bookAtDesk({ appointmentDate: "2026-11-25T10:00" });
  const [first, second] = await list();
  clock.now = Date.parse("2026-11-25T19:00:00Z");
  const { body: bill } = await admin.request(
    "GET",
    `/api/payments/bill?appointmentId=${second?.id}`,
  );
  expect(
    bill.lines.map((line: { name: string; price: string }) => [line.name, line.price]),
  ).toEqual([
    ["Color", "180.00"],
    ["Wash & Cut", "60.00"],
    ["Blow-Dry", "35.00"],
  ]);
  expect(bill.appointmentIds).toEqual([first?.id, second?.id]);
  const paid = await admin.request("POST", "/api/payments", {
    ...{ appointmentIds: [second?.id], contactId: null, way: "cash", discount: null, tip: "27.50" },
    ...{ lines: [{ billLine: 0 }, { billLine: 1 }, { billLine: 2 }], received: "302.50" },
    ...{ receipt: false, total: "302.50" },
  });
  expect([paid.status, paid.body.message]).toEqual([201, undefined]);
  expect((await lines()).every((line) => line.endsWith("arrived"))).toBe(true);
  const { body: report } = await admin.request("GET", "/api/reports?from=2026-11-25&to=2026-11-25");
  expect([report.visits, report.revenue, report.rebookedShare]).toEqual([1, "275.00", 0]);
  const of = (id: number) =>
    report.byEmployee.find((one: { employeeId: number }) => one.employeeId === id);
  expect([of(elena).revenue, of(elena).tips, of(tomas).revenue, of(tomas).tips]).toEqual([
    ...["180.00", "18.00", "95.00", "9.50"],
  ]);
  expect(report.byService).toHaveLength(3);
});

test("a visit with several employees that repeats is refused in plain words", async () => {
  const { bookAtDesk, change, list } = await salon();
  const repeat = { everyWeeks: 4, count: 3, skip: [] };
  const message =
    "A visit with several employees can't repeat. Book it with one employee, or each visit alone.";
  const refused = await bookAtDesk({ repeat });
  expect([refused.status, refused.body.errors.repeat]).toEqual([400, message]);
  await bookAtDesk();
  const [first] = await list();
  const later = await change(first?.id ?? 0, { repeat });
  expect([later.status, later.body.errors.repeat]).toEqual([400, message]);
});

test("deleting one part deletes the visit", async () => {
  const { bookAtDesk, admin, list } = await salon();
  await bookAtDesk();
  const [, second] = await list();
  await admin.request("DELETE", `/api/appointments/${second?.id}?notify=false`);
  expect(await list()).toEqual([]);
});

test("a visit goes on with the others when the employee of its first part is deleted, and its client is told", async () => {
  const { admin, app, clock, elena, bookOnline, list, visitor, sendAll, texts, wait } =
    await salon();
  await admin.request("POST", "/api/settings", { appointmentReminderEnabled: true });
  const token = tokenOf(await bookOnline());
  await sendAll();
  const removed = await admin.request("DELETE", `/api/employees/${elena}?textClients=true`);
  expect(removed.status).toBe(204);
  await wait();
  expect(texts().slice(1)).toEqual([
    expect.stringContaining(
      "Glow: Color is canceled. You're still booked for Wash & Cut and Blow-Dry with Tomas on Friday, November 27 at 12:00 PM.",
    ),
  ]);
  expect(await list()).toMatchObject([{ visitId: null, status: "booked" }]);
  expect((await visitor("GET", `/api/booking/${token}`)).body).toMatchObject({
    ...{ status: "booked", appointment: { start: `${FRIDAY}T12:00:00` } },
  });
  const { logs } = (await admin.request("GET", "/api/audit-logs?action=employee.delete")).body;
  expect(logs[0].metadata).toMatchObject({ appointments: 1, texted: 1 });
  clock.now = Date.parse("2026-11-26T15:01:00Z");
  await runJob(app, "send-reminders");
  await sendAll();
  expect(texts().slice(2)).toEqual([expect.stringContaining("12:00 PM")]);
});

test("a booking whose first employee is deleted before its text is confirmed as it remains", async () => {
  const { admin, elena, bookAtDesk, wait, texts } = await salon();
  await bookAtDesk({ notify: true });
  await admin.request("DELETE", `/api/employees/${elena}`);
  await wait();
  expect(texts()).toEqual([
    expect.stringContaining(
      "Wash & Cut and Blow-Dry with Tomas on Friday, November 27 at 12:00 PM",
    ),
  ]);
});

test("a visit of which only a part that was dropped remains is canceled with its employee", async () => {
  const { admin, elena, bookAtDesk, change, list, sendAll, texts } = await salon();
  await bookAtDesk();
  const [, second] = await list();
  await change(second?.id ?? 0, { status: "canceled", onlyPart: true });
  await admin.request("DELETE", `/api/employees/${elena}?textClients=true`);
  await sendAll();
  expect(texts()).toEqual([
    expect.stringContaining("cancel your appointment on Friday, November 27 at 10:00 AM"),
  ]);
});

test("the client of a part that another employee takes over is told the time of the visit", async () => {
  const { admin, tomas, bookOnline, sendAll, wait, texts } = await salon();
  const { body: bo } = await admin.request("POST", "/api/employees", { name: "Bo Lind" });
  const { manageUrl } = (await bookOnline()).body;
  await sendAll();
  const removed = await admin.request(
    "DELETE",
    `/api/employees/${tomas}?reassignTo=${bo.id}&textClients=true&allowOverlap=true`,
  );
  expect(removed.status).toBe(204);
  await wait();
  expect(texts().slice(1)).toEqual([
    `Glow: your appointment on Friday, November 27 at 10:00 AM is now with Elena and Bo. Change or cancel: ${manageUrl}`,
  ]);
});

test.each([
  [{ performers: [1, 2] }, "performers"],
  [{ performers: [2, 1, 1] }, "performers"],
])("a visit with %j is refused at its field", async (fields, name) => {
  const { bookAtDesk } = await salon();
  const { status, body } = await bookAtDesk(fields);
  expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
});

test("a gap of one employee is offered at the time at which their part fills it", async () => {
  const parlor = await salon();
  const { admin, app, clock, services, elena, tomas, cut, dry } = parlor;
  const { body: taken } = await admin.request("POST", "/api/appointments", {
    ...{ employeeId: tomas, clientName: "Mei Castellano", services: [cut, dry] },
    appointmentDate: `${FRIDAY}T12:00`,
  });
  const { body: ruth } = await admin.request("POST", "/api/contacts", {
    ...{ name: "Ruth Abernathy", phoneNumber: RUTH },
  });
  const wish = { contactId: ruth.id, services, from: FRIDAY, to: FRIDAY };
  expect((await admin.request("POST", "/api/waitlist", wish)).status).toBe(201);
  await admin.request("PATCH", `/api/appointments/${taken.id}`, { status: "canceled" });
  clock.now += UNDO_MS;
  await runJob(app, "offer-waitlist");
  const [entry] = (await admin.request("GET", "/api/waitlist")).body;
  expect(entry.offer).toMatchObject({
    ...{ start: `${FRIDAY}T10:00:00`, employeeId: elena, performers: [elena, tomas, tomas] },
  });
  // It would show who sees only one of them when the other is free.
  const desk = parlor.desk([elena], { pages: ["/waitlist"] });
  expect((await desk.request("GET", "/api/waitlist")).body).toMatchObject([{ offer: null }]);
});

test("a part given to an employee who doesn't perform it asks first", async () => {
  const { bookAtDesk, change, tomas } = await salon();
  const { id } = (await bookAtDesk()).body;
  expect(await change(id, { employeeId: tomas })).toMatchObject({
    status: 409,
    body: {
      errors: { allowOverlap: expect.stringContaining("Tomas Cruz doesn't perform Color.") },
    },
  });
});

test("a visit that has begun is arrived in all parts once its link is paid, and one ahead in none", async () => {
  const { app, bookAtDesk, list, lines, clock } = await salon();
  await bookAtDesk();
  const ids = (await list()).map(({ id }) => id);
  app.hooks.visits.complete(app, ids, "link");
  expect((await lines()).every((line) => line.endsWith(": booked"))).toBe(true);
  clock.now = Date.parse(`${FRIDAY}T10:30:00-05:00`);
  app.hooks.visits.complete(app, ids, "link");
  expect((await lines()).every((line) => line.endsWith(": arrived"))).toBe(true);
});
