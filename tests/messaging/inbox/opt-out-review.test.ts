import { expect, test } from "bun:test";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";

let sids = 8800;

async function writes(given: TestApp, body: string): Promise<void> {
  sids += 1;
  given.clock.now += 1000;
  expect(await postInbound(given.hono, { sid: sidOf(sids), from: ADA, body })).toBe(200);
}

async function conversation({ admin }: TestApp) {
  return (await admin.request("GET", "/api/conversations")).body.conversations[0];
}

function decide({ admin }: TestApp, optOut: boolean) {
  return admin.request("POST", "/api/conversations/1/opt-out-review", { optOut });
}

/** Sends a campaign to Ada. Returns its recipients' outcome. */
async function campaign(given: TestApp) {
  const { admin } = given;
  const created = await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "20% off",
    skipCheck: true,
    contactIds: [1],
  });
  await given.sendAll();
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
  const given = testApp();
  await writes(given, "Remove me please");
  expect(await conversation(given)).toMatchObject({
    contact: { optedOut: false },
    unreadCount: 1,
    optOutReview: { wording: "Remove me please" },
  });
  await given.sendAll();
  expect(given.sms.sent).toEqual([]);
  await given.admin.request("POST", "/api/conversations/messages", {
    conversationId: 1,
    body: "From which list?",
  });
  await given.sendAll();
  expect(given.sms.sent.map(({ body }) => body)).toEqual(["From which list?"]);
});

test("campaigns skip the number until staff decide that it was no opt-out", async () => {
  const given = testApp();
  contact(given.app, given.admin, "Ada", ADA);
  await writes(given, "leave me alone");
  expect(await campaign(given)).toEqual([0, 1]);
  expect((await decide(given, false)).body).toMatchObject({
    optOutReview: null,
    contact: { optedOut: false },
  });
  expect(await campaign(given)).toEqual([1, 0]);
  expect(auditedActions(given)).toEqual([
    { action: "contact.opt_out_review", by: "system" },
    { action: "contact.opt_out_dismiss", by: "user" },
  ]);
});

test("staff record the client's words as an opt-out, without a reply to the client", async () => {
  const given = testApp();
  await writes(given, "wrong number");
  expect((await decide(given, true)).body).toMatchObject({
    optOutReview: null,
    contact: { optedOut: true },
  });
  const consents = given.app.db.query("select given, source, wording from consents").all();
  expect(consents).toEqual([{ given: 0, source: "staff", wording: "wrong number" }]);
  await given.sendAll();
  expect(given.sms.sent).toEqual([]);
  expect((await decide(given, false)).status).toBe(409);
});

test.each([["STOP"], ["please stop texting me"]])("%p decides it without staff", async (body) => {
  const given = testApp();
  await writes(given, "not interested");
  await writes(given, body);
  expect(await conversation(given)).toMatchObject({
    contact: { optedOut: true },
    optOutReview: null,
  });
});

test("opting out on the client's page decides it too", async () => {
  const given = testApp();
  await writes(given, "not interested");
  await given.admin.request("POST", "/api/contacts/1/opt-out");
  expect((await conversation(given)).optOutReview).toBeNull();
});

test("deleting the thread or the client decides nothing", async () => {
  const given = testApp();
  await writes(given, "remove me");
  await given.admin.request("DELETE", "/api/conversations/1");
  expect(await campaign(given)).toEqual([0, 1]);
  await given.admin.request("DELETE", "/api/contacts/1");
  contact(given.app, given.admin, "Ada", ADA);
  await writes(given, "Hello again");
  expect(await conversation(given)).toMatchObject({ optOutReview: { wording: "remove me" } });
});

test("erasing the client erases the words", async () => {
  const given = testApp();
  await writes(given, "remove me");
  const erased = await given.admin.request("POST", "/api/contacts/1/erase", { name: ADA });
  expect(erased.status).toBeLessThan(300);
  expect(given.app.db.query("select wording from opt_out_reviews").all()).toEqual([
    { wording: "" },
  ]);
});

test("an unclear text of a client who has opted out asks nothing", async () => {
  const given = testApp();
  await writes(given, "STOP");
  await writes(given, "remove me");
  expect((await conversation(given)).optOutReview).toBeNull();
});
