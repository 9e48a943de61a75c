import { expect, test } from "bun:test";
import { sidOf } from "#tests/fakes/sms.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound, postReceipt } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const BEA = "+12025550112";
const NEVER = "This contact has opted out and cannot receive messages";

let sids = 5000;

/** A client texts, a minute after the previous event. Returns the conversation's id. */
async function writes(parlor: TestApp, from: string, body: string): Promise<number> {
  sids += 1;
  parlor.clock.now += 60_000;
  expect(await postInbound(parlor.hono, { sid: sidOf(sids), from, body })).toBe(200);
  return (await list(parlor)).conversations[0].id;
}

async function list({ admin }: TestApp, query = "") {
  return (await admin.request("GET", `/api/conversations${query}`)).body;
}

async function thread({ admin }: TestApp, id: number, query = "") {
  return (await admin.request("GET", `/api/conversations/${id}/messages${query}`)).body;
}

async function bodiesOf(parlor: TestApp, id: number): Promise<string[]> {
  return (await thread(parlor, id)).messages.map(({ body }: { body: string }) => body);
}

function send({ admin }: TestApp, conversationId: number, body: string) {
  return admin.request("POST", "/api/conversations/messages", { conversationId, body });
}

test("the reply to a sent text names its conversation, as the specification asks", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "Hello");
  const { status, body } = await send(parlor, id, "Hi Ada");
  expect([status, body.conversationId, body.body]).toEqual([201, id, "Hi Ada"]);
});

test("a text from an unknown number creates a contact named after it and a conversation", async () => {
  const parlor = testApp();
  await writes(parlor, ADA, "Hello,\n  is anybody there?");
  expect((await list(parlor)).conversations).toEqual([
    {
      id: 1,
      contact: {
        id: 1,
        name: ADA,
        phoneNumber: ADA,
        optedOut: false,
        undeliverable: false,
        birthday: null,
      },
      lastMessagePreview: "Hello, is anybody there?",
      lastMessageAt: new Date(parlor.clock.now).toISOString(),
      lastMessageId: 1,
      lastMessageDirection: "inbound",
      lastMessageStatus: "received",
      unreadCount: 1,
      optOutReview: null,
      found: null,
    },
  ]);
  expect((await thread(parlor, 1)).messages).toMatchObject([
    { direction: "inbound", body: "Hello,\n  is anybody there?", read: false, status: "received" },
  ]);
});

test("a text reported twice is stored once, even after its contact was deleted", async () => {
  const parlor = testApp();
  const text = { sid: sidOf(77), from: ADA, body: "Hello" };
  await postInbound(parlor.hono, text);
  await postInbound(parlor.hono, text);
  expect((await list(parlor)).conversations).toMatchObject([{ unreadCount: 1 }]);
  await parlor.admin.request("DELETE", "/api/contacts/1");
  expect(await postInbound(parlor.hono, text)).toBe(200);
  expect((await parlor.admin.request("GET", "/api/contacts")).body.contacts).toEqual([]);
});

test("unread texts are counted, and opening a conversation reads only its own", async () => {
  const parlor = testApp();
  const bea = await writes(parlor, BEA, "Hi");
  const ada = await writes(parlor, ADA, "One");
  await writes(parlor, ADA, "Two");
  const unread = async () => {
    const { conversations, unread: all } = await list(parlor);
    return [all, ...conversations.map((one: { unreadCount: number }) => one.unreadCount)];
  };
  expect(await unread()).toEqual([2, 2, 1]);
  expect((await parlor.admin.request("POST", `/api/conversations/${ada}/mark-read`)).status).toBe(
    204,
  );
  expect(await unread()).toEqual([1, 0, 1]);
  const read = async (id: number) =>
    (await thread(parlor, id)).messages.map((message: { read: boolean }) => message.read);
  expect([await read(ada), await read(bea)]).toEqual([[true, true], [false]]);
  expect((await parlor.admin.request("GET", "/api/stats")).body.unreadConversations).toBe(1);
  expect((await parlor.admin.request("POST", "/api/conversations/99/mark-read")).status).toBe(404);
});

test("the inbox lists what is unread, also of clients who can't be texted", async () => {
  const parlor = testApp();
  await writes(parlor, ADA, "STOP");
  const ada = await writes(parlor, ADA, "Why do I still get texts?");
  const bea = await writes(parlor, BEA, "Do you do brows?");
  const { conversations, unread } = await list(parlor, "?show=unread");
  expect(conversations.map(({ id }: { id: number }) => id)).toEqual([bea, ada]);
  expect(unread).toBe(2);
  for (const id of [ada, bea])
    await parlor.admin.request("POST", `/api/conversations/${id}/mark-read`);
  expect(await list(parlor, "?show=unread")).toMatchObject({ conversations: [], unread: 0 });
  expect((await list(parlor)).conversations).toHaveLength(2);
});

test("conversations are listed newest first, in pages", async () => {
  const parlor = testApp();
  for (let n = 0; n < 7; n += 1) await writes(parlor, `+1202555020${n}`, `Text ${n}`);
  await writes(parlor, "+12025550202", "Again");
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(parlor, `?limit=3${cursor ? `&cursor=${cursor}` : ""}`);
    expect(page.conversations.length).toBeLessThanOrEqual(3);
    for (const { contact: client } of page.conversations) seen.push(client.phoneNumber.slice(-1));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(["2", "6", "5", "4", "3", "1", "0"]);
});

test("a thread is paged from its end, oldest first on each page, also at identical times", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "0");
  for (let n = 1; n < 8; n += 1)
    await postInbound(parlor.hono, { sid: sidOf(8000 + n), from: ADA, body: String(n) });
  const pages: string[] = [];
  let before: string | null = null;
  do {
    const page = await thread(parlor, id, `?limit=3${before ? `&before=${before}` : ""}`);
    pages.push(page.messages.map(({ body }: { body: string }) => body).join(""));
    before = page.nextCursor;
  } while (before);
  expect(pages).toEqual(["567", "234", "01"]);
});

test.each(["/api/conversations?cursor=x", "/api/conversations/1/messages?before=1.x"])(
  "%s is an invalid cursor: 400 by name",
  async (path) => {
    const parlor = testApp();
    await writes(parlor, ADA, "Hi");
    const { status, body } = await parlor.admin.request("GET", path);
    expect([status, body.message]).toEqual([400, "cursor: use a cursor from an earlier response."]);
  },
);

test("a campaign's text is shown where it was sent in the conversation", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "Before");
  const wanted = {
    name: "Spring",
    message: "Hi {firstName|you}",
    skipCheck: true,
    contactIds: [1],
    includeAsked: true,
  };
  await parlor.admin.request("POST", "/api/campaigns", wanted);
  await letPass(parlor, 500, 250);
  await writes(parlor, ADA, "After");
  expect((await thread(parlor, id)).messages).toMatchObject([
    { body: "Before", purpose: "chat", campaignName: null },
    { body: "Hi you", purpose: "campaign", campaignName: "Spring", canRetry: false },
    { body: "After" },
  ]);
});

test("when staff write first, the conversation is created once and the text is sent", async () => {
  const parlor = testApp();
  const contactId = contact(parlor.app, parlor.admin, "Ada", ADA);
  const { status, body } = await parlor.admin.request("POST", "/api/conversations", { contactId });
  expect([status, body.lastMessagePreview, body.contact.name]).toEqual([201, null, "Ada"]);
  const again = await parlor.admin.request("POST", "/api/conversations", { contactId });
  expect(again.body).toEqual(body);

  const sent = await send(parlor, body.id, "See you at 5");
  expect([sent.status, sent.body]).toEqual([
    201,
    expect.objectContaining({ direction: "outbound", status: "pending", body: "See you at 5" }),
  ]);
  await parlor.sendAll();
  expect(parlor.sms.sent.map((text) => [text.to, text.body])).toEqual([[ADA, "See you at 5"]]);
  expect((await list(parlor)).conversations).toMatchObject([
    { lastMessagePreview: "See you at 5", lastMessageStatus: "sent", unreadCount: 0 },
  ]);
});

test("a blank text, one that is too long, and one to nobody are refused with a message", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "Hi");
  const findBodies = async (conversationId: number, body: string) => {
    const answer = await send(parlor, conversationId, body);
    return [answer.status, answer.body.message];
  };
  expect(await findBodies(id, " \n ")).toEqual([400, "Write a message first"]);
  expect(await findBodies(id, "x".repeat(1601))).toEqual([
    400,
    "A text can be up to 1,600 characters",
  ]);
  expect(await findBodies(99, "Hi")).toEqual([404, "This conversation no longer exists."]);
  expect(await bodiesOf(parlor, id)).toEqual(["Hi"]);
});

test("a contact who opted out can't be texted, and waiting texts are not sent", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "Hi");
  await send(parlor, id, "On its way");
  await parlor.admin.request("POST", "/api/contacts/1/opt-out");
  const { status, body } = await send(parlor, id, "Please come back");
  expect([status, body]).toEqual([403, { message: NEVER, error: NEVER }]);
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  expect((await thread(parlor, id)).messages).toMatchObject([
    { body: "Hi" },
    { body: "On its way", status: "skipped", error: "The client has opted out" },
  ]);
});

test("without a connection, a text is refused with a message", async () => {
  const parlor = testApp({ connected: false });
  const contactId = contact(parlor.app, parlor.admin, "Ada", ADA);
  const { body: chat } = await parlor.admin.request("POST", "/api/conversations", { contactId });
  const { status, body } = await send(parlor, chat.id, "Hi");
  expect([status, body.message]).toEqual([
    409,
    "Texting isn't set up. Add your Twilio account in Settings.",
  ]);
});

test("a failed text stays with its reason, and Retry sends the same words as a new one", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "Hi");
  parlor.sms.answer = () => ({ kind: "refused", code: 21614, reason: "'To' is not mobile" });
  const { body: text } = await send(parlor, id, "See you at 5");
  const early = await parlor.admin.request("POST", `/api/conversations/messages/${text.id}/retry`);
  expect(early.status).toBe(409);
  await parlor.sendAll();
  const failed = {
    id: text.id,
    status: "failed",
    error: "The number can't receive texts",
  };
  expect((await thread(parlor, id)).messages[1]).toMatchObject({ ...failed, canRetry: true });

  parlor.sms.answer = undefined;
  const retried = await parlor.admin.request(
    "POST",
    `/api/conversations/messages/${text.id}/retry`,
  );
  expect([retried.status, retried.body.body]).toEqual([201, "See you at 5"]);
  expect(retried.body.id).not.toBe(text.id);
  await parlor.sendAll();
  expect((await thread(parlor, id)).messages).toMatchObject([
    { body: "Hi" },
    { ...failed, canRetry: false },
    { id: retried.body.id, status: "sent", error: null, canRetry: false },
  ]);
  const again = await parlor.admin.request("POST", `/api/conversations/messages/${text.id}/retry`);
  expect([again.status, again.body.message]).toEqual([409, "This message can't be resent."]);
  expect((await parlor.admin.request("POST", "/api/conversations/messages/99/retry")).status).toBe(
    404,
  );
});

test("a text that the carrier couldn't deliver says why", async () => {
  const parlor = testApp();
  const id = await writes(parlor, ADA, "Hi");
  await send(parlor, id, "See you at 5");
  await parlor.sendAll();
  const receipt = { sid: sidOf(1), to: ADA, status: "undelivered", errorCode: 30006 };
  await postReceipt(parlor.hono, parlor.sms.sent[0]?.statusCallback ?? "", receipt);
  expect((await thread(parlor, id)).messages[1]).toMatchObject({
    status: "undelivered",
    error: "The number is a landline, or its carrier doesn't accept texts",
    canRetry: true,
  });
});
