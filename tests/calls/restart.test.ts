import { afterEach, beforeEach, expect, test } from "bun:test";
import { endInterruptedCalls, recordInterruptedCalls } from "#src/calls/conversation/ending.ts";
import { hangUpAll } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { type CallStand, callStand, dial, setupFrame, storedCall, until } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand();
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

async function callAndRestart(): Promise<string> {
  const call = await stand.call();
  await call.says("A facial on Friday");
  await hangUpAll(stand.parlor.app);
  stand.closeAll();
  await until(() => call.closed() === 1012);
  recordInterruptedCalls(stand.parlor.app);
  return call.sid;
}

test("a call continues after a server restart, with its whole transcript", async () => {
  const sid = await callAndRestart();
  const { xml } = await stand.post("/api/voice/after", { CallSid: sid, SessionStatus: "failed" });
  expect(xml).toContain(`welcomeGreeting="${PHRASES.goOn}"`);
  const line = dial(stand.origin);
  await until(() => line.socket.readyState === WebSocket.OPEN);
  line.send(setupFrame(sid, /name="pass" value="([^"]+)"/.exec(xml)?.[1] ?? ""));
  expect(await line.says("With Elena")).toBe("Fine.");
  const told = stand.standIn.chat.requests.at(-1)?.messages.map(({ content }) => content);
  expect(told).toContain("A facial on Friday");
  endInterruptedCalls(stand.parlor.app);
  expect(storedCall(stand.parlor, sid).status).toBe("in_progress");
  await line.hangUp();
  await until(() => storedCall(stand.parlor, sid).status === "completed");
});

test("a second broken socket leads to voicemail, and a call that never resumed has failed", async () => {
  const sid = await callAndRestart();
  const after = () => stand.post("/api/voice/after", { CallSid: sid, SessionStatus: "failed" });
  expect((await after()).xml).toContain("<ConversationRelay");
  expect((await after()).xml).toContain("/api/voice/message");
  const other = await callAndRestart();
  endInterruptedCalls(stand.parlor.app);
  expect(storedCall(stand.parlor, other).status).toBe("failed");
});
