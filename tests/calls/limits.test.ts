import { afterEach, expect, test } from "bun:test";
import type { Conversation } from "#src/calls/conversation/conversation-options.ts";
import { MAX_CALLS } from "#src/calls/conversation/limits.ts";
import { hangUpAll, registerCall } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { type CallStand, callStand, sidOf, storedCall, until } from "./stand.ts";

let stand: CallStand;
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

test("a call is warned a minute before its limit, and then ended", async () => {
  stand = await callStand({ warnAfterMs: 3_000, endAfterMs: 3_300 });
  const call = await stand.call();
  expect(await call.says("Hello")).toBe("Fine.");
  await until(() => call.frames.some(({ type }) => type === "end"));
  expect(call.said()).toBe(PHRASES.almostOver + PHRASES.tooLong);
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).status).toBe("completed");
});

test("a silent caller is asked once, and then the call ends", async () => {
  stand = await callStand({ silenceMs: 200 });
  const call = await stand.call();
  await until(() => call.frames.some(({ type }) => type === "end"));
  expect(call.said()).toBe(PHRASES.stillThere + PHRASES.silenceGoodbye);
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).status).toBe("missed");
});

test("a caller who is speaking isn't asked whether they are there", async () => {
  stand = await callStand({ silenceMs: 3_000 });
  const call = await stand.call();
  for (let n = 0; n < 4; n += 1) {
    // All pauses together are longer than the limit, and none is near it.
    await Bun.sleep(900);
    expect(await call.says("Yes")).toBe("Fine.");
  }
});

test.each([
  ["turns", { turns: 2 }],
  ["words", { tokens: 900 }],
])("a call that never ends in %s is ended", async (_, limits) => {
  stand = await callStand(limits);
  const call = await stand.call();
  const said: string[] = [];
  for (let n = 0; n < 6 && !said.includes(PHRASES.enough); n += 1)
    said.push(await call.says("More"));
  expect(said.at(-1)).toBe(PHRASES.enough);
  expect(stand.standIn.chat.requests.length).toBeLessThan(4);
});

test("a model that only requests tools is stopped", async () => {
  stand = await callStand();
  const args = { from: null, to: null, part: null, employee: null, service: null };
  stand.standIn.chat.otherwise = () => ({ calls: [{ name: "free_slots", args }] });
  const call = await stand.call();
  expect(await call.says("When?")).toEndWith(PHRASES.assistantFailed);
  expect(stand.standIn.chat.requests).toHaveLength(4);
});

test("a whole answer has a time limit, even if each model request is quick", async () => {
  stand = await callStand({ pieceTimeoutMs: 10_000, answerTimeoutMs: 3_600, fillerMs: null });
  const args = { from: null, to: null, part: null, employee: null, service: null };
  stand.standIn.chat.firstMs = 2_000;
  stand.standIn.chat.otherwise = () => ({ calls: [{ name: "free_slots", args }] });
  const call = await stand.call();
  expect(await call.says("When?")).toBe(PHRASES.assistantFailed);
  expect(stand.standIn.chat.requests).toHaveLength(2);
});

test("when all lines are busy, voicemail answers", async () => {
  stand = await callStand();
  let isOver = false;
  const other = { isOver: () => isOver, hangUp: async () => undefined } as unknown as Conversation;
  for (let n = 0; n < MAX_CALLS; n += 1) registerCall(stand.parlor.app, sidOf(5_000 + n), other);
  const ring = (n: number) =>
    stand.post("/api/voice/incoming", { CallSid: sidOf(n), From: "+12025550123" });
  expect((await ring(1)).xml).toContain("/api/voice/message");
  // Of these Twilio has still to tell the end.
  isOver = true;
  expect((await ring(2)).xml).toContain("<ConversationRelay");
});

test("a stopping server stores the transcript, and the call continues after the restart", async () => {
  stand = await callStand();
  const call = await stand.call();
  await call.says("Hello");
  await hangUpAll(stand.parlor.app);
  const { status, turns } = storedCall(stand.parlor, call.sid);
  expect([status, turns.at(-1)?.content]).toEqual(["in_progress", "Fine."]);
  // Else the server would wait for them, and the callers in silence.
  stand.closeAll();
  await until(() => call.closed() === 1012);
});

test("the transcript of a caller who was handed over is stored before the server stops", async () => {
  stand = await callStand({}, { aiHandoverNumber: "(512) 555-0199" });
  const call = await stand.call();
  call.send({ type: "dtmf", digit: "0" });
  await until(() => call.frames.some(({ type }) => type === "end"));
  await hangUpAll(stand.parlor.app);
  const { status, turns } = storedCall(stand.parlor, call.sid);
  expect([status, turns.at(-1)?.content]).toEqual(["in_progress", PHRASES.connecting]);
});
