import { z } from "zod";
import { type Check, checkFailed, checkPassed } from "#src/platform/providers/check.ts";
import {
  type ReviewListing,
  type ReviewsAccess,
  type ReviewsProvider,
  reviewSource,
} from "#src/platform/providers/reviews.ts";
import { listAccountReviews } from "./account-reviews.ts";
import { googleMessage, tokenMessage } from "./messages.ts";
import {
  ACCOUNTS_BASE,
  type Addresses,
  PLACES_BASE,
  requestGoogle,
  requestToken,
} from "./operations.ts";
import { listPlaceReviews } from "./place-reviews.ts";
import { signIn } from "./sign-in.ts";

const Token = z.object({ access_token: z.string() });
const Accounts = z.object({ accounts: z.optional(z.array(z.object({ accountName: z.string() }))) });
const Place = z.object({
  displayName: z.object({ text: z.string() }),
  rating: z.optional(z.number()),
  userRatingCount: z.optional(z.number()),
});

/** Uses six plain HTTP requests, for which Google's SDK would need 82 packages. */
export function connectGoogle(addresses: Addresses, access: ReviewsAccess): ReviewsProvider {
  return {
    async check() {
      try {
        if (access.refreshToken) return await checkAccount(addresses, access);
        return await checkPlace(addresses, access);
      } catch {
        return checkFailed("Google can't be reached right now.");
      }
    },
    signIn: (code, redirectUri) => signIn(addresses, access, code, redirectUri),
    list: () => listReviews(addresses, access),
  };
}

async function checkAccount(addresses: Addresses, access: ReviewsAccess): Promise<Check> {
  const { status, body } = await requestToken(addresses, access, {
    grant_type: "refresh_token",
    refresh_token: access.refreshToken ?? "",
  });
  const token = Token.safeParse(body).data?.access_token;
  if (token === undefined) return checkFailed(tokenMessage(status, body));

  const base = addresses.googleBusinessBase ?? ACCOUNTS_BASE;
  const accounts = await requestGoogle(`${base}/v1/accounts?pageSize=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (accounts.status !== 200) return checkFailed(googleMessage(accounts.status, accounts.body));
  const [first] = Accounts.parse(accounts.body).accounts ?? [];
  return first
    ? checkPassed(`Connected to the account ${first.accountName}.`)
    : checkFailed("This Google account doesn't manage a business. Sign in with another account.");
}

async function checkPlace(addresses: Addresses, access: ReviewsAccess): Promise<Check> {
  const { apiKey = "", placeId = "" } = access;
  const base = addresses.googleBusinessBase ?? PLACES_BASE;
  const { status, body } = await requestGoogle(`${base}/v1/places/${encodeURIComponent(placeId)}`, {
    headers: {
      "x-goog-api-key": apiKey,
      "x-goog-fieldmask": "displayName,rating,userRatingCount",
    },
  });
  if (status !== 200) return checkFailed(googleMessage(status, body));
  const { displayName, rating, userRatingCount } = Place.parse(body);
  const reviews =
    rating === undefined ? "no reviews yet" : `${rating} of 5 from ${userRatingCount}`;
  return checkPassed(`Google found ${displayName.text}: ${reviews}.`);
}

async function listReviews(addresses: Addresses, access: ReviewsAccess): Promise<ReviewListing> {
  switch (reviewSource(access)) {
    case "account":
      return listAccountReviews(addresses, access);
    case "place":
      return listPlaceReviews(addresses, access);
    case "none":
      return { kind: "refused", message: "Google is not connected." };
  }
}
