import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Limits } from "#src/calls/conversation/limits.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { createRedactor } from "#src/calls/conversation/redaction.ts";
import { type CallStand, callStand, storedCall, until } from "./stand.ts";

const GENEROUS = { pieceTimeoutMs: 60_000, answerTimeoutMs: 60_000, silenceMs: 60_000 };
const SLOTS = { from: null, to: null, part: null, employee: null, service: null };

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand(GENEROUS);
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

async function restart(limits: Partial<Limits>): Promise<void> {
  await stand.stop();
  stand = await callStand({ ...GENEROUS, ...limits });
}

test("prices come from the services: the model reads them, and others aren't said", async () => {
  const { admin } = stand.parlor;
  for (const [name, price] of [
    ["Haircut", "45.00"],
    ["Consultation", "0.00"],
  ])
    expect(
      (await admin.request("POST", "/api/services", { name, price, durationMinutes: 60 })).status,
    ).toBe(201);
  let instructions = "";
  stand.standIn.chat.script.push(({ messages }) => {
    instructions = String(messages[0]?.content);
    return { text: "A haircut is $45, color is ninety dollars, and you're booked." };
  });
  const call = await stand.call();
  expect(await call.says("How much, and book me")).toBe(
    "A haircut is $45, color is a price the team can tell you, and you're requested.",
  );
  expect(instructions).toContain('"Haircut" 45.00 USD');
  expect(instructions).toContain('"Consultation"');
  expect(instructions).not.toContain('"Consultation" 0');
  await call.hangUp();
});

test("the model reads on which days the business is closed, and on which it has other hours", async () => {
  const { admin, clock } = stand.parlor;
  const dayIn = (days: number) =>
    new Date(clock.now + days * 86_400_000).toISOString().slice(0, 10);
  const [closed, short] = [dayIn(5), dayIn(6)];
  await admin.request("PUT", "/api/hours", {
    closedDays: [
      { date: closed, name: "Inventory", yearly: false },
      { date: short, name: "", yearly: false, open: [{ start: "10:00", end: "13:00" }] },
    ],
  });
  let instructions = "";
  stand.standIn.chat.script.push(({ messages }) => {
    instructions = String(messages[0]?.content);
    return { text: "We're open." };
  });
  const call = await stand.call();
  await call.says("When are you open?");
  expect(instructions).toContain(`Closed: ${closed} "Inventory"\n`);
  expect(instructions).toContain(`Other hours on: ${short} 10:00 AM to 1:00 PM\n`);
  await call.hangUp();
});

test("a tool call with a huge index runs, and the event loop isn't blocked", async () => {
  stand.standIn.chat.script.push(
    { calls: [{ name: "leave_message", args: { words: "Call me" }, index: 4_294_967_290 }] },
    { text: "Done." },
  );
  const call = await stand.call();
  expect(await call.says("Tell them to call me")).toBe("Done.");
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).message).toBe("Call me");
});

test.each([
  ["endless arguments", [{ name: "leave_message", args: { words: "x".repeat(20_000) } }]],
  [
    "very many calls",
    Array.from({ length: 40 }, () => ({ name: "leave_message", args: { words: "x" } })),
  ],
])("an answer with %s fails, and the caller can leave a message", async (_, calls) => {
  stand.standIn.chat.script.push({ calls });
  const call = await stand.call();
  expect(await call.says("Hello")).toBe(PHRASES.assistantFailed);
});

test.each([
  ["words", "word ".repeat(40_000)],
  ["letters without a space", "a".repeat(200_000)],
  ["digits that may become a number", "one ".repeat(50_000)],
  ["commas", ", ".repeat(100_000)],
])("of 200 KB of %s, only the beginning is spoken", async (_, text) => {
  stand.standIn.chat.script.push({ text });
  const call = await stand.call();
  expect((await call.says("Hello")).length).toBeLessThanOrEqual(2_000);
});

test("the output guard takes time in proportion to the text", () => {
  for (const text of ["a@", "a", "one ", ", ", "a dot ", "at a ", "(", "9-", "@ ", " "]) {
    const timeOf = (length: number) => {
      const all = text.repeat(length / text.length);
      const pieces = all.match(/[\s\S]{1,8}/g) ?? [];
      const before = process.cpuUsage();
      const guard = createRedactor({ numbers: [], prices: [], texts: [], said: [] });
      for (const piece of pieces) guard.push(piece);
      guard.flush();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    // The quadratic guard took five seconds for 20 KB, and twenty for this. A slow machine takes one.
    expect([text, timeOf(40_000) < 5_000]).toEqual([text, true]);
  }
}, 60_000);

test("a caller who waits for the model hears a filler", async () => {
  await restart({ fillerMs: 40 });
  const { chat } = stand.standIn;
  chat.script.push({ stalls: true });
  const call = await stand.call();
  call.send({ type: "prompt", voicePrompt: "Hello", last: true });
  const said = () => call.frames.map(({ token = "" }) => token).join("");
  await until(() => said().includes(PHRASES.stillLooking));
  expect(said()).toBe(`${PHRASES.oneMoment} ${PHRASES.stillLooking} `);
  expect(await call.says("Are you there?")).toContain("Fine.");
  await call.hangUp();
});

test("a model that announces every search is heard once", async () => {
  const look = { text: "Let me look.", calls: [{ name: "free_slots", args: SLOTS }] };
  stand.standIn.chat.script.push(look, look, { text: "Let me look. I have nine." });
  const call = await stand.call();
  expect((await call.says("When?")).replace(/\s+/g, " ")).toBe("Let me look. I have nine.");
});

test("each model request counts, so a call with tools reaches its limit sooner", async () => {
  const plain = { text: "Fine." };
  const tools = { calls: [{ name: "free_slots", args: SLOTS }] };
  const turnsUntilEnd = async (script: readonly object[]) => {
    await restart({ tokens: 20_000 });
    const call = await stand.call();
    for (let turn = 1; ; turn += 1) {
      stand.standIn.chat.script.push(...script);
      if ((await call.says("More")) === PHRASES.enough) return turn;
    }
  };
  const [talk, search] = [await turnsUntilEnd([plain]), await turnsUntilEnd([tools, tools, plain])];
  expect(search * 2).toBeLessThan(talk);
});
