import { afterEach, beforeEach, expect, test } from "bun:test";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { type CallStand, callStand, requests, storedCall, until } from "./stand.ts";

/** No test here may fail because the machine is slow. */
const GENEROUS = { pieceTimeoutMs: 60_000, answerTimeoutMs: 60_000, silenceMs: 60_000 };

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand(GENEROUS);
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

const REQUEST = {
  name: "Ana Silva",
  service: "Balayage",
  day_words: "next Friday",
  time_words: "ten in the morning",
  date: "2026-11-27",
  time: "10:00",
  employee: "Elena",
  notes: null,
};
const SLOTS = {
  from: "2026-11-27",
  to: "2026-11-27",
  part: "morning",
  employee: null,
  service: "Balayage",
};

test("in a whole call, free times are looked up, a request is recorded, and turns are stored", async () => {
  const { chat } = stand.standIn;
  chat.script.push(
    { text: "Let me look.", calls: [{ name: "free_slots", args: SLOTS }] },
    ({ messages }) => ({ text: `I have ${/\d+:\d\d AM/.exec(messages.at(-1)?.content ?? "")}.` }),
    { calls: [{ name: "request_appointment", args: REQUEST }] },
    { text: "Noted. The team will confirm it." },
  );
  const call = await stand.call();
  expect(await call.says("Do you have anything next Friday morning?")).toBe(
    "Let me look. I have 9:00 AM.",
  );
  expect(await call.says("Ten with Elena, I am Ana Silva")).toBe(
    "Noted. The team will confirm it.",
  );
  await call.hangUp();
  expect(requests(stand.parlor)).toEqual([
    {
      name: "Ana Silva",
      phone: 12025550123,
      day: "next Friday",
      time: "ten in the morning",
      service: "Balayage",
      startsAt: "2026-11-27T10:00:00",
      employeeId: 1,
      status: "pending",
    },
  ]);
  const { status, turns } = storedCall(stand.parlor, call.sid);
  expect(status).toBe("completed");
  expect(turns.map(({ role }) => role).join(" ")).toBe(
    "assistant user system assistant user system assistant",
  );
  expect(turns[0]?.content).toContain("automated assistant");
  const answers = turns.filter(({ role, ms }) => role === "assistant" && ms !== null);
  expect(answers).toHaveLength(2);
  const booked = stand.parlor.app.db.query("select 1 from appointments").all();
  expect(booked).toEqual([]);
});

test("text is sent as it arrives, and the last frame is marked", async () => {
  stand.standIn.chat.script.push({ text: "We are open until five today." });
  const call = await stand.call();
  await call.says("When do you close?");
  const texts = call.frames.filter(({ type }) => type === "text");
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.map(({ last }) => last)).toEqual([...texts.slice(1).map(() => false), true]);
});

test("a caller who interrupts stops the answer, and only what they heard is stored", async () => {
  const { chat } = stand.standIn;
  chat.pieceMs = 15;
  chat.script.push(
    { text: "We have balayage and cuts and facials and many many other things to choose from." },
    { text: "Of course." },
  );
  const call = await stand.call();
  call.send({ type: "prompt", voicePrompt: "What do you do?", last: true });
  await until(() => call.frames.length > 4);
  call.send({
    type: "interrupt",
    utteranceUntilInterrupt: "We have balayage",
    durationUntilInterruptMs: "460",
  });
  expect(await call.says("Just a cut please")).toContain("Of course.");
  await call.hangUp();
  const said = storedCall(stand.parlor, call.sid).turns.map(({ content }) => content);
  expect(said.slice(1)).toEqual([
    "What do you do?",
    "We have balayage",
    "Just a cut please",
    "Of course.",
  ]);
  // The model knows no more of it than the caller.
  const [, second] = chat.requests;
  expect(second?.messages.map(({ content }) => content)).toContain("We have balayage");
  expect(JSON.stringify(second)).not.toContain("many many");
});

test("an answer that was sent completely but interrupted is shortened too", async () => {
  const { chat } = stand.standIn;
  chat.script.push({ text: "Monday at nine or Tuesday at four." }, { text: "Monday it is." });
  const call = await stand.call();
  await call.says("When?");
  call.send({ type: "interrupt", utteranceUntilInterrupt: "Monday at nine" });
  await call.says("Monday");
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).turns.map(({ content }) => content)).toContain(
    "Monday at nine",
  );
  const told = chat.requests[1]?.messages.slice(1);
  expect(JSON.stringify(told)).not.toContain("Tuesday");
});

test("zero connects to a person, whose number only Parlor and Twilio see", async () => {
  await stand.parlor.admin.request("POST", "/api/settings", { aiHandoverNumber: "(512) 555-0199" });
  const call = await stand.call();
  call.send({ type: "dtmf", digit: "0" });
  await until(() => call.frames.some(({ type }) => type === "end"));
  expect(call.said()).toBe(PHRASES.connecting);
  const handoff = call.frames.find(({ type }) => type === "end")?.handoffData ?? "";
  expect(handoff).not.toMatch(/\d/);
  const { xml } = await stand.post("/api/voice/after", { CallSid: call.sid, HandoffData: handoff });
  expect(xml).toContain("<Number>+15125550199</Number>");
  const missed = await stand.post("/api/voice/after-dial", {
    CallSid: call.sid,
    DialCallStatus: "no-answer",
  });
  expect(missed.xml).toContain("<Gather");
});

test("other keys are sent to the model with the next sentence", async () => {
  const call = await stand.call();
  for (const digit of ["5", "1", "2", "x"]) call.send({ type: "dtmf", digit });
  await call.says("That is the code");
  expect(stand.standIn.chat.requests[0]?.messages.at(-1)?.content).toBe(
    "That is the code (keys pressed: 512)",
  );
});

test.each([
  ["refuses the key", { status: 401 as const }],
  ["has no credit", { status: 429 as const }],
  ["answers nothing", { stalls: true }],
  ["breaks off", { text: "We have a lot of", cutAfter: 3 }],
  ["will not answer", { refusal: "No." }],
  ["filters itself", { text: "", finish: "content_filter" as const }],
  ["says nothing", { text: "" }],
])("when the model %s, the caller is asked for a message, which is stored", async (_, reply) => {
  if ("stalls" in reply) {
    await stand.stop();
    stand = await callStand({ ...GENEROUS, pieceTimeoutMs: 1_500 });
  }
  const { chat } = stand.standIn;
  chat.otherwise = () => reply;
  const call = await stand.call();
  expect(await call.says("Hello?")).toContain(PHRASES.assistantFailed);
  expect(await call.says("This is Ana, please call me back")).toBe(PHRASES.thanks);
  await until(() => call.frames.some(({ type }) => type === "end"));
  await call.hangUp();
  const { status, message } = storedCall(stand.parlor, call.sid);
  expect([status, message]).toEqual(["completed", "This is Ana, please call me back"]);
  if (!("stalls" in reply)) expect(chat.requests.length).toBeLessThanOrEqual(2);
});

test("one OpenAI error is retried, and hanging up during the second fails the call", async () => {
  const { chat } = stand.standIn;
  chat.script.push({ status: 500 }, { text: "Here I am." });
  const call = await stand.call();
  expect(await call.says("Hello?")).toBe("Here I am.");
  chat.script.push({ status: 500 }, { status: 500 });
  await call.says("Hello?");
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).status).toBe("failed");
});

test("hanging up without a word is a missed call, and a dropped line is a failed call", async () => {
  const silent = await stand.call();
  await silent.hangUp();
  const cut = await stand.call();
  await cut.says("Hello?");
  cut.drop();
  await until(() => storedCall(stand.parlor, cut.sid).status !== "in_progress");
  expect([
    storedCall(stand.parlor, silent.sid).status,
    storedCall(stand.parlor, cut.sid).status,
  ]).toEqual(["missed", "failed"]);
});

test("two simultaneous calls don't hear each other", async () => {
  const { chat } = stand.standIn;
  chat.pieceMs = 2;
  chat.otherwise = ({ messages }) => ({ text: `You said ${messages.at(-1)?.content}.` });
  const [one, two] = await Promise.all([stand.call(), stand.call()]);
  const [first, second] = await Promise.all([one.says("apples"), two.says("pears")]);
  expect([first, second]).toEqual(["You said apples.", "You said pears."]);
  await Promise.all([one.hangUp(), two.hangUp()]);
  const turns = storedCall(stand.parlor, one.sid).turns.map(({ content }) => content);
  expect(turns.join(" ")).not.toContain("pears");
});

test("a message may contain pauses: what is said during the goodbye is part of it", async () => {
  stand.standIn.chat.otherwise = () => ({ status: 401 });
  const call = await stand.call();
  expect(await call.says("Hello")).toBe(PHRASES.assistantFailed);
  expect(await call.says("This is Ana")).toBe(PHRASES.thanks);
  call.send({ type: "prompt", voicePrompt: "Call me after five", last: true });
  await until(() => storedCall(stand.parlor, call.sid).message.includes("five"));
  await call.hangUp();
  const { status, message, turns } = storedCall(stand.parlor, call.sid);
  expect([status, message]).toEqual(["completed", "This is Ana\nCall me after five"]);
  expect(turns.map(({ content }) => content)).toContain("Call me after five");
});

test("a message that the model leaves twice is stored once", async () => {
  const leave = { calls: [{ name: "leave_message", args: { words: "Call me" } }] };
  stand.standIn.chat.script.push(leave, leave, { text: "Done." });
  const call = await stand.call();
  expect(await call.says("Tell them to call me")).toBe("Done.");
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).message).toBe("Call me");
});
