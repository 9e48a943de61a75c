import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { type ProductEnd, startProductEnd } from "#tests/sandbox/product-end.ts";
import { getRefusal, postForm, sdkFor } from "#tests/sandbox/sdk-client.ts";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import type { TwilioStandIn } from "#tests/sandbox/twilio-controls.ts";
import { statusCallback } from "#tests/sandbox/twilio-shapes.ts";
import { startTwilioStandIn } from "#tests/sandbox/twilio-stand-in.ts";
import { until } from "#tests/support/until.ts";

const CLIENT = "+12025550123";
const TEXT = { to: CLIENT, from: PHONE_NUMBER, body: "Your table is ready" };
const SERVICE = `MG${"b".repeat(32)}`;

let standIn: TwilioStandIn;
let product: ProductEnd;

beforeEach(async () => {
  product = startProductEnd();
  standIn = await startTwilioStandIn({ callbackDelayMs: [1, 5] });
});

afterEach(async () => {
  await standIn.stop();
  await product.stop();
});

describe("the official SDK", () => {
  afterEach(() => {
    expect(standIn.bugs).toEqual([]);
    expect(standIn.unexpected).toEqual([]);
  });

  test("creates a text that is queued, without a price or a date of sending", async () => {
    const text = await sdkFor(standIn).messages.create(TEXT);

    expect(text.sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(text).toMatchObject({ ...TEXT, status: "queued", direction: "outbound-api" });
    expect(text).toMatchObject({ numSegments: "1", price: null, dateSent: null, errorCode: null });
    expect(text.dateCreated.getMilliseconds()).toBe(0);
    expect(standIn.log()).toMatchObject([{ sid: text.sid, ...TEXT }]);
  });

  test("fetches the text delivered and priced a moment later", async () => {
    const sdk = sdkFor(standIn);
    const { sid } = await sdk.messages.create({ ...TEXT, body: "x".repeat(161) });

    const text = await until("the delivery", async () => {
      const fetched = await sdk.messages(sid).fetch();
      return fetched.status === "delivered" && fetched;
    });

    expect(text).toMatchObject({ status: "delivered", price: "-0.01580", numSegments: "2" });
    expect(text.dateSent).toBeInstanceOf(Date);
  });

  test("sends pictures as repeated keys and gets an MM sid", async () => {
    const mediaUrl = ["https://salon.example/a.png", "https://salon.example/b.png"];

    const text = await sdkFor(standIn).messages.create({ ...TEXT, mediaUrl });

    expect(text.sid).toMatch(/^MM/);
    expect(text.numMedia).toBe("2");
  });

  test("sends through a Messaging Service, which finds the number afterwards", async () => {
    const { from: _, ...text } = TEXT;
    const sdk = sdkFor(standIn);

    const created = await sdk.messages.create({ ...text, messagingServiceSid: SERVICE });

    expect(created).toMatchObject({ status: "accepted", from: null, messagingServiceSid: SERVICE });
    const sent = await until("the number", async () => {
      const fetched = await sdk.messages(created.sid).fetch();
      return fetched.from !== null && fetched;
    });
    expect(sent).toMatchObject({ from: PHONE_NUMBER });
  });

  test("lists one number's texts newest first, over several pages", async () => {
    const sdk = sdkFor(standIn);
    for (const body of ["1", "2", "3", "4", "5"]) {
      await sdk.messages.create({ ...TEXT, body });
      await sdk.messages.create({ ...TEXT, to: "+12025550124", body: "somebody else" });
    }

    const page = await sdk.messages.page({ to: CLIENT, pageSize: 2 });
    const texts = await sdk.messages.list({ to: CLIENT, pageSize: 2 });

    expect(page.instances.map(({ body }) => body)).toEqual(["5", "4"]);
    expect(page.nextPageUrl).toContain("PageToken=");
    expect(texts.map(({ body }) => body)).toEqual(["5", "4", "3", "2", "1"]);
  });

  test("keeps its position in the pages while texts arrive", async () => {
    const sdk = sdkFor(standIn);
    for (const body of ["1", "2", "3"]) await sdk.messages.create({ ...TEXT, body });

    const first = await sdk.messages.page({ to: CLIENT, pageSize: 2 });
    await sdk.messages.create({ ...TEXT, body: "4" });
    const second = await first.nextPage();

    expect(second?.instances.map(({ body }) => body)).toEqual(["1"]);
  });

  test("reads the account, as the credentials test does", async () => {
    const account = await sdkFor(standIn).api.v2010.accounts(standIn.accountSid).fetch();

    expect(account).toMatchObject({ sid: standIn.accountSid, status: "active" });
    const wrong = sdkFor(standIn, "wrong").api.v2010.accounts(standIn.accountSid).fetch();
    expect(await getRefusal(wrong)).toEqual({ status: 401, code: 20003 });
  });

  test("points a number's webhooks at the product", async () => {
    const sdk = sdkFor(standIn);
    const [number] = await sdk.incomingPhoneNumbers.list({ phoneNumber: PHONE_NUMBER });
    const smsUrl = "https://salon.example/sms";

    await sdk.incomingPhoneNumbers(number?.sid ?? "").update({ smsUrl, smsMethod: "POST" });

    expect(number?.phoneNumber).toBe(PHONE_NUMBER);
    expect(await sdk.incomingPhoneNumbers.list()).toMatchObject([{ smsUrl, smsMethod: "POST" }]);
  });

  test.each([
    [CLIENT, true, "mobile"],
    ["+12025550006", true, "landline"],
    ["+12025550031", true, "nonFixedVoip"],
    ["+12025550021", false, undefined],
    ["+1202555", false, undefined],
  ])("looks up %s: valid %p, line %p", async (number, valid, line) => {
    const { phoneNumbers } = sdkFor(standIn).lookups.v2;

    const free = await phoneNumbers(number).fetch();
    const paid = await phoneNumbers(number).fetch({ fields: "line_type_intelligence" });

    expect(free).toMatchObject({ valid, lineTypeIntelligence: null });
    expect(paid.valid).toBe(valid);
    expect(paid.validationErrors).toHaveLength(valid ? 0 : 1);
    expect(paid.lineTypeIntelligence?.type).toBe(line);
  });
});

describe("a bad request", () => {
  const good = { To: CLIENT, From: PHONE_NUMBER, Body: "Hello" };
  const { To: _to, ...noTo } = good;
  const { From: _from, ...noFrom } = good;
  const { Body: _body, ...noBody } = good;

  test.each([
    ["no To", noTo, 21604],
    ["a To that is no number", { ...good, To: "Anna" }, 21211],
    ["a To without a country", { ...good, To: "2025550123" }, 21211],
    ["no From", noFrom, 21603],
    ["a From that is no number", { ...good, From: "Salon!" }, 21212],
    ["no body", noBody, 21602],
    ["a body that is too long", { ...good, Body: "x".repeat(1601) }, 21617],
    ["an address that is none", { ...good, StatusCallback: "/receipts" }, 21609],
    ["a validity beyond ten hours", { ...good, ValidityPeriod: "36001" }, 21624],
    ["a validity of nothing", { ...good, ValidityPeriod: "0" }, 21624],
  ])("with %s is refused in Twilio's shape", async (_, form, code) => {
    const response = await postForm(standIn, form);

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code,
      message: expect.any(String),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status: 400,
    });
    expect(standIn.counts().accepted).toBe(0);
    expect((await postForm(standIn, good)).status).toBe(201);
  });

  test.each([
    ["a misspelt field", { ...good, StatusCalback: "https://salon.example" }, "'StatusCalback'"],
    ["a word for a number", { ...good, ValidityPeriod: "soon" }, "'ValidityPeriod'"],
  ])("with %s is refused and recorded so that the test fails", async (_, form, expectedText) => {
    const response = await postForm(standIn, form);

    expect(await response.json()).toMatchObject({ code: 20001, status: 400 });
    expect(standIn.unexpected).toEqual([expect.stringContaining(expectedText)]);
    expect(standIn.counts().accepted).toBe(0);
  });

  test("to an operation that Parlor doesn't use is 404 and recorded", async () => {
    const calls = sdkFor(standIn).calls.list();

    expect(await getRefusal(calls)).toEqual({ status: 404, code: 20404 });
    expect(standIn.unexpected).toEqual([expect.stringMatching(/^GET .*\/Calls\.json/)]);
  });

  test("with a page size over 1,000 is refused", async () => {
    expect(await getRefusal(sdkFor(standIn).messages.page({ pageSize: 1001 }))).toEqual({
      status: 400,
      code: 20001,
    });
  });

  test("as JSON is read as an empty form", async () => {
    const response = await postForm(standIn, JSON.stringify(good), "application/json");

    expect(await response.json()).toMatchObject({ code: 21604 });
  });
});

describe("status callbacks", () => {
  test("report sent, then delivered, and pass Twilio's own validator", async () => {
    const sid = await sendWithCallback(CLIENT);
    await standIn.callbacksDone();

    expect(product.posts.map(({ form }) => form.MessageStatus)).toEqual(["sent", "delivered"]);
    for (const { address, form, signature } of product.posts) {
      expect(address).toEndWith("/receipts?rid=7");
      expect(form).toMatchObject({ MessageSid: sid, SmsSid: sid, To: CLIENT, From: PHONE_NUMBER });
      expect(statusCallback.safeParse(form).success).toBe(true);
      expect(validateRequest(standIn.authToken, signature, address, form)).toBe(true);
    }
  });

  test("are rejected once a field, the address or the token differs", async () => {
    await sendWithCallback(CLIENT);
    await standIn.callbacksDone();

    const { authToken } = standIn;
    for (const { address, form, signature } of product.posts) {
      const forged = { ...form, MessageStatus: "failed" };
      expect(validateRequest(authToken, signature, address, forged)).toBe(false);
      expect(validateRequest(authToken, signature, `${address}1`, form)).toBe(false);
      expect(validateRequest("another", signature, address, form)).toBe(false);
    }
    expect(product.posts).toHaveLength(2);
  });
});

async function sendWithCallback(to: string): Promise<string> {
  const callback = `${product.url}/receipts?rid=7`;
  const text = await sdkFor(standIn).messages.create({ ...TEXT, to, statusCallback: callback });
  return text.sid;
}
