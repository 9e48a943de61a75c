import { expect, test } from "bun:test";
import { checkDatabase } from "#db/doctor.ts";
import { startSender } from "#src/messaging/outbox/sender.ts";
import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postReceipt } from "#tests/support/twilio-posts.ts";

const INVENTED = 39_999;
const refusedWith = (code: number): SendOutcome => ({
  kind: "refused",
  code,
  reason: "The moon is full.",
});

/** A campaign to this many numbers that is not sent yet. */
async function campaignTo(count: number, area = "202555"): Promise<TestApp> {
  const parlor = testApp();
  const contactIds = Array.from({ length: count }, (_, n) =>
    contact(parlor.app, parlor.admin, `C${n}`, `+1${area}${String(1000 + n)}`),
  );
  const body = { name: "A", message: "Hi", skipCheck: true, contactIds };
  await parlor.admin.request("POST", "/api/campaigns", body);
  return parlor;
}

async function card({ admin }: TestApp) {
  const { body } = await admin.request("GET", "/api/campaigns/1");
  const { totalRecipients, sentCount, failedCount, skippedCount } = body;
  return { ...body, waiting: totalRecipients - sentCount - failedCount - skippedCount };
}

const resume = ({ admin }: TestApp) => admin.request("POST", "/api/campaigns/1/resume");

async function receipt({ hono, sms }: TestApp, index: number, status: string, errorCode?: number) {
  const { to, statusCallback = "" } = sms.sent[index] ?? { to: "" };
  const sid = sms.messages.toReversed()[index]?.providerId ?? "";
  const posted = { sid, to, status, ...(errorCode && { errorCode }) };
  expect(await postReceipt(hono, statusCallback, posted)).toBe(204);
}

const CONFIGURATION = [
  20003, 20005, 20404, 21212, 21408, 21601, 21606, 21608, 21612, 21659, 21660, 21661, 21701, 21703,
  21704, 21705, 30002, 30018, 30024, 30032, 30033, 30034, 30035, 30037, 63038,
];

test.each(CONFIGURATION)(
  "a refusal with %d pauses sending and keeps the audience",
  async (code) => {
    const parlor = await campaignTo(12);
    parlor.sms.answer = () => refusedWith(code);
    await parlor.sendAll();
    const paused = await card(parlor);
    expect(paused).toMatchObject({ status: "failed", sentCount: 0, failedCount: 0, waiting: 12 });
    expect(paused.reason).not.toMatch(/moon|\d{5}/);
    const settings = await parlor.admin.request("GET", "/api/settings");
    expect(settings.body.sendingPaused).toBe(paused.reason);

    parlor.sms.answer = undefined;
    expect((await resume(parlor)).status).toBe(200);
    await parlor.sendAll();
    expect(await card(parlor)).toMatchObject({ status: "completed", sentCount: 12, reason: null });
  },
);

test.each([21408, 21612])(
  "%d for numbers of another country fails only their texts",
  async (code) => {
    const parlor = await campaignTo(3, "416555");
    contact(parlor.app, parlor.admin, "Home", "+12025550111");
    parlor.sms.answer = ({ to }) => (to.startsWith("+1416") ? refusedWith(code) : undefined);
    await parlor.sendAll();
    expect(await card(parlor)).toMatchObject({ status: "completed", failedCount: 3 });
  },
);

test("a number that can't be reached from ours pauses sending once, and then fails", async () => {
  const parlor = await campaignTo(3);
  parlor.sms.answer = ({ to }) => (to.endsWith("1001") ? refusedWith(21612) : undefined);
  await parlor.sendAll();
  expect(await card(parlor)).toMatchObject({ status: "stopped", sentCount: 2, waiting: 1 });
  await resume(parlor);
  await parlor.sendAll();
  expect(await card(parlor)).toMatchObject({ status: "completed", sentCount: 2, failedCount: 1 });
});

test("ten refusals in a row with an unlisted code pause the campaign, and resuming sends the rest", async () => {
  const parlor = await campaignTo(30);
  parlor.sms.answer = () => refusedWith(INVENTED);
  await parlor.sendAll();
  const paused = await card(parlor);
  expect(paused).toMatchObject({ status: "failed", sentCount: 0, failedCount: 10, waiting: 20 });
  expect(paused.reason).toBe(
    "Paused because 10 texts in a row failed: The moon is full (39999). Resume when the cause is fixed",
  );
  expect((await parlor.admin.request("GET", "/api/settings")).body.sendingPaused).toBeNull();
  const { body: clients } = await parlor.admin.request("GET", "/api/contacts?limit=30");
  expect(
    clients.contacts.some(
      (one: { undeliverable: boolean; optedOut: boolean }) => one.undeliverable || one.optedOut,
    ),
  ).toBe(false);

  parlor.sms.answer = undefined;
  await resume(parlor);
  await parlor.sendAll();
  expect(await card(parlor)).toMatchObject({ status: "completed", sentCount: 20, failedCount: 10 });
  const report = await parlor.admin.request("GET", "/api/campaigns/1/report");
  expect(report.body.failures).toEqual([
    { kind: "failed", reason: "The moon is full (39999)", count: 10 },
  ]);
  expect(checkDatabase(parlor.app.db).filter(({ isFine }) => !isFine)).toEqual([]);
});

test("resumed while the cause remains, it pauses after ten more", async () => {
  const parlor = await campaignTo(30);
  parlor.sms.answer = () => refusedWith(INVENTED);
  await parlor.sendAll();
  await resume(parlor);
  await parlor.sendAll();
  expect(await card(parlor)).toMatchObject({ status: "failed", failedCount: 20, waiting: 10 });
});

test("nine failures in a row between successes pause nothing", async () => {
  const parlor = await campaignTo(40);
  let count = 0;
  parlor.sms.answer = () => {
    count += 1;
    return count % 10 === 0 ? undefined : refusedWith(INVENTED);
  };
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  await letPass(parlor, 41_000, 500);
  expect(await card(parlor)).toMatchObject({ status: "completed", sentCount: 4, failedCount: 36 });
});

test("at 225 texts a second, refusals of texts in flight don't use up the audience", async () => {
  const parlor = await campaignTo(400);
  const settings = { messageCount: 225, delaySeconds: 1 };
  await parlor.admin.request("POST", "/api/settings", settings);
  parlor.sms.send = async () => {
    await Bun.sleep(60);
    return refusedWith(INVENTED);
  };
  await letPass(parlor, 4_000, 20);
  expect(await card(parlor)).toMatchObject({ status: "failed", failedCount: 10, waiting: 390 });
});

test("an unlisted code for a chat fails that text only", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  const { body } = await parlor.admin.request("POST", "/api/conversations", { contactId: id });
  parlor.sms.answer = () => refusedWith(INVENTED);
  for (let times = 0; times < 11; times += 1) {
    const chat = { conversationId: body.id, body: "Hi" };
    await parlor.admin.request("POST", "/api/conversations/messages", chat);
    await parlor.sendAll();
  }
  const thread = await parlor.admin.request("GET", `/api/conversations/${body.id}/messages`);
  expect(thread.body.messages.map(({ status }: { status: string }) => status)).toEqual(
    Array(11).fill("failed"),
  );
  expect((await parlor.admin.request("GET", "/api/settings")).body.sendingPaused).toBeNull();
});

/** Sends the first texts of a campaign of 20, one a second. */
async function firstTexts(count: number): Promise<TestApp> {
  const parlor = await campaignTo(20);
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  const sender = startSender(parlor.app);
  while (parlor.sms.sent.length < count) {
    parlor.clock.now += 500;
    sender.wake();
    await Bun.sleep(12);
  }
  await sender.stop();
  return parlor;
}

test("ten receipts in a row with an unlisted code pause the campaign", async () => {
  const parlor = await firstTexts(12);
  for (let text = 0; text < 9; text += 1) await receipt(parlor, text, "undelivered", INVENTED);
  expect(await card(parlor)).toMatchObject({ status: "sending" });
  await receipt(parlor, 9, "undelivered", INVENTED);
  const paused = await card(parlor);
  expect(paused).toMatchObject({ status: "stopped", failedCount: 10, sentCount: 12 });
  expect(paused.reason).toContain("The text wasn't delivered (39999)");
});

test("a delivery in between starts the count again", async () => {
  const parlor = await firstTexts(12);
  for (let text = 0; text < 12; text += 1)
    await receipt(
      parlor,
      text,
      text === 5 ? "delivered" : "undelivered",
      text === 5 ? undefined : INVENTED,
    );
  expect(await card(parlor)).toMatchObject({ status: "sending", failedCount: 11 });
});

test.each([30002, 30032, 30033, 30034])(
  "a receipt with %d pauses sending, and the text is sent again after it is resumed",
  async (code) => {
    const parlor = await firstTexts(2);
    await receipt(parlor, 0, "failed", code);
    const paused = await card(parlor);
    expect(paused).toMatchObject({ status: "stopped", sentCount: 2, failedCount: 1 });
    const { body } = await parlor.admin.request("GET", "/api/settings");
    expect(body.sendingPaused).toBe(paused.reason);

    await resume(parlor);
    await letPass(parlor, 90_000, 1_000);
    expect(parlor.sms.sent).toHaveLength(21);
    const to = parlor.sms.sent[0]?.to;
    expect(parlor.sms.sent.filter((text) => text.to === to)).toHaveLength(2);
    await receipt(
      parlor,
      parlor.sms.sent.findLastIndex((text) => text.to === to),
      "delivered",
    );
    expect(await card(parlor)).toMatchObject({
      status: "completed",
      sentCount: 20,
      failedCount: 0,
    });
  },
);

test("the carriers' daily limit pauses the campaign, and other texts are sent", async () => {
  const parlor = await firstTexts(2);
  await receipt(parlor, 0, "undelivered", 30023);
  expect(await card(parlor)).toMatchObject({ status: "stopped" });
  expect((await parlor.admin.request("GET", "/api/settings")).body.sendingPaused).toBeNull();
});

test("a campaign's text that ran out of time is sent again", async () => {
  const parlor = await campaignTo(1);
  await parlor.sendAll();
  await receipt(parlor, 0, "undelivered", 30036);
  parlor.clock.now += 2 * 60_000;
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(2);
});

test.each(["teleported", "toString", "partially_delivered"])(
  "a receipt with the unknown status %s changes nothing",
  async (status) => {
    const parlor = await campaignTo(1);
    await parlor.sendAll();
    await receipt(parlor, 0, status, INVENTED);
    expect(await card(parlor)).toMatchObject({ sentCount: 1, failedCount: 0, deliveredCount: 0 });
  },
);
