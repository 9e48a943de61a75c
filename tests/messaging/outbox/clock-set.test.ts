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
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { quietHoursEnabled, ...pace });
  const contactIds = Array.from({ length: count }, (_, n) =>
    contact(parlor.app, parlor.admin, `Client ${n}`, `+1202555${1000 + n}`),
  );
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds };
  expect((await parlor.admin.request("POST", "/api/campaigns", form)).status).toBe(201);
  return parlor;
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
    const parlor = await sendingCampaign(60, pace);
    const sender = startSender(parlor.app);
    await pass(parlor, sender, 1_200);
    const before = parlor.sms.sent.length;
    parlor.clock.now -= HOUR;
    const spanMs = pace.messageCount === 1 ? 10_100 : 2_000;
    await pass(parlor, sender, spanMs);
    const after = parlor.sms.sent.length - before;
    await sender.stop();
    expect(before).toBeGreaterThan(0);
    expect(after).toBeGreaterThanOrEqual(least);
    expect(after).toBeLessThanOrEqual(most);
  },
);

test("texts claimed before the clock jumps into quiet hours wait for their end", async () => {
  const parlor = await sendingCampaign(40, { messageCount: 10, delaySeconds: 1 }, true);
  const held = Promise.withResolvers<void>();
  parlor.sms.answer = () => undefined;
  const send = parlor.sms.send.bind(parlor.sms);
  parlor.sms.send = async (sms): Promise<SendOutcome> => {
    await held.promise;
    return send(sms);
  };
  // One request at a time, so that the other claimed texts wait.
  const sender = startSender(parlor.app, { maxInFlight: 1 });
  await pass(parlor, sender, 1_000);
  parlor.clock.now += 10 * HOUR;
  held.resolve();
  await pass(parlor, sender, 2_000);
  await sender.stop();
  // Only the one that the carrier already had.
  expect(parlor.sms.sent).toHaveLength(1);
  expect(await campaign(parlor)).toMatchObject({ status: "sending", sentCount: 1 });
});

test("a text in doubt from when the clock was ahead is found at the provider, not sent again", async () => {
  const parlor = testApp();
  const { sms, app, clock } = parlor;
  const id = contact(app, parlor.admin, "Ada", PHONE);
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds: [id] };
  await parlor.admin.request("POST", "/api/campaigns", form);
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
  await parlor.sendAll();
  expect(sms.sent).toHaveLength(0);
  expect(await campaign(parlor)).toMatchObject({ status: "completed", sentCount: 1 });
});
