import { z } from "zod";
import type { Config } from "#src/platform/config.ts";
import { CHECK_TIMEOUT_MS } from "#src/platform/providers/check.ts";
import type { Refusal, ReviewsAccess } from "#src/platform/providers/reviews.ts";

export type Addresses = Pick<Config, "googleOauthBase" | "googleBusinessBase">;

export const ACCOUNTS_BASE = "https://mybusinessaccountmanagement.googleapis.com";
export const LOCATIONS_BASE = "https://mybusinessbusinessinformation.googleapis.com";
export const REVIEWS_BASE = "https://mybusiness.googleapis.com";
export const PLACES_BASE = "https://places.googleapis.com";

const Token = z.object({ access_token: z.string() });

export type GoogleReply = { readonly kind: "answer"; readonly body: unknown } | Refusal;

const UNREACHABLE: Refusal = {
  kind: "unavailable",
  message: "Google can't be reached right now.",
};

export const UNEXPECTED_REPLY: Refusal = {
  kind: "unavailable",
  message: "Google sent an unexpected reply. Try again later.",
};

/** Sends a GET; a refusal is a value. A server error is retried once. */
export async function fetchGoogle(
  address: string,
  headers: Readonly<Record<string, string>>,
  messageOf: (status: number, body: unknown) => string,
): Promise<GoogleReply & { readonly status?: number }> {
  const answer = await retryOnce(() => requestGoogle(address, { headers }));
  if (!answer) return UNREACHABLE;
  if (answer.status === 200) return { kind: "answer", body: answer.body };
  return toRefusal(answer, messageOf);
}

/** Returns a new access token, valid for an hour. */
export async function refreshAccessToken(
  addresses: Addresses,
  access: ReviewsAccess,
): Promise<string | Refusal> {
  const answer = await retryOnce(() =>
    requestToken(addresses, access, {
      grant_type: "refresh_token",
      refresh_token: access.refreshToken ?? "",
    }),
  );
  if (!answer) return UNREACHABLE;
  const token = Token.safeParse(answer.body).data?.access_token;
  if (answer.status === 200) return token ?? UNEXPECTED_REPLY;
  if (isSignInEnded(answer.body))
    return { kind: "disconnected", message: tokenMessage(answer.status, answer.body) };
  return toRefusal(answer, tokenMessage);
}

/** Retries once after a server error. Returns undefined when Google can't be reached. */
async function retryOnce(ask: () => Promise<GoogleResponse>): Promise<GoogleResponse | undefined> {
  const once = () => ask().catch(() => undefined);
  const first = await once();
  return first && first.status >= 500 ? once() : first;
}

function toRefusal(
  { status, body }: GoogleResponse,
  toMessage: (status: number, body: unknown) => string,
): Refusal & { status: number } {
  const message = toMessage(status, body);
  if (status === 429) return { kind: isQuotaZero(body) ? "refused" : "busy", message, status };
  return { kind: status >= 500 ? "unavailable" : "refused", message, status };
}

/** Google's error shape; `details` says more than the status. */
const ErrorBody = z.object({
  error: z.object({
    message: z.optional(z.string()),
    details: z.optional(
      z.array(
        z.looseObject({
          reason: z.optional(z.string()),
          metadata: z.optional(z.record(z.string(), z.string())),
        }),
      ),
    ),
  }),
});

const TokenErrorBody = z.object({ error: z.string() });

/** Explains an error of the Business Profile or Places API to the owner. */
export function googleMessage(status: number, body: unknown): string {
  const error = ErrorBody.safeParse(body).data?.error;
  const details = error?.details ?? [];
  const reasons = details.map(({ reason }) => reason);
  if (status === 429)
    return isQuotaZero(body)
      ? "Google hasn't given your project access yet: its quota is 0. Apply for access to the Business Profile API in the Google console. Google usually replies within a few days."
      : "Your project has reached Google's limit for now. Try again in a minute.";
  if (reasons.includes("API_KEY_INVALID"))
    return "Google refused the API key: copy it again from the Google console.";
  if (reasons.includes("SERVICE_DISABLED") || reasons.includes("API_KEY_SERVICE_BLOCKED"))
    return "The key works, but this API is turned off for it. Enable “Places API (New)”, or the Business Profile API, in the Google console.";
  if (status === 401) return "Google ended the connection. Sign in again.";
  if (status === 403) return "Google doesn't permit this. Check what the key or account may do.";
  if (status === 404 || status === 400)
    return "Google doesn't know this place ID. Look it up with Google's Place ID Finder.";
  if (status >= 500) return "Google has problems right now. Try again later.";
  return `Google sent an unexpected reply (${status}).`;
}

/** Explains why the reviews of the connected location can't be listed. */
export function listingMessage(status: number, body: unknown): string {
  if (status === 404) return "Google can't find the connected business anymore. Sign in again.";
  // FAILED_PRECONDITION has status 400: a location that is not verified has no reviews to list.
  if (status === 400)
    return "Google doesn't share this business's reviews yet. Verify the business in its Business Profile first.";
  return googleMessage(status, body);
}

/** Returns true for a quota of 0, where waiting does not help. */
function isQuotaZero(body: unknown): boolean {
  const details = ErrorBody.safeParse(body).data?.error.details ?? [];
  return details.some(({ metadata }) => metadata?.["quota_limit_value"] === "0");
}

/** Explains an error of the token endpoint. Refresh tokens of an app in testing expire after seven days. */
export function tokenMessage(status: number, body: unknown): string {
  const error = TokenErrorBody.safeParse(body).data?.error;
  if (isSignInEnded(body))
    return "Google ended the connection. Sign in again. If it ends every week, publish your app in the Google console: while it's in testing, Google disconnects it after 7 days.";
  if (error === "invalid_client" || error === "unauthorized_client")
    return "Google refused the OAuth client ID or its secret: copy both again from the Google console.";
  if (status === 429) return "Google is busy with this account. Try again in a minute.";
  if (status >= 500) return "Google has problems right now. Try again later.";
  return `Google sent an unexpected reply (${status}).`;
}

/** Returns true when the refresh token has expired or was revoked. */
function isSignInEnded(body: unknown): boolean {
  return TokenErrorBody.safeParse(body).data?.error === "invalid_grant";
}

interface GoogleResponse {
  readonly status: number;
  /** Undefined when it is not JSON. */
  readonly body: unknown;
}

/** @throws when Google can't be reached */
export async function requestGoogle(address: string, init: RequestInit): Promise<GoogleResponse> {
  const answer = await fetch(address, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}

/** @throws when Google can't be reached */
export function requestToken(
  { googleOauthBase }: Addresses,
  { clientId = "", clientSecret = "" }: ReviewsAccess,
  grant: Readonly<Record<string, string>>,
): Promise<GoogleResponse> {
  return requestGoogle(`${googleOauthBase}/token`, {
    method: "POST",
    body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
  });
}
