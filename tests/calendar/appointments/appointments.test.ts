import { expect, test } from "bun:test";
import { toInstant } from "#src/platform/time.ts";
import { contact } from "#tests/support/test-app.ts";
import { desk, TODAY } from "./stand.ts";

test("an appointment is booked for an hour as a manual entry by default", async () => {
  const { book, admin } = await desk();
  const one = await book();
  expect(one).toMatchObject({
    clientName: "Ruth Abernathy",
    phoneNumber: null,
    contactId: null,
    appointmentDate: `${TODAY}T10:00:00`,
    durationMinutes: 60,
    service: "Manual Entry",
    status: "booked",
    thankYouSent: false,
    reminderSent: false,
    clash: false,
    outsideHours: false,
  });
  const { body } = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(body).toEqual([one]);
});

test.each([
  [`${TODAY}T11:05`, "arrived"],
  [`${TODAY}T11:15`, "arrived"],
  [`${TODAY}T11:16`, "booked"],
  [`${TODAY}T10:40`, "booked"],
])("at 11:00, a client at the desk who is booked for %s is %s", async (appointmentDate, status) => {
  const { book, admin } = await desk();
  const one = await book({ clientName: "Walk-in", appointmentDate, isHere: true });
  expect(one.status).toBe(status);
  const { body } = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(body).toMatchObject([{ id: one.id, status }]);
});

test("missing or invalid fields are refused with a message at the field", async () => {
  const { admin, elena } = await desk();
  const good = { employeeId: elena, clientName: "Ada", appointmentDate: `${TODAY}T10:00` };
  const cases = [
    [{ clientName: "  " }, "clientName", "Client name is required"],
    [{ clientName: "A".repeat(121) }, "clientName", "A name can be up to 120 characters"],
    [{ appointmentDate: "2026-02-30T10:00" }, "appointmentDate", "Use a date and time"],
    [{ durationMinutes: 0 }, "durationMinutes", "End time must be after start time"],
    [{ phoneNumber: "12" }, "phoneNumber", "Invalid phone number format"],
  ] as const;
  for (const [wrong, field, text] of cases) {
    const { status, body } = await admin.request("POST", "/api/appointments", {
      ...good,
      ...wrong,
    });
    expect([status, body.errors[field]]).toEqual([400, expect.stringContaining(text)]);
  }
  const nobody = await admin.request("POST", "/api/appointments", { ...good, employeeId: 99 });
  expect(nobody.status).toBe(404);
});

test("booking a busy or absent employee is refused, unless it is forced", async () => {
  const { admin, book, elena, tomas } = await desk();
  await book();
  const taken = { employeeId: elena, clientName: "Noor", appointmentDate: `${TODAY}T10:30` };
  const refused = await admin.request("POST", "/api/appointments", taken);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe("Elena Sato already has an appointment, 10:00 – 11:00 AM.");
  expect(refused.body.message).not.toContain("Ruth");
  expect(refused.body.errors.allowOverlap).toBe(refused.body.message);

  expect(await book({ appointmentDate: `${TODAY}T11:00` })).toMatchObject({ clash: false });
  expect(await book({ employeeId: tomas })).toMatchObject({ clash: false });
  expect(await book({ ...taken, allowOverlap: true })).toMatchObject({ clash: true });

  const early = { ...taken, appointmentDate: `${TODAY}T08:30` };
  const off = await admin.request("POST", "/api/appointments", early);
  expect([off.status, off.body.message]).toEqual([
    409,
    "Elena Sato works from 9:00 AM to 5:00 PM.",
  ]);
  await admin.request("PATCH", `/api/employees/${elena}`, { workStartTime: "08:00" });
  expect(await book(early)).toMatchObject({ outsideHours: false });
});

test("moving keeps the length, asks about a conflict, and clears what was recorded for the old time", async () => {
  const { app, admin, book, tomas } = await desk();
  const { id } = await book({ durationMinutes: 45 });
  await book({ employeeId: tomas, appointmentDate: `${TODAY}T14:00` });
  app.db.run(
    "update appointments set reminder = 'sent', second_reminder = 'sent', status = 'confirmed'",
  );
  const to = { employeeId: tomas, appointmentDate: `${TODAY}T14:15` };

  expect((await admin.request("PATCH", `/api/appointments/${id}`, to)).status).toBe(409);
  const moved = await admin.request("PATCH", `/api/appointments/${id}`, {
    ...to,
    allowOverlap: true,
  });
  expect(moved.body).toMatchObject({
    ...to,
    appointmentDate: `${TODAY}T14:15:00`,
    durationMinutes: 45,
    reminderSent: false,
    status: "booked",
    clash: true,
  });
  expect(
    app.db
      .query("select reminder, second_reminder as second from appointments where id = ?")
      .get(id),
  ).toEqual({ reminder: null, second: null });
});

test("a move to a time at which the client has another visit asks first, also while it is typed", async () => {
  const { admin, book, elena, tomas } = await desk();
  const client = { clientName: "Ruth Abernathy", phoneNumber: "+12025550134" };
  await book({ ...client, employeeId: tomas, appointmentDate: `${TODAY}T13:30` });
  const { id } = await book({ ...client, appointmentDate: `${TODAY}T10:00` });
  const to = { appointmentDate: `${TODAY}T13:00` };
  const why = "The client already has an appointment then.";
  const preview = await admin.request("POST", "/api/appointments/repeat-preview", {
    ...{ employeeId: elena, appointmentId: id, ...to },
  });
  expect(preview.body.visits[0].conflict).toBe(why);
  const move = (change: object) => admin.request("PATCH", `/api/appointments/${id}`, change);
  expect(await move(to)).toMatchObject({ status: 409, body: { errors: { allowOverlap: why } } });
  expect((await move({ ...to, allowOverlap: true })).status).toBe(200);
  // They overlap already, as the desk wanted.
  expect((await move({ appointmentDate: `${TODAY}T13:15` })).status).toBe(200);
});

test("changing only the status moves nothing and asks nothing", async () => {
  const { app, admin, book } = await desk();
  const { id } = await book({ appointmentDate: `${TODAY}T07:00`, allowOverlap: true });
  app.db.run("update appointments set reminder = 'sent'");
  for (const status of ["confirmed", "arrived", "no_show"]) {
    const { body } = await admin.request("PATCH", `/api/appointments/${id}`, { status });
    expect(body).toMatchObject({ status, reminderSent: true, outsideHours: true });
  }
});

test("who has yet to come is no no-show, and one who is moved ahead is expected again", async () => {
  const { admin, book, clock } = await desk();
  const { id } = await book({ appointmentDate: `${TODAY}T13:00` });
  const change = (fields: object) => admin.request("PATCH", `/api/appointments/${id}`, fields);
  const early = await change({ status: "no_show" });
  expect([early.status, early.body.errors]).toEqual([
    409,
    {
      status: "This visit begins Friday, November 20 at 1:00 PM. It can be a no-show from then on.",
    },
  ]);
  expect((await change({ status: "arrived" })).body.status).toBe("arrived");
  // Whoever is here already may start later.
  const later = await change({ appointmentDate: `${TODAY}T13:30` });
  expect(later.body.status).toBe("arrived");
  clock.now += 3 * 3_600_000;
  expect((await change({ status: "no_show" })).body.status).toBe("no_show");
  // Corrected in the past, it stays.
  expect((await change({ appointmentDate: `${TODAY}T13:00` })).body.status).toBe("no_show");
  const moved = await change({ appointmentDate: "2026-11-23T10:00" });
  expect(moved.body.status).toBe("booked");
});

test("a canceled appointment takes no time, and is restored only where its time is free", async () => {
  const { admin, book } = await desk();
  const { id } = await book();
  const canceled = await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  expect(canceled.body).toMatchObject({ status: "canceled", clash: false });
  await book({ clientName: "Noor Haddad" });
  expect(
    (await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked" })).status,
  ).toBe(409);
  const back = { status: "booked", allowOverlap: true };
  expect((await admin.request("PATCH", `/api/appointments/${id}`, back)).body.clash).toBe(true);
});

test("the current contact with a number is named next to it", async () => {
  const { app, admin, book } = await desk();
  const ruth = contact(app, admin, "Ruth Abernathy", "+12025550134");
  expect((await book({ phoneNumber: "(202) 555-0134" })).contactId).toBe(ruth);
});

test("a new client who is booked with a number is in the client list, once", async () => {
  const { admin, book } = await desk();
  const names = async () => {
    const { body } = await admin.request("GET", "/api/contacts");
    return body.contacts.map(({ name }: { name: string }) => name);
  };
  await book({ phoneNumber: "(512) 555-0177" });
  await book({ phoneNumber: "(512) 555-0177", appointmentDate: `${TODAY}T14:00` });
  await book({ clientName: "Walk-In", appointmentDate: `${TODAY}T15:00` });
  expect(await names()).toEqual(["Ruth Abernathy"]);
});

test("an empty list says where the nearest appointments are", async () => {
  const { admin, book } = await desk();
  const nearest = async (day: string) => {
    const reply = await admin.request("GET", `/api/appointments?from=${day}&to=${day}`);
    return reply.headers.get("x-first-appointment-date");
  };
  expect(await nearest(TODAY)).toBeNull();
  await book({ appointmentDate: "2026-11-02T10:00" });
  expect(await nearest(TODAY)).toBe("2026-11-02");
  const { id } = await book({ appointmentDate: "2026-12-24T10:00" });
  await book({ appointmentDate: "2026-12-28T10:00" });
  expect(await nearest(TODAY)).toBe("2026-12-24");
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  expect(await nearest(TODAY)).toBe("2026-12-28");
  const year = await admin.request("GET", "/api/appointments");
  expect(year.headers.get("x-first-appointment-date")).toBe("2026-11-02");
  expect(year.body).toHaveLength(3);
});

test("an appointment that runs past midnight conflicts with the next day's", async () => {
  const { admin, book } = await desk();
  const night = { appointmentDate: `${TODAY}T23:00`, durationMinutes: 180, allowOverlap: true };
  await book(night);
  const { body: refused } = await admin.request("POST", "/api/appointments", {
    ...night,
    employeeId: 1,
    clientName: "Ada",
    appointmentDate: "2026-11-21T01:00",
    allowOverlap: false,
  });
  expect(refused.message).toContain("already has an appointment");
  await book({ appointmentDate: "2026-11-21T01:00", allowOverlap: true });
  const { body } = await admin.request("GET", "/api/appointments?from=2026-11-21&to=2026-11-21");
  expect(body).toMatchObject([{ appointmentDate: "2026-11-21T01:00:00", clash: true }]);
});

test("a range is at most a year, and a full reply says where to continue", async () => {
  const { app, admin, elena } = await desk();
  const refused = await admin.request("GET", "/api/appointments?from=2026-01-01&to=2028-01-01");
  expect([refused.status, refused.body.message]).toEqual([400, "Request at most 367 days."]);
  app.db
    .query(
      `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service, status, source, created_at)
     with recursive n(i) as (select 0 union all select i + 1 from n where i < 2099)
     select ?, 'Ada', 'ada', d || 'T10:00:00', d || 'T11:00:00', 60, 'Cut', 'booked', 'staff', 0
     from (select date('2026-11-01', (i / 100) || ' days') as d from n)`,
    )
    .run(elena);
  const first = await admin.request("GET", "/api/appointments?from=2026-11-01&to=2026-11-30");
  expect(first.body).toHaveLength(2000);
  expect(first.headers.get("x-more-appointments-from")).toBe("2026-11-21");
  const rest = await admin.request("GET", "/api/appointments?from=2026-11-21&to=2026-11-30");
  expect(rest.body).toHaveLength(100);
  expect(rest.headers.get("x-more-appointments-from")).toBeNull();
});

test("the page of a very full day is never itself the next page", async () => {
  const { admin, app, elena, book } = await desk();
  await book({ appointmentDate: "2026-11-19T23:30", allowOverlap: true });
  app.db.run(
    `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service, status, source, created_at)
     select ${elena}, 'Ada', 'ada', '2026-11-20T10:00:00', '2026-11-20T11:00:00', 60, 'Cut', 'booked', 'staff', 0
     from json_each(?)`,
    [JSON.stringify(Array.from({ length: 2100 }, () => 0))],
  );
  const { body, headers } = await admin.request(
    "GET",
    "/api/appointments?from=2026-11-20&to=2026-11-20",
  );
  expect(body).toHaveLength(2000);
  expect(headers.get("x-more-appointments-from")).toBeNull();
});

test("polling returns 304 until something changes", async () => {
  const { admin, book } = await desk();
  const address = `/api/appointments?from=${TODAY}&to=${TODAY}`;
  const etag = (await admin.request("GET", address)).headers.get("etag") ?? "";
  const again = () => admin.request("GET", address, undefined, { "if-none-match": etag });
  expect((await again()).status).toBe(304);
  await book();
  expect((await again()).status).toBe(200);
});

test("a booking sent twice with one key is created once", async () => {
  const { admin, elena } = await desk();
  const body = { employeeId: elena, clientName: "Ada", appointmentDate: `${TODAY}T10:00` };
  const send = () =>
    admin.request("POST", "/api/appointments", body, { "idempotency-key": "once" });
  const [one, other] = [await send(), await send()];
  expect([one.status, other.status, other.body.id]).toEqual([201, 201, one.body.id]);
});

test.each([
  ["the clocks skip", "2027-03-14T02:30", "The clocks skip 2:30 AM on March 14. Use 3:30 AM."],
  ["year 1", "0001-01-01T10:00", "Use a date and time such as 2026-11-20T10:30"],
  ["year 9999", "9999-01-01T10:00", "Use a date and time such as 2026-11-20T10:30"],
  ["no 24 hours have", "2027-01-01T10:00:00 PM", "Use a date and time such as 2026-11-20T10:30"],
])("a time that %s is refused, booked or moved", async (_, appointmentDate, message) => {
  const { admin, elena, book } = await desk();
  const { id } = await book();
  const replies = [
    await admin.request("POST", "/api/appointments", {
      employeeId: elena,
      clientName: "Ruth",
      appointmentDate,
      allowOverlap: true,
    }),
    await admin.request("PATCH", `/api/appointments/${id}`, {
      appointmentDate,
      allowOverlap: true,
    }),
  ];
  for (const { status, body } of replies)
    expect([status, body.errors.appointmentDate]).toEqual([400, message]);
});

test("a time that the clocks show twice means the first one", async () => {
  const { app } = await desk();
  expect(toInstant(app, "2027-11-07T01:30:00")).toBe(Date.parse("2027-11-07T05:30:00Z"));
});

test("a note of a visit is for staff: it is masked with the client, kept by a move and erased with the client", async () => {
  const { admin, app, book, elena, desk: staff } = await desk();
  const { body: ruth } = await admin.request("POST", "/api/contacts", {
    name: "Ruth Abernathy",
    phoneNumber: "+12025550134",
  });
  const notes = "Ruth Abernathy brings her own color";
  const { id, notes: stored } = await book({ phoneNumber: "+12025550134", notes: ` ${notes} ` });
  expect(stored).toBe(notes);
  const path = `/api/appointments/${id}`;
  const moved = await admin.request("PATCH", path, { appointmentDate: `${TODAY}T14:00` });
  expect(moved.body.notes).toBe(notes);
  const mia = staff([elena], { canViewClientNames: false });
  const { body: masked } = await mia.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(masked[0].notes).not.toContain("Abernathy");
  expect((await mia.request("PATCH", path, { notes: masked[0].notes })).status).toBe(403);
  expect((await admin.request("PATCH", path, { notes: "Patch test" })).body.notes).toBe(
    "Patch test",
  );
  expect((await admin.request("PATCH", path, { notes: "x".repeat(1001) })).status).toBe(400);
  await admin.request("POST", `/api/contacts/${ruth.id}/erase`, { name: "Ruth Abernathy" });
  expect(app.db.query("select visit_notes from appointments").values()).toEqual([[""]]);
});

test("a booking names a contact that was only a number, and no other", async () => {
  const { admin, app, book } = await desk();
  const [stranger, known] = ["+12025550190", "+12025550191"];
  const id = contact(app, admin, stranger, stranger);
  const other = contact(app, admin, "Ruth Abernathy", known);
  const nameOf = async (of: number) =>
    (await admin.request("GET", `/api/contacts/${of}`)).body.name;
  await book({ clientName: stranger, phoneNumber: stranger });
  expect(await nameOf(id)).toBe(stranger);
  await book({ clientName: "Gwen Ash", phoneNumber: stranger, appointmentDate: `${TODAY}T14:00` });
  await book({ clientName: "Mia Ash", phoneNumber: known, appointmentDate: `${TODAY}T15:00` });
  expect([await nameOf(id), await nameOf(other)]).toEqual(["Gwen Ash", "Ruth Abernathy"]);
});

test("a visit's client is spelled as the contact of the number, if it is the same name", async () => {
  const { admin, app, book } = await desk();
  const phoneNumber = "+12025550134";
  contact(app, admin, "Ruth Abernathy", phoneNumber);
  const at = (hour: number) => `${TODAY}T${hour}:00`;
  const one = await book({ clientName: "abernathy, ruth", phoneNumber });
  expect(one.clientName).toBe("Ruth Abernathy");
  const child = await book({ clientName: "Mia Abernathy", phoneNumber, appointmentDate: at(12) });
  expect(child.clientName).toBe("Mia Abernathy");
  const other = await book({ clientName: "Abernathy, Ruth", appointmentDate: at(14) });
  expect(other.clientName).toBe("Abernathy, Ruth");
  const change = { clientName: "Abernathy, Ruth", phoneNumber };
  expect(
    (await admin.request("PATCH", `/api/appointments/${child.id}`, change)).body,
  ).toMatchObject({
    clientName: "Ruth Abernathy",
  });
  const repeat = { everyWeeks: 1, count: 2 };
  const series = await book({
    clientName: "Abernathy, Ruth",
    phoneNumber,
    repeat,
    appointmentDate: at(16),
  });
  expect(series.clientName).toBe("Ruth Abernathy");
});
