import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { findCallBySid } from "#db/calls/calls.ts";
import {
  endInterruptedCalls,
  endStaleCalls,
  recordInterruptedCalls,
} from "#src/calls/conversation/ending.ts";
import { hangUpAll } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { addTurn } from "#src/calls/transcripts/transcripts.ts";
import type { PushMessage } from "#src/platform/providers/push.ts";
import { sidOf as smsSid } from "#tests/fakes/sms.ts";
import { testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { type CallStand, callStand, sidOf, storedCall, until } from "./stand.ts";

let stand: CallStand;
beforeAll(async () => {
  stand = await callStand({}, { missedCallTextEnabled: true });
});
afterAll(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

let next = 1_000;
/** An unknown call from an unused number. */
function newCall(from = `+1202555${String(++next)}`) {
  return { CallSid: sidOf(++next), From: from, To: "+12025550100", Direction: "inbound" };
}

function textsTo(number: string): string[] {
  return stand.parlor.app.db
    .query<{ body: string }, [number]>(
      "select body from messages where phone = ? and purpose = 'missed-call'",
    )
    .all(Number(number))
    .map(({ body }) => body);
}

const ENDS = ["busy", "no-answer", "canceled", "failed", "completed"] as const;
const statuses = fc.array(
  fc.record({
    CallStatus: fc.constantFrom(...ENDS, "ringing", "in-progress", "queued", "initiated"),
    CallDuration: fc.option(fc.integer({ min: 0, max: 900 }).map(String), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 6 },
);

test("for repeated reports in any order, a call ends once, the first end counts, and at most one text is sent", async () => {
  await fc.assert(
    fc.asyncProperty(statuses, fc.boolean(), async (told, isAnswered) => {
      const form = newCall();
      if (isAnswered) await stand.post("/api/voice/incoming", form);
      for (const { CallStatus, CallDuration } of told)
        await stand.post("/api/voice/status", {
          ...form,
          CallStatus,
          ...(CallDuration !== undefined && { CallDuration }),
        });
      const ends = told.filter(({ CallStatus }) =>
        (ENDS as readonly string[]).includes(CallStatus),
      );
      const [first] = ends;
      if (!first) {
        if (isAnswered) expect(storedCall(stand.parlor, form.CallSid).status).toBe("in_progress");
        else expect(() => storedCall(stand.parlor, form.CallSid)).toThrow();
        return;
      }
      const { status, duration, textBackId } = storedCall(stand.parlor, form.CallSid);
      // None of these calls has any words.
      expect(status).toBe("missed");
      const seconds = ends.find(({ CallDuration }) => CallDuration !== undefined)?.CallDuration;
      expect(duration).toBe(seconds === undefined ? null : Number(seconds));
      expect(textBackId).not.toBeNull();
      expect(textsTo(form.From)).toHaveLength(1);
      const audits = stand.parlor.app.db
        .query(
          "select action from audit_logs where target_id = (select id from calls where call_sid = ?) and action like 'call.%'",
        )
        .all(form.CallSid) as { action: string }[];
      expect(audits.filter(({ action }) => action === "call.missed")).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

test("the status may arrive before or after the socket closes, with the same result", async () => {
  for (const statusFirst of [true, false]) {
    const call = await stand.call({ from: `+1202555${++next}` });
    await call.says("Hello");
    const status = { CallSid: call.sid, CallStatus: "completed", CallDuration: "31" };
    if (statusFirst) await stand.post("/api/voice/status", status);
    await call.hangUp();
    if (!statusFirst) await stand.post("/api/voice/status", status);
    const { status: as, duration, textBackId } = storedCall(stand.parlor, call.sid);
    expect([as, duration, textBackId]).toEqual(["completed", 31, null]);
  }
});

test("a dropped line is a failed call, and the caller gets one text", async () => {
  const from = `+1202555${++next}`;
  const call = await stand.call({ from });
  await call.says("Hello");
  call.drop();
  await until(() => storedCall(stand.parlor, call.sid).status !== "in_progress");
  await stand.post("/api/voice/status", {
    CallSid: call.sid,
    CallStatus: "completed",
    CallDuration: "9",
  });
  const { status, duration } = storedCall(stand.parlor, call.sid);
  expect([status, duration]).toEqual(["failed", 9]);
  expect(textsTo(from)).toEqual([
    "Halcyon: Sorry we missed your call! Reply here and we'll get right back to you.",
  ]);
});

test.each([
  ["left no message is missed, and gets one text", undefined, "missed", 1],
  ["left a message has a completed call", "Please call Ana back", "completed", 0],
])(
  "a caller who asked for a person nobody could reach and %s",
  async (_, message, status, texts) => {
    await stand.parlor.admin.request("POST", "/api/settings", {
      aiHandoverNumber: "(512) 555-0199",
    });
    const from = `+1202555${++next}`;
    const call = await stand.call({ from });
    await call.says("Is anybody there?");
    call.send({ type: "dtmf", digit: "0" });
    await until(() => call.frames.some(({ type }) => type === "end"));
    await call.hangUp();
    const CallSid = call.sid;
    // Twilio may ask twice.
    for (const _again of [1, 2])
      await stand.post("/api/voice/after-dial", { CallSid, DialCallStatus: "no-answer" });
    if (message !== undefined)
      await stand.post("/api/voice/message", { CallSid, SpeechResult: message });
    await stand.post("/api/voice/status", { CallSid, CallStatus: "completed", CallDuration: "40" });
    const { status: as, turns } = storedCall(stand.parlor, CallSid);
    expect([as, textsTo(from).length]).toEqual([status, texts]);
    expect(turns.filter(({ content }) => content === PHRASES.noOneAnswered)).toHaveLength(1);
  },
);

test("a caller who hangs up while a person's phone rings is missed, whatever Twilio reports first", async () => {
  await stand.parlor.admin.request("POST", "/api/settings", {
    aiHandoverNumber: "(512) 555-0199",
  });
  for (const statusFirst of [true, false]) {
    const from = `+1202555${++next}`;
    const call = await stand.call({ from });
    call.send({ type: "dtmf", digit: "0" });
    await until(() => call.frames.some(({ type }) => type === "end"));
    await call.hangUp();
    const CallSid = call.sid;
    const end = () =>
      stand.post("/api/voice/status", { CallSid, CallStatus: "completed", CallDuration: "25" });
    if (statusFirst) await end();
    for (const _again of [1, 2])
      await stand.post("/api/voice/after-dial", { CallSid, DialCallStatus: "no-answer" });
    if (!statusFirst) await end();
    const { status, duration } = storedCall(stand.parlor, CallSid);
    expect([status, duration, textsTo(from).length]).toEqual(["missed", 25, 1]);
  }
});

test("a caller who reached a person isn't missed", async () => {
  const from = `+1202555${++next}`;
  stand.standIn.chat.script.push({ calls: [{ name: "hand_over", args: { reason: "asked" } }] });
  const call = await stand.call({ from });
  await call.says("May I talk to Elena?");
  await call.hangUp();
  const CallSid = call.sid;
  await stand.post("/api/voice/after-dial", { CallSid, DialCallStatus: "completed" });
  await stand.post("/api/voice/status", { CallSid, CallStatus: "completed", CallDuration: "90" });
  expect([storedCall(stand.parlor, CallSid).status, textsTo(from)]).toEqual(["completed", []]);
});

test("calling again the same day sends no second text, the next day one more", async () => {
  const form = newCall();
  const miss = async () =>
    stand.post("/api/voice/status", { ...form, CallSid: sidOf(++next), CallStatus: "no-answer" });
  await miss();
  await miss();
  expect(textsTo(form.From)).toHaveLength(1);
  stand.parlor.clock.now += 25 * 60 * 60 * 1000;
  await miss();
  expect(textsTo(form.From)).toHaveLength(2);
});

test("no text for opted-out, withheld, own or service numbers, or when switched off", async () => {
  const { parlor } = stand;
  const stopped = newCall();
  await postInbound(parlor.hono, { sid: smsSid(700), from: stopped.From, body: "STOP" });
  const count = () =>
    parlor.app.db
      .query<{ n: number }, []>("select count(*) as n from messages where purpose = 'missed-call'")
      .get()?.n;
  const before = count();
  const senders = ["+266696687", "+12025550100", "72975", "+19005550123", "+18885550123"];
  for (const form of [stopped, ...senders.map((sender) => newCall(sender))])
    await stand.post("/api/voice/status", { ...form, CallStatus: "busy" });
  await parlor.admin.request("POST", "/api/settings", { missedCallTextEnabled: false });
  await stand.post("/api/voice/status", { ...newCall(), CallStatus: "busy" });
  await parlor.admin.request("POST", "/api/settings", { missedCallTextEnabled: true });
  expect(count()).toBe(before);
});

test("a number in an expensive country gets no text, unless it is a client's or the owner allows it", async () => {
  const { parlor } = stand;
  const [jamaican, client, briton] = ["+18765550123", "+18765550124", "+442079460123"];
  await parlor.admin.request("POST", "/api/contacts", { name: "Ana", phoneNumber: client });
  const miss = (from: string) =>
    stand.post("/api/voice/status", { ...newCall(from), CallStatus: "no-answer" });
  for (const from of [jamaican, client, briton]) await miss(from);
  expect([jamaican, client, briton].map((one) => textsTo(one).length)).toEqual([0, 1, 0]);
  await parlor.admin.request("POST", "/api/settings", { verificationCountries: ["US", "GB"] });
  await miss(briton);
  expect(textsTo(briton)).toHaveLength(1);
});

test("the connection to a person isn't a separate call", async () => {
  const form = { ...newCall(), Direction: "outbound-dial" };
  await stand.post("/api/voice/status", { ...form, CallStatus: "no-answer" });
  expect(() => storedCall(stand.parlor, form.CallSid)).toThrow();
});

test("a missed-call text is sent at night too, because the client has just called", async () => {
  const { parlor } = stand;
  parlor.clock.now = Date.parse("2026-11-23T07:00:00Z");
  const form = newCall();
  await stand.post("/api/voice/status", { ...form, CallStatus: "no-answer" });
  await parlor.sendAll();
  const [text] = parlor.app.db
    .query<{ status: string }, [number]>("select status from messages where phone = ?")
    .all(Number(form.From));
  expect(text?.status).not.toBe("pending");
});

test("calls of a crashed server fail, and calls without an end report are completed from their transcript", async () => {
  const { app, clock } = stand.parlor;
  const [dead, silent, talked] = [newCall(), newCall(), newCall()];
  await stand.post("/api/voice/incoming", dead);
  recordInterruptedCalls(app);
  endInterruptedCalls(app);
  expect(storedCall(stand.parlor, dead.CallSid).status).toBe("failed");
  expect(textsTo(dead.From)).toHaveLength(1);
  await stand.post("/api/voice/incoming", silent);
  await stand.post("/api/voice/incoming", talked);
  await stand.post("/api/voice/message", { ...talked, SpeechResult: "Call me" });
  await endStaleCalls(app);
  expect(storedCall(stand.parlor, talked.CallSid).status).toBe("in_progress");
  clock.now += 2 * 60 * 60 * 1000;
  await endStaleCalls(app);
  const states = [silent, talked].map(({ CallSid }) => storedCall(stand.parlor, CallSid).status);
  expect(states).toEqual(["missed", "completed"]);
  // An hour later the caller has forgotten the call.
  expect(textsTo(silent.From)).toEqual([]);
});

test("a caller who is with a person during a restart isn't missed, and gets no text", async () => {
  const { app, admin, clock } = stand.parlor;
  clock.now = Date.parse("2026-11-24T17:00:00Z");
  await admin.request("POST", "/api/settings", { aiHandoverNumber: "(512) 555-0199" });
  const from = `+1202555${++next}`;
  const call = await stand.call({ from });
  call.send({ type: "dtmf", digit: "0" });
  await until(() => call.frames.some(({ type }) => type === "end"));
  await call.hangUp();
  await hangUpAll(app);
  recordInterruptedCalls(app);
  endInterruptedCalls(app);
  expect(storedCall(stand.parlor, call.sid).status).toBe("completed");
  expect(textsTo(from)).toEqual([]);
});

test("a call whose end went unseen ends at the last thing heard, not when that was noticed", async () => {
  const { app, clock, admin } = stand.parlor;
  const form = newCall();
  const began = clock.now;
  await stand.post("/api/voice/incoming", form);
  clock.now += 30_000;
  await stand.post("/api/voice/message", { ...form, SpeechResult: "Call me" });
  clock.now += 3 * 24 * 60 * 60 * 1000;
  recordInterruptedCalls(app);
  endInterruptedCalls(app);
  const { body } = await admin.request("GET", "/api/call-transcripts?limit=1");
  expect([body[0].twilioCallSid, Date.parse(body[0].callEndTime)]).toEqual([
    form.CallSid,
    began + 30_000,
  ]);
});

test("a handover number must be valid, and the text must not be empty", async () => {
  const { admin } = testApp();
  const bad = await admin.request("POST", "/api/settings", { aiHandoverNumber: "call me" });
  expect([bad.status, bad.body.errors]).toEqual([
    400,
    { aiHandoverNumber: "Invalid phone number format" },
  ]);
  expect((await admin.request("POST", "/api/settings", { missedCallText: " " })).status).toBe(400);
  expect((await admin.request("POST", "/api/settings", { aiCallMode: "fax" })).status).toBe(400);
  const good = await admin.request("POST", "/api/settings", {
    aiHandoverNumber: "(512) 555-0199",
    aiCallMode: "gather",
  });
  expect([good.body.aiHandoverNumber, good.body.aiCallMode]).toEqual(["+15125550199", "gather"]);
});

test("a message that is stored after the end of its call is news, once", async () => {
  const { parlor, post } = stand;
  const { app, admin } = parlor;
  const news: PushMessage[] = [];
  const send = async (_: unknown, message: PushMessage) => {
    news.push(message);
    return { kind: "accepted" } as const;
  };
  Object.assign(app.providers, { push: () => ({ send }) });
  await admin.request("POST", "/api/push/key");
  const keys = { p256dh: "p", auth: "a" };
  const endpoint = "https://push.example.com/1";
  const subscribed = await admin.request("POST", "/api/push", {
    ...{ endpoint, keys, kinds: ["missed-call"] },
  });
  expect(subscribed.status).toBe(200);
  const form = newCall();
  await post("/api/voice/incoming", form);
  const callId = findCallBySid(app.db, form.CallSid)?.id ?? 0;
  addTurn(app, callId, { role: "user", content: "Tell Elena I'm late" });
  await post("/api/voice/status", { ...form, CallStatus: "completed" });
  expect(news).toEqual([]);
  const message = { ...form, SpeechResult: "Tell Elena I'm late" };
  await post("/api/voice/message", message);
  await post("/api/voice/message", message);
  await until(() => news.length > 0);
  await Bun.sleep(20);
  expect(news).toMatchObject([
    { title: expect.stringMatching(/^Message from a call: /), body: "Tell Elena I'm late" },
  ]);
});
