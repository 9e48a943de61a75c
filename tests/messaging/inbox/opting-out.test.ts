import { expect, test } from "bun:test";
import { catchUpInbound } from "#src/messaging/inbox/catch-up.ts";
import { ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const GOODBYE = "You're unsubscribed and won't get any more texts. Reply START to resubscribe.";
const WELCOME = "You're subscribed again. Reply STOP to unsubscribe.";
const HELP = "Reply STOP to unsubscribe. Message and data rates may apply.";

let sids = 7000;

async function writes(given: TestApp, body: string, optOutType?: string): Promise<void> {
  sids += 1;
  given.clock.now += 1000;
  const text = { sid: sidOf(sids), from: ADA, body, ...(optOutType && { optOutType }) };
  expect(await postInbound(given.hono, text)).toBe(200);
}

async function sendAllTexts(given: TestApp): Promise<string[]> {
  await given.sendAll();
  return given.sms.sent.map(({ body }) => body);
}

async function isOptedOut({ admin }: TestApp): Promise<boolean> {
  return (await admin.request("GET", "/api/contacts")).body.contacts[0].optedOut;
}

function consents({ app }: TestApp) {
  return app.db
    .query("select given, source, wording, actor_id as actor from consents order by id")
    .all();
}

test("STOP opts out and is confirmed once, even if it is sent three times", async () => {
  const given = testApp();
  await writes(given, "Stop!");
  await writes(given, "STOP");
  await writes(given, "unsubscribe");
  expect(await isOptedOut(given)).toBe(true);
  expect(await sendAllTexts(given)).toEqual([GOODBYE]);
  expect(consents(given)).toEqual([{ given: 0, source: "keyword", wording: "Stop!", actor: null }]);
});

test("where the carrier has replied, Parlor sends no reply", async () => {
  const given = testApp();
  await writes(given, "STOP", "STOP");
  await writes(given, "HELP", "HELP");
  expect(await isOptedOut(given)).toBe(true);
  await writes(given, "START", "START");
  expect(await isOptedOut(given)).toBe(false);
  expect(await sendAllTexts(given)).toEqual([]);
});

test("the carrier's classification overrides ours, in both directions", async () => {
  const given = testApp();
  await writes(given, "bye now", "STOP");
  expect(await isOptedOut(given)).toBe(true);
  await writes(given, "please stop texting me", "START");
  expect(await isOptedOut(given)).toBe(false);
  await writes(given, "stop", "HELP");
  expect(await isOptedOut(given)).toBe(false);
  expect(consents(given)).toEqual([
    { given: 0, source: "carrier", wording: "bye now", actor: null },
    { given: 1, source: "carrier", wording: "please stop texting me", actor: null },
  ]);
  expect(await sendAllTexts(given)).toEqual([]);
});

test("an unknown classification by the carrier keeps ours", async () => {
  const given = testApp();
  await writes(given, "STOP", "PAUSE");
  expect(await isOptedOut(given)).toBe(true);
  expect(await sendAllTexts(given)).toEqual([]);
});

test("START, YES and UNSTOP count only when opted out", async () => {
  const given = testApp();
  await writes(given, "Yes");
  expect(consents(given)).toEqual([]);
  await writes(given, "STOP");
  await writes(given, "yes.");
  expect(await isOptedOut(given)).toBe(false);
  await writes(given, "START");
  expect(await sendAllTexts(given)).toEqual([GOODBYE, WELCOME]);
  expect(consents(given)).toMatchObject([
    { given: 0, wording: "STOP" },
    { given: 1, source: "keyword", wording: "yes." },
  ]);
});

test("HELP replies who we are and how to reach us, and changes nothing", async () => {
  const given = testApp();
  await writes(given, "Help");
  await given.admin.request("POST", "/api/settings", {
    businessName: "Arch & Co",
    businessPhone: "(512) 555-0100",
    businessEmail: "hi@arch.example.com",
  });
  await writes(given, "INFO");
  expect(await sendAllTexts(given)).toEqual([
    HELP,
    `Arch & Co: Contact us at (512) 555-0100 or hi@arch.example.com. ${HELP}`,
  ]);
  expect(consents(given)).toEqual([]);
});

test("clear words opt out too, and are stored verbatim", async () => {
  const given = testApp();
  await writes(given, "hey there, please stop texting me 🙏");
  expect(await isOptedOut(given)).toBe(true);
  expect(await sendAllTexts(given)).toEqual([GOODBYE]);
  expect(consents(given)).toEqual([
    { given: 0, source: "words", wording: "hey there, please stop texting me 🙏", actor: null },
  ]);
  const audit = given.app.db
    .query("select action, actor_type as who, metadata from audit_logs order by id desc limit 1")
    .get();
  expect(audit).toEqual({ action: "contact.opt_out", who: "system", metadata: '{"by":"words"}' });
});

test("the word stop without the wish to stop is an ordinary text", async () => {
  const given = testApp();
  await writes(given, "please stop by at 5");
  expect(await isOptedOut(given)).toBe(false);
  expect(await sendAllTexts(given)).toEqual([]);
});

test("a STOP cancels the client's waiting texts of a running campaign and a chat", async () => {
  const given = testApp();
  const id = contact(given.app, given.admin, "Ada", ADA);
  await given.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  const { body: chat } = await given.admin.request("POST", "/api/conversations", { contactId: id });
  await given.admin.request("POST", "/api/conversations/messages", {
    conversationId: chat.id,
    body: "Hi",
  });
  await writes(given, "STOP");
  expect(await sendAllTexts(given)).toEqual([GOODBYE]);
});

/** What a client wrote while the server was down. */
function addMissedText({ sms }: TestApp, number: number, body: string, at: number): void {
  sms.messages.unshift({
    providerId: sidOf(number),
    direction: "inbound",
    from: ADA,
    to: sms.from,
    body,
    mediaCount: 0,
    status: "received",
    errorCode: null,
    createdAt: at,
    price: null,
  });
}

test("a STOP sent while the server was down is obeyed before anything is sent", async () => {
  const given = testApp();
  const { app, admin, clock } = given;
  expect(await catchUpInbound(app)).toBe(0);
  const id = contact(app, admin, "Ada", ADA);
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  addMissedText(given, 901, "When do you open?", clock.now + 60_000);
  addMissedText(given, 902, "STOP", clock.now + 120_000);
  clock.now += 3_600_000;

  expect(await catchUpInbound(app)).toBe(2);
  expect(await isOptedOut(given)).toBe(true);
  expect(await sendAllTexts(given)).toEqual([GOODBYE]);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ status: "completed", sentCount: 0, skippedCount: 1 }]);
  const thread = await admin.request("GET", "/api/conversations/1/messages");
  expect(thread.body.messages).toMatchObject([
    { body: "When do you open?", createdAt: "2026-11-20T16:01:00.000Z" },
    { body: "STOP" },
    { body: GOODBYE, purpose: "keyword" },
  ]);
});

test("what the webhook already reported is not repeated by a catch-up", async () => {
  const given = testApp();
  const { app, clock, admin } = given;
  await catchUpInbound(app);
  await postInbound(given.hono, { sid: sidOf(901), from: ADA, body: "Hello" });
  addMissedText(given, 901, "Hello", clock.now);
  clock.now += 60_000;
  expect(await catchUpInbound(app)).toBe(0);
  await admin.request("DELETE", "/api/contacts/1");
  expect(await catchUpInbound(app)).toBe(0);
  expect((await admin.request("GET", "/api/contacts")).body.contacts).toEqual([]);
});

test("a missed text does not push later texts out of the list", async () => {
  const given = testApp();
  const { app, admin, clock } = given;
  await catchUpInbound(app);
  const contactId = contact(app, admin, "Ada", ADA);
  clock.now += 60_000;
  addMissedText(given, 901, "An earlier word", clock.now);
  clock.now += 60_000;
  const { body: chat } = await admin.request("POST", "/api/conversations", { contactId });
  await admin.request("POST", "/api/conversations/messages", {
    conversationId: chat.id,
    body: "Hi",
  });
  const shown = { lastMessagePreview: "Hi", lastMessageAt: new Date(clock.now).toISOString() };
  expect(await catchUpInbound(app)).toBe(1);
  const { body } = await admin.request("GET", "/api/conversations");
  expect(body.conversations).toMatchObject([{ ...shown, unreadCount: 1 }]);
});

test("a catch-up that can't reach the provider says so, so that nothing is sent yet", async () => {
  const given = testApp();
  await catchUpInbound(given.app);
  given.sms.list = () => Promise.reject(new ProviderUnreachable("down"));
  await expect(catchUpInbound(given.app)).rejects.toThrow(ProviderUnreachable);
});
