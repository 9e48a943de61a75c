import { expect, test } from "bun:test";
import { AUTOMATIC_TEXTS } from "#src/calendar/automatic-texts/texts-contract.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { stranger } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { offerStand, type Stand } from "./stand.ts";

const read = async ({ admin }: Stand) => (await admin.request("GET", "/api/automatic-texts")).body;
const readOne = async (stand: Stand, id: string) =>
  (await read(stand)).find((text: { id: string }) => text.id === id);

test("every automatic text is listed with its timing; what brings clients back is off", async () => {
  const texts = await read(offerStand());
  expect(
    texts.map((text: { title: string; enabled: boolean; timing: string }) => [
      text.title,
      text.enabled,
      text.timing,
    ]),
  ).toEqual([
    ["Confirmation", true, "As soon as an appointment is booked"],
    ["First Reminder", false, "The day before at 10:00 AM"],
    ["Second Reminder", false, "2 hours before"],
    ["Moved or Canceled", true, "60 seconds after the last change"],
    ["Thank-You", false, "15 minutes after the visit"],
    ["Waitlist Offer", true, "As soon as a time opens up, for 15 minutes"],
    ["Review Request", false, "1 day after a visit at 11:00 AM"],
    ["Time for Your Next Visit", false, "The day a service is due at 11:00 AM"],
    ["Birthday", false, "On the day at 10:00 AM"],
    ["We Miss You", false, "After 120 days without a visit at 11:00 AM"],
  ]);
});

test("the settings change a text, under the names that they have", async () => {
  const stand = offerStand();
  const { status } = await stand.admin.request("POST", "/api/settings", {
    appointmentThankYouEnabled: true,
    appointmentThankYouDelayMinutes: 120,
    missYouDays: 90,
  });
  expect(status).toBe(200);
  expect(await readOne(stand, "thank-you")).toMatchObject({
    enabled: true,
    timing: "2 hours after the visit",
    settings: { appointmentThankYouDelayMinutes: 120 },
  });
  expect(await readOne(stand, "miss-you")).toMatchObject({
    timing: "After 90 days without a visit at 11:00 AM",
  });
});

test("a reward in the review request is refused", async () => {
  const stand = offerStand();
  const save = (reviewRequestMessage: string) =>
    stand.admin.request("POST", "/api/settings", { reviewRequestMessage });
  for (const message of ["20% off for a review! {reviewLink}", "Get a gift: {reviewLink}"]) {
    const { status, body } = await save(message);
    expect([status, body.errors?.reviewRequestMessage]).toEqual([
      400,
      "Google prohibits offering rewards for reviews. Take the reward out.",
    ]);
  }
  expect((await save("Feel free to write a review: {reviewLink}")).status).toBe(200);
});

test("without a Google place ID, the list says what is missing", async () => {
  const stand = offerStand();
  stand.set({ googlePlaceId: "" });
  expect((await readOne(stand, "review-request")).obstacle).toStartWith("Add your Google place ID");
});

test("the next seven days: who gets an offer, and why others don't", async () => {
  const stand = offerStand("2026-10-01T14:00:00Z");
  const { app, admin, hono, client, visit, service, clock } = stand;
  const color = service("Root Touch-up", 5);
  const gets = client({ name: "Ada Lovelace" });
  const booked = client({ name: "Ben Adams" });
  const refuser = client({ name: "Eve Stone", phone: "+12125557701" });
  const limited = client({ name: "Joan West", phone: "+12125557702" });
  const deaf = client({ name: "Kim Lane" });
  for (const id of [gets, booked, refuser, limited, deaf])
    visit(id, "2026-10-02T10:00:00", { serviceId: color });
  visit(booked, "2026-11-20T10:00:00");
  await postInbound(hono, { sid: sidOf(803), from: "+12125557701", body: "STOP" });
  app.db.run("insert into appointment_only (phone) values (12125557702)");
  app.db.run("update contacts set undeliverable = 1 where id = ?", [deaf]);
  clock.now = Date.parse("2026-11-02T15:00:00Z");
  const { body } = await admin.request("GET", "/api/automatic-texts/next-visit/audience");
  expect(body).toMatchObject({
    total: 1,
    clients: [
      {
        contactId: gets,
        name: "Ada Lovelace",
        firstName: "Ada",
        at: "2026-11-06T11:00:00",
        service: "Root Touch-up",
        employee: "Rosa",
        lastVisit: "October 2",
      },
    ],
    bookingLink: "https://salon.example.com/book",
  });
  expect(
    body.leftOut
      .map(({ reason, count }: { reason: string; count: number }) => `${count} ${reason}`)
      .toSorted(),
  ).toEqual(["1 appointments-only", "1 opted-out", "1 undeliverable", "1 visit-booked"]);
  expect((await readOne(stand, "next-visit")).nextClients).toBe(1);
});

test("who is planned is who gets it", async () => {
  const stand = offerStand();
  for (let n = 0; n < 5; n += 1) stand.client({ name: `Client ${n}`, birthday: `--11-0${3 + n}` });
  stranger(stand.app, stand.admin, "Eve Stone", "+12125557703");
  stand.app.db.run("update contacts set birthday = '--11-04' where name = 'Eve Stone'");
  stand.set({ birthdayEnabled: true });
  const { body } = await stand.admin.request("GET", "/api/automatic-texts/birthday/audience");
  // The last birthday but one is on a Saturday; none is on a Sunday.
  expect(body.total).toBe(5);
  expect(body.leftOut).toEqual([{ reason: "never-agreed", count: 1 }]);
  for (let day = 3; day <= 8; day += 1) await stand.at(`2026-11-0${day}T15:00:00Z`);
  expect(stand.texts()).toHaveLength(5);
});

test("masked users read neither names nor first names", async () => {
  const stand = offerStand();
  stand.client({ name: "Ada Lovelace", birthday: "--11-04" });
  const masked = stand.person("user", ["/campaigns"]);
  stand.app.db.run(
    `update users set permissions = json_set(permissions, '$.canViewClientNames', json('false'), '$.canViewClientPhoneNumbers', json('false')) where id = ?`,
    [masked.id],
  );
  const { body } = await masked.request("GET", "/api/automatic-texts/birthday/audience");
  expect(body.total).toBe(1);
  expect(JSON.stringify(body)).not.toContain("Ada");
});

test("results count what was sent, answered, booked and refused", async () => {
  const stand = offerStand("2026-10-01T14:00:00Z");
  const { set, client, visit, service, at, hono, clock } = stand;
  const color = service("Root Touch-up", 5);
  set({ nextVisitEnabled: true });
  const phones = ["+12125557711", "+12125557712", "+12125557713"];
  const ids = phones.map((phone, n) => client({ name: `Client ${n}`, phone }));
  for (const id of ids) visit(id, "2026-10-02T10:00:00", { serviceId: color });
  await at("2026-11-06T16:00:00Z");
  clock.now += 3_600_000;
  await postInbound(hono, { sid: sidOf(811), from: "+12125557711", body: "Tuesday please" });
  await postInbound(hono, { sid: sidOf(812), from: "+12125557712", body: "STOP" });
  visit(ids[0] ?? 0, "2026-11-10T10:00:00", { serviceId: color });
  clock.now += 15 * 86_400_000;
  visit(ids[2] ?? 0, "2026-12-10T10:00:00", { serviceId: color });
  expect((await readOne(stand, "next-visit")).results).toEqual({
    sent: 3,
    replies: 2,
    optOuts: 1,
    bookings: 1,
    revenue: "80.00",
  });
  expect((await readOne(stand, "review-request")).results).toEqual({
    sent: 0,
    replies: 0,
    optOuts: 0,
    bookings: null,
    revenue: null,
  });
  // The report says the same for any span, in its table and its file.
  const admin = stand.person("admin", []);
  const span = "?from=2026-11-01&to=2026-11-30";
  const { body: report } = await admin.request("GET", `/api/reports${span}`);
  expect(report.automaticTexts).toEqual([
    { id: "next-visit", name: "Time for Your Next Visit", sent: 3, bookings: 1, revenue: "80.00" },
  ]);
  const csv = await (await admin.open(`/api/reports/export${span}`)).text();
  expect(csv).toContain("Automatic text,Time for Your Next Visit,1,80.00,");
  const { body: october } = await admin.request(
    "GET",
    "/api/reports?from=2026-10-01&to=2026-10-31",
  );
  expect(october.automaticTexts).toEqual([]);
  // Someone who sees no employee sees none of their bookings.
  const person = stand.person("user", ["/reports", "/campaigns"]);
  expect((await person.request("GET", `/api/reports${span}`)).body.automaticTexts).toMatchObject([
    { sent: 3, bookings: 0, revenue: "0.00" },
  ]);
});

test("a test goes to the test number only, with sample values", async () => {
  const stand = offerStand();
  const test = (id: string, body: object = {}) =>
    stand.admin.request("POST", `/api/automatic-texts/${id}/test`, body);
  expect((await test("birthday")).status).toBe(409);
  stand.set({ testPhoneNumber: "+12125550199" });
  expect(await test("birthday", { message: "Hi {firstName}!" })).toMatchObject({
    status: 201,
    body: { phoneNumber: "+12125550199" },
  });
  expect((await test("reminder")).status).toBe(201);
  await stand.sendAll();
  expect(stand.receivers()).toEqual(["+12125550199", "+12125550199"]);
  expect(stand.texts()).toEqual([
    "Halcyon: Hi Alex!\nReply STOP to opt out",
    "Halcyon: you have an appointment on Friday, November 6 at 2:30 PM (Cut and Color). Reply C to confirm or X to cancel.",
  ]);
  expect((await test("gift-voucher")).status).toBe(404);
});

test.each([
  [
    "confirmation",
    "Halcyon: you are booked for Cut and Color with Rosa on Friday, November 6 at 2:30 PM. Change or cancel: salon.example/book/1",
  ],
  [
    "visit-change",
    "Halcyon: we moved your appointment from Thursday, November 5 at 1:00 PM to Friday, November 6 at 2:30 PM. Change or cancel: salon.example/book/1",
  ],
  [
    "waitlist-offer",
    "Halcyon: a time opened up. Cut and Color with Rosa on Friday, November 6 at 2:30 PM. Reply YES by 11:15 AM to book it, or NO to pass.",
  ],
])("the %s has a wording of its own, with a test of it", async (id, body) => {
  const stand = offerStand();
  stand.set({ testPhoneNumber: "+12125550199" });
  const { message, defaultMessage } = await readOne(stand, id);
  expect(message).toBe(defaultMessage);
  await stand.admin.request("POST", `/api/automatic-texts/${id}/test`, {});
  await stand.sendAll();
  expect(stand.texts()).toEqual([body]);
});

test.each([
  ["appointmentConfirmationMessage", "See you soon! {howToChange}", /has to say the date and time/],
  ["appointmentConfirmationMessage", "See you on {when}!", /has to say how to change/],
  ["visitChangeMessage", "Something changed. {howToChange}", /has to say what changed/],
  ["waitlistOfferMessage", "{openTime} is free!", /has to say how to reply/],
  ["waitlistOfferMessage", " ", /cannot be empty/],
])("a wording keeps what clients must know: %s “%s”", async (name, message, reason) => {
  const { admin } = offerStand();
  const { status, body } = await admin.request("POST", "/api/settings", { [name]: message });
  expect([status, body.fields?.[name] ?? body.errors?.[name]]).toEqual([
    400,
    expect.stringMatching(reason),
  ]);
});

test("clients get confirmations and changes in the owner's words", async () => {
  const stand = offerStand();
  const { admin, clock } = stand;
  stand.set({
    appointmentConfirmationMessage:
      "Hi {firstName}, {service} with {employee} is set for {when}! {howToChange} {unknown}",
    visitChangeMessage: "{whatChanged}. {howToChange} Thanks, {firstName}!",
  });
  const booked = await admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: "Ada Lovelace",
    phoneNumber: "+12125557720",
    appointmentDate: "2026-11-21T10:00:00",
    durationMinutes: 60,
    service: "{when} Cut",
    notify: true,
  });
  const later = async () => {
    clock.now += 61_000;
    await textVisitChanges(stand.app);
    await stand.sendAll();
  };
  await later();
  await admin.request("PATCH", `/api/appointments/${booked.body.id}`, {
    appointmentDate: "2026-11-21T12:00:00",
    notify: true,
  });
  await later();
  expect(stand.texts()).toEqual([
    "Hi Ada, {when} Cut with Rosa is set for Saturday, November 21 at 10:00 AM! To change it, reply here. {unknown}",
    "We moved your appointment from Saturday, November 21 at 10:00 AM to Saturday, November 21 at 12:00 PM. If that doesn't work for you, reply here. Thanks, Ada!",
  ]);
});

test("an invented text has no audience, and a text about visits goes to everyone", async () => {
  const { admin } = offerStand();
  const status = async (id: string) =>
    (await admin.request("GET", `/api/automatic-texts/${id}/audience`)).status;
  expect([
    await status("gift-voucher"),
    await status("constructor"),
    await status("reminder"),
  ]).toEqual([404, 404, 409]);
});

test("confirmations, texts about changes and offers of free times can be switched off", async () => {
  const stand = offerStand();
  const { admin, app } = stand;
  stand.set({ appointmentConfirmationEnabled: false, visitChangeTextEnabled: false });
  const ada = stand.client({ phone: "+12125557720" });
  const id = stand.visit(ada, "2026-11-20T10:00:00");
  const { body } = await admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: "Ada Lovelace",
    phoneNumber: "+12125557720",
    startsAt: "2026-11-21T10:00:00",
    appointmentDate: "2026-11-21T10:00:00",
    durationMinutes: 60,
    service: "Cut",
    textConfirmation: true,
    allowOverlap: true,
  });
  expect(body.confirmation).toEqual({
    sent: false,
    message: "No text was sent: confirmations are off in Automatic Texts.",
  });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled", notify: true });
  expect(app.db.query("select count(*) as n from messages").get()).toEqual({ n: 0 });
});

test("the text of a service that is due can be set per service", async () => {
  const stand = offerStand();
  const id = stand.service("Root Touch-up", 5);
  const change = (returnWeeks: unknown) =>
    stand.admin.request("PATCH", `/api/services/${id}`, { returnWeeks });
  expect((await change(6)).body.returnWeeks).toBe(6);
  expect((await change(0)).status).toBe(400);
  expect((await change(null)).body.returnWeeks).toBeNull();
});

test("each declared text has a switch of its own among the settings", () => {
  const switches = Object.values(AUTOMATIC_TEXTS).map(({ enabled }) => enabled);
  expect(new Set(switches).size).toBe(switches.length);
});
