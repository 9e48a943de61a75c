import { expect, test } from "bun:test";
import { writeState } from "#db/state.ts";
import { catchUpInbound, saveWatchedUntil } from "#src/messaging/inbox/catch-up.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

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
  parlor.sms.messages.unshift({
    providerId: sidOf(901),
    direction: "inbound",
    from: "",
    to: parlor.sms.from,
    body: "You have a voicemail",
    mediaCount: 0,
    status: "received",
    errorCode: null,
    createdAt: parlor.clock.now + 60_000,
    price: null,
  });
  parlor.clock.now += 120_000;
  expect(await catchUpInbound(parlor.app)).toBe(0);
  expect(await contacts(parlor)).toEqual([]);
});

test("texts that came while the server was off are fetched, however long Twilio is silent after the start", async () => {
  const parlor = testApp();
  // The server before it wrote this, and ended.
  writeState(parlor.app.db, "inbound-watched-until", parlor.clock.now);
  parlor.sms.messages.unshift({
    ...{ providerId: sidOf(900), direction: "inbound", from: "+12025550111", to: parlor.sms.from },
    ...{ body: "STOP", mediaCount: 0, status: "received", errorCode: null, price: null },
    createdAt: parlor.clock.now + 5 * 60_000,
  });
  parlor.clock.now += 2 * 3_600_000;
  for (let minutes = 0; minutes < 30; minutes += 1) {
    saveWatchedUntil(parlor.app);
    parlor.clock.now += 60_000;
  }
  expect(await catchUpInbound(parlor.app)).toBe(1);
  const { body } = await parlor.admin.request("GET", "/api/contacts?q=2025550111");
  expect(body.contacts[0].optedOut).toBe(true);
});
