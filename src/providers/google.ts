import { z } from "zod";
import type { Config } from "#src/config.ts";
import { bad, CHECK_TIMEOUT_MS, type Check, good } from "./check.ts";
import { googleWords } from "./google-words.ts";
import type { ReviewsAccess, ReviewsProvider } from "./reviews.ts";

type Addresses = Pick<Config, "googleOauthBase" | "googleBusinessBase">;

const ACCOUNTS = "https://mybusinessaccountmanagement.googleapis.com";
const PLACES = "https://places.googleapis.com";

const Token = z.object({ access_token: z.string() });
const TokenRefusal = z.object({ error: z.string() });
const Accounts = z.object({ accounts: z.optional(z.array(z.object({ accountName: z.string() }))) });
const Place = z.object({
  displayName: z.object({ text: z.string() }),
  rating: z.optional(z.number()),
  userRatingCount: z.optional(z.number()),
});

/** Four calls of plain HTTP: Google's SDK would be 82 packages for them. */
export function connectGoogle(addresses: Addresses, access: ReviewsAccess): ReviewsProvider {
  return {
    async check() {
      try {
        if (access.refreshToken) return await checkAccount(addresses, access);
        return await checkPlace(addresses, access);
      } catch {
        return bad("Google cannot be reached right now.");
      }
    },
  };
}

async function checkAccount(addresses: Addresses, access: ReviewsAccess): Promise<Check> {
  const { clientId = "", clientSecret = "", refreshToken = "" } = access;
  const { status, body } = await ask(`${addresses.googleOauthBase}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }),
  });
  const token = Token.safeParse(body).data?.access_token;
  if (token === undefined) return bad(tokenWords(status, TokenRefusal.safeParse(body).data?.error));

  const base = addresses.googleBusinessBase ?? ACCOUNTS;
  const accounts = await ask(`${base}/v1/accounts?pageSize=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (accounts.status !== 200) return bad(googleWords(accounts.status, accounts.body));
  const [first] = Accounts.parse(accounts.body).accounts ?? [];
  return first
    ? good(`Connected to the account ${first.accountName}.`)
    : bad("Google knows you, but you manage no business there. Sign in with another account.");
}

async function checkPlace(addresses: Addresses, access: ReviewsAccess): Promise<Check> {
  const { apiKey = "", placeId = "" } = access;
  const base = addresses.googleBusinessBase ?? PLACES;
  const { status, body } = await ask(`${base}/v1/places/${encodeURIComponent(placeId)}`, {
    headers: {
      "x-goog-api-key": apiKey,
      "x-goog-fieldmask": "displayName,rating,userRatingCount",
    },
  });
  if (status !== 200) return bad(googleWords(status, body));
  const { displayName, rating, userRatingCount } = Place.parse(body);
  const reviews =
    rating === undefined ? "no reviews yet" : `${rating} of 5 from ${userRatingCount}`;
  return good(`Google found ${displayName.text}: ${reviews}.`);
}

/** Refresh tokens of an app whose consent screen is in testing die after seven days. */
function tokenWords(status: number, error: string | undefined): string {
  if (error === "invalid_grant")
    return "Google has ended the connection. Sign in again. If it ends every week, publish your app in the Google console: in testing it is cut after 7 days.";
  if (error === "invalid_client" || error === "unauthorized_client")
    return "Google refused the OAuth client ID or its secret: copy both again from the Google console.";
  if (status === 429) return "Google is busy with this account. Try again in a minute.";
  if (status >= 500) return "Google has trouble of its own right now. Try again later.";
  return `Google answered something unexpected (${status}).`;
}

async function ask(address: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(address, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}
