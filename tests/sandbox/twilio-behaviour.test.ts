import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { until } from "#tests/support/until.ts";
import { type ProductEnd, startProductEnd } from "./product-end.ts";
import { getRefusal, sdkFor } from "./sdk-client.ts";
import { PHONE_NUMBER } from "./twilio-carrier.ts";
import type { TwilioStandIn } from "./twilio-controls.ts";
import { startTwilioStandIn } from "./twilio-stand-in.ts";

const CLIENT = "+12025550123";
const TEXT = { to: CLIENT, from: PHONE_NUMBER, body: "Your table is ready" };

let standIn: TwilioStandIn;
let product: ProductEnd;

beforeEach(async () => {
  product = startProductEnd();
  standIn = await startTwilioStandIn({ callbackDelayMs: [1, 5] });
});

afterEach(async () => {
  expect(standIn.bugs).toEqual([]);
  await standIn.stop();
  await product.stop();
});

describe("status callbacks", () => {
  test.each([
    ["+12025550003", ["sent", "undelivered"], "30003"],
    ["+12025550006", ["sent", "undelivered"], "30006"],
    ["+12025550007", ["sent", "undelivered"], "30007"],
    ["+12025550008", ["failed"], "30008"],
  ])("of %s end with %p and code %s", async (to, statuses, code) => {
    const sid = await sendWithCallback(to);
    await standIn.callbacksDone();

    expect(product.posts.map(({ form }) => form.MessageStatus)).toEqual(statuses);
    expect(product.posts.at(-1)?.form.ErrorCode).toBe(code);
    const text = await sdkFor(standIn).messages(sid).fetch();
    expect(text).toMatchObject({ status: statuses.at(-1), errorCode: Number(code) });
    expect(standIn.bugs).toEqual([]);
  });

  test("are repeated on request", async () => {
    standIn.control({ duplicate: 1 });
    await sendWithCallback(CLIENT);
    await standIn.callbacksDone();

    const statuses = product.posts.map(({ form }) => form.MessageStatus);
    expect(statuses.sort()).toEqual(["delivered", "delivered", "sent", "sent"]);
  });

  test("arrive in any order on request", async () => {
    standIn.control({ shuffle: true });
    for (let n = 0; n < 40; n++) await sendWithCallback(`+120255502${String(n).padStart(2, "0")}`);
    await standIn.callbacksDone();

    const firsts = new Map<string, string>();
    for (const { form } of product.posts) {
      const sid = form.MessageSid ?? "";
      if (!firsts.has(sid)) firsts.set(sid, form.MessageStatus ?? "");
    }
    expect(new Set(firsts.values())).toEqual(new Set(["sent", "delivered"]));
    expect(product.posts).toHaveLength(80);
  });

  test("are retried once after a 5xx, and no more than that", async () => {
    product.answerWith(503);
    await sendWithCallback("+12025550008");
    await standIn.callbacksDone();

    expect(product.posts).toHaveLength(2);
    expect(standIn.counts().callbacks).toEqual({ pending: 0, delivered: 0, failed: 1 });
  });

  test("are not sent when they are switched off", async () => {
    standIn.control({ callbacks: false });
    await sendWithCallback(CLIENT);
    await standIn.callbacksDone();
    await until("the delivery", () => standIn.log()[0]?.status === "delivered");

    expect(product.posts).toEqual([]);
    expect(standIn.log()).toMatchObject([{ status: "delivered" }]);
  });

  test("of a thousand texts all arrive", async () => {
    await Promise.all(Array.from({ length: 1000 }, (_, n) => sendWithCallback(numberedPhone(n))));
    await standIn.callbacksDone();

    expect(standIn.counts().callbacks).toEqual({ pending: 0, delivered: 2000, failed: 0 });
    expect(product.mostAtOnce()).toBeLessThanOrEqual(32);
  });
});

describe("a list", () => {
  test("by date misses a queued text", async () => {
    standIn.control({ callbackDelayMs: [1, 1] });
    const sdk = sdkFor(standIn);
    const { sid } = await sdk.messages.create({ ...TEXT, body: "sent" });
    await until("it is sent", async () => (await sdk.messages(sid).fetch()).dateSent !== null);
    standIn.control({ callbackDelayMs: [60_000, 60_000] });
    await sdk.messages.create({ ...TEXT, body: "queued" });

    const hourAgo = new Date(Date.now() - 3_600_000);

    expect(await bodies(sdk.messages.list({ dateSentAfter: hourAgo }))).toEqual(["sent"]);
    expect(await bodies(sdk.messages.list({ dateSent: new Date() }))).toEqual(["sent"]);
    expect(await bodies(sdk.messages.list({ dateSentBefore: hourAgo }))).toEqual([]);
    expect(await bodies(sdk.messages.list())).toEqual(["queued", "sent"]);
  });

  test("by both numbers has only texts from one to the other", async () => {
    const sdk = sdkFor(standIn);
    await sdk.messages.create({ ...TEXT, body: "wanted" });
    await sdk.messages.create({ ...TEXT, to: "+12025550124", body: "another client" });
    for (const body of ["another number", "and again"])
      await sdk.messages.create({ ...TEXT, from: "+12025550199", body });

    const list = sdk.messages.list({ to: CLIENT, from: PHONE_NUMBER });

    expect(await bodies(list)).toEqual(["wanted"]);
  });
});

describe("magic numbers", () => {
  test.each([
    ["+12025550001", 400, 21610],
    ["+12025550021", 400, 21211],
    ["+12025550429", 429, 20429],
  ])("%s is refused with %p, %p", async (to, status, code) => {
    const sdk = sdkFor(standIn);

    expect(await getRefusal(sdk.messages.create({ ...TEXT, to }))).toEqual({ status, code });
    expect(standIn.counts().accepted).toBe(0);
  });

  test("0429 passes the second time", async () => {
    const sdk = sdkFor(standIn);
    await getRefusal(sdk.messages.create({ ...TEXT, to: "+12025550429" }));

    const text = await sdk.messages.create({ ...TEXT, to: "+12025550429" });

    expect(text.status).toBe("queued");
  });

  test("0999 is accepted at once and answered after two seconds", async () => {
    const started = performance.now();
    let isAnswered = false;
    const answer = sdkFor(standIn)
      .messages.create({ ...TEXT, to: "+12025550999" })
      .finally(() => {
        isAnswered = true;
      });
    await until("it is accepted", () => standIn.counts().accepted === 1);

    expect(isAnswered).toBe(false);
    await answer;
    expect(performance.now() - started).toBeGreaterThan(1900);
  });

  test("mean nothing when magic is off", async () => {
    standIn.control({ magic: false });

    const text = await sdkFor(standIn).messages.create({ ...TEXT, to: "+12025550001" });

    expect(text.status).toBe("queued");
  });
});

async function sendWithCallback(to: string): Promise<string> {
  const callback = `${product.url}/receipts?rid=7`;
  const text = await sdkFor(standIn).messages.create({ ...TEXT, to, statusCallback: callback });
  return text.sid;
}

/** A distinct number for each n below 10,000, without a magic ending. */
function numberedPhone(n: number): string {
  return `+1202${String(n).padStart(4, "0")}555`;
}

async function bodies(list: Promise<readonly { body: string }[]>): Promise<string[]> {
  return (await list).map(({ body }) => body);
}
