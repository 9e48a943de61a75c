import { afterEach, beforeEach, expect, test } from "bun:test";
import { MAX_CALLS_PER_CALLER } from "#src/calls/conversation/limits.ts";
import { type CallStand, callStand, sidOf } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand();
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

let next = 100;
async function ring(From: string): Promise<{ sid: string; isAnswered: boolean }> {
  const sid = sidOf(++next);
  const { xml } = await stand.post("/api/voice/incoming", { CallSid: sid, From });
  return { sid, isAnswered: xml.includes("<ConversationRelay") };
}

function end(CallSid: string, From: string) {
  return stand.post("/api/voice/status", { CallSid, From, CallStatus: "completed" });
}

test.each([
  ["a number", "+12025550123", MAX_CALLS_PER_CALLER.known],
  ["callers who withhold theirs", "anonymous", MAX_CALLS_PER_CALLER.withheld],
  ["callers who come with the salon's number", "+15125550100", MAX_CALLS_PER_CALLER.withheld],
])(
  "%s: only a few calls at once are answered, then voicemail; other callers aren't affected",
  async (_, from, { atOnce }) => {
    const calls = [];
    for (let n = 0; n <= atOnce; n += 1) calls.push(await ring(from));
    expect(calls.map(({ isAnswered }) => isAnswered)).toEqual([
      ...Array<boolean>(atOnce).fill(true),
      false,
    ]);
    expect((await ring("+12025550199")).isAnswered).toBe(true);
    for (const { sid } of calls) await end(sid, from);
    expect((await ring(from)).isAnswered).toBe(true);
  },
);

test("a number that calls all day gets voicemail until the next day", async () => {
  const from = "+12025550124";
  const call = async () => {
    const { sid, isAnswered } = await ring(from);
    await end(sid, from);
    return isAnswered;
  };
  const answered: boolean[] = [];
  for (let n = 0; n <= MAX_CALLS_PER_CALLER.known.perDay; n += 1) answered.push(await call());
  expect([answered.lastIndexOf(true) + 1, answered.at(-1)]).toEqual([
    MAX_CALLS_PER_CALLER.known.perDay,
    false,
  ]);
  stand.parlor.clock.now += 25 * 60 * 60 * 1000;
  expect(await call()).toBe(true);
});

test("a repeated request about one call gets the same reply", async () => {
  const from = "+12025550125";
  await ring(from);
  const { sid } = await ring(from);
  const again = await stand.post("/api/voice/incoming", { CallSid: sid, From: from });
  expect(again.xml).toContain("<ConversationRelay");
});
