import { afterEach, beforeEach, expect, test } from "bun:test";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { CALLER, type CallStand, callStand, sidOf, storedCall, until } from "./stand.ts";

const PERSON = { aiHandoverNumber: "(512) 555-0199" };

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand({ silenceMs: 60_000 }, PERSON);
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

const RINGS = { CallSid: sidOf(1), From: CALLER, Direction: "inbound" };
const atNight = () => {
  stand.parlor.clock.now = Date.parse("2026-11-21T08:00:00Z");
};

test("zero is announced while a person can be reached, before the owner's question", async () => {
  await stand.parlor.admin.request("POST", "/api/settings", {
    aiGreeting: "Hi, this is Halcyon! What can I do for you?",
  });
  const greeting = async (number: number) =>
    (await stand.post("/api/voice/incoming", { ...RINGS, CallSid: sidOf(number) })).xml;
  expect(await greeting(1)).toContain(
    "Hi, this is Halcyon! I'm an automated assistant, and this call is transcribed. Press 0 at any time to reach a person. What can I do for you?",
  );
  atNight();
  expect(await greeting(2)).not.toContain("Press 0");
});

test("outside business hours, zero rings nobody's phone, and the call continues", async () => {
  atNight();
  stand.standIn.chat.script.push({ text: "We open at nine." });
  const call = await stand.call();
  call.send({ type: "dtmf", digit: "0" });
  await until(() => call.frames.length > 0);
  expect(call.said()).toBe(PHRASES.noOneAvailable);
  expect(await call.says("When do you open?")).toBe("We open at nine.");
  await call.hangUp();
  const { status, message } = storedCall(stand.parlor, call.sid);
  expect([status, message]).toEqual(["completed", ""]);
});

test("a caller who only asked for a person and wasn't connected counts as missed", async () => {
  atNight();
  const call = await stand.call();
  call.send({ type: "dtmf", digit: "0" });
  await until(() => call.frames.length > 0);
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).status).toBe("missed");
});

test("so does one who asked in words, unless the call went on", async () => {
  atNight();
  const refuse = { calls: [{ name: "hand_over", args: { reason: "asked" } }] };
  const offer = { text: "No one's here now. May I take a message?" };
  stand.standIn.chat.script.push(refuse, offer, refuse, offer, { text: "At nine." });
  const first = await stand.call();
  await first.says("A person, please");
  await first.hangUp();
  const second = await stand.call();
  await second.says("A person, please");
  await second.says("When do you open?");
  await second.hangUp();
  expect([first, second].map(({ sid }) => storedCall(stand.parlor, sid).status)).toEqual([
    "missed",
    "completed",
  ]);
});

test("a zero within a keyed number doesn't connect to a person, and the number is answered", async () => {
  const call = await stand.call();
  for (const digit of "5125550100#") call.send({ type: "dtmf", digit });
  await until(() => call.frames.some(({ last }) => last === true));
  expect(call.said()).toBe("Fine.");
  expect(stand.standIn.chat.requests[0]?.messages.at(-1)?.content).toBe(
    "(keys pressed: 5125550100#)",
  );
});

test("the sentence-by-sentence mode collects a keyed number too", async () => {
  await stand.parlor.admin.request("POST", "/api/settings", { aiCallMode: "gather" });
  await stand.post("/api/voice/incoming", RINGS);
  const first = await stand.post("/api/voice/gather?turn=1", { ...RINGS, Digits: "5" });
  expect(first.xml).toContain("turn=2");
  expect(first.xml).not.toContain("numDigits");
  const rest = await stand.post("/api/voice/gather?turn=2", { ...RINGS, Digits: "125550100" });
  expect(rest.xml).toContain("<Say>Fine.</Say>");
  expect(stand.standIn.chat.requests[0]?.messages.at(-1)?.content).toBe(
    "(keys pressed: 5125550100)",
  );
});

test.each([
  ["names the number that forwarded it", { From: "+12025550177", ForwardedFrom: "+15125550199" }],
  ["carries the number of the caller who is being connected", { From: CALLER }],
])("a handover that returns and %s is refused without a record", async (_, fields) => {
  const call = await stand.call();
  call.send({ type: "dtmf", digit: "0" });
  await until(() => call.frames.some(({ type }) => type === "end"));
  await until(
    () => storedCall(stand.parlor, call.sid).turns.at(-1)?.content === PHRASES.connecting,
  );
  const loop = { ...RINGS, ...fields, CallSid: sidOf(900) };
  expect((await stand.post("/api/voice/incoming", loop)).xml).toContain("<Reject");
  // Twilio reports both ends in any order.
  await stand.post("/api/voice/after-dial", { CallSid: call.sid, DialCallStatus: "busy" });
  await stand.post("/api/voice/status", { ...loop, CallStatus: "busy" });
  expect(() => storedCall(stand.parlor, sidOf(900))).toThrow();
});

test("a call that the salon's own phone forwards is answered, unless a handover is under way", async () => {
  const forwarded = { ...RINGS, ForwardedFrom: "+15125550199" };
  expect((await stand.post("/api/voice/incoming", forwarded)).xml).toContain("ConversationRelay");
  await stand.post("/api/voice/status", { ...forwarded, CallStatus: "completed" });
  expect(storedCall(stand.parlor, forwarded.CallSid).status).toBe("missed");
  const call = await stand.call({ sid: sidOf(2), from: "+12025550124" });
  call.send({ type: "dtmf", digit: "0" });
  await until(
    () => storedCall(stand.parlor, call.sid).turns.at(-1)?.content === PHRASES.connecting,
  );
  const during = { ...forwarded, CallSid: sidOf(3) };
  expect((await stand.post("/api/voice/incoming", during)).xml).toContain("<Reject");
  stand.parlor.clock.now += 2 * 60_000;
  const later = { ...forwarded, CallSid: sidOf(4) };
  expect((await stand.post("/api/voice/incoming", later)).xml).toContain("ConversationRelay");
});
