import { expect, test } from "bun:test";
import { writeState } from "#db/state.ts";
import { catchUpInbound } from "#src/messaging/inbox/catch-up.ts";
import { ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  contact,
  type TestApp,
  testApp,
} from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";

/** Twilio gets a text in a minute. */
function arrive({ sms, clock }: TestApp, text: { from: string; body: string }): void {
  sms.receive({ ...text, at: clock.now + 60_000 });
}

/** Twilio doesn't answer until the returned function is called. */
function silence({ sms }: TestApp): () => void {
  const list = sms.list.bind(sms);
  sms.list = () => Promise.reject(new ProviderUnreachable("down"));
  return () => {
    sms.list = list;
  };
}

/** The server runs for these minutes. */
async function watch({ app, clock }: TestApp, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await runJob(app, "record-inbound-watch");
    clock.now += 60_000;
  }
}

async function optedOut({ admin }: TestApp): Promise<string[]> {
  const { body } = await admin.request("GET", "/api/contacts?state=opted-out");
  return body.contacts.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber);
}

async function contacts({ admin }: TestApp): Promise<string[]> {
  const { body } = await admin.request("GET", "/api/contacts");
  return body.contacts.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber).toSorted();
}

test.each([
  ["VOICE"],
  ["anonymous"],
  ["Anonymous"],
  ["sip:a@b.example"],
  ["sip:+12025550111@b.example"],
  ["rcs:some_agent"],
  ["messenger:12345678"],
  ["0"],
  ["+"],
])("a text from %p is accepted and creates no contact", async (from) => {
  const parlor = testApp();
  expect(await postInbound(parlor.hono, { sid: sidOf(1), from, body: "STOP" })).toBe(200);
  expect(await contacts(parlor)).toEqual([]);
});

test("short codes and RCS senders are separate clients", async () => {
  const parlor = testApp();
  const froms = ["22395", "+22396", "893", "rcs:+12025550111", "+12025550111", "+12025550112"];
  for (const [at, from] of froms.entries())
    expect(await postInbound(parlor.hono, { sid: sidOf(at), from, body: "Hi" })).toBe(200);
  expect(await contacts(parlor)).toEqual(["+12025550111", "+12025550112", "22395", "22396", "893"]);
});

test("a missed text without a sender's number is skipped", async () => {
  const parlor = testApp();
  await catchUpInbound(parlor.app);
  arrive(parlor, { from: "", body: "You have a voicemail" });
  parlor.clock.now += 120_000;
  expect(await catchUpInbound(parlor.app)).toBe(0);
  expect(await contacts(parlor)).toEqual([]);
});

test("texts that came while the server was off are fetched, however long Twilio is silent after the start", async () => {
  const parlor = testApp();
  // The server before it wrote this, and ended.
  writeState(parlor.app.db, "inbound-watched-until", parlor.clock.now);
  arrive(parlor, { from: ADA, body: "STOP" });
  const answer = silence(parlor);
  await watch(parlor, 150);
  answer();
  expect(await catchUpInbound(parlor.app)).toBe(1);
  expect(await optedOut(parlor)).toEqual([ADA]);
});

test("texts that came while the saved token couldn't be opened are fetched before anything is sent", async () => {
  const parlor = testApp();
  const { app, admin, hono, sms } = parlor;
  const contactIds = [contact(app, admin, "Ada", ADA)];
  const campaign = { name: "A", message: "20% off", skipCheck: true, contactIds };
  expect((await admin.request("POST", "/api/campaigns", campaign)).status).toBe(201);
  writeState(app.db, "inbound-watched-until", parlor.clock.now);
  // A start with another secret key, which remembers nothing.
  Object.assign(app, { secrets: createSecretBox(new Uint8Array(32).fill(8)) });
  app.events.changed("settings");
  expect(await catchUpInbound(app)).toBe(0);
  const text = { from: ADA, body: "take me off your list" };
  arrive(parlor, text);
  expect(await postInbound(hono, { sid: sidOf(901), ...text })).toBe(403);
  await watch(parlor, 120);

  await admin.request("POST", "/api/settings", { twilioAuthToken: AUTH_TOKEN });
  await parlor.sendAll();
  await runJob(app, "fetch-missed-texts");
  await parlor.sendAll();
  expect(await optedOut(parlor)).toEqual([ADA]);
  expect(sms.sent).toEqual([]);
});

test("what a number got before it was connected for the first time isn't fetched", async () => {
  const parlor = testApp({ connected: false });
  const { app, sms } = parlor;
  writeState(app.db, "inbound-watched-until", parlor.clock.now);
  expect(await catchUpInbound(app)).toBe(0);
  arrive(parlor, { from: ADA, body: "To the salon's former program" });
  await postInbound(parlor.hono, { sid: sidOf(902), from: ADA, body: "To the wrong server" });
  await watch(parlor, 120);
  await parlor.admin.request("POST", "/api/settings", {
    twilioAccountSid: ACCOUNT_SID,
    twilioAuthToken: AUTH_TOKEN,
    twilioPhoneNumber: sms.from,
  });
  await watch(parlor, 2);
  expect(await catchUpInbound(app)).toBe(0);
  expect(await contacts(parlor)).toEqual([]);
});

test("texts that were refused because of a wrong address are fetched as soon as Twilio answers", async () => {
  const parlor = testApp();
  const { app, admin, hono } = parlor;
  await catchUpInbound(app);
  await admin.request("POST", "/api/settings", { webhookBaseUrl: "https://old.example.com" });
  arrive(parlor, { from: ADA, body: "STOP" });
  parlor.clock.now += 60_000;
  expect(await postInbound(hono, { sid: sidOf(901), from: ADA, body: "STOP" })).toBe(403);
  const answer = silence(parlor);
  await watch(parlor, 30);
  answer();
  await watch(parlor, 1);
  expect(await optedOut(parlor)).toEqual([ADA]);
});
