import { afterEach, beforeEach, expect, test } from "bun:test";
import type { TryEvent } from "#src/calls/assistant/contract.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { createApp } from "#src/create-app.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { createServer } from "#src/server.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type CallStand, callStand } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand();
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

interface Body {
  callSid?: string;
  text?: string;
}

async function attempt(parlor: CallStand["parlor"], body: Body, cookie = parlor.admin.cookie) {
  const answer = await parlor.hono.request("/api/voice/try", {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const isStream = answer.headers.get("content-type")?.includes("jsonl");
  const events = isStream
    ? text
        .trim()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as TryEvent)
    : [];
  const spoken = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
  const [first] = events;
  return {
    status: answer.status,
    text,
    events,
    spoken: spoken.trim(),
    callSid: first?.type === "call" ? first.callSid : "",
  };
}

const REQUEST = {
  name: "Ana",
  service: "Cut",
  day_words: "next Friday",
  time_words: "ten",
  date: "2026-11-27",
  time: "10:00",
  employee: "Jo",
  notes: null,
};

test("a try picks up, streams its answer and says what a call would have recorded, but stores nothing", async () => {
  const { parlor, standIn } = stand;
  standIn.chat.script.push(
    { text: "Gladly." },
    { calls: [{ name: "request_appointment", args: REQUEST }] },
    { text: "Noted." },
    { calls: [{ name: "leave_message", args: { words: "Running late" } }] },
    { text: "I pass it on." },
  );
  const greeted = await attempt(parlor, {});
  expect(greeted.callSid).toStartWith("try-");
  expect(greeted.spoken).toContain("automated assistant");
  const { callSid } = greeted;
  const first = await attempt(parlor, { callSid, text: "A cut please" });
  expect(first.spoken).toBe("Gladly.");
  expect(first.events.filter(({ type }) => type === "measured")).toHaveLength(1);
  const second = await attempt(parlor, { callSid, text: "Friday at ten with Jo, I am Ana" });
  expect(second.events).toContainEqual({
    type: "noted",
    what: "request",
    text: "Ana: Cut, Friday, November 27 at 10:00 AM with Jo",
  });
  const third = await attempt(parlor, { callSid, text: "Tell them I am late" });
  expect(third.events).toContainEqual({ type: "noted", what: "message", text: "Running late" });
  for (const table of ["calls", "call_turns", "potential_appointments", "appointments", "messages"])
    expect(parlor.app.db.query(`select * from ${table}`).all()).toEqual([]);
});

test("a test call adds no one to the waitlist, and says that a real call would", async () => {
  const { parlor, standIn } = stand;
  await parlor.admin.request("POST", "/api/services", { name: "Facial", durationMinutes: 60 });
  const args = { name: "Ana", service: "Facial", weekdays: ["sun"], agrees_to_texts: true };
  standIn.chat.script.push(
    { calls: [{ name: "join_waitlist", args }] },
    { text: "We'll text you." },
  );
  const { callSid } = await attempt(parlor, {});
  const { events } = await attempt(parlor, { callSid, text: "Only Sundays suit me" });
  expect(events).toContainEqual({ type: "noted", what: "waitlist entry", text: "Ana: Facial" });
  for (const table of ["waitlist", "contacts", "consents"])
    expect(parlor.app.db.query(`select * from ${table}`).all()).toEqual([]);
});

test("each try is separate and belongs to the admin who started it", async () => {
  const { parlor } = stand;
  const { callSid } = await attempt(parlor, {});
  const other = parlor.person("admin", []);
  expect((await attempt(parlor, { callSid, text: "Hi" }, other.cookie)).status).toBe(404);
  expect((await attempt(parlor, { callSid: "try-1", text: "Hi" })).status).toBe(404);
  const staff = parlor.person("user", ["/call-transcripts"]);
  expect((await attempt(parlor, {}, staff.cookie)).status).toBe(403);
});

test("the reason for a model failure is shown to the admin, and a missing key is named", async () => {
  const { parlor, standIn } = stand;
  standIn.chat.script.push({ status: 401 });
  const { callSid } = await attempt(parlor, {});
  const failed = await attempt(parlor, { callSid, text: "Hello" });
  expect(failed.events).toContainEqual({
    type: "trouble",
    message: "OpenAI refused the key: copy it again from platform.openai.com, under API keys.",
  });
  expect(failed.spoken).toBe(PHRASES.assistantFailed);
  await parlor.admin.request("POST", "/api/settings", { openaiApiKey: "" });
  const none = await attempt(parlor, {});
  expect([none.status, none.text]).toEqual([
    400,
    expect.stringContaining("Add an OpenAI API key in Settings"),
  ]);
});

test("the demo's assistant needs no key and no network, and can record a request", async () => {
  const demo = testApp({ config: { demo: true, carrier: "simulated" } });
  const providers = createProviders(demo.app.config);
  const app = createApp({ ...demo.app, providers });
  const parlor = { ...demo, app, hono: createServer(app) };
  await demo.admin.request("POST", "/api/employees", { name: "Elena Park" });
  const { callSid } = await attempt(parlor, {});
  const say = (text: string) => attempt(parlor, { callSid, text });
  expect((await say("Hi, I would like a haircut")).spoken).toContain("Which day");
  const offered = await say("Next Friday please");
  expect(offered.spoken).toContain("On Friday, November 27 we have 9:00 AM");
  const noted = await say("9:00 AM, my name is Ana Silva");
  expect(noted.events).toContainEqual({
    type: "noted",
    what: "request",
    text: "Ana Silva: haircut, Friday, November 27 at 9:00 AM with Elena",
  });
  expect(noted.spoken).toContain("I've passed on your request for Friday, November 27 at 9:00 AM");
});

test("the wait is reported from the last hundred answers, with today's number of calls", async () => {
  const { parlor, standIn } = stand;
  const figures = async () => (await parlor.admin.request("GET", "/api/voice/figures")).body;
  expect(await figures()).toEqual({
    callsToday: 0,
    answers: 0,
    typicalMs: null,
    slowMs: null,
  });
  standIn.chat.firstMs = 40;
  const call = await stand.call();
  await call.says("Hello");
  await call.hangUp();
  const { typicalMs, ...rest } = await figures();
  expect(rest).toMatchObject({ callsToday: 1, answers: 1, slowMs: typicalMs });
  expect(typicalMs).toBeGreaterThanOrEqual(40);
  parlor.clock.now += 24 * 60 * 60 * 1000;
  parlor.app.events.changed("calls");
  expect(await figures()).toMatchObject({ callsToday: 0, answers: 1 });
});

test("two simultaneous answers of one try both end", async () => {
  const { callSid } = await attempt(stand.parlor, {});
  stand.standIn.chat.firstMs = 50;
  const both = await Promise.all([
    attempt(stand.parlor, { callSid, text: "Hello" }),
    attempt(stand.parlor, { callSid, text: "Hello again" }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});
