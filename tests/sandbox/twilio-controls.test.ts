import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { type ProductEnd, startProductEnd } from "./product-end.ts";
import { sdkFor } from "./sdk-client.ts";
import { carrierSegments } from "./segments.ts";
import { PHONE_NUMBER } from "./twilio-carrier.ts";
import type { TwilioStandIn } from "./twilio-controls.ts";
import { startTwilioStandIn } from "./twilio-stand-in.ts";

const CLIENT = "+12025550123";
const TEXT = { to: CLIENT, from: PHONE_NUMBER, body: "Your table is ready" };
const REPLY = { from: CLIENT, to: PHONE_NUMBER, body: "On my way" };

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

test("the control smsUrl sets the address of every number", async () => {
  const smsUrl = "https://salon.example/sms";
  standIn.control({ smsUrl });

  expect(await sdkFor(standIn).incomingPhoneNumbers.list()).toMatchObject([{ smsUrl }]);
});

describe("an inbound text", () => {
  test("reaches the address the number was given, signed, and is listed", async () => {
    const sdk = sdkFor(standIn);
    const [number] = await sdk.incomingPhoneNumbers.list();
    await sdk.incomingPhoneNumbers(number?.sid ?? "").update({ smsUrl: `${product.url}/sms` });

    const result = await standIn.inbound({ ...REPLY, optOutType: "STOP" });

    const [post] = product.posts;
    expect(result).toEqual({ sid: expect.any(String), status: 200, body: "<Response/>" });
    expect(post?.form).toMatchObject({ MessageSid: result.sid, From: CLIENT, OptOutType: "STOP" });
    expect(isValidSignature(post?.signature ?? "", post?.address ?? "", post?.form ?? {})).toBe(
      true,
    );
    const texts = await sdk.messages.list({ to: PHONE_NUMBER });
    expect(texts).toMatchObject([{ sid: result.sid, direction: "inbound", status: "received" }]);
  });

  test("that was not delivered is still listed", async () => {
    const result = await standIn.inbound({ ...REPLY, deliver: false });

    expect(result).toMatchObject({ status: null, body: null });
    expect(await sdkFor(standIn).messages.list({ from: CLIENT })).toHaveLength(1);
    expect(product.posts).toEqual([]);
  });

  test("with the sid of another is delivered again and listed once", async () => {
    standIn.control({ smsUrl: `${product.url}/sms` });
    const { sid } = await standIn.inbound(REPLY);
    await standIn.inbound({ ...REPLY, sid });

    expect(product.posts.map(({ form }) => form.MessageSid)).toEqual([sid, sid]);
    expect(standIn.counts()).toMatchObject({ inbound: 1, accepted: 0 });
  });

  test("brings pictures that only the account can read", async () => {
    standIn.control({ smsUrl: `${product.url}/sms` });
    await standIn.inbound({ ...REPLY, numMedia: 2 });
    const address = product.posts[0]?.form.MediaUrl1 ?? "";
    const authorization = `Basic ${btoa(`${standIn.accountSid}:${standIn.authToken}`)}`;

    expect((await fetch(address)).status).toBe(401);
    const picture = await fetch(address, { headers: { authorization } });
    expect(picture.headers.get("content-type")).toBe("image/png");
  });

  test("to a number without an address is an error, not silence", async () => {
    await expect(standIn.inbound(REPLY)).rejects.toThrow("no SmsUrl");
  });
});

test("a signed form is accepted, and no longer once it is changed", () => {
  const address = "https://salon.example/sms?rid=1";
  const { headers, body } = standIn.signedForm(address, { Body: "Hi & bye", From: CLIENT });
  const signature = headers["x-twilio-signature"] ?? "";
  const form = Object.fromEntries(new URLSearchParams(body));

  expect(form).toEqual({ Body: "Hi & bye", From: CLIENT });
  expect(isValidSignature(signature, address, form)).toBe(true);
  expect(isValidSignature(signature, address, { ...form, Body: "Hi" })).toBe(false);
});

test("a reset clears everything except the used sids", async () => {
  standIn.control({ faults: { acceptThen500: 1 } });
  const { sid } = await sdkFor(standIn)
    .messages.create(TEXT)
    .catch(() => ({ sid: standIn.log()[0]?.sid }));
  standIn.reset();

  const after = await sdkFor(standIn).messages.create(TEXT);

  expect(sid).toMatch(/^SM/);
  expect(after.sid).not.toBe(sid);
  expect(standIn.counts()).toMatchObject({ accepted: 1, numbers: 1, perNumber: 1 });
});

test("a reset stops the pending callbacks", async () => {
  const statusCallback = `${product.url}/receipts`;
  // Long enough for the request to be answered first, on a busy machine too.
  standIn.control({ callbackDelayMs: [1_000, 1_000] });
  await sdkFor(standIn).messages.create({ ...TEXT, statusCallback });
  standIn.reset();
  // A callback would arrive now. On a slow machine the test only detects less.
  await Bun.sleep(1_200);

  expect(product.posts).toEqual([]);
});

test("a trial account puts a prefix before each body", async () => {
  standIn.control({ bodyPrefix: "Sent from a trial account - " });

  const text = await sdkFor(standIn).messages.create(TEXT);

  expect(text.body).toBe("Sent from a trial account - Your table is ready");
});

test.each([
  ["", 1],
  ["x".repeat(160), 1],
  ["x".repeat(161), 2],
  ["x".repeat(307), 3],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  [`${"x".repeat(152)}€${"x".repeat(152)}`, 3],
  ["ж".repeat(70), 1],
  ["ж".repeat(71), 2],
  [`${"ж".repeat(66)}😀${"ж".repeat(66)}`, 3],
])("%p is counted as %p segments", (body, segments) => {
  expect(carrierSegments(body)).toBe(segments);
});

function isValidSignature(signature: string, address: string, form: object): boolean {
  return validateRequest(standIn.authToken, signature, address, { ...form });
}
