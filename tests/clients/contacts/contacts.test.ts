import { expect, test } from "bun:test";
import { checkCounts } from "#db/doctor.ts";
import { isUndeliverable } from "#src/clients/consent.ts";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { stranger, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const PHONE = "+12025550111";

function consents({ app }: TestApp) {
  return app.db
    .query(
      `select phone, given, source, wording, actor_id as actor, ip_address as ip, created_at as at
       from consents order by id`,
    )
    .all();
}

async function listContacts({ admin }: TestApp) {
  return (await admin.request("GET", "/api/contacts")).body.contacts;
}

test.each([
  ["(202) 555-0111", PHONE],
  ["202.555.0111", PHONE],
  ["+1 202 555 0111", PHONE],
  ["+44 20 7946 0958", "+442079460958"],
])("%s is stored as %s", async (typed, phoneNumber) => {
  const { admin, clock } = testApp();
  const wanted = { name: " Ada Byrne ", phoneNumber: typed, email: "ada@example.com" };
  const { status, body } = await admin.request("POST", "/api/contacts", wanted);
  expect([status, body]).toEqual([
    201,
    {
      id: 1,
      name: "Ada Byrne",
      phoneNumber,
      email: "ada@example.com",
      birthday: null,
      userId: admin.id,
      optedOut: false,
      optOutDate: null,
      undeliverable: false,
      basis: "none",
      createdAt: new Date(clock.now).toISOString(),
      tags: [],
    },
  ]);
});

test("the business's country replaces a missing country code", async () => {
  const { admin } = testApp();
  await admin.request("POST", "/api/settings", { country: "GB" });
  const wanted = { name: "Ada", phoneNumber: "020 7946 0958" };
  expect((await admin.request("POST", "/api/contacts", wanted)).body.phoneNumber).toBe(
    "+442079460958",
  );
});

test.each([
  [{ name: "Ada", phoneNumber: "12" }, "phoneNumber", "Invalid phone number format"],
  [{ name: "Ada", phoneNumber: "Ada" }, "phoneNumber", "Invalid phone number format"],
  // Their length is right, but no plan has such numbers.
  [{ name: "Ada", phoneNumber: "012 555 0177" }, "phoneNumber", "Invalid phone number format"],
  [{ name: "Ada", phoneNumber: "+44 1111 111111" }, "phoneNumber", "Invalid phone number format"],
  // Texts to it cost dollars.
  [{ name: "Ada", phoneNumber: "(900) 555-0177" }, "phoneNumber", "Invalid phone number format"],
  [{ name: "A".repeat(121), phoneNumber: PHONE }, "name", "A name can be up to 120 characters"],
  [{ name: "Ada", phoneNumber: " " }, "phoneNumber", "Phone number is required"],
  [{ name: " ", phoneNumber: PHONE }, "name", "Name is required"],
  [{ name: "Ada", phoneNumber: PHONE, email: "ada" }, "email", "Invalid email address"],
])("%o is refused at its field", async (wanted, field, expectedText) => {
  const parlor = testApp();
  const { status, body } = await parlor.admin.request("POST", "/api/contacts", wanted);
  expect([status, body.message, body.errors]).toEqual([
    400,
    expectedText,
    { [field]: expectedText },
  ]);
  expect(await listContacts(parlor)).toEqual([]);
});

test("a second contact with the same number is 409 and names the first", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  stranger(app, admin, "Ada Byrne", PHONE);
  const bea = stranger(app, admin, "Bea", "+12025550112");
  const second = { name: "Cleo", phoneNumber: "202-555-0111" };
  const expectedText = "Ada Byrne already has this number.";
  const created = await admin.request("POST", "/api/contacts", second);
  expect([created.status, created.body.message]).toEqual([409, expectedText]);
  const changed = await admin.request("PATCH", `/api/contacts/${bea}`, { phoneNumber: PHONE });
  expect([changed.status, changed.body.errors]).toEqual([409, { phoneNumber: expectedText }]);
  expect(await listContacts(parlor)).toHaveLength(2);
});

test("a holder of the number who has no name is called by the number", async () => {
  const { admin, app } = testApp();
  stranger(app, admin, "+12025550119", PHONE);
  const { body } = await admin.request("POST", "/api/contacts", {
    name: "Cleo",
    phoneNumber: PHONE,
  });
  expect(body.message).toBe("(202) 555-0119 already has this number.");
});

test("an edit changes only the fields it contains", async () => {
  const { admin } = testApp();
  const wanted = { name: "Ada", phoneNumber: PHONE, email: "ada@example.com" };
  const { body: ada } = await admin.request("POST", "/api/contacts", wanted);
  const path = `/api/contacts/${ada.id}`;
  expect((await admin.request("PATCH", path, { name: "Ada B." })).body).toEqual({
    ...ada,
    name: "Ada B.",
  });
  expect((await admin.request("PATCH", path, { email: null })).body).toMatchObject({
    name: "Ada B.",
    email: null,
  });
  expect((await admin.request("PATCH", path, { name: "  " })).status).toBe(400);
  expect((await admin.request("PATCH", "/api/contacts/999", { name: "A" })).status).toBe(404);
  expect((await admin.request("PATCH", "/api/contacts/x", { name: "A" })).status).toBe(404);
});

test("a new number brings its own consent, and leaves the old number's behind", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const ada = stranger(app, admin, "Ada", PHONE);
  const bea = stranger(app, admin, "Bea", "+12025550112");
  await admin.request("POST", `/api/contacts/${bea}/opt-out`);
  await admin.request("DELETE", `/api/contacts/${bea}`);
  const moved = await admin.request("PATCH", `/api/contacts/${ada}`, {
    phoneNumber: "+12025550112",
  });
  expect(moved.body.optedOut).toBe(true);
  const back = await admin.request("PATCH", `/api/contacts/${ada}`, { phoneNumber: PHONE });
  expect(back.body).toMatchObject({ optedOut: false, optOutDate: null });
});

test("a corrected number doesn't inherit the undeliverable state of the wrong one", async () => {
  const { admin, app } = testApp();
  const ada = stranger(app, admin, "Ada", PHONE);
  app.db.run("update contacts set undeliverable = 1");
  const named = await admin.request("PATCH", `/api/contacts/${ada}`, { name: "Ada B." });
  expect(named.body.undeliverable).toBe(true);
  const path = `/api/contacts/${ada}`;
  const { body } = await admin.request("PATCH", path, { phoneNumber: "+12025550112" });
  expect(body.undeliverable).toBe(false);
});

test("a number that staff found to be deliverable again is so for its next contact", async () => {
  const { admin, app } = testApp();
  const bea = stranger(app, admin, "Bea", "+12025550112");
  markUndeliverable(app, "+12025550112", { code: 30006, at: app.now() });
  await admin.request("POST", `/api/contacts/${bea}/clear-undeliverable`);
  await admin.request("DELETE", `/api/contacts/${bea}`);
  const ada = stranger(app, admin, "Ada", PHONE);
  const moved = await admin.request("PATCH", `/api/contacts/${ada}`, {
    phoneNumber: "+12025550112",
  });
  expect(moved.body.undeliverable).toBe(false);
});

test("a number that can't receive texts outlives the contact, until staff find that it can", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const ada = stranger(app, admin, "Ada", PHONE);
  markUndeliverable(app, PHONE, { code: 30006, at: app.now() });
  await admin.request("DELETE", `/api/contacts/${ada}`);
  await admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [
      { firstName: "Ada", phoneNumber: PHONE },
      { firstName: "Bea", phoneNumber: "+12025550112" },
    ],
  });
  expect(await listContacts(parlor)).toMatchObject([
    { name: "Bea", undeliverable: false },
    { name: "Ada", undeliverable: true },
  ]);
  expect(checkCounts(app.db).filter(({ isFine }) => !isFine)).toEqual([]);
  await admin.request("DELETE", `/api/contacts/${(await listContacts(parlor))[1].id}`);

  const again = { name: "Ada", phoneNumber: PHONE };
  const { body } = await admin.request("POST", "/api/contacts", again);
  expect(body).toMatchObject({ undeliverable: true });
  const cleared = await admin.request("POST", `/api/contacts/${body.id}/clear-undeliverable`);
  expect(cleared.body).toMatchObject({ undeliverable: false });
  expect(isUndeliverable(app, PHONE)).toBe(false);
});

test("opting out and in records who, when and in which words, once each", async () => {
  const parlor = testApp();
  const { admin, app, clock, person } = parlor;
  const mia = person("user", ["/contacts"]);
  const ada = stranger(app, admin, "Ada", PHONE);
  const outAt = clock.now;
  const { body: out } = await mia.request("POST", `/api/contacts/${ada}/opt-out`);
  expect(out).toMatchObject({ optedOut: true, optOutDate: new Date(outAt).toISOString() });
  clock.now += 1000;
  await mia.request("POST", `/api/contacts/${ada}/opt-out`);
  const { body: back } = await admin.request("POST", `/api/contacts/${ada}/opt-in`);
  expect(back).toMatchObject({ optedOut: false, optOutDate: null, warning: null });
  await admin.request("POST", `/api/contacts/${ada}/opt-in`);
  const said = { phone: 12025550111, source: "staff", ip: null };
  expect(consents(parlor)).toEqual([
    { ...said, given: 0, wording: `Opted out by ${mia.actor.username}`, actor: mia.id, at: outAt },
    {
      ...said,
      given: 1,
      wording: `Opted in by ${admin.actor.username}`,
      actor: admin.id,
      at: outAt + 1000,
    },
  ]);
});

test("opting in after the client's own STOP warns that the carrier still blocks", async () => {
  const parlor = testApp();
  const { admin, app, hono } = parlor;
  const ada = stranger(app, admin, "Ada", PHONE);
  await postInbound(hono, { sid: sidOf(9), from: PHONE, body: "Stop." });
  const { body } = await admin.request("POST", `/api/contacts/${ada}/opt-in`);
  expect(body).toMatchObject({
    optedOut: false,
    warning:
      "This client texted STOP, so the carrier still blocks the number until they text START.",
  });
  expect(consents(parlor)).toMatchObject([
    { given: 0, source: "keyword", wording: "Stop." },
    { given: 1 },
  ]);
});

test("a STOP outlives the contact, whoever adds the number again", async () => {
  const parlor = testApp();
  const { admin, app, hono, clock } = parlor;
  const ada = stranger(app, admin, "Ada", PHONE);
  const stoppedAt = clock.now;
  await postInbound(hono, { sid: sidOf(9), from: PHONE, body: "STOP" });
  await admin.request("DELETE", `/api/contacts/${ada}`);
  expect(await listContacts(parlor)).toEqual([]);
  clock.now += 60_000;

  const stopped = { optedOut: true, optOutDate: new Date(stoppedAt).toISOString() };
  const { body: again } = await admin.request("POST", "/api/contacts", {
    name: "Ada",
    phoneNumber: PHONE,
  });
  expect(again).toMatchObject(stopped);
  await admin.request("DELETE", `/api/contacts/${again.id}`);
  await admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [{ firstName: "Ada", lastName: "Byrne", phoneNumber: PHONE }],
    consentBasis: "Signed at the desk",
  });
  expect(await listContacts(parlor)).toMatchObject([{ name: "Ada Byrne", ...stopped }]);
});

test("a user with only the inbox may name an unknown contact, and nothing else", async () => {
  const parlor = testApp();
  const { admin, app, person } = parlor;
  const mia = person("user", ["/inbox"]);
  const ada = stranger(app, admin, "Ada", PHONE);
  const unknown = stranger(app, admin, "+12025550112", "+12025550112");
  const rename = (id: number, change: unknown) =>
    mia.request("PATCH", `/api/contacts/${id}`, change);
  const refused = await rename(ada, { name: "Eve" });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Only an unknown contact can be renamed here.",
  ]);
  expect((await rename(unknown, { phoneNumber: "+12025550113" })).status).toBe(403);
  expect((await rename(unknown, { name: "Bea", email: "bea@example.com" })).status).toBe(403);
  expect((await rename(unknown, { name: "Bea" })).body.name).toBe("Bea");
  expect((await rename(unknown, { name: "Cleo" })).status).toBe(403);
});

test("deleting a contact clears message bodies and keeps the ledger's rows", async () => {
  const parlor = testApp();
  const { admin, app, hono, sendAll } = parlor;
  const ada = stranger(app, admin, "Ada", PHONE);
  await postInbound(hono, { sid: sidOf(900), from: PHONE, body: "A secret of mine" });
  const { body } = await admin.request("GET", "/api/conversations");
  const conversationId = body.conversations[0].id;
  const answer = { conversationId, body: "It is safe with us" };
  await admin.request("POST", "/api/conversations/messages", answer);
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi {name}",
    skipCheck: true,
    includeAsked: true,
    contactIds: [ada],
  });
  await sendAll();

  expect((await admin.request("DELETE", `/api/contacts/${ada}`)).status).toBe(204);
  const rows = app.db
    .query("select phone, contact_id as contact, body, status from messages order by id")
    .all();
  const kept = { phone: 12025550111, contact: null, body: null };
  expect(rows).toEqual([
    { ...kept, status: "received" },
    { ...kept, status: "sent" },
    { ...kept, status: "sent" },
  ]);
  const { body: chats } = await admin.request("GET", "/api/conversations");
  expect(chats).toMatchObject({ conversations: [], unread: 0 });
  expect((await admin.request("GET", "/api/conversations?q=secret")).body.conversations).toEqual(
    [],
  );
  expect((await admin.request("GET", `/api/conversations/${conversationId}/messages`)).status).toBe(
    404,
  );
  expect((await admin.request("DELETE", `/api/contacts/${ada}`)).status).toBe(404);
});
