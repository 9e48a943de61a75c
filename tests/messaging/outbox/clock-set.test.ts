import { expect, test } from "bun:test";
import { markClaimedInDoubt } from "#db/messaging/message-outcomes.ts";
import { claimDue } from "#src/messaging/outbox/claim.ts";
import { reconcileTextsInDoubt } from "#src/messaging/outbox/reconcile.ts";
import { type Sender, startSender } from "#src/messaging/outbox/sender.ts";
import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { campaign, PHONE } from "#tests/support/one-text.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const HOUR = 60 * 60_000;
const TURN_MS = 12;

async function sendingCampaign(count: number, pace: object, quietHoursEnabled = false) {
  const given = testApp();
  await given.admin.request("POST", "/api/settings", { quietHoursEnabled, ...pace });
  const contactIds = Array.from({ length: count }, (_, n) =>
    contact(given.app, given.admin, `Client ${n}`, `+1202555${1000 + n}`),
  );
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds };
  expect((await given.admin.request("POST", "/api/campaigns", form)).status).toBe(201);
  return given;
}

/** Advances the clock under a running sender. */
async function pass({ clock }: TestApp, sender: Sender, milliseconds: number): Promise<void> {
  for (const until = clock.now + milliseconds; clock.now < until; ) {
    clock.now = Math.min(until, clock.now + 100);
    sender.wake();
    await Bun.sleep(TURN_MS);
  }
}

test.each([
  ["the installation's pace", { messageCount: 1, delaySeconds: 5 }, 1, 2],
  ["a fast pace", { messageCount: 10, delaySeconds: 1 }, 16, 20],
])(
  "after the clock is set back an hour, a campaign goes on at once and keeps %s",
  async (_, pace, least, most) => {
    const given = await sendingCampaign(60, pace);
    const sender = startSender(given.app);
    await pass(given, sender, 1_200);
    const before = given.sms.sent.length;
    given.clock.now -= HOUR;
    const spanMs = pace.messageCount === 1 ? 10_100 : 2_000;
    await pass(given, sender, spanMs);
    const after = given.sms.sent.length - before;
    await sender.stop();
    expect(before).toBeGreaterThan(0);
    expect(after).toBeGreaterThanOrEqual(least);
    expect(after).toBeLessThanOrEqual(most);
  },
);

test("texts claimed before the clock jumps into quiet hours wait for their end", async () => {
  const given = await sendingCampaign(40, { messageCount: 10, delaySeconds: 1 }, true);
  const held = Promise.withResolvers<void>();
  given.sms.answer = () => undefined;
  const send = given.sms.send.bind(given.sms);
  given.sms.send = async (sms): Promise<SendOutcome> => {
    await held.promise;
    return send(sms);
  };
  // One request at a time, so that the other claimed texts wait.
  const sender = startSender(given.app, { maxInFlight: 1 });
  await pass(given, sender, 1_000);
  given.clock.now += 10 * HOUR;
  held.resolve();
  await pass(given, sender, 2_000);
  await sender.stop();
  // Only the one that the carrier already had.
  expect(given.sms.sent).toHaveLength(1);
  expect(await campaign(given)).toMatchObject({ status: "sending", sentCount: 1 });
});

test("a text in doubt from when the clock was ahead is found at the provider, not sent again", async () => {
  const given = testApp();
  const { sms, app, clock } = given;
  const id = contact(app, given.admin, "Ada", PHONE);
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds: [id] };
  await given.admin.request("POST", "/api/campaigns", form);
  const right = clock.now;
  clock.now += HOUR;
  claimDue(app, false, { direct: 10, paced: 10 });
  markClaimedInDoubt(app.db);
  sms.messages.unshift({
    providerId: sidOf(1),
    direction: "outbound",
    from: sms.from,
    to: PHONE,
    body: "Hi",
    mediaCount: 0,
    status: "sent",
    errorCode: null,
    createdAt: right,
    price: null,
  });
  clock.now = right + 2 * 60_000;
  await reconcileTextsInDoubt(app);
  clock.now += 2 * 60_000;
  await reconcileTextsInDoubt(app);
  await given.sendAll();
  expect(sms.sent).toHaveLength(0);
  expect(await campaign(given)).toMatchObject({ status: "completed", sentCount: 1 });
});
