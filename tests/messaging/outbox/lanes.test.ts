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
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", {
    messageCount: 1,
    delaySeconds,
    quietHoursEnabled: false,
  });
  const contactIds = Array.from({ length: count }, (_, n) =>
    contact(parlor.app, parlor.admin, `Client ${n}`, `+1202555${1000 + n}`),
  );
  const { body } = await parlor.admin.request("POST", PATH, {
    name: "A",
    message: "Campaign",
    skipCheck: true,
    contactIds,
  });
  return { ...parlor, id: body.id, contactIds };
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
    const parlor = await sendingCampaign(4, 1);
    await letPass(parlor, 500);
    await setPace(parlor, 1, delaySeconds);
    await letPass(parlor, 1_000);
    expect(campaignTexts(parlor)).toHaveLength(1);
    for (const contactId of parlor.contactIds) await chat(parlor, contactId);
    await letPass(parlor, 300);
    expect(parlor.sms.sent.filter(({ body }) => body === "Chat")).toHaveLength(4);
    expect(campaignTexts(parlor)).toHaveLength(1);
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
    const parlor = await sendingCampaign(4, 1);
    await letPass(parlor, 500);
    await setPace(parlor, 1, 90);
    await letPass(parlor, 1_000);
    inTransaction(parlor.app.db, () =>
      sendText(parlor.app, { purpose, phone: "+12025559999", contactId: null, body: "Direct" }),
    );
    await letPass(parlor, 300);
    expect(parlor.sms.sent.map(({ body }) => body)).toEqual(["Campaign", "Direct"]);
  },
);

/** A running sender on a clock that stands still: one text has left, and more are claimed for slots to come. */
async function salonWithClaimedTexts(): Promise<Salon & { sender: Sender }> {
  const parlor = await sendingCampaign(30, 1);
  await setPace(parlor, 100, 1);
  const sender = startSender(parlor.app);
  await until(
    "texts are claimed ahead",
    () => parlor.sms.sent.length === 1 && countClaimed(parlor) > 5,
  );
  return { ...parlor, sender };
}

function countClaimed({ app }: TestApp): number {
  return app.db.query("select 1 from messages where status = 'claimed'").all().length;
}

test("after a stop nothing of the campaign leaves, and its claimed texts return to the queue", async () => {
  const parlor = await salonWithClaimedTexts();
  expect((await parlor.admin.request("POST", `${PATH}/${parlor.id}/stop`)).status).toBe(200);
  parlor.clock.now += 50;
  parlor.sender.wake();
  await until("the claimed texts are in the queue", () => countClaimed(parlor) === 0);
  parlor.clock.now += 10_000;
  await parlor.sender.stop();
  await letPass(parlor, 1_000);
  expect(parlor.sms.sent).toHaveLength(1);

  await parlor.admin.request("POST", `${PATH}/${parlor.id}/resume`);
  await letPass(parlor, 1_000, 25);
  const numbers = parlor.sms.sent.map(({ to }) => to);
  expect(numbers).toHaveLength(30);
  expect(numbers).toEqual(numbers.toSorted());
  expect(await statusOf(parlor)).toBe("completed");
});

test("a stop takes effect before the sender hears of it", async () => {
  const parlor = await salonWithClaimedTexts();
  parlor.app.db.run("update campaigns set status = 'stopped'");
  parlor.clock.now += 1_000;
  await until("the claimed texts are in the queue", () => countClaimed(parlor) === 0);
  expect(parlor.sms.sent).toHaveLength(1);
  await parlor.sender.stop();
});

test("a slower pace applies to texts whose slots were already assigned", async () => {
  const parlor = await salonWithClaimedTexts();
  await setPace(parlor, 1, 90);
  await until("the claimed texts are in the queue", () => countClaimed(parlor) === 0);
  await parlor.sender.stop();
  await letPass(parlor, 89_000, 10_000);
  expect(parlor.sms.sent).toHaveLength(1);
  await letPass(parlor, 2_000);
  expect(parlor.sms.sent).toHaveLength(2);
});

test.each([90, DAY_SECONDS])(
  "a faster pace doesn't wait for the old slot of one text every %d seconds",
  async (delaySeconds) => {
    const parlor = await sendingCampaign(30, delaySeconds);
    await letPass(parlor, 2_000);
    expect(parlor.sms.sent).toHaveLength(1);
    await setPace(parlor, 10, 1);
    await letPass(parlor, 1_000, 50);
    expect(parlor.sms.sent.length).toBeGreaterThanOrEqual(10);
    expect(parlor.sms.sent.length).toBeLessThanOrEqual(12);
  },
);

test("a campaign completes with its last outcome, not at the next slot", async () => {
  const parlor = await sendingCampaign(2, DAY_SECONDS);
  const sender = startSender(parlor.app);
  await until("the first text left", () => parlor.sms.sent.length === 1);
  expect(await statusOf(parlor)).toBe("sending");
  parlor.clock.now += DAY_SECONDS * 1_000;
  sender.wake();
  await until("it is completed", async () => (await statusOf(parlor)) === "completed");
  expect(parlor.sms.sent).toHaveLength(2);
  await sender.stop();
});

test("a campaign completes while sending is paused", async () => {
  const parlor = await sendingCampaign(1, 1);
  let answer: (outcome: SendOutcome) => void = () => undefined;
  parlor.sms.send = () => new Promise((resolve) => (answer = resolve));
  const sender = startSender(parlor.app);
  await until("the text is with the carrier", () => countClaimed(parlor) === 1);
  pauseSending(parlor.app, "Paused by the test");
  answer({ kind: "accepted", providerId: sidOf(1), segments: 1 });
  await until("it is completed", async () => (await statusOf(parlor)) === "completed");
  await sender.stop();
});

test("a text withdrawn by a stop frees its slot", async () => {
  const parlor = await sendingCampaign(3, DAY_SECONDS);
  const sender = startSender(parlor.app);
  await until("the first text left", () => parlor.sms.sent.length === 1);
  parlor.clock.now += DAY_SECONDS * 1_000 - 50;
  sender.wake();
  await until("the second is claimed", () => countClaimed(parlor) === 1);
  await parlor.admin.request("POST", `${PATH}/${parlor.id}/stop`);
  await until("it is in the queue", () => countClaimed(parlor) === 0);
  await parlor.admin.request("POST", `${PATH}/${parlor.id}/resume`);
  parlor.clock.now += 100;
  await until("the second left", () => {
    sender.wake();
    return parlor.sms.sent.length === 2;
  });
  await sender.stop();
});

test("a carrier that delays campaign texts does not delay a chat", async () => {
  const parlor = await sendingCampaign(80, 1);
  await setPace(parlor, 10_000, 1);
  const waiting: ((outcome: SendOutcome) => void)[] = [];
  const send = parlor.sms.send.bind(parlor.sms);
  parlor.sms.send = (text: OutgoingText) =>
    text.body === "Campaign" ? new Promise((resolve) => waiting.push(resolve)) : send(text);
  const sender = startSender(parlor.app);
  await until("the carrier is busy", () => {
    parlor.clock.now += 10;
    sender.wake();
    return waiting.length === 64;
  });
  await chat(parlor, contact(parlor.app, parlor.admin, "Ada", "+12025559999"));
  await until("the chat left", () => parlor.sms.sent.some(({ body }) => body === "Chat"));
  for (const resolve of waiting) resolve({ kind: "refused", code: 30008, reason: "no" });
  parlor.app.db.run("update campaigns set status = 'stopped'");
  await sender.stop();
});

test("a chat to a number with an unconfirmed text does not keep the sender busy", async () => {
  const parlor = await sendingCampaign(1, 1);
  parlor.sms.answer = () => ({ kind: "in-doubt", reason: "lost" });
  await letPass(parlor, 300);
  await chat(parlor, parlor.contactIds[0]);
  let turns = 0;
  const { now } = parlor.app;
  const sender = startSender({
    ...parlor.app,
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
  const parlor = await sendingCampaign(200, 1);
  await setPace(parlor, 60, 1);
  const ticking = runClock(parlor);
  const transactions = spyOn(parlor.app.db, "transaction");
  const sender = startSender(parlor.app);
  await until("90 texts left", () => campaignTexts(parlor).length >= 90);
  const writes = transactions.mock.calls.length;
  transactions.mockRestore();
  await sender.stop();
  clearInterval(ticking);
  expect(writes).toBeLessThan(15);
});

test("at full speed each answer lets the next text leave", async () => {
  const parlor = await sendingCampaign(60, 1);
  setSetting(parlor.app.db, "messageCount", 1_000_000);
  parlor.app.events.changed("settings");
  const ticking = runClock(parlor);
  const started = performance.now();
  const sender = startSender(parlor.app, { maxInFlight: 2 });
  await until("all texts left", () => campaignTexts(parlor).length === 60);
  await sender.stop();
  clearInterval(ticking);
  // By turns alone, two texts would leave every 0.3 s.
  expect(performance.now() - started).toBeLessThan(4_000);
});

test("a text behind hundreds of texts that may no longer be sent leaves in the next turn", async () => {
  const parlor = testApp();
  const { app, admin, sms } = parlor;
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
  await chat(parlor, contact(app, admin, "Bea", "+12025551001"));

  const started = performance.now();
  const sender = startSender(app);
  await until("the text to Bea", () => sms.sent.length > 0);
  // Without another turn at once, the sender would sleep for a second after each of them.
  expect(performance.now() - started).toBeLessThan(2_500);
  await sender.stop();
  expect(sms.sent.map(({ to, body }) => [to, body])).toEqual([["+12025551001", "Chat"]]);
});
