import { afterAll, expect, test } from "bun:test";
import OpenAI from "openai";
import Stripe from "stripe";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";

const standIn = startOutsideStandIn();
afterAll(() => standIn.stop());

test("Stripe's own SDK reads the balance, and throws its own error for a wrong key", async () => {
  const at = { host: "127.0.0.1", port: new URL(standIn.url).port, protocol: "http" } as const;
  const { available, livemode } = await new Stripe(KEYS.stripe, at).balance.retrieve();
  expect([available[0]?.currency, livemode]).toEqual(["usd", false]);
  const refused = new Stripe("sk_test_wrong", at).balance.retrieve();
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

test("OpenAI's own SDK reads a model, and throws its own errors", async () => {
  // The tests' document makes the SDK think of a browser.
  const at = { baseURL: standIn.config.openaiBaseUrl, dangerouslyAllowBrowser: true };
  const { id } = await new OpenAI({ apiKey: KEYS.openai, ...at }).models.retrieve("gpt-4o-mini");
  expect(id).toBe("gpt-4o-mini");
  const refused = await new OpenAI({ apiKey: "sk-wrong", ...at }).models
    .retrieve("gpt-4o-mini")
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OpenAI.AuthenticationError);
});

test("unknown requests are refused and recorded, and the stand-in met its contracts", async () => {
  expect(standIn.unexpected).toEqual([]);
  expect((await fetch(`${standIn.url}/v1/nothing`)).status).toBe(404);
  expect((await fetch(`${standIn.url}/v1/places/ChIJ-good`)).status).toBe(404);
  expect(standIn.unexpected).toEqual([
    "GET /v1/nothing",
    "GET /v1/places/ChIJ-good: a place without a field mask is refused",
  ]);
  expect(standIn.bugs).toEqual([]);
});
