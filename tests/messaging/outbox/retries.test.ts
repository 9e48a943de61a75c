import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { resumeSending } from "#src/platform/sending-state.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { base64, png } from "#tests/support/pictures.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { failLastText, postInbound } from "#tests/support/twilio-posts.ts";

const FORMER = "+12025550111";
const PRESENT = "+12025550133";
const MINUTE = 60_000;

/** A queue of the carrier was full, so the text is sent again a minute later. */
const QUEUE_OVERFLOW = 30001;
/** The salon isn't registered: sending pauses, and its texts wait. */
const UNREGISTERED = 30034;

function salon() {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  const id = contact(app, admin, "Xylophonia Byrne", FORMER);
  return {
    ...parlor,
    id,
    async chat(body: string, mediaIds: number[] = []) {
      await admin.request("POST", "/api/conversations", { contactId: id });
      const message = { conversationId: 1, body, mediaIds };
      const sent = await admin.request("POST", "/api/conversations/messages", message);
      expect(sent.status).toBe(201);
      await parlor.sendAll();
    },
    fail: (errorCode: number) => failLastText(parlor, errorCode),
    async wait() {
      clock.now += 2 * MINUTE;
      await parlor.sendAll();
    },
    changeNumber: () =>
      admin.request("PATCH", `/api/contacts/${id}`, {
        phoneNumber: PRESENT,
        agreement: "Said yes",
      }),
    erase: () => admin.request("POST", `/api/contacts/${id}/erase`, { name: "Xylophonia Byrne" }),
    invite() {
      const text = { purpose: "invite", phone: FORMER, contactId: id, body: "Join us" } as const;
      inTransaction(app.db, () => sendText(app, text));
      return parlor.sendAll();
    },
    thread: async () => (await admin.request("GET", "/api/conversations/1/messages")).body.messages,
  };
}

const numbers = ({ sms }: TestApp) => sms.sent.map(({ to }) => to);

test("a chat's retry goes to the number that the client has by then", async () => {
  const parlor = salon();
  await parlor.chat("Your results are in");
  await parlor.fail(QUEUE_OVERFLOW);
  expect((await parlor.changeNumber()).status).toBe(200);
  await parlor.wait();
  expect(numbers(parlor)).toEqual([FORMER, PRESENT]);
});

test("so does a campaign's, whatever the former number's next owner answers", async () => {
  const parlor = salon();
  const campaign = { name: "A", message: "Hi", skipCheck: true, contactIds: [parlor.id] };
  await parlor.admin.request("POST", "/api/campaigns", campaign);
  await parlor.sendAll();
  await parlor.fail(QUEUE_OVERFLOW);
  expect((await parlor.changeNumber()).status).toBe(200);
  await postInbound(parlor.hono, { sid: sidOf(60_000), from: FORMER, body: "STOP" });
  await parlor.wait();
  expect(parlor.sms.sent.filter(({ body }) => body === "Hi").map(({ to }) => to)).toEqual([
    FORMER,
    PRESENT,
  ]);
});

test("the thread shows the waiting retry, and an erasure takes its words", async () => {
  const parlor = salon();
  await parlor.chat("Dear Xylophonia");
  await parlor.fail(UNREGISTERED);
  expect(await parlor.thread()).toMatchObject([
    { body: "Dear Xylophonia", status: "undelivered", canRetry: false },
    { body: "Dear Xylophonia", status: "pending", canRetry: false },
  ]);
  expect((await parlor.erase()).status).toBe(204);
  const words = "select body from messages where body is not null";
  expect(parlor.app.db.query(words).values()).toEqual([]);
});

test("nothing is sent again to an erased client", async () => {
  const parlor = salon();
  await parlor.invite();
  await parlor.fail(QUEUE_OVERFLOW);
  await parlor.erase();
  await parlor.wait();
  expect(parlor.sms.sent).toHaveLength(1);
});

test("a merged client gets the retry", async () => {
  const parlor = salon();
  const kept = contact(parlor.app, parlor.admin, "X. Byrne", PRESENT);
  await parlor.chat("Your results are in");
  await parlor.fail(QUEUE_OVERFLOW);
  const choice = { otherId: parlor.id, name: "X. Byrne", phoneNumber: PRESENT, email: null };
  expect((await parlor.admin.request("POST", `/api/contacts/${kept}/merge`, choice)).status).toBe(
    200,
  );
  await parlor.wait();
  expect(numbers(parlor)).toEqual([FORMER, PRESENT]);
});

test("a retry keeps its pictures, its author's words and its place in the search", async () => {
  const parlor = salon();
  const picture = await parlor.admin.request("POST", "/api/media", { data: base64(png()) });
  await parlor.chat("This is the color", [picture.body.id]);
  await parlor.fail(QUEUE_OVERFLOW);
  await parlor.wait();
  expect(parlor.sms.sent.map(({ mediaUrls }) => mediaUrls?.length)).toEqual([1, 1]);
  const indexed = parlor.app.db.query("select rowid from messages_search where body match 'color'");
  expect(indexed.values()).toEqual([[1], [2]]);
});

test("a text of a deleted conversation isn't sent again", async () => {
  const parlor = salon();
  await parlor.chat("See you at 3");
  await parlor.admin.request("DELETE", "/api/conversations/1");
  await parlor.fail(QUEUE_OVERFLOW);
  await parlor.wait();
  expect(parlor.sms.sent).toHaveLength(1);
});

test("staff can't resend a failed retry while the next one waits", async () => {
  const parlor = salon();
  await parlor.chat("See you at 3");
  for (let times = 0; times < 2; times += 1) {
    await parlor.fail(UNREGISTERED);
    if (times === 1) for (const { canRetry } of await parlor.thread()) expect(canRetry).toBe(false);
    resumeSending(parlor.app);
    await parlor.wait();
  }
  expect(parlor.sms.sent).toHaveLength(3);
});

test("a retry that waits for staff's decision is sent when they dismiss the question", async () => {
  const parlor = salon();
  await parlor.invite();
  await parlor.fail(QUEUE_OVERFLOW);
  await postInbound(parlor.hono, { sid: sidOf(60_000), from: FORMER, body: "Remove me please" });
  await parlor.wait();
  expect(parlor.sms.sent).toHaveLength(1);
  const decided = await parlor.admin.request("POST", "/api/conversations/1/opt-out-review", {
    optOut: false,
  });
  expect(decided.status).toBe(200);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(2);
});
