import { afterEach, beforeEach, expect, test } from "bun:test";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { signForm } from "#tests/sandbox/signature.ts";
import { ACCOUNT_SID, AUTH_TOKEN, BASE } from "#tests/support/test-app.ts";
import { CALLER, type CallStand, callStand, sidOf, storedCall } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand();
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

const RINGS = { CallSid: sidOf(1), From: CALLER, To: "+12025550100", Direction: "inbound" };
const PATHS = ["incoming", "status", "after", "after-dial", "message", "gather"].map(
  (name) => `/api/voice/${name}`,
);

test.each(PATHS)("%s accepts only forms that Twilio signed for our account", async (path) => {
  const { hono } = stand.parlor;
  const form = { AccountSid: ACCOUNT_SID, ...RINGS };
  const good = signForm(AUTH_TOKEN, BASE + path, form);
  const status = async (init: RequestInit) => (await hono.request(path, init)).status;
  expect(await status({ ...good, headers: { ...good.headers, "x-twilio-signature": "" } })).toBe(
    403,
  );
  expect(await status({ ...good, body: `${good.body}&To=%2B1` })).toBe(403);
  expect(await status(signForm("another token", BASE + path, form))).toBe(403);
  const other = { ...form, AccountSid: `AC${"b".repeat(32)}` };
  expect(await status(signForm(AUTH_TOKEN, BASE + path, other))).toBe(403);
  expect(await status({ ...good, headers: { "content-type": "application/json" } })).toBe(415);
  const long = signForm(AUTH_TOKEN, BASE + path, { ...form, SpeechResult: "x".repeat(70_000) });
  expect(await status(long)).toBe(413);
  const { CallSid: _, ...nameless } = form;
  expect(await status(signForm(AUTH_TOKEN, BASE + path, nameless))).toBe(400);
  expect(stand.parlor.app.db.query("select * from calls").all()).toEqual([]);
});

test("a call is connected to the assistant with its greeting, disclosure, hints, and next step", async () => {
  const { admin, app } = stand.parlor;
  await admin.request("POST", "/api/settings", { aiGreeting: 'Hi & "welcome" to <Halcyon>!' });
  const book = (clientName: string, service: string) =>
    app.db
      .query(
        `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service, status, source, created_at)
         values (1, ?1, ?1, '2026-10-01T10:00:00', '2026-10-01T11:00:00', 60, ?2, 'booked', 'staff', 1)`,
      )
      .run(clientName, service);
  for (const name of ["ana", "bea", "cleo"]) book(name, "Glow facial");
  book("zoe", "Balayage for Zoe");
  const { status, xml } = await stand.post("/api/voice/incoming", RINGS);
  expect(status).toBe(200);
  expect(xml).toContain(`<Connect action="${BASE}/api/voice/after" method="POST">`);
  expect(xml).toContain('url="wss://salon.example.com/api/voice/relay"');
  expect(xml).toContain(
    `welcomeGreeting="Hi &amp; &quot;welcome&quot; to &lt;Halcyon>! I'm an automated assistant, and this call is transcribed. Press 0 at any time to reach a person. How can I help you?"`,
  );
  expect(xml).toContain('hints="Elena,Jo,Glow facial"');
  expect(xml).toContain('dtmfDetection="true"');
  // The disclosure can't be interrupted; a key connects to a person at once.
  expect(xml).toContain('welcomeGreetingInterruptible="dtmf"');
  expect((await stand.post("/api/voice/incoming", RINGS)).xml).toBe(xml);
  expect(app.db.query("select count(*) as n from calls").get()).toEqual({ n: 1 });
  expect(storedCall(stand.parlor, sidOf(1)).turns).toHaveLength(1);
});

test("without a key voicemail answers, and its recording becomes a message, once", async () => {
  await stand.parlor.admin.request("POST", "/api/settings", { openaiApiKey: "" });
  const { xml } = await stand.post("/api/voice/incoming", RINGS);
  expect(xml).toContain(`action="${BASE}/api/voice/message"`);
  expect(xml).not.toContain("ConversationRelay");
  // The caller hears the whole recording notice before anything is stored.
  expect(xml).toMatch(/<Say>[^<]+<\/Say><Gather[^>]*\/>/);
  const said = { ...RINGS, SpeechResult: "It is Ana.\nPlease call me back" };
  for (let n = 0; n < 2; n += 1)
    expect((await stand.post("/api/voice/message", said)).xml).toContain(PHRASES.thanks);
  await stand.post("/api/voice/status", { ...RINGS, CallStatus: "completed", CallDuration: "19" });
  const { message, status, duration, turns } = storedCall(stand.parlor, sidOf(1));
  expect([message, status, duration]).toEqual(["It is Ana. Please call me back", "completed", 19]);
  expect(turns.map(({ role }) => role)).toEqual(["assistant", "user"]);
});

test("a broken relay leads the caller to voicemail, and a finished one ends the call", async () => {
  await stand.post("/api/voice/incoming", RINGS);
  const broken = await stand.post("/api/voice/after", { ...RINGS, SessionStatus: "failed" });
  expect(broken.xml).toContain("/api/voice/message");
  const ended = await stand.post("/api/voice/after", {
    ...RINGS,
    SessionStatus: "ended",
    HandoffData: '{"next":"hang up"}',
  });
  expect(ended.xml).toContain("<Hangup/>");
  const forged = await stand.post("/api/voice/after", {
    ...RINGS,
    HandoffData: '{"next":"hand over","number":"+19005550123"}',
  });
  expect(forged.xml).not.toContain("900");
});

test.each([
  ["the salon's phone", { From: "+15125550100" }],
  ["another phone of the owner's", { From: "+15125550177", ForwardedFrom: "+15125550177" }],
])("a call that %s forwards with its own number is of an unknown caller", async (_, forwarded) => {
  await stand.parlor.admin.request("POST", "/api/settings", { missedCallTextEnabled: true });
  await stand.post("/api/voice/incoming", { ...RINGS, ...forwarded });
  await stand.post("/api/voice/status", { ...RINGS, ...forwarded, CallStatus: "completed" });
  const missed = { ...RINGS, ...forwarded, CallSid: sidOf(2), CallStatus: "no-answer" };
  await stand.post("/api/voice/status", missed);
  expect(stand.parlor.app.db.query("select phone from calls").values()).toEqual([[null], [null]]);
  expect(stand.parlor.app.db.query("select * from messages").all()).toEqual([]);
});

test("a withheld number, or one that isn't a phone, is an unknown caller", async () => {
  const from = ["anonymous", "+266696687", "+7378742833", "sip:ana@example.com", "client:ana", ""];
  for (const [at, From] of from.entries())
    await stand.post("/api/voice/incoming", { ...RINGS, CallSid: sidOf(at + 10), From });
  const { app } = stand.parlor;
  expect(app.db.query("select distinct phone from calls").all()).toEqual([{ phone: null }]);
});

test("our own number is refused for handovers, because it would call itself forever", async () => {
  await stand.parlor.admin.request("POST", "/api/settings", { aiHandoverNumber: "+12025550100" });
  await stand.post("/api/voice/incoming", RINGS);
  const { xml } = await stand.post("/api/voice/after", {
    ...RINGS,
    HandoffData: '{"next":"hand over"}',
  });
  expect(xml).not.toContain("<Dial");
  expect(xml).toContain("/api/voice/message");
});
