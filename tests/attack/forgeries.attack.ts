import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { INBOUND_PATHS } from "#src/integrations/zapier/contract.ts";
import { signature } from "#tests/sandbox/signature.ts";
import { ACCOUNT_SID, AUTH_TOKEN, testApp } from "#tests/support/test-app.ts";
import { report, STRANGER, startTarget, type Target } from "./salon.ts";

let target: Target;
beforeAll(async () => {
  target = await startTarget(async (path) => {
    const parlor = testApp({ path });
    await parlor.admin.request("POST", "/api/settings", { stripeWebhookSecret: "whsec_right" });
    return parlor;
  });
});
afterAll(() => target.end());

const TEXT = {
  MessageSid: `SM${"0".repeat(32)}`,
  AccountSid: ACCOUNT_SID,
  From: "+12025550142",
  To: "+12025550100",
  Body: "STOP",
};
const TWILIO_PATHS = [
  "/api/twilio/webhook",
  "/api/twilio/status-callback",
  "/api/voice/incoming",
  "/api/voice/status",
];

async function count(
  attack: string,
  attempts: readonly (() => Promise<Response>)[],
  refusals: readonly number[],
): Promise<void> {
  const through: number[] = [];
  for (const attempt of attempts) {
    const response = await attempt();
    await response.body?.cancel();
    if (!refusals.includes(response.status)) through.push(response.status);
  }
  report(attack, attempts.length, through.length);
  expect(through).toEqual([]);
}

test("no forged Twilio request is accepted", async () => {
  const form = new URLSearchParams(TEXT).toString();
  const post = (path: string, signed: string | undefined) => () =>
    target.send(STRANGER, "POST", path, form, {
      "content-type": "application/x-www-form-urlencoded",
      ...(signed !== undefined && { "x-twilio-signature": signed }),
    });
  const attempts = TWILIO_PATHS.flatMap((path) => {
    const url = target.url + path;
    const right = signature(AUTH_TOKEN, "https://elsewhere.example.com/", TEXT);
    return [
      undefined,
      "",
      "x",
      btoa("x".repeat(20)),
      signature("another token", url, TEXT),
      signature("", url, TEXT),
      signature(AUTH_TOKEN, url, { ...TEXT, Body: "changed" }),
      right,
    ].map((signed) => post(path, signed));
  });
  await count("forged requests of Twilio", attempts, [403, 404]);
});

test("no forged Stripe event is accepted", async () => {
  const body = JSON.stringify({ id: "evt_1", type: "invoice.paid", data: { object: {} } });
  const sign = (secret: string, at: number, text = body) =>
    `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${text}`).digest("hex")}`;
  const now = Math.floor(Date.now() / 1000);
  const headers = [
    undefined,
    "",
    "t=1,v1=0",
    sign("whsec_wrong", now),
    sign("", now),
    sign("whsec_right", now - 3_600),
    sign("whsec_right", now, "{}"),
    sign("whsec_right", now).replace("v1", "v0"),
  ];
  const attempts = headers.map(
    (value) => () =>
      target.send(STRANGER, "POST", "/api/stripe/webhook", body, {
        ...(value !== undefined && { "stripe-signature": value }),
      }),
  );
  await count("forged events of Stripe", attempts, [400]);
});

test("no request from another program is accepted without the right key", async () => {
  const keys = [undefined, "", "null", "undefined", "pk_test", "' or 1=1 --", "a".repeat(5_000)];
  const attempts = Object.values(INBOUND_PATHS).flatMap((path) =>
    keys.map(
      (api_key) => () =>
        target.send(STRANGER, "POST", path, { api_key, name: "A", phone_number: "+12025550142" }),
    ),
  );
  await count("requests with a wrong API key", attempts, [400, 401, 429]);
});
