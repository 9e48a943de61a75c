import { expect, test } from "bun:test";
import { sidOf } from "#tests/fakes/sms.ts";
import { signature } from "#tests/sandbox/signature.ts";
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  BASE,
  contact,
  type TestApp,
  testApp,
} from "#tests/support/test-app.ts";
import { post, postInbound, postReceipt, postSigned } from "#tests/support/twilio-posts.ts";

const INBOUND = `${BASE}/api/twilio/webhook`;
const hello = {
  MessageSid: sidOf(900),
  AccountSid: ACCOUNT_SID,
  From: "+12025550142",
  To: "+12025550100",
  Body: "Hello",
};

function rows({ app }: TestApp): number[] {
  return ["messages", "contacts", "conversations", "audit_logs"].map(
    (table) => app.db.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()?.n ?? -1,
  );
}

const forgeries: [string, (test: TestApp) => Promise<number>][] = [
  ["without a signature", ({ hono }) => post(hono, INBOUND, hello, undefined)],
  ["with a made-up signature", ({ hono }) => post(hono, INBOUND, hello, btoa("x".repeat(20)))],
  [
    "signed with another token",
    ({ hono }) => post(hono, INBOUND, hello, signature("other", INBOUND, hello)),
  ],
  [
    "with a field changed after signing",
    ({ hono }) =>
      post(hono, INBOUND, { ...hello, Body: "STOP" }, signature(AUTH_TOKEN, INBOUND, hello)),
  ],
  [
    "with a field added after signing",
    ({ hono }) =>
      post(hono, INBOUND, { ...hello, Extra: "1" }, signature(AUTH_TOKEN, INBOUND, hello)),
  ],
  [
    "signed for another address",
    ({ hono }) =>
      post(
        hono,
        INBOUND,
        hello,
        signature(AUTH_TOKEN, `${BASE}/api/twilio/status-callback`, hello),
      ),
  ],
  [
    "signed for another host",
    ({ hono }) => {
      const elsewhere = "https://evil.example.com/api/twilio/webhook";
      return post(hono, elsewhere, hello, signature(AUTH_TOKEN, elsewhere, hello));
    },
  ],
  [
    "of another account, rightly signed",
    ({ hono }) => {
      const theirs = { ...hello, AccountSid: `AC${"b".repeat(32)}` };
      return post(hono, INBOUND, theirs, signature(AUTH_TOKEN, INBOUND, theirs));
    },
  ],
];

test.each(forgeries)("an inbound text %s is refused and writes nothing", async (_, forge) => {
  const parlor = testApp();
  const before = rows(parlor);
  expect(await forge(parlor)).toBe(403);
  expect(rows(parlor)).toEqual(before);
});

test("a receipt sent to another row's address is refused and changes nothing", async () => {
  const parlor = testApp();
  const { app, hono, admin, sms, sendAll } = parlor;
  const ids = ["+12025550111", "+12025550112"].map((phone) => contact(app, admin, phone, phone));
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: ids,
  });
  await sendAll();
  const [first, second] = sms.sent;
  const form = {
    AccountSid: ACCOUNT_SID,
    MessageSid: sidOf(1),
    To: first?.to ?? "",
    MessageStatus: "undelivered",
    ErrorCode: "30006",
  };
  const signedForFirst = signature(AUTH_TOKEN, first?.statusCallback ?? "", form);
  expect(await post(hono, second?.statusCallback ?? "", form, signedForFirst)).toBe(403);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ sentCount: 2, failedCount: 0 }]);
});

test("a valid text with a Messaging Service and unknown fields is accepted", async () => {
  const parlor = testApp();
  const status = await postSigned(parlor.hono, INBOUND, {
    ...hello,
    MessagingServiceSid: `MG${"c".repeat(32)}`,
    SomethingNew: "from next year",
    NumMedia: "0",
  });
  expect(status).toBe(200);
  const { body } = await parlor.admin.request("GET", "/api/conversations");
  expect(body.conversations).toMatchObject([
    {
      contact: { name: "+12025550142", phoneNumber: "+12025550142" },
      lastMessagePreview: "Hello",
      unreadCount: 1,
    },
  ]);
});

test("a replayed text is answered and stores no second row", async () => {
  const parlor = testApp();
  const text = { sid: sidOf(77), from: "+12025550142", body: "Hello" };
  expect(await postInbound(parlor.hono, text)).toBe(200);
  const before = rows(parlor);
  for (let times = 0; times < 5; times += 1) expect(await postInbound(parlor.hono, text)).toBe(200);
  expect(rows(parlor)).toEqual(before);
});

test("a replayed receipt is answered and counts once", async () => {
  const { app, hono, admin, sms, sendAll } = testApp();
  const id = contact(app, admin, "Ada", "+12025550111");
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  await sendAll();
  const address = sms.sent[0]?.statusCallback ?? "";
  for (let times = 0; times < 4; times += 1)
    expect(
      await postReceipt(hono, address, { sid: sidOf(1), to: "+12025550111", status: "delivered" }),
    ).toBe(204);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ sentCount: 1, deliveredCount: 1, status: "completed" }]);
});

test("a form that is too large is 413, another content type 415", async () => {
  const { hono } = testApp();
  expect(await post(hono, INBOUND, { ...hello, Body: "x".repeat(70_000) }, "x")).toBe(413);
  const json = await hono.request(INBOUND, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(json.status).toBe(415);
});
