import { expect, test } from "bun:test";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
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
  contact(parlor.app, parlor.admin, "Ada", ADA);
  await writes(parlor, "Hello again");
  expect(await conversation(parlor)).toMatchObject({ optOutReview: { wording: "remove me" } });
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
