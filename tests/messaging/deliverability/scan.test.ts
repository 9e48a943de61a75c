import { expect, test } from "bun:test";
import { continueScan } from "#src/messaging/deliverability/scan.ts";
import type { ProviderMessage } from "#src/platform/providers/carrier.ts";
import { ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { stranger, type TestApp, testApp } from "#tests/support/test-app.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const ADA = "+12025550111";
const BEA = "+12025550112";

let count = 5_000;
/** A text that the provider knows of: `ago` milliseconds old. */
function providerText(
  salon: TestApp,
  to: string,
  ago: number,
  errorCode?: number,
): ProviderMessage {
  count += 1;
  const message: ProviderMessage = {
    providerId: sidOf(count),
    direction: "outbound",
    from: salon.sms.from,
    to,
    body: "Hi",
    mediaCount: 0,
    status: errorCode === undefined ? "delivered" : "undelivered",
    errorCode: errorCode ?? null,
    createdAt: salon.clock.now - ago,
    price: null,
  };
  salon.sms.messages.push(message);
  salon.sms.messages.sort((one, other) => other.createdAt - one.createdAt);
  return message;
}

const scan = async (salon: TestApp) =>
  (await salon.admin.request("POST", "/api/twilio/check-failed-messages")).body;
const contactOf = async (salon: TestApp, q: string) =>
  (await salon.admin.request("GET", `/api/contacts?q=${q}`)).body.contacts[0];

function salonWith(...phones: string[]): TestApp {
  const salon = testApp();
  for (const [n, phone] of phones.entries())
    stranger(salon.app, salon.admin, `Client ${"ABCDEFG"[n]}`, phone);
  return salon;
}

test("the newest outcome of a number wins, and each change is counted and explained", async () => {
  const salon = salonWith(ADA, BEA, "+12025550113", "+12025550114");
  providerText(salon, ADA, 3 * HOUR, 30006);
  providerText(salon, ADA, 2 * HOUR);
  providerText(salon, BEA, 3 * HOUR);
  providerText(salon, BEA, 2 * HOUR, 30005);
  providerText(salon, "+12025550113", HOUR, 21610);
  providerText(salon, "+12025550114", HOUR, 30008);
  providerText(salon, "+12025559999", HOUR, 30006);

  expect(await scan(salon)).toEqual({
    totalMessages: 7,
    contactsOptedOut: 1,
    contactsMarkedUndeliverable: 1,
    contactsCleared: 0,
    summary: ["1 contact opted out", "1 contact marked undeliverable"],
  });
  expect(await contactOf(salon, "5550111")).toMatchObject({ undeliverable: false });
  expect(await contactOf(salon, "5550112")).toMatchObject({ undeliverable: true, optedOut: false });
  expect(await contactOf(salon, "5550113")).toMatchObject({ optedOut: true });

  providerText(salon, BEA, -HOUR);
  salon.clock.now += 2 * HOUR;
  expect(await scan(salon)).toMatchObject({ contactsCleared: 1 });
  expect(await contactOf(salon, "5550112")).toMatchObject({ undeliverable: false });
});

test("a client who opted in again is not opted out by an older text", async () => {
  const salon = salonWith(ADA);
  providerText(salon, ADA, HOUR, 21610);
  await salon.admin.request("POST", "/api/contacts/1/opt-out");
  await salon.admin.request("POST", "/api/contacts/1/opt-in");
  expect(await scan(salon)).toMatchObject({ contactsOptedOut: 0 });
  expect((await contactOf(salon, "5550111")).optedOut).toBe(false);
});

test("a number unreachable on three days is undeliverable, unless a text arrived in between", async () => {
  const salon = salonWith(ADA, BEA);
  for (const days of [1, 2, 3]) providerText(salon, ADA, days * DAY, 30003);
  for (const days of [1, 2, 4]) providerText(salon, BEA, days * DAY, 30003);
  providerText(salon, BEA, 3 * DAY);
  expect(await scan(salon)).toMatchObject({ contactsMarkedUndeliverable: 1 });
  expect((await contactOf(salon, "5550111")).undeliverable).toBe(true);
  expect((await contactOf(salon, "5550112")).undeliverable).toBe(false);
});

test("a scan reads at most 50,000 texts, newest first, and the next one begins where it began", async () => {
  const salon = salonWith(ADA);
  const one = providerText(salon, ADA, HOUR);
  for (let n = 1; n <= 50_100; n += 1)
    salon.sms.messages.push({
      ...one,
      providerId: sidOf(100_000 + n),
      createdAt: one.createdAt - n,
    });
  expect((await scan(salon)).totalMessages).toBe(50_000);
  expect((await scan(salon)).totalMessages).toBe(1);
});

test("an interrupted scan continues where it stopped, and counts nothing twice", async () => {
  const salon = salonWith(ADA, BEA);
  providerText(salon, ADA, HOUR, 30006);
  for (let n = 0; n < 450; n += 1) providerText(salon, "+12025558888", 2 * HOUR + n);
  providerText(salon, BEA, 3 * HOUR, 30006);
  salon.sms.pageSize = 100;
  const { pages } = salon.sms;
  let calls = 0;
  salon.sms.pages = async function* (by) {
    for await (const page of pages.call(salon.sms, by)) {
      calls += 1;
      if (calls === 3) throw new ProviderUnreachable("Twilio can't be reached right now.");
      yield page;
    }
  };
  const failed = await salon.admin.request("POST", "/api/twilio/check-failed-messages");
  expect(failed.status).toBe(503);
  const { body } = await salon.admin.request("GET", "/api/deliverability");
  expect(body).toMatchObject({ running: { scanned: 200 }, last: null });

  await continueScan(salon.app);
  const after = (await salon.admin.request("GET", "/api/deliverability")).body;
  expect(after).toMatchObject({
    running: null,
    last: { totalMessages: 452, contactsMarkedUndeliverable: 2, nightly: false },
  });
});

test("if the owner turned it on, a scan runs each night at three, once", async () => {
  const salon = salonWith(ADA);
  providerText(salon, ADA, HOUR, 30006);
  salon.clock.now = Date.parse("2026-11-21T08:10:00Z");
  await continueScan(salon.app);
  expect((await contactOf(salon, "5550111")).undeliverable).toBe(false);
  saveSettings(salon.app, salon.admin.actor, { autoDeliverabilityCheck: true });
  await continueScan(salon.app);
  expect((await contactOf(salon, "5550111")).undeliverable).toBe(true);
  const { body } = await salon.admin.request("GET", "/api/deliverability");
  expect(body.last).toMatchObject({ nightly: true, totalMessages: 1 });
  providerText(salon, ADA, 0);
  await continueScan(salon.app);
  expect((await salon.admin.request("GET", "/api/deliverability")).body.last.totalMessages).toBe(1);
});

test("without a provider, the scan is refused with a message", async () => {
  const salon = testApp({ connected: false });
  const refused = await salon.admin.request("POST", "/api/twilio/check-failed-messages");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Texting isn't set up. Add your Twilio account in Settings.",
  ]);
});
