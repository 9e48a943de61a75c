import { expect, test } from "bun:test";
import { catchUpInbound } from "#src/messaging/inbox/catch-up.ts";
import { ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { pauseSending, resumeSending } from "#src/platform/sending-state.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const GOODBYE = "You're unsubscribed and won't get any more texts. Reply START to resubscribe.";
const WELCOME = "You're subscribed again. Reply STOP to unsubscribe.";
const HELP = "Reply STOP to unsubscribe. Message and data rates may apply.";

let sids = 7000;

async function writes(parlor: TestApp, body: string, optOutType?: string): Promise<void> {
  sids += 1;
  parlor.clock.now += 1000;
  const text = { sid: sidOf(sids), from: ADA, body, ...(optOutType && { optOutType }) };
  expect(await postInbound(parlor.hono, text)).toBe(200);
}

async function sendAllTexts(parlor: TestApp): Promise<string[]> {
  await parlor.sendAll();
  return parlor.sms.sent.map(({ body }) => body);
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
  const parlor = testApp();
  await writes(parlor, "Stop!");
  await writes(parlor, "STOP");
  await writes(parlor, "unsubscribe");
  expect(await isOptedOut(parlor)).toBe(true);
  expect(await sendAllTexts(parlor)).toEqual([GOODBYE]);
  expect(consents(parlor)).toEqual([
    { given: 0, source: "keyword", wording: "Stop!", actor: null },
  ]);
});

test("a STOP is confirmed to the number that sent it, also if staff change the client's number before", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", ADA);
  await writes(parlor, "STOP");
  const changed = { phoneNumber: "+12025550112" };
  expect((await parlor.admin.request("PATCH", `/api/contacts/${id}`, changed)).status).toBe(200);
  await parlor.sendAll();
  expect(parlor.sms.sent).toMatchObject([{ to: ADA, body: GOODBYE }]);
});

test("where the carrier has replied, Parlor sends no reply", async () => {
  const parlor = testApp();
  await writes(parlor, "STOP", "STOP");
  await writes(parlor, "HELP", "HELP");
  expect(await isOptedOut(parlor)).toBe(true);
  await writes(parlor, "START", "START");
  expect(await isOptedOut(parlor)).toBe(false);
  expect(await sendAllTexts(parlor)).toEqual([]);
});

test("the carrier's classification overrides ours, in both directions", async () => {
  const parlor = testApp();
  await writes(parlor, "bye now", "STOP");
  expect(await isOptedOut(parlor)).toBe(true);
  await writes(parlor, "please stop texting me", "START");
  expect(await isOptedOut(parlor)).toBe(false);
  await writes(parlor, "stop", "HELP");
  expect(await isOptedOut(parlor)).toBe(false);
  expect(consents(parlor)).toEqual([
    { given: 0, source: "carrier", wording: "bye now", actor: null },
    { given: 1, source: "carrier", wording: "please stop texting me", actor: null },
  ]);
  expect(await sendAllTexts(parlor)).toEqual([]);
});

test("an unknown classification by the carrier keeps ours", async () => {
  const parlor = testApp();
  await writes(parlor, "STOP", "PAUSE");
  expect(await isOptedOut(parlor)).toBe(true);
  expect(await sendAllTexts(parlor)).toEqual([]);
});

test("START, YES and UNSTOP count only when opted out", async () => {
  const parlor = testApp();
  await writes(parlor, "Yes");
  expect(consents(parlor)).toEqual([]);
  await writes(parlor, "STOP");
  await writes(parlor, "yes.");
  expect(await isOptedOut(parlor)).toBe(false);
  await writes(parlor, "START");
  expect(await sendAllTexts(parlor)).toEqual([GOODBYE, WELCOME]);
  expect(consents(parlor)).toMatchObject([
    { given: 0, wording: "STOP" },
    { given: 1, source: "keyword", wording: "yes." },
  ]);
});

test("an opt-out is confirmed within five minutes or not at all, and a START whenever sending resumes", async () => {
  const parlor = testApp();
  const { app, clock } = parlor;
  const resumeAfter = async (ms: number) => {
    clock.now += ms;
    resumeSending(app);
    return sendAllTexts(parlor);
  };
  pauseSending(app, "Twilio suspended the account");
  await writes(parlor, "take me off your list");
  expect(await resumeAfter(4 * 60_000)).toEqual([GOODBYE]);
  await writes(parlor, "START");
  await parlor.sendAll();
  pauseSending(app, "Twilio suspended the account");
  await writes(parlor, "take me off your list");
  expect(await resumeAfter(6 * 60_000)).toEqual([GOODBYE, WELCOME]);
  pauseSending(app, "Twilio suspended the account");
  await writes(parlor, "START");
  expect(await resumeAfter(6 * 60_000)).toEqual([GOODBYE, WELCOME, WELCOME]);
});

test("HELP replies who we are and how to reach us, and changes nothing", async () => {
  const parlor = testApp();
  await writes(parlor, "Help");
  await parlor.admin.request("POST", "/api/settings", {
    businessName: "Arch & Co",
    businessPhone: "(512) 555-0100",
    businessEmail: "hi@arch.example.com",
  });
  await writes(parlor, "INFO");
  expect(await sendAllTexts(parlor)).toEqual([
    HELP,
    `Arch & Co: Contact us at (512) 555-0100 or hi@arch.example.com. ${HELP}`,
  ]);
  expect(consents(parlor)).toEqual([]);
});

test("clear words opt out too, and are stored verbatim", async () => {
  const parlor = testApp();
  await writes(parlor, "hey there, please stop texting me 🙏");
  expect(await isOptedOut(parlor)).toBe(true);
  expect(await sendAllTexts(parlor)).toEqual([GOODBYE]);
  expect(consents(parlor)).toEqual([
    { given: 0, source: "words", wording: "hey there, please stop texting me 🙏", actor: null },
  ]);
  const audit = parlor.app.db
    .query("select action, actor_type as who, metadata from audit_logs order by id desc limit 1")
    .get();
  expect(audit).toEqual({ action: "contact.opt_out", who: "system", metadata: '{"by":"words"}' });
});

test("the word stop without the wish to stop is an ordinary text", async () => {
  const parlor = testApp();
  await writes(parlor, "please stop by at 5");
  expect(await isOptedOut(parlor)).toBe(false);
  expect(await sendAllTexts(parlor)).toEqual([]);
});

test("a STOP cancels the client's waiting texts of a running campaign and a chat", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", ADA);
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  const { body: chat } = await parlor.admin.request("POST", "/api/conversations", {
    contactId: id,
  });
  await parlor.admin.request("POST", "/api/conversations/messages", {
    conversationId: chat.id,
    body: "Hi",
  });
  await writes(parlor, "STOP");
  expect(await sendAllTexts(parlor)).toEqual([GOODBYE]);
});

test("a STOP sent while the server was down is obeyed before anything is sent", async () => {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  expect(await catchUpInbound(app)).toBe(0);
  const id = contact(app, admin, "Ada", ADA);
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  parlor.sms.receive({ from: ADA, body: "When do you open?", at: clock.now + 60_000 });
  parlor.sms.receive({ sid: sidOf(902), from: ADA, body: "STOP", at: clock.now + 120_000 });
  clock.now += 3_600_000;

  expect(await catchUpInbound(app)).toBe(2);
  expect(await isOptedOut(parlor)).toBe(true);
  expect(await sendAllTexts(parlor)).toEqual([]);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ status: "completed", sentCount: 0, skippedCount: 1 }]);
  const thread = await admin.request("GET", "/api/conversations/1/messages");
  expect(thread.body.messages).toMatchObject([
    { body: "When do you open?", createdAt: "2026-11-20T16:01:00.000Z" },
    { body: "STOP" },
    { body: GOODBYE, purpose: "keyword", status: "skipped", error: "It was too late to send it" },
  ]);
});

test("what the webhook already reported is not repeated by a catch-up", async () => {
  const parlor = testApp();
  const { app, clock, admin } = parlor;
  await catchUpInbound(app);
  await postInbound(parlor.hono, { sid: sidOf(901), from: ADA, body: "Hello" });
  parlor.sms.receive({ sid: sidOf(901), from: ADA, body: "Hello", at: clock.now });
  clock.now += 60_000;
  expect(await catchUpInbound(app)).toBe(0);
  await admin.request("DELETE", "/api/contacts/1");
  expect(await catchUpInbound(app)).toBe(0);
  expect((await admin.request("GET", "/api/contacts")).body.contacts).toEqual([]);
});

test("a missed text does not push later texts out of the list", async () => {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  await catchUpInbound(app);
  const contactId = contact(app, admin, "Ada", ADA);
  clock.now += 60_000;
  parlor.sms.receive({ from: ADA, body: "An earlier word" });
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
  const parlor = testApp();
  await catchUpInbound(parlor.app);
  parlor.sms.list = () => Promise.reject(new ProviderUnreachable("down"));
  await expect(catchUpInbound(parlor.app)).rejects.toThrow(ProviderUnreachable);
});
