import { afterEach, beforeEach, expect, test } from "bun:test";
import { type CallStand, callStand, dial, setupFrame, sidOf, until } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand();
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

test("garbage, frames before the setup and unknown frames do nothing; an oversized one closes the socket", async () => {
  const call = await stand.call();
  const early = dial(stand.origin);
  await until(() => early.socket.readyState === WebSocket.OPEN);
  early.send({ type: "prompt", voicePrompt: "Book it", last: true });
  for (const frame of ["", "{", "null", "[]", '{"type":"text"}', '{"type":"dtmf"}', '{"type":7}'])
    call.send(frame);
  call.send({ type: "prompt", voicePrompt: "half a", last: false });
  call.send({ type: "prompt", voicePrompt: "   ", last: true });
  call.send({ type: "error", description: "64107" });
  expect(await call.says("Are you there?")).toBe("Fine.");
  expect(early.frames).toEqual([]);
  expect(stand.standIn.chat.requests).toHaveLength(1);
  call.send({ type: "prompt", voicePrompt: "x".repeat(20_000), last: true });
  await until(() => call.closed() !== undefined);
  early.socket.close();
});

test.each([
  ["no signature", ""],
  ["a made-up signature", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
])("a handshake with %s is rejected", async (_, signed) => {
  const stranger = dial(stand.origin, signed);
  await until(() => stranger.closed() !== undefined);
  expect(stranger.frames).toEqual([]);
  const answer = await fetch(`${stand.origin}/api/voice/relay`, {
    headers: {
      upgrade: "websocket",
      connection: "Upgrade",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version": "13",
      "x-twilio-signature": signed,
    },
  });
  expect(answer.status).toBe(403);
});

test("a setup with a foreign account, unknown call, wrong token or open connection closes the socket", async () => {
  const call = await stand.call();
  const other = await stand.post("/api/voice/incoming", {
    CallSid: sidOf(77),
    From: "+12025550188",
  });
  const pass = /name="pass" value="([^"]+)"/.exec(other.xml)?.[1] ?? "";
  const setups = [
    { ...setupFrame(sidOf(77), pass), accountSid: `AC${"b".repeat(32)}` },
    setupFrame(sidOf(99), pass),
    setupFrame(sidOf(77), "guessed"),
    { ...setupFrame(sidOf(77), ""), customParameters: null },
    setupFrame(call.sid, pass),
  ];
  for (const setup of setups) {
    const line = dial(stand.origin);
    await until(() => line.socket.readyState === WebSocket.OPEN);
    line.send(setup);
    await until(() => line.closed() !== undefined);
    expect(line.frames).toEqual([]);
  }
  expect(await call.says("Still here")).toBe("Fine.");
});

test("a call that fails to start doesn't stop the server, and the caller gets voicemail", async () => {
  const { app } = stand.parlor;
  Object.assign(app, {
    providers: { ...app.providers, ai: () => Promise.reject(new Error("of ours")) },
  });
  const call = await stand.call();
  await until(() => call.closed() !== undefined);
  const { xml } = await stand.post("/api/voice/after", { CallSid: call.sid });
  expect(xml).toContain("/api/voice/message");
});
