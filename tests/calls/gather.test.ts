import { afterEach, beforeEach, expect, test } from "bun:test";
import { endStaleCalls } from "#src/calls/conversation/ending.ts";
import { GATHER_LIMITS } from "#src/calls/conversation/limits.ts";
import { findLiveCall } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { CALLER, type CallStand, callStand, requests, sidOf, storedCall, until } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand({}, { aiCallMode: "gather", aiHandoverNumber: "(512) 555-0199" });
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

const RINGS = { CallSid: sidOf(1), From: CALLER, Direction: "inbound" };

/** Follows the address that the last answer named. */
async function sendSpeech(xml: string, fields: Record<string, string>): Promise<string> {
  const action = /<Gather[^>]*action="https:\/\/[^/]+([^"]+)"/.exec(xml)?.[1] ?? "";
  return (await stand.post(action.replaceAll("&amp;", "&"), { ...RINGS, ...fields })).xml;
}

test("in the sentence-by-sentence mode, the same assistant answers and the call is recorded", async () => {
  stand.standIn.chat.script.push(
    { text: "Gladly. Which day?" },
    {
      calls: [
        {
          name: "request_appointment",
          args: {
            name: "Ana",
            service: "Cut",
            day_words: "Friday",
            time_words: "at ten",
            date: null,
            time: null,
            employee: null,
            notes: null,
          },
        },
      ],
    },
    { text: "Noted." },
  );
  const { xml: greeting } = await stand.post("/api/voice/incoming", RINGS);
  // Before it listens, so that the disclosure can't be interrupted.
  expect(greeting).toMatch(/<Say>[^<]*automated assistant[^<]*<\/Say><Gather[^>]*\/>/);
  const first = await sendSpeech(greeting, { SpeechResult: "A cut please" });
  expect(first).toContain("<Say>Gladly. Which day?</Say>");
  const again = await sendSpeech(greeting, { SpeechResult: "A cut please" });
  expect(again).toBe(first);
  const second = await sendSpeech(first, { SpeechResult: "Friday at ten, Ana" });
  expect(second).toContain("<Say>Noted.</Say>");
  await stand.post("/api/voice/status", { ...RINGS, CallStatus: "completed", CallDuration: "40" });
  expect(requests(stand.parlor)).toHaveLength(1);
  const { status, turns } = storedCall(stand.parlor, sidOf(1));
  expect([status, turns.map(({ role }) => role).join(" ")]).toEqual([
    "completed",
    "assistant user assistant user system assistant",
  ]);
  expect(stand.standIn.chat.requests).toHaveLength(3);
});

test("silence is asked about, and the third time ends the call", async () => {
  let { xml } = await stand.post("/api/voice/incoming", RINGS);
  for (let n = 0; n < 2; n += 1) {
    xml = await sendSpeech(xml, { SpeechResult: "" });
    expect(xml).toContain(PHRASES.repeatPlease);
  }
  xml = await sendSpeech(xml, { SpeechResult: "" });
  expect(xml).toContain("<Hangup/>");
  expect(stand.standIn.chat.requests).toEqual([]);
});

test("zero connects to a person, and a failing model leads to voicemail", async () => {
  const { xml } = await stand.post("/api/voice/incoming", RINGS);
  const person = await sendSpeech(xml, { Digits: "0" });
  expect(person).toContain("<Number>+15125550199</Number>");

  stand.standIn.chat.otherwise = () => ({ status: 401 });
  const second = await stand.post("/api/voice/incoming", { ...RINGS, CallSid: sidOf(2) });
  const failed = await sendSpeech(second.xml, { CallSid: sidOf(2), SpeechResult: "Hello" });
  expect(failed).toContain(PHRASES.assistantFailed);
  const thanks = await sendSpeech(failed, { CallSid: sidOf(2), SpeechResult: "Call Ana" });
  expect(thanks).toContain(PHRASES.thanks);
  expect(thanks).toContain("<Hangup/>");
  expect(storedCall(stand.parlor, sidOf(2)).message).toBe("Call Ana");
});

test("with an ElevenLabs key its voice is played, from an address that is valid for minutes", async () => {
  const { parlor, standIn } = stand;
  await parlor.admin.request("POST", "/api/settings", { elevenlabsApiKey: KEYS.elevenlabs });
  const { xml } = await stand.post("/api/voice/incoming", RINGS);
  const played = /<Play>https:\/\/salon.example.com([^<]+)<\/Play>/.exec(xml)?.[1] ?? "";
  const sound = await parlor.hono.request(played);
  expect([sound.status, sound.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect(await sound.text()).toContain("automated assistant");
  expect(standIn.spoken[0]?.text).toContain("automated assistant");
  const later = played.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1_000}.`);
  for (const wrong of [`${played.slice(0, -1)}x`, later, "/api/voice/audio/guess"])
    expect((await parlor.hono.request(wrong)).status).toBe(404);
  parlor.clock.now += 3 * 60_000;
  expect((await parlor.hono.request(played)).status).toBe(404);

  for (const mood of ["busy", "broken"] as const) {
    standIn.feel("elevenlabs", mood);
    const next = await stand.post("/api/voice/incoming", { ...RINGS, CallSid: sidOf(9) });
    expect(next.xml).toContain("<Say>");
  }
});

test("a call that another server process began continues with its transcript", async () => {
  const { xml } = await stand.post("/api/voice/incoming", RINGS);
  await sendSpeech(xml, { SpeechResult: "A facial on Friday" });
  // A new process knows only the rows: the greeting, the question and its answer.
  await until(() => storedCall(stand.parlor, sidOf(1)).turns.length === 3);
  const { unregisterCall: letGo } = await import("#src/calls/conversation/live-calls.ts");
  letGo(stand.parlor.app, sidOf(1));
  await stand.post("/api/voice/gather?turn=2", { ...RINGS, SpeechResult: "With Elena" });
  const told = stand.standIn.chat.requests.at(-1)?.messages.map(({ content }) => content);
  expect(told).toContain("A facial on Friday");
});

test("a message between two turns, such as a time warning, is spoken with the next one", async () => {
  const { xml } = await stand.post("/api/voice/incoming", RINGS);
  const next = await sendSpeech(xml, { SpeechResult: "Hello" });
  stand.standIn.chat.script.push({ text: "A minute is left." });
  await findLiveCall(stand.parlor.app, sidOf(1))?.onTranscript("By the way");
  expect(await sendSpeech(next, { SpeechResult: "Hello" })).toContain(
    "<Say>A minute is left. Fine.</Say>",
  );
});

test("replies stay within Twilio's fifteen seconds, including four for a natural voice", () => {
  expect(GATHER_LIMITS.answerTimeoutMs).toBeLessThan(10_000);
});

test("a call whose end Twilio never reports doesn't occupy a line forever", async () => {
  const { app, clock } = stand.parlor;
  const { xml } = await stand.post("/api/voice/incoming", RINGS);
  await sendSpeech(xml, { SpeechResult: "A cut please" });
  expect(findLiveCall(app, sidOf(1))).toBeDefined();
  clock.now += 2 * 60 * 60 * 1000;
  await endStaleCalls(app);
  expect(findLiveCall(app, sidOf(1))).toBeUndefined();
  expect(storedCall(stand.parlor, sidOf(1)).status).toBe("completed");
});
