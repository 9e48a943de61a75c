import { z } from "zod";
import { GOOGLE_OPERATIONS } from "./google-operations.ts";
import { openaiModel, stripeBalance } from "./outside-contract.ts";
import { bearer, checkShape, KEYS, NOTHING, type Operation, only } from "./outside-shapes.ts";

const stripeRefusal = (status: number, type: string, message: string, code?: string) => ({
  status,
  body: { error: { type, message, ...(code && { code }) } },
});

const balance: Operation = {
  service: "stripe",
  method: "GET",
  path: /^\/v1\/balance$/,
  misuse: (asked) =>
    asked.headers.get("stripe-version") === "2026-10-28.endive"
      ? only(NOTHING, asked)
      : `not the version of the contract: ${asked.headers.get("stripe-version")}`,
  answer(asked) {
    if (!bearer(KEYS.stripe, asked))
      return stripeRefusal(401, "invalid_request_error", "Invalid API Key provided: sk_test_****");
    if (asked.mood === "not-allowed")
      return stripeRefusal(403, "invalid_request_error", "The key does not have access.");
    if (asked.mood === "busy")
      return stripeRefusal(429, "invalid_request_error", "Too many requests", "rate_limit");
    if (asked.mood === "broken") return stripeRefusal(500, "api_error", "An error on our end.");
    const amount = [{ amount: 0, currency: "usd", source_types: { card: 0 } }];
    return {
      status: 200,
      body: { object: "balance", available: amount, pending: amount, livemode: false },
    };
  },
  contract: stripeBalance,
};

/** What the nightly comparison reads. The account has none. */
const reversals: Operation = {
  service: "stripe",
  method: "GET",
  path: /^\/v1\/(?:refunds|disputes)$/,
  misuse: () => undefined,
  answer: (asked) =>
    bearer(KEYS.stripe, asked)
      ? { status: 200, body: { object: "list", data: [], has_more: false, url: "/v1/refunds" } }
      : stripeRefusal(401, "invalid_request_error", "Invalid API Key provided: sk_test_****"),
  contract: () => undefined,
};

const openaiRefusal = (status: number, message: string, code: string | null) => ({
  status,
  body: { error: { message, type: "invalid_request_error", param: null, code } },
});

const model: Operation = {
  service: "openai",
  method: "GET",
  path: /^\/openai\/v1\/models\/([\w.-]+)$/,
  misuse: (asked) => only(NOTHING, asked),
  answer(asked) {
    if (!bearer(KEYS.openai, asked))
      return openaiRefusal(401, "Incorrect API key provided: sk-****.", "invalid_api_key");
    if (asked.mood === "not-allowed")
      return openaiRefusal(404, "The model does not exist or you lack access.", "model_not_found");
    if (asked.mood === "busy")
      return openaiRefusal(429, "Rate limit reached", "rate_limit_exceeded");
    if (asked.mood === "no-quota")
      return openaiRefusal(429, "You exceeded your current quota", "insufficient_quota");
    if (asked.mood === "broken") return openaiRefusal(500, "The server had an error", null);
    return {
      status: 200,
      body: { id: asked.found[0], object: "model", created: 1721172741, owned_by: "system" },
    };
  },
  contract: openaiModel,
};

/** ElevenLabs, Google's token endpoint and its places have no official machine contract. */
const subscription: Operation = {
  service: "elevenlabs",
  method: "GET",
  path: /^\/v1\/user\/subscription$/,
  misuse: (asked) => only(NOTHING, asked),
  answer({ headers, mood }) {
    const refusal = (status: string) => ({ detail: { status, message: "No." } });
    if (headers.get("xi-api-key") !== KEYS.elevenlabs)
      return { status: 401, body: refusal("invalid_api_key") };
    if (mood === "not-allowed") return { status: 401, body: refusal("missing_permissions") };
    if (mood === "busy") return { status: 429, body: refusal("too_many_concurrent_requests") };
    if (mood === "broken") return { status: 503, body: "upstream" };
    const used = mood === "used-up" ? 10_000 : 1204;
    return {
      status: 200,
      body: { tier: "free", character_count: used, character_limit: 10_000, status: "free" },
    };
  },
  contract: checkShape(
    z.object({
      tier: z.string(),
      character_count: z.number().int(),
      character_limit: z.number().int(),
      status: z.string(),
    }),
  ),
};

export const OPERATIONS: readonly Operation[] = [
  balance,
  reversals,
  model,
  subscription,
  ...GOOGLE_OPERATIONS,
];
