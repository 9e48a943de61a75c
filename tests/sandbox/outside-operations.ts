import { z } from "zod";
import {
  GOOGLE_ACCOUNTS_QUERY,
  googleAccounts,
  openaiModel,
  stripeBalance,
} from "./outside-contract.ts";

export type Service = "stripe" | "openai" | "elevenlabs" | "google";
/** How a service feels today. */
export type Mood = "fine" | "busy" | "broken" | "no-quota" | "not-allowed" | "used-up";

export const KEYS = {
  stripe: "sk_test_good",
  openai: "sk-proj-good",
  elevenlabs: "sk_good",
  google: "AIza-good",
  clientId: "client-1.apps.googleusercontent.com",
  clientSecret: "GOCSPX-good",
  refreshToken: "1//good",
  placeId: "ChIJ-good",
} as const;

export interface Asked {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly mood: Mood;
  /** What the address matched. */
  readonly found: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Operation {
  readonly service: Service;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /** What is wrong with the request itself: a bug of the product. */
  readonly misuse: (asked: Asked) => string | undefined;
  readonly answer: (asked: Asked) => Answer;
  /** What is wrong with an answer of status 200: a bug of the stand-in. */
  readonly contract: (body: unknown) => string | undefined;
}

const bearer = (key: string, { headers }: Asked) =>
  headers.get("authorization") === `Bearer ${key}`;
const only = (allowed: ReadonlySet<string>, { query }: Asked) => {
  const strange = [...query.keys()].filter((name) => !allowed.has(name));
  return strange.length > 0 ? `unknown query ${strange.join(", ")}` : undefined;
};
const NOTHING = new Set<string>();
const shaped = (shape: z.ZodType) => (body: unknown) => {
  const parsed = shape.safeParse(body);
  return parsed.success ? undefined : z.prettifyError(parsed.error);
};

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
  contract: shaped(
    z.object({
      tier: z.string(),
      character_count: z.number().int(),
      character_limit: z.number().int(),
      status: z.string(),
    }),
  ),
};

const TOKEN_FORM = ["client_id", "client_secret", "grant_type", "refresh_token"];

const token: Operation = {
  service: "google",
  method: "POST",
  path: /^\/token$/,
  misuse: ({ form }) =>
    [...form.keys()].sort().join() === TOKEN_FORM.join() &&
    form.get("grant_type") === "refresh_token"
      ? undefined
      : `not a refresh: ${form}`,
  answer({ form, mood }) {
    if (mood === "broken") return { status: 500, body: "oops" };
    if (form.get("client_id") !== KEYS.clientId || form.get("client_secret") !== KEYS.clientSecret)
      return { status: 401, body: { error: "invalid_client", error_description: "Unauthorized" } };
    if (form.get("refresh_token") !== KEYS.refreshToken)
      return {
        status: 400,
        body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
      };
    return {
      status: 200,
      body: {
        access_token: "ya29.good",
        expires_in: 3599,
        scope: "https://www.googleapis.com/auth/business.manage",
        token_type: "Bearer",
      },
    };
  },
  contract: shaped(
    z.strictObject({
      access_token: z.string(),
      expires_in: z.number(),
      scope: z.string(),
      token_type: z.literal("Bearer"),
    }),
  ),
};

function googleRefusal(code: number, status: string, details: readonly object[] = []) {
  return { status: code, body: { error: { code, message: "No.", status, details } } };
}

function quota(limit: string) {
  return googleRefusal(429, "RESOURCE_EXHAUSTED", [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "RATE_LIMIT_EXCEEDED",
      domain: "googleapis.com",
      metadata: { quota_limit: "DefaultRequestsPerMinutePerProject", quota_limit_value: limit },
    },
  ]);
}

const accounts: Operation = {
  service: "google",
  method: "GET",
  path: /^\/v1\/accounts$/,
  misuse: (asked) => only(GOOGLE_ACCOUNTS_QUERY, asked),
  answer(asked) {
    if (!bearer("ya29.good", asked)) return googleRefusal(401, "UNAUTHENTICATED");
    if (asked.mood === "no-quota") return quota("0");
    if (asked.mood === "busy") return quota("300");
    if (asked.mood === "not-allowed") return { status: 200, body: {} };
    return {
      status: 200,
      body: {
        accounts: [{ name: "accounts/17", accountName: "Halcyon Skin & Hair", type: "PERSONAL" }],
      },
    };
  },
  contract: googleAccounts,
};

const place: Operation = {
  service: "google",
  method: "GET",
  path: /^\/v1\/places\/([\w-]+)$/,
  misuse: ({ headers }) =>
    headers.get("x-goog-fieldmask") ? undefined : "a place without a field mask is refused",
  answer({ headers, mood, found }) {
    const invalid = [{ reason: "API_KEY_INVALID", domain: "googleapis.com" }];
    if (headers.get("x-goog-api-key") !== KEYS.google)
      return googleRefusal(400, "INVALID_ARGUMENT", invalid);
    if (mood === "not-allowed")
      return googleRefusal(403, "PERMISSION_DENIED", [{ reason: "SERVICE_DISABLED" }]);
    if (mood === "busy") return quota("600");
    if (found[0] !== KEYS.placeId) return googleRefusal(404, "NOT_FOUND");
    return {
      status: 200,
      body: {
        displayName: { text: "Halcyon Skin & Hair", languageCode: "en" },
        rating: 4.8,
        userRatingCount: 132,
      },
    };
  },
  contract: shaped(
    z.strictObject({
      displayName: z.strictObject({ text: z.string(), languageCode: z.string() }),
      rating: z.number().min(1).max(5),
      userRatingCount: z.number().int(),
    }),
  ),
};

export const OPERATIONS: readonly Operation[] = [
  balance,
  model,
  subscription,
  token,
  accounts,
  place,
];
