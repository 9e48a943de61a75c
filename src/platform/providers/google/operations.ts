import type { Config } from "#src/platform/config.ts";
import { CHECK_TIMEOUT_MS } from "#src/platform/providers/check.ts";
import type { ReviewsAccess } from "#src/platform/providers/reviews.ts";

export type Addresses = Pick<Config, "googleOauthBase" | "googleBusinessBase">;

export const ACCOUNTS_BASE = "https://mybusinessaccountmanagement.googleapis.com";
export const LOCATIONS_BASE = "https://mybusinessbusinessinformation.googleapis.com";
export const REVIEWS_BASE = "https://mybusiness.googleapis.com";
export const PLACES_BASE = "https://places.googleapis.com";

export interface GoogleResponse {
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
