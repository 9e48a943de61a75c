import { expect, test } from "bun:test";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

async function salon() {
  const parlor = testApp();
  const contactId = contact(parlor.app, parlor.admin, "Ada Lovelace", "+12025550111");
  await parlor.admin.request("POST", "/api/conversations", { contactId });
  return { ...parlor, bea: parlor.person("user", ["/inbox"]) };
}

const heard = async ({ request }: TestApp["admin"]) =>
  (await request("GET", "/api/conversations/1/typing")).body;

test("a typing user is shown to others for six seconds, and never to themselves", async () => {
  const { admin, bea, clock } = await salon();
  expect((await bea.request("POST", "/api/conversations/1/typing")).status).toBe(204);
  expect(await heard(admin)).toEqual({ typing: ["user2"], forMs: 6_000, replied: null });
  expect((await heard(bea)).typing).toEqual([]);
  clock.now += 6_001;
  expect((await heard(admin)).typing).toEqual([]);
});

test("sending a text ends the typing and tells the others who wrote it", async () => {
  const { admin, bea, clock } = await salon();
  await bea.request("POST", "/api/conversations/1/typing");
  const sent = await bea.request("POST", "/api/conversations/messages", {
    conversationId: 1,
    body: "Thursday at 3?",
  });
  expect(await heard(admin)).toEqual({
    typing: [],
    forMs: 0,
    replied: { name: "user2", messageId: sent.body.id },
  });
  expect((await heard(bea)).replied).toBeNull();
  clock.now += 6 * 60_000;
  expect((await heard(admin)).replied).toBeNull();
});

test("an unknown conversation has no presence", async () => {
  const { bea } = await salon();
  expect((await bea.request("POST", "/api/conversations/9/typing")).status).toBe(404);
  expect((await bea.request("GET", "/api/conversations/9/typing")).status).toBe(404);
});

test("a draft is stored for its author alone, and deleted when it is sent or emptied", async () => {
  const { admin, bea } = await salon();
  const drafts = async ({ request }: TestApp["admin"]) =>
    (await request("GET", "/api/drafts")).body;
  const keep = (body: string) => bea.request("POST", "/api/conversations/1/draft", { body });
  expect((await keep("Thursd")).status).toBe(204);
  await keep("Thursday at 3?");
  expect(await drafts(bea)).toEqual([{ conversationId: 1, body: "Thursday at 3?" }]);
  expect(await drafts(admin)).toEqual([]);

  await keep("  ");
  expect(await drafts(bea)).toEqual([]);
  await keep("Again");
  await bea.request("POST", "/api/conversations/messages", { conversationId: 1, body: "Again" });
  expect(await drafts(bea)).toEqual([]);
  await keep("Once more");
  await admin.request("DELETE", "/api/conversations/1");
  expect(await drafts(bea)).toEqual([]);
});

test("a draft longer than a text is refused, and the field is named", async () => {
  const { bea } = await salon();
  const body = "x".repeat(1601);
  const refused = await bea.request("POST", "/api/conversations/1/draft", { body });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toHaveProperty("body");
});

test("only the author of a draft gets its server events", async () => {
  const { admin, bea, app } = await salon();
  const read = async (person: typeof admin) => {
    const answer = await person.open("/api/events");
    const reader = answer.body?.getReader();
    if (!reader) throw new Error("no stream");
    return reader;
  };
  const readers = [await read(bea), await read(admin)];
  await bea.request("POST", "/api/conversations/1/draft", { body: "Mine" });
  app.events.changed("quick-replies", 1);
  const chunks: string[] = [];
  for (const reader of readers) {
    let text = "";
    while (!text.includes("quick-replies"))
      text += new TextDecoder().decode((await reader.read()).value);
    chunks.push(text);
    await reader.cancel();
  }
  expect(chunks[0]).toContain('"drafts"');
  expect(chunks[1]).not.toContain('"drafts"');
});

test("the thread's side panel shows the client's consent and campaigns", async () => {
  const parlor = await salon();
  const { admin, bea } = parlor;
  const { body: none } = await bea.request("GET", "/api/conversations/1/client");
  expect(none).toMatchObject({ consent: { source: "staff" }, campaigns: [] });

  await admin.request("POST", "/api/campaigns", {
    name: "Glow week",
    message: "Glow!",
    contactIds: [1],
    skipCheck: true,
  });
  await parlor.sendAll();
  await admin.request("POST", "/api/contacts/1/opt-out");
  const { body } = await bea.request("GET", "/api/conversations/1/client");
  expect(body.campaigns).toMatchObject([{ name: "Glow week" }]);
  expect(body.consent).toMatchObject({ given: false, source: "staff", by: "admin1" });
});
