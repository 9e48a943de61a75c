import { expect, test } from "bun:test";
import { activityConditions } from "#db/clients/contact-imports.ts";
import { inTransaction } from "#db/connection.ts";
import { limitToAppointments } from "#src/clients/consent.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const phone = (at: number) => `+1202555${String(1000 + at)}`;
const row = (at: number, more = {}) => ({
  firstName: "Client",
  lastName: `${at}`,
  phoneNumber: phone(at),
  ...more,
});
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => row(from + at));
const KEY = "first-file";

const run = ({ admin }: TestApp, contacts: object[], more = {}) =>
  admin.request("POST", "/api/contacts/bulk-import", { contacts, importKey: KEY, ...more });
const total = async ({ admin }: TestApp) =>
  (await admin.request("GET", "/api/contacts")).body.total;
const everything = ({ app }: TestApp) =>
  ["contacts", "consents", "tags", "contact_tags", "audit_logs", "contact_import_parts"].map(
    (name) => app.db.query<{ n: number }, []>(`select count(*) as n from ${name}`).get()?.n,
  );

test("a dry run predicts the import, and changes nothing", async () => {
  const parlor = testApp();
  await run(parlor, [row(1)], { importKey: "before-it" });
  const file = [
    row(1),
    row(2, { tags: ["VIP"] }),
    row(3, { optOut: "Unsubscribed: yes" }),
    row(2),
    { ...row(4), phoneNumber: "12" },
  ];
  const before = everything(parlor);
  const trial = await run(parlor, file, { tag: "Moved in", dryRun: true });
  expect(trial.status).toBe(200);
  expect(everything(parlor)).toEqual(before);
  expect(trial.body).toMatchObject({
    imported: 2,
    skipped: 3,
    optedOut: 1,
    newTags: ["Moved in", "VIP"],
  });
  const real = await run(parlor, file, { tag: "Moved in" });
  expect(real.body).toEqual(trial.body);
  expect((await run(parlor, file, { tag: "Moved in", dryRun: true })).body).toMatchObject({
    imported: 0,
    optedOut: 0,
  });
});

test("what happened to a client between two batches of the import counts", async () => {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  await run(parlor, rows(0, 3));
  clock.now += 60_000;
  inTransaction(app.db, () =>
    limitToAppointments(app, { phone: phone(1), source: "call", wording: "No offers, please" }),
  );
  clock.now += 60_000;
  await run(parlor, rows(3, 6));
  const { body } = await admin.request("POST", "/api/contacts/last-import/undo");
  expect(body).toEqual({ removed: 5, kept: 1 });
});

test("undo removes what all batches of the last import created, and nothing else", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  await run(parlor, rows(0, 5), { importKey: "earlier-file" });
  await run(parlor, rows(3, 300));
  await admin.request("POST", "/api/contacts", { name: "Between", phoneNumber: phone(2000) });
  await run(parlor, rows(300, 420));
  expect((await admin.request("GET", "/api/contacts/last-import")).body).toEqual({
    at: "2026-11-20T16:00:00.000Z",
    contacts: 415,
    active: 0,
  });
  const { body } = await admin.request("POST", "/api/contacts/last-import/undo");
  expect(body).toEqual({ removed: 415, kept: 0 });
  expect(await total(parlor)).toBe(6);
  // The import before it is now the last.
  expect((await admin.request("POST", "/api/contacts/last-import/undo")).body.removed).toBe(5);
  expect((await admin.request("GET", "/api/contacts/last-import")).body).toBeNull();
  expect((await admin.request("POST", "/api/contacts/last-import/undo")).status).toBe(409);
});

test("a contact with any later activity stays", async () => {
  const parlor = testApp();
  const { admin, hono, clock } = parlor;
  await run(parlor, rows(0, 8));
  clock.now += 60_000;
  await postInbound(hono, { sid: sidOf(901), from: phone(0), body: "Hello" });
  await admin.request("POST", "/api/contacts/2/notes", { body: "Likes tea" });
  await admin.request("PATCH", "/api/contacts/3", { name: "Corrected" });
  await admin.request("POST", "/api/employees", { name: "Elena" });
  await admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: "Client 3",
    phoneNumber: phone(3),
    appointmentDate: "2026-11-24T10:00",
  });
  await admin.request("POST", "/api/contacts/5/opt-out");
  const campaign = { name: "Sale", message: "Hi", skipCheck: true, contactIds: [6] };
  await admin.request("POST", "/api/campaigns", campaign);
  expect((await admin.request("GET", "/api/contacts/last-import")).body).toMatchObject({
    contacts: 8,
    active: 6,
  });
  expect((await admin.request("POST", "/api/contacts/last-import/undo")).body).toEqual({
    removed: 2,
    kept: 6,
  });
  expect(await total(parlor)).toBe(6);
});

test("a client whose tags staff changed stays, and one on the waitlist with their entry", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  await run(
    parlor,
    Array.from({ length: 6 }, (_, at) => row(at, { tags: ["Moved in"] })),
  );
  await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", "/api/tags/2/put-on", { contactIds: [1, 2] });
  await admin.request("POST", "/api/tags/1/take-off", { contactIds: [3, 4] });
  await admin.request("POST", "/api/employees", { name: "Elena" });
  await admin.request("POST", "/api/services", {
    name: "Facial",
    durationMinutes: 60,
    employeeIds: [1],
  });
  const { status } = await admin.request("POST", "/api/waitlist", {
    contactId: 5,
    serviceId: 1,
    from: "2026-11-27",
    to: "2026-11-27",
  });
  expect(status).toBe(201);
  const { body } = await admin.request("POST", "/api/contacts/last-import/undo");
  expect(body).toEqual({ removed: 1, kept: 5 });
  expect(app.db.query("select count(*) as n from waitlist").get()).toEqual({ n: 1 });
});

test("clients of an earlier import whose tags staff changed stay, also once the later import is undone", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  await run(parlor, rows(0, 3), { importKey: "earlier-file" });
  await run(parlor, rows(3, 6));
  await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", "/api/tags/1/put-on", { contactIds: [2, 3] });
  const undo = async () => (await admin.request("POST", "/api/contacts/last-import/undo")).body;
  expect(await undo()).toEqual({ removed: 3, kept: 0 });
  expect(await undo()).toEqual({ removed: 1, kept: 2 });
});

test("every table about clients counts as activity, or is known to be written by an import or a check", () => {
  const { app } = testApp();
  const conditions = activityConditions(app.db);
  const tables = app.db
    .query<{ name: string }, []>(
      `select distinct t.name from pragma_table_list t where t.schema = 'main' and t.type = 'table' and (
         exists (select 1 from pragma_foreign_key_list(t.name) where "table" = 'contacts')
         or exists (select 1 from pragma_table_info(t.name) where name like '%phone' or name like '%contact_id'))`,
    )
    .all()
    .map(({ name }) => name);
  const counted = (name: string) => conditions.some((one) => one.includes(` from ${name} `));
  expect(tables.filter((name) => !counted(name)).toSorted()).toEqual([
    "appointment_only",
    "contact_import_parts",
    "contact_tags",
    "contacts",
    "number_checks",
    "scanned_numbers",
    "strikes",
    "undeliverable_numbers",
    "waitlist_offers",
  ]);
});

test("an undo finds activity by an index in every table", () => {
  const { app } = testApp();
  for (const condition of activityConditions(app.db)) {
    const plan = app.db
      .query<{ detail: string }, { since: number }>(
        `explain query plan select ${condition} from contacts c where c.id = 1`.replace(
          "$since",
          "0",
        ),
      )
      .all({ since: 0 });
    expect([condition, plan.filter(({ detail }) => detail.startsWith("SCAN t"))]).toEqual([
      condition,
      [],
    ]);
  }
});

test("rows of a new table about clients keep them", async () => {
  const parlor = testApp();
  await run(parlor, rows(0, 3));
  parlor.app.db.run("create table future_things (id integer primary key, contact_id integer)");
  parlor.app.db.run("insert into future_things (contact_id) values (2)");
  expect((await parlor.admin.request("POST", "/api/contacts/last-import/undo")).body).toEqual({
    removed: 2,
    kept: 1,
  });
});

test("two imports at once are undone one after the other", async () => {
  const parlor = testApp();
  for (let at = 0; at < 40; at += 20) {
    await run(parlor, rows(at, at + 10), { importKey: "one-file" });
    await run(parlor, rows(at + 10, at + 20), { importKey: "another-file" });
  }
  const undo = async () =>
    (await parlor.admin.request("POST", "/api/contacts/last-import/undo")).body;
  expect(await undo()).toEqual({ removed: 20, kept: 0 });
  expect(await undo()).toEqual({ removed: 20, kept: 0 });
  expect(await total(parlor)).toBe(0);
});

test("an import can be undone for 30 days", async () => {
  const parlor = testApp();
  await run(parlor, rows(0, 2), { importKey: "earlier-file" });
  parlor.clock.now += 31 * 24 * 60 * 60 * 1000;
  // The former session has expired.
  const admin = parlor.person("admin", []);
  await run({ ...parlor, admin }, rows(2, 4));
  const undo = () => admin.request("POST", "/api/contacts/last-import/undo");
  expect((await undo()).body.removed).toBe(2);
  expect((await undo()).status).toBe(409);
});

test("an opt-out from the file outlives the undo", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  await run(parlor, [row(1, { optOut: "Unsubscribed" }), row(2)]);
  expect((await admin.request("POST", "/api/contacts/last-import/undo")).body.removed).toBe(2);
  const again = await admin.request("POST", "/api/contacts", {
    name: "Back",
    phoneNumber: phone(1),
  });
  expect(again.body.optedOut).toBe(true);
});

test("undoing a large import never blocks the server", async () => {
  const parlor = testApp();
  for (let at = 0; at < 3_000; at += 500) await run(parlor, rows(at, at + 500));
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  });
  const { body } = await parlor.admin.request("POST", "/api/contacts/last-import/undo");
  clearInterval(timer);
  expect(body.removed).toBe(3_000);
  expect(longest).toBeLessThan(500);
});
