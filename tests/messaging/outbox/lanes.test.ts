import { expect, spyOn, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { setSetting } from "#db/platform/settings.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { type Sender, startSender } from "#src/messaging/outbox/sender.ts";
import type { OutgoingText, SendOutcome } from "#src/platform/providers/carrier.ts";
import { pauseSending } from "#src/platform/sending-state.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

const PATH = "/api/campaigns";
const DAY_SECONDS = 86_400;

interface Salon extends TestApp {
  readonly id: number;
  readonly contactIds: readonly number[];
}

/** A campaign of this many clients, created at a pace of one text every `delaySeconds`. */
async function sendingCampaign(count: number, delaySeconds: number): Promise<Salon> {
  const given = testApp();
  await given.admin.request("POST", "/api/settings", {
    messageCount: 1,
    delaySeconds,
    quietHoursEnabled: false,
  });
  const contactIds = Array.from({ length: count }, (_, n) =>
    contact(given.app, given.admin, `Client ${n}`, `+1202555${1000 + n}`),
  );
  const { body } = await given.admin.request("POST", PATH, {
    name: "A",
    message: "Campaign",
    skipCheck: true,
    contactIds,
  });
  return { ...given, id: body.id, contactIds };
}

const setPace = ({ admin }: TestApp, messageCount: number, delaySeconds: number) =>
  admin.request("POST", "/api/settings", { messageCount, delaySeconds });
const statusOf = async ({ admin, id }: Salon) =>
  (await admin.request("GET", `${PATH}/${id}`)).body.status;
const campaignTexts = ({ sms }: TestApp) => sms.sent.filter(({ body }) => body === "Campaign");

async function chat({ admin }: TestApp, contactId: number | undefined): Promise<void> {
  const { body: conversation } = await admin.request("POST", "/api/conversations", { contactId });
  const chat = { conversationId: conversation.id, body: "Chat" };
  expect((await admin.request("POST", "/api/conversations/messages", chat)).status).toBe(201);
}

test.each([90, DAY_SECONDS])(
  "a chat is sent at once while a campaign sends one text every %d seconds, also to its next recipient",
  async (delaySeconds) => {
    const given = await sendingCampaign(4, 1);
    await letPass(given, 500);
    await setPace(given, 1, delaySeconds);
    await letPass(given, 1_000);
    expect(campaignTexts(given)).toHaveLength(1);
    for (const contactId of given.contactIds) await chat(given, contactId);
    await letPass(given, 300);
    expect(given.sms.sent.filter(({ body }) => body === "Chat")).toHaveLength(4);
    expect(campaignTexts(given)).toHaveLength(1);
  },
);

test.each([
  "keyword",
  "test",
  "thank-you",
  "billing",
  "invite",
  "confirmation",
  "missed-call",
  "code",
] as const)(
  "a text of the kind %s passes campaign texts that wait for slower slots",
  async (purpose) => {
    const given = await sendingCampaign(4, 1);
    await letPass(given, 500);
    await setPace(given, 1, 90);
    await letPass(given, 1_000);
    inTransaction(given.app.db, () =>
      sendText(given.app, { purpose, phone: "+12025559999", contactId: null, body: "Direct" }),
    );
    await letPass(given, 300);
    expect(given.sms.sent.map(({ body }) => body)).toEqual(["Campaign", "Direct"]);
  },
);

/** A running sender on a clock that stands still: one text has left, and more are claimed for slots to come. */
async function salonWithClaimedTexts(): Promise<Salon & { sender: Sender }> {
  const given = await sendingCampaign(30, 1);
  await setPace(given, 100, 1);
  const sender = startSender(given.app);
  await until(
    "texts are claimed ahead",
    () => given.sms.sent.length === 1 && countClaimed(given) > 5,
  );
  return { ...given, sender };
}

function countClaimed({ app }: TestApp): number {
  return app.db.query("select 1 from messages where status = 'claimed'").all().length;
}

test("after a stop nothing of the campaign leaves, and its claimed texts return to the queue", async () => {
  const given = await salonWithClaimedTexts();
  expect((await given.admin.request("POST", `${PATH}/${given.id}/stop`)).status).toBe(200);
  given.clock.now += 50;
  given.sender.wake();
  await until("the claimed texts are in the queue", () => countClaimed(given) === 0);
  given.clock.now += 10_000;
  await given.sender.stop();
  await letPass(given, 1_000);
  expect(given.sms.sent).toHaveLength(1);

  await given.admin.request("POST", `${PATH}/${given.id}/resume`);
  await letPass(given, 1_000, 25);
  const numbers = given.sms.sent.map(({ to }) => to);
  expect(numbers).toHaveLength(30);
  expect(numbers).toEqual(numbers.toSorted());
  expect(await statusOf(given)).toBe("completed");
});

test("a stop takes effect before the sender hears of it", async () => {
  const given = await salonWithClaimedTexts();
  given.app.db.run("update campaigns set status = 'stopped'");
  given.clock.now += 1_000;
  await until("the claimed texts are in the queue", () => countClaimed(given) === 0);
  expect(given.sms.sent).toHaveLength(1);
  await given.sender.stop();
});

test("a slower pace applies to texts whose slots were already assigned", async () => {
  const given = await salonWithClaimedTexts();
  await setPace(given, 1, 90);
  await until("the claimed texts are in the queue", () => countClaimed(given) === 0);
  await given.sender.stop();
  await letPass(given, 89_000, 10_000);
  expect(given.sms.sent).toHaveLength(1);
  await letPass(given, 2_000);
  expect(given.sms.sent).toHaveLength(2);
});

test.each([90, DAY_SECONDS])(
  "a faster pace doesn't wait for the old slot of one text every %d seconds",
  async (delaySeconds) => {
    const given = await sendingCampaign(30, delaySeconds);
    await letPass(given, 2_000);
    expect(given.sms.sent).toHaveLength(1);
    await setPace(given, 10, 1);
    await letPass(given, 1_000, 50);
    expect(given.sms.sent.length).toBeGreaterThanOrEqual(10);
    expect(given.sms.sent.length).toBeLessThanOrEqual(12);
  },
);

test("a campaign completes with its last outcome, not at the next slot", async () => {
  const given = await sendingCampaign(2, DAY_SECONDS);
  const sender = startSender(given.app);
  await until("the first text left", () => given.sms.sent.length === 1);
  expect(await statusOf(given)).toBe("sending");
  given.clock.now += DAY_SECONDS * 1_000;
  sender.wake();
  await until("it is completed", async () => (await statusOf(given)) === "completed");
  expect(given.sms.sent).toHaveLength(2);
  await sender.stop();
});

test("a campaign completes while sending is paused", async () => {
  const given = await sendingCampaign(1, 1);
  let answer: (outcome: SendOutcome) => void = () => undefined;
  given.sms.send = () => new Promise((resolve) => (answer = resolve));
  const sender = startSender(given.app);
  await until("the text is with the carrier", () => countClaimed(given) === 1);
  pauseSending(given.app, "Paused by the test");
  answer({ kind: "accepted", providerId: sidOf(1), segments: 1 });
  await until("it is completed", async () => (await statusOf(given)) === "completed");
  await sender.stop();
});

test("a text withdrawn by a stop frees its slot", async () => {
  const given = await sendingCampaign(3, DAY_SECONDS);
  const sender = startSender(given.app);
  await until("the first text left", () => given.sms.sent.length === 1);
  given.clock.now += DAY_SECONDS * 1_000 - 50;
  sender.wake();
  await until("the second is claimed", () => countClaimed(given) === 1);
  await given.admin.request("POST", `${PATH}/${given.id}/stop`);
  await until("it is in the queue", () => countClaimed(given) === 0);
  await given.admin.request("POST", `${PATH}/${given.id}/resume`);
  given.clock.now += 100;
  await until("the second left", () => {
    sender.wake();
    return given.sms.sent.length === 2;
  });
  await sender.stop();
});

test("a carrier that delays campaign texts does not delay a chat", async () => {
  const given = await sendingCampaign(80, 1);
  await setPace(given, 10_000, 1);
  const waiting: ((outcome: SendOutcome) => void)[] = [];
  const send = given.sms.send.bind(given.sms);
  given.sms.send = (text: OutgoingText) =>
    text.body === "Campaign" ? new Promise((resolve) => waiting.push(resolve)) : send(text);
  const sender = startSender(given.app);
  await until("the carrier is busy", () => {
    given.clock.now += 10;
    sender.wake();
    return waiting.length === 64;
  });
  await chat(given, contact(given.app, given.admin, "Ada", "+12025559999"));
  await until("the chat left", () => given.sms.sent.some(({ body }) => body === "Chat"));
  for (const resolve of waiting) resolve({ kind: "refused", code: 30008, reason: "no" });
  given.app.db.run("update campaigns set status = 'stopped'");
  await sender.stop();
});

test("a chat to a number with an unconfirmed text does not keep the sender busy", async () => {
  const given = await sendingCampaign(1, 1);
  given.sms.answer = () => ({ kind: "in-doubt", reason: "lost" });
  await letPass(given, 300);
  await chat(given, given.contactIds[0]);
  let turns = 0;
  const { now } = given.app;
  const sender = startSender({
    ...given.app,
    now() {
      turns += 1;
      return now();
    },
  });
  await until("it looked", () => turns > 0);
  await Bun.sleep(200);
  await sender.stop();
  expect(turns).toBeLessThan(100);
});

/** Lets the clock run like the machine's. Returns the timer to clear. */
function runClock({ clock }: TestApp) {
  const start = clock.now - performance.now();
  return setInterval(() => {
    clock.now = Math.floor(start + performance.now());
  }, 5);
}

test("a campaign at a fast pace needs a few durable writes a second", async () => {
  const given = await sendingCampaign(200, 1);
  await setPace(given, 60, 1);
  const ticking = runClock(given);
  const transactions = spyOn(given.app.db, "transaction");
  const sender = startSender(given.app);
  await until("90 texts left", () => campaignTexts(given).length >= 90);
  const writes = transactions.mock.calls.length;
  transactions.mockRestore();
  await sender.stop();
  clearInterval(ticking);
  expect(writes).toBeLessThan(15);
});

test("at full speed each answer lets the next text leave", async () => {
  const given = await sendingCampaign(60, 1);
  setSetting(given.app.db, "messageCount", 1_000_000);
  given.app.events.changed("settings");
  const ticking = runClock(given);
  const started = performance.now();
  const sender = startSender(given.app, { maxInFlight: 2 });
  await until("all texts left", () => campaignTexts(given).length === 60);
  await sender.stop();
  clearInterval(ticking);
  // By turns alone, two texts would leave every 0.3 s.
  expect(performance.now() - started).toBeLessThan(4_000);
});

test("a text behind hundreds of texts that may no longer be sent leaves in the next turn", async () => {
  const given = testApp();
  const { app, admin, sms } = given;
  const ada = contact(app, admin, "Ada", "+12025551000");
  const { body: conversation } = await admin.request("POST", "/api/conversations", {
    contactId: ada,
  });
  // Four times what the sender claims in a turn.
  for (let n = 0; n < 1_100; n += 1)
    await admin.request("POST", "/api/conversations/messages", {
      conversationId: conversation.id,
      body: `Late ${n}`,
    });
  await admin.request("POST", `/api/contacts/${ada}/opt-out`);
  await chat(given, contact(app, admin, "Bea", "+12025551001"));

  const started = performance.now();
  const sender = startSender(app);
  await until("the text to Bea", () => sms.sent.length > 0);
  // Without another turn at once, the sender would sleep for a second after each of them.
  expect(performance.now() - started).toBeLessThan(2_500);
  await sender.stop();
  expect(sms.sent.map(({ to, body }) => [to, body])).toEqual([["+12025551001", "Chat"]]);
});
