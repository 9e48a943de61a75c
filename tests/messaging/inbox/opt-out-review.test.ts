import { expect, test } from "bun:test";
import { grantCategories } from "#src/clients/consent.ts";
import { optOutUndecided } from "#src/messaging/inbox/opt-out-review.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { openAlerts, watchConditions } from "#src/platform/alerts/alerts.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, stranger, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";

let sids = 8800;

async function writes(parlor: TestApp, body: string): Promise<void> {
  sids += 1;
  parlor.clock.now += 1000;
  expect(await postInbound(parlor.hono, { sid: sidOf(sids), from: ADA, body })).toBe(200);
}

async function conversation({ admin }: TestApp) {
  return (await admin.request("GET", "/api/conversations")).body.conversations[0];
}

function decide({ admin }: TestApp, optOut: boolean) {
  return admin.request("POST", "/api/conversations/1/opt-out-review", { optOut });
}

/** Sends a campaign to Ada. Returns its recipients' outcome. */
async function campaign(parlor: TestApp) {
  const { admin } = parlor;
  const created = await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "20% off",
    skipCheck: true,
    contactIds: [1],
  });
  await parlor.sendAll();
  const { body } = await admin.request("GET", `/api/campaigns/${created.body.id}`);
  return [body.sentCount, body.skippedCount];
}

function auditedActions({ app }: TestApp) {
  return app.db
    .query(
      "select action, actor_type as by from audit_logs where action like 'contact.opt_%' order by id",
    )
    .all();
}

test("an unclear text asks staff, sends no reply and doesn't stop the chat", async () => {
  const parlor = testApp();
  await writes(parlor, "Remove me please");
  expect(await conversation(parlor)).toMatchObject({
    contact: { optedOut: false },
    unreadCount: 1,
    optOutReview: { wording: "Remove me please" },
  });
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  await parlor.admin.request("POST", "/api/conversations/messages", {
    conversationId: 1,
    body: "From which list?",
  });
  await parlor.sendAll();
  expect(parlor.sms.sent.map(({ body }) => body)).toEqual(["From which list?"]);
});

test("campaigns skip the number until staff decide that it was no opt-out", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Ada", ADA);
  await writes(parlor, "leave me alone");
  expect(await campaign(parlor)).toEqual([0, 1]);
  expect((await decide(parlor, false)).body).toMatchObject({
    optOutReview: null,
    contact: { optedOut: false },
  });
  expect(await campaign(parlor)).toEqual([1, 0]);
  expect(auditedActions(parlor)).toEqual([
    { action: "contact.opt_out_review", by: "system" },
    { action: "contact.opt_out_dismiss", by: "user" },
  ]);
});

test("staff record the client's words as an opt-out, without a reply to the client", async () => {
  const parlor = testApp();
  await writes(parlor, "wrong number");
  expect((await decide(parlor, true)).body).toMatchObject({
    optOutReview: null,
    contact: { optedOut: true },
  });
  const consents = parlor.app.db.query("select given, source, wording from consents").all();
  expect(consents).toEqual([{ given: 0, source: "staff", wording: "wrong number" }]);
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  expect((await decide(parlor, false)).status).toBe(409);
});

test.each([["STOP"], ["please stop texting me"]])("%p decides it without staff", async (body) => {
  const parlor = testApp();
  await writes(parlor, "not interested");
  await writes(parlor, body);
  expect(await conversation(parlor)).toMatchObject({
    contact: { optedOut: true },
    optOutReview: null,
  });
});

test("START decides it without staff, and a YES, which may be about something else, doesn't", async () => {
  const parlor = testApp();
  await writes(parlor, "not interested");
  await writes(parlor, "Yes");
  expect((await conversation(parlor)).optOutReview).not.toBeNull();
  await writes(parlor, "START");
  expect(await conversation(parlor)).toMatchObject({
    contact: { optedOut: false },
    optOutReview: null,
  });
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(1);
});

test("opting out on the client's page decides it too", async () => {
  const parlor = testApp();
  await writes(parlor, "not interested");
  await parlor.admin.request("POST", "/api/contacts/1/opt-out");
  expect((await conversation(parlor)).optOutReview).toBeNull();
});

test("deleting the thread or the client decides nothing", async () => {
  const parlor = testApp();
  await writes(parlor, "remove me");
  await parlor.admin.request("DELETE", "/api/conversations/1");
  expect(await campaign(parlor)).toEqual([0, 1]);
  await parlor.admin.request("DELETE", "/api/contacts/1");
  stranger(parlor.app, parlor.admin, "Ada", ADA);
  await writes(parlor, "Hello again");
  expect(await conversation(parlor)).toMatchObject({ optOutReview: { wording: "remove me" } });
});

test("a change of number decides nothing, and what was held waits at the new number", async () => {
  const parlor = testApp();
  await writes(parlor, "remove me");
  sendText(parlor.app, { purpose: "thank-you", phone: ADA, contactId: 1, body: "Thank you" });
  await parlor.sendAll();
  const changed = { phoneNumber: "+12025550112" };
  expect((await parlor.admin.request("PATCH", "/api/contacts/1", changed)).status).toBe(200);
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  expect(await conversation(parlor)).toMatchObject({ optOutReview: { wording: "remove me" } });
  expect((await decide(parlor, false)).body.optOutReview).toBeNull();
  await parlor.sendAll();
  expect(parlor.sms.sent).toMatchObject([{ to: "+12025550112", body: "Thank you" }]);
});

test("erasing the client erases the words", async () => {
  const parlor = testApp();
  await writes(parlor, "remove me");
  const erased = await parlor.admin.request("POST", "/api/contacts/1/erase", { name: ADA });
  expect(erased.status).toBeLessThan(300);
  expect(parlor.app.db.query("select wording from opt_out_reviews").all()).toEqual([
    { wording: "" },
  ]);
});

test("an unclear text of a client who has opted out asks nothing", async () => {
  const parlor = testApp();
  await writes(parlor, "STOP");
  await writes(parlor, "remove me");
  expect((await conversation(parlor)).optOutReview).toBeNull();
});

const WEEKDAY = 24 * 60 * 60 * 1000;

test("the campaign's report names who was held, until staff decide", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Ada", ADA);
  await writes(parlor, "leave me alone");
  expect(await campaign(parlor)).toEqual([0, 1]);
  const held = async () => (await parlor.admin.request("GET", "/api/campaigns/1/report")).body.held;
  expect(await held()).toEqual([{ contactId: 1, name: "Ada", conversationId: 1 }]);
  await decide(parlor, false);
  expect(await held()).toEqual([]);
});

test("agreeing to reminders with a booking decides nothing, agreeing to offers does", async () => {
  const parlor = testApp();
  await writes(parlor, "not interested");
  const statement = { phone: ADA, source: "booking" } as const;
  grantCategories(parlor.app, statement, { reminder: "Reminders" });
  expect((await conversation(parlor)).optOutReview).not.toBeNull();
  grantCategories(parlor.app, statement, { marketing: "Offers" });
  expect((await conversation(parlor)).optOutReview).toBeNull();
});

test("a text that no one decides on alerts after a weekday and opts out after five, by the first text", async () => {
  // Friday, November 20.
  const parlor = testApp();
  const alerts = () => openAlerts(parlor.app).map(({ name }) => name);
  await writes(parlor, "wrong number");
  parlor.clock.now += 2 * WEEKDAY;
  await writes(parlor, "hello? wrong number!");
  await watchConditions(parlor.app);
  expect(alerts()).toEqual([]);
  parlor.clock.now += WEEKDAY;
  await watchConditions(parlor.app);
  expect(alerts()).toEqual(["opt-outs-undecided"]);

  parlor.clock.now += 4 * WEEKDAY - 60_000;
  optOutUndecided(parlor.app);
  expect((await conversation(parlor)).contact.optedOut).toBe(false);
  parlor.clock.now += 60_000;
  optOutUndecided(parlor.app);
  optOutUndecided(parlor.app);
  expect(await conversation(parlor)).toMatchObject({
    contact: { optedOut: true },
    optOutReview: null,
  });
  const consents = parlor.app.db.query("select given, source, wording from consents").all();
  expect(consents).toEqual([
    { given: 0, source: "words", wording: "wrong number\nhello? wrong number!" },
  ]);
  expect(auditedActions(parlor).at(-1)).toEqual({ action: "contact.opt_out", by: "system" });
  await watchConditions(parlor.app);
  expect(alerts()).toEqual([]);
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
});

test("a held number gets no reminder, and what it asked for", async () => {
  const parlor = testApp();
  await writes(parlor, "stop this nonsense");
  for (const purpose of ["reminder", "thank-you", "offer", "missed-call", "invite"] as const)
    sendText(parlor.app, { purpose, phone: ADA, contactId: 1, body: purpose });
  for (const purpose of ["confirmation", "billing", "code"] as const)
    sendText(parlor.app, { purpose, phone: ADA, contactId: 1, body: purpose });
  await parlor.sendAll();
  const sent = () => parlor.sms.sent.map(({ body }) => body);
  expect(sent()).toEqual(["confirmation", "billing", "code"]);
  await decide(parlor, true);
  await parlor.sendAll();
  expect(sent()).toHaveLength(3);
});

test("what a held number was to get is sent when staff decide that it was no opt-out, within a day", async () => {
  const parlor = testApp();
  await writes(parlor, "stop this nonsense");
  const send = (body: string) =>
    sendText(parlor.app, { purpose: "thank-you", phone: ADA, contactId: 1, body });
  send("too late");
  await parlor.sendAll();
  parlor.clock.now += WEEKDAY;
  await parlor.sendAll();
  send("in time");
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  await decide(parlor, false);
  await parlor.sendAll();
  expect(parlor.sms.sent.map(({ body }) => body)).toEqual(["in time"]);
  const errors = parlor.app.db.query("select error from messages where status = 'skipped'").all();
  expect(errors).toEqual([{ error: "The client may have opted out: decide in the inbox" }]);
});
