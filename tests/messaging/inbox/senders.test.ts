import { expect, test } from "bun:test";
import { catchUpInbound } from "#src/messaging/inbox/catch-up.ts";
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
  const given = testApp();
  expect(await postInbound(given.hono, { sid: sidOf(1), from, body: "STOP" })).toBe(200);
  expect(await contacts(given)).toEqual([]);
});

test("short codes and RCS senders are separate clients", async () => {
  const given = testApp();
  const froms = ["22395", "+22396", "893", "rcs:+12025550111", "+12025550111", "+12025550112"];
  for (const [at, from] of froms.entries())
    expect(await postInbound(given.hono, { sid: sidOf(at), from, body: "Hi" })).toBe(200);
  expect(await contacts(given)).toEqual(["+12025550111", "+12025550112", "22395", "22396", "893"]);
});

test("a missed text without a sender's number is skipped", async () => {
  const given = testApp();
  await catchUpInbound(given.app);
  given.sms.messages.unshift({
    providerId: sidOf(901),
    direction: "inbound",
    from: "",
    to: given.sms.from,
    body: "You have a voicemail",
    mediaCount: 0,
    status: "received",
    errorCode: null,
    createdAt: given.clock.now + 60_000,
    price: null,
  });
  given.clock.now += 120_000;
  expect(await catchUpInbound(given.app)).toBe(0);
  expect(await contacts(given)).toEqual([]);
});
