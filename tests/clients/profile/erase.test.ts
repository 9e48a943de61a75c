import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approveRequest } from "#src/calls/booking-requests/decide.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { eraseFromSearch } from "#src/clients/profile/erase.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { askTo, phoneIn } from "#tests/support/callers.ts";
import { createMembership, joinMembership } from "#tests/support/one-member.ts";
import { BALAYAGE, employee, outside } from "#tests/support/outside.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const PHONE = "+12025550111";
const NAME = "Xylophonia Zyzzyva-Quark";
const WORDS = [
  "xylophon",
  "zyzzyva",
  "chatwordish",
  "replywordish",
  "notewordish",
  "mailwordish",
  "callwordish",
  "askwordish",
];

const folder = mkdtempSync(join(tmpdir(), "parlor-erase-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A client with a distinct word in every field that holds text. */
async function addEventfulClient(parlor: TestApp): Promise<number> {
  const { admin, app, hono, sendAll } = parlor;
  for (let n = 0; n < 40; n += 1) contact(app, admin, `Other ${n}`, `+1303555${2000 + n}`);
  const made = await admin.request(
    "POST",
    "/api/contacts",
    {
      name: NAME,
      phoneNumber: PHONE,
      email: "mailwordish@example.com",
      agreement: "Signed the form",
    },
    { "idempotency-key": "one" },
  );
  const { id } = made.body;
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [id] });
  // The note's id is not also that of one of her texts.
  for (let n = 0; n < 40; n += 1)
    await admin.request("POST", `/api/contacts/${id - 1}/notes`, { body: "Of another client" });
  const note = { body: "notewordish" };
  await admin.request("POST", `/api/contacts/${id}/notes`, note, { "idempotency-key": "three" });
  await admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi {name}",
    contactIds: [id],
  });
  await sendAll();
  await postInbound(hono, { sid: sidOf(500), from: PHONE, body: "replywordish please" });
  const { body: conversation } = await admin.request("POST", "/api/conversations", {
    contactId: id,
  });
  const text = { conversationId: conversation.id, body: "chatwordish hello" };
  await admin.request("POST", "/api/conversations/messages", text, { "idempotency-key": "two" });
  await sendAll();
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  await sendOutsideRequests(parlor);
  addCall(parlor, id);
  return id;
}

/** A program asks to change her, and to delete one of her two appointments. */
async function sendOutsideRequests(parlor: TestApp): Promise<void> {
  const own = await outside(parlor);
  const [first_name, last_name] = NAME.split(" ");
  employee(parlor, "Jo");
  await own.send("contactUpdate", { first_name, last_name, phone_number: PHONE });
  for (const start_datetime of ["2026-11-27T10:00", "2026-11-27T12:00"])
    await own.send("appointmentCreate", {
      ...BALAYAGE,
      first_name,
      last_name,
      start_datetime,
      end_datetime: "2026-11-27T13:00",
    });
  const { status } = await own.send("appointmentDelete", { first_name, last_name });
  expect(status).toBe(202);
  // The appointments themselves belong to the schedule, which deletes them itself.
  parlor.app.db.run("update appointments set client_name = '', name_key = ''");
}

/** She calls, leaves a message, and asks for an appointment, which is booked under a name she said. */
function addCall(parlor: TestApp, contactId: number): void {
  const callId = phoneIn(parlor, {
    phone: PHONE,
    said: ["callwordish", `Hello ${NAME}`],
    message: "callwordish",
  });
  const request = askTo(parlor, {
    callId,
    contactId,
    phone: "+12025550166",
    callerName: "Xylophonia",
    notes: "askwordish",
  });
  approveRequest(parlor.app, parlor.admin.actor, request, {
    employeeId: 1,
    appointmentDate: "2026-11-20T14:00",
    clientName: "Xylophonia Z",
    service: "Peel",
    allowOverlap: true,
  });
  parlor.app.db.run("delete from messages where purpose = 'confirmation'");
}

/** Every value of every table, those behind the searches among them. */
function dump({ app }: TestApp): string {
  const tables = app.db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
    .all();
  return tables
    .flatMap(({ name }) =>
      /^(contacts|messages|audit|calls)_search$/.test(name)
        ? []
        : app.db.query(`select * from ${name}`).values(),
    )
    .flat()
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value))
    .join("\n")
    .toLowerCase();
}

function findTraces(text: string): string[] {
  return WORDS.filter((word) => text.includes(word));
}

test("an erased client's name and words are removed from the whole database and its file", async () => {
  const parlor = testApp({ path: join(folder, "parlor.db") });
  const { admin, app } = parlor;
  const id = await addEventfulClient(parlor);
  expect(findTraces(dump(parlor))).toEqual(WORDS);

  const { status } = await admin.request("POST", `/api/contacts/${id}/erase`, { name: NAME });
  expect(status).toBe(204);
  await eraseFromSearch(app);
  expect(findTraces(dump(parlor))).toEqual([]);
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = readFileSync(join(folder, "parlor.db"), "latin1").toLowerCase();
  expect(findTraces(bytes)).toEqual([]);
});

test("what the law requires stays: the ledger without words, and the consent history", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const id = await addEventfulClient(parlor);
  await admin.request("POST", `/api/contacts/${id}/erase`, { name: ` ${NAME.toUpperCase()} ` });
  const ledger = app.db.query(
    "select direction, status, body, contact_id as contact from messages where phone = 12025550111",
  );
  expect(ledger.all()).toEqual([
    { direction: "outbound", status: "sent", body: null, contact: null },
    { direction: "inbound", status: "received", body: null, contact: null },
    { direction: "outbound", status: "sent", body: null, contact: null },
  ]);
  expect(
    app.db.query("select given, source from consents where phone = 12025550111").all(),
  ).toEqual([
    { given: 1, source: "staff" },
    { given: 0, source: "staff" },
  ]);
  const back = await admin.request("POST", "/api/contacts", { name: "Back", phoneNumber: PHONE });
  expect(back.body).toMatchObject({ optedOut: true, tags: [] });
  expect((await admin.request("GET", "/api/tags")).body).toMatchObject([{ contactCount: 0 }]);
  expect((await admin.request("GET", "/api/contacts?q=xylo")).body.contacts).toEqual([]);
});

test("the name must be typed, and a different one changes nothing", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const id = contact(app, admin, NAME, PHONE);
  const refused = await admin.request("POST", `/api/contacts/${id}/erase`, { name: "Ada" });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { name: "This isn't the client's name" },
  ]);
  expect((await admin.request("GET", `/api/contacts/${id}`)).status).toBe(200);
  const unknown = contact(app, admin, "+12025550112", "+12025550112");
  const short = await admin.request("POST", `/api/contacts/${unknown}/erase`, { name: "2" });
  expect(short.status).toBe(400);
  const typed = { name: "(202) 555-0112" };
  expect((await admin.request("POST", `/api/contacts/${unknown}/erase`, typed)).status).toBe(204);
});

test("the name may be typed without accents", async () => {
  const { admin, app } = testApp();
  const id = contact(app, admin, "José Łuczak", PHONE);
  const typed = { name: "jose luczak" };
  expect((await admin.request("POST", `/api/contacts/${id}/erase`, typed)).status).toBe(204);
});

test("nothing is erased while a text is in flight", async () => {
  const { admin, app } = testApp();
  const id = contact(app, admin, NAME, PHONE);
  app.db.run(
    `insert into messages (phone, contact_id, body, segments, status)
     values (12025550111, ?, 'Hi', 1, 'claimed')`,
    [id],
  );
  const { status } = await admin.request("POST", `/api/contacts/${id}/erase`, { name: NAME });
  expect(status).toBe(409);
  expect((await admin.request("GET", `/api/contacts/${id}`)).status).toBe(200);
});

test("the limit of the longest names keeps its length, not the name", async () => {
  const { admin, app } = testApp();
  const id = contact(app, admin, "Zoë Byrne", PHONE);
  await admin.request("POST", `/api/contacts/${id}/erase`, { name: "Zoë Byrne" });
  expect(longestNames(app)).toEqual(["xxж xxxxx", "xxж xxxxx"]);
});

test("texts waiting for the client are not sent", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const id = contact(app, admin, NAME, PHONE);
  const { body: conversation } = await admin.request("POST", "/api/conversations", {
    contactId: id,
  });
  await admin.request("POST", "/api/conversations/messages", {
    conversationId: conversation.id,
    body: "chatwordish",
  });
  await admin.request("POST", `/api/contacts/${id}/erase`, { name: NAME });
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
});

test("a client with an active membership is not erased, and the membership continues", async () => {
  const { admin, app } = testApp();
  const id = contact(app, admin, "Ada Lovelace", PHONE);
  const membershipId = await createMembership(admin);
  joinMembership({ app, admin } as TestApp, membershipId, id);
  const erase = () => admin.request("POST", `/api/contacts/${id}/erase`, { name: "Ada Lovelace" });
  for (const status of ["active", "past_due", "trialing"]) {
    app.db.query("update subscriptions set status = ?").run(status);
    expect(await erase()).toMatchObject({
      status: 409,
      body: { message: "This client has an active membership or payment plan. Cancel it first." },
    });
  }
  app.db.run("update subscriptions set status = 'canceled'");
  expect((await erase()).status).toBe(204);
});
