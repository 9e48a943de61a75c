import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { departures, letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";

async function salon(): Promise<TestApp> {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Ada Byrne", ADA);
  contact(parlor.app, parlor.admin, "Zoë Müller", "+12025550112");
  const texts = ["Can I book the Hydrafacial?", "Running late, désolée"];
  for (const [n, body] of texts.entries())
    await postInbound(parlor.hono, { sid: sidOf(50 + n), from: `+1202555011${n + 1}`, body });
  const answer = { conversationId: 2, body: 'We keep your chair, "no rush"' };
  await parlor.admin.request("POST", "/api/conversations/messages", answer);
  await parlor.admin.request("POST", "/api/conversations", {
    contactId: contact(parlor.app, parlor.admin, "Cleo", "+13105550113"),
  });
  return parlor;
}

async function find({ admin }: TestApp, q: string): Promise<string[]> {
  const { body } = await admin.request("GET", `/api/conversations?q=${encodeURIComponent(q)}`);
  return body.conversations.map((one: { contact: { name: string } }) => one.contact.name);
}

test.each([
  ["byrne", ["Ada Byrne"]],
  ["zo", ["Zoë Müller"]],
  ["(310) 555", ["Cleo"]],
  ["555-0112", ["Zoë Müller"]],
  ["hydra", ["Ada Byrne"]],
  ["DESOLEE", ["Zoë Müller"]],
  ["chair rush", ["Zoë Müller"]],
  ["late chair", []],
  ['"no rush"', ["Zoë Müller"]],
  ["booking", []],
  ["ydra", []],
  ["AND", []],
  ["?", []],
])("%p finds %p by name, number or message text", async (q, names) => {
  expect(await find(await salon(), q)).toEqual(names);
});

test("a conversation whose name and text both match is listed once", async () => {
  const parlor = await salon();
  await postInbound(parlor.hono, { sid: sidOf(60), from: ADA, body: "Byrne here again" });
  expect(await find(parlor, "byrne")).toEqual(["Ada Byrne"]);
});

test("deleting hides everything, and a later reply starts a new conversation", async () => {
  const parlor = await salon();
  const { admin, hono } = parlor;
  const wanted = { name: "A", message: "Spring is here", skipCheck: true, contactIds: [1] };
  await admin.request("POST", "/api/campaigns", wanted);
  await parlor.sendAll();
  const rows = () => parlor.app.db.query("select count(*) as n from messages").get();
  const before = rows();
  expect((await admin.request("DELETE", "/api/conversations/1")).status).toBe(204);
  expect(await find(parlor, "hydra")).toEqual([]);
  expect(await find(parlor, "byrne")).toEqual([]);
  expect((await admin.request("GET", "/api/conversations/1/messages")).status).toBe(404);
  expect((await admin.request("DELETE", "/api/conversations/1")).status).toBe(404);
  expect(rows()).toEqual(before);
  const bodies = parlor.app.db.query("select body from messages where contact_id = 1").all();
  expect(bodies).toEqual([{ body: null }, { body: null }]);

  await postInbound(hono, { sid: sidOf(61), from: ADA, body: "Me again" });
  const { body } = await admin.request("GET", "/api/conversations");
  expect(body.conversations[0]).toMatchObject({ lastMessagePreview: "Me again", unreadCount: 1 });
  const { id } = body.conversations[0];
  expect(id).not.toBe(1);
  const thread = await admin.request("GET", `/api/conversations/${id}/messages`);
  expect(thread.body.messages.map((one: { body: string }) => one.body)).toEqual(["Me again"]);
});

test("waiting texts are not sent once the contact is deleted", async () => {
  const parlor = await salon();
  const { admin } = parlor;
  const late = { conversationId: 1, body: "Are you still there?" };
  await admin.request("POST", "/api/conversations/messages", late);
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Spring",
    skipCheck: true,
    contactIds: [1],
  });
  await admin.request("DELETE", "/api/contacts/1");
  await parlor.sendAll();
  expect(parlor.sms.sent.filter(({ to }) => to === ADA)).toEqual([]);
  expect((await admin.request("GET", "/api/campaigns")).body).toMatchObject([
    { status: "completed", sentCount: 0, skippedCount: 1 },
  ]);
});

test("only an admin deletes a conversation", async () => {
  const parlor = await salon();
  const mia = parlor.person("user", ["/inbox"]);
  expect((await mia.request("DELETE", "/api/conversations/1")).status).toBe(403);
  expect(await find(parlor, "byrne")).toEqual(["Ada Byrne"]);
});

test("a chat is sent before a campaign, outside its pace, and at any hour", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 2 });
  const contactIds = Array.from({ length: 20 }, (_, n) =>
    contact(parlor.app, parlor.admin, "Client", `+1202555${1000 + n}`),
  );
  const start = parlor.clock.now;
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Spring",
    skipCheck: true,
    contactIds,
  });
  await letPass(parlor, 1000);
  const { body: chat } = await parlor.admin.request("POST", "/api/conversations", {
    contactId: 20,
  });
  for (const body of ["One", "Two", "Three"]) {
    await parlor.admin.request("POST", "/api/conversations/messages", {
      conversationId: chat.id,
      body,
    });
  }
  await letPass(parlor, 500, 50);
  expect(parlor.sms.sent.map(({ body }) => body)).toEqual(["Spring", "One", "Two", "Three"]);
  expect(departures(parlor, start).at(-1)).toBeLessThan(1500);

  parlor.clock.now = Date.parse("2026-11-20T23:00:00-05:00");
  const late = { conversationId: chat.id, body: "Good night" };
  await parlor.admin.request("POST", "/api/conversations/messages", late);
  await letPass(parlor, 500, 250);
  expect(parlor.sms.sent.map(({ body }) => body).slice(4)).toEqual(["Good night"]);
});

test("a short name is found in the inbox among more contacts than a search considers", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  const old = contact(app, admin, "Wei Li", "+12025550100");
  await admin.request("POST", "/api/conversations", { contactId: old });
  inTransaction(app.db, () => {
    for (let n = 0; n < 1_100; n += 1) contact(app, admin, `Ana Li ${n}`, `+1303555${1000 + n}`);
  });
  for (const q of ["li", "Li, W", "Li", "00"])
    expect([q, await find(parlor, q)]).toEqual([q, ["Wei Li"]]);
});
