import { z } from "zod";
import { googleRefusal, quota } from "./google-refusals.ts";
import { PlaceReview, placeReviews, refusedBy, reviews } from "./google-reviews.ts";
import {
  GOOGLE_ACCOUNTS_QUERY,
  GOOGLE_LOCATIONS_QUERY,
  googleAccounts,
  googleLocations,
} from "./outside-contract.ts";
import { bearer, checkShape, KEYS, type Operation, only } from "./outside-shapes.ts";

const FORMS: Readonly<Record<string, readonly string[]>> = {
  refresh_token: ["client_id", "client_secret", "grant_type", "refresh_token"],
  authorization_code: ["client_id", "client_secret", "code", "grant_type", "redirect_uri"],
};

const token: Operation = {
  service: "google",
  method: "POST",
  path: /^\/token$/,
  misuse: ({ form }) =>
    [...form.keys()].sort().join() === FORMS[form.get("grant_type") ?? ""]?.join()
      ? undefined
      : `not a token request: ${form}`,
  answer({ form, mood, google }) {
    if (mood === "broken") return { status: 500, body: "oops" };
    if (form.get("client_id") !== KEYS.clientId || form.get("client_secret") !== KEYS.clientSecret)
      return { status: 401, body: { error: "invalid_client", error_description: "Unauthorized" } };
    const isNew = form.get("grant_type") === "authorization_code";
    const isGood = isNew
      ? form.get("code") === KEYS.code
      : form.get("refresh_token") === KEYS.refreshToken && !google.isRevoked();
    if (!isGood)
      return {
        status: 400,
        body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
      };
    return {
      status: 200,
      body: {
        access_token: google.accessToken(),
        expires_in: 3599,
        scope: "https://www.googleapis.com/auth/business.manage",
        token_type: "Bearer",
        ...(isNew && { refresh_token: KEYS.refreshToken }),
      },
    };
  },
  contract: checkShape(
    z.strictObject({
      access_token: z.string(),
      expires_in: z.number(),
      scope: z.string(),
      token_type: z.literal("Bearer"),
      refresh_token: z.optional(z.string()),
    }),
  ),
};

const accounts: Operation = {
  service: "google",
  method: "GET",
  path: /^\/v1\/accounts$/,
  misuse: (asked) => only(GOOGLE_ACCOUNTS_QUERY, asked),
  answer(asked) {
    if (!bearer(asked.google.accessToken(), asked)) return googleRefusal(401, "UNAUTHENTICATED");
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

const locations: Operation = {
  service: "google",
  method: "GET",
  path: /^\/v1\/accounts\/(\d+)\/locations$/,
  misuse: (asked) =>
    asked.query.get("readMask") ? only(GOOGLE_LOCATIONS_QUERY, asked) : "readMask is required",
  answer(asked) {
    if (!bearer(asked.google.accessToken(), asked)) return googleRefusal(401, "UNAUTHENTICATED");
    return {
      status: 200,
      body: { locations: [{ name: "locations/4", title: "Halcyon on Lamar" }] },
    };
  },
  contract: googleLocations,
};

const PLACE = {
  displayName: { text: "Halcyon Skin & Hair", languageCode: "en" },
  rating: 4.8,
  userRatingCount: 132,
};
const PLACE_QUERY = new Set(["languageCode", "regionCode"]);

const place: Operation = {
  service: "google",
  method: "GET",
  path: /^\/v1\/places\/([\w-]+)$/,
  misuse: (asked) =>
    asked.headers.get("x-goog-fieldmask")
      ? only(PLACE_QUERY, asked)
      : "a place without a field mask is refused",
  answer(asked) {
    const { headers, mood, found } = asked;
    const invalid = [{ reason: "API_KEY_INVALID", domain: "googleapis.com" }];
    if (headers.get("x-goog-api-key") !== KEYS.google)
      return googleRefusal(400, "INVALID_ARGUMENT", invalid);
    if (mood === "not-allowed")
      return googleRefusal(403, "PERMISSION_DENIED", [{ reason: "SERVICE_DISABLED" }]);
    const refused = refusedBy(asked);
    if (refused) return refused;
    if (found[0] !== KEYS.placeId) return googleRefusal(404, "NOT_FOUND");
    const fields = headers.get("x-goog-fieldmask")?.split(",") ?? [];
    const all = { ...PLACE, reviews: placeReviews(asked) };
    return {
      status: 200,
      body: Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name))),
    };
  },
  contract: checkShape(
    z.strictObject({
      displayName: z.optional(z.strictObject({ text: z.string(), languageCode: z.string() })),
      rating: z.optional(z.number().min(1).max(5)),
      userRatingCount: z.optional(z.number().int()),
      reviews: z.optional(z.array(PlaceReview).max(5)),
    }),
  ),
};

export const GOOGLE_OPERATIONS: readonly Operation[] = [token, accounts, locations, reviews, place];
