import { z } from "zod";
import { type Check, checkFailed, checkPassed } from "#src/platform/providers/check.ts";
import {
  type ListedReview,
  type ReviewListing,
  type ReviewsAccess,
  type ReviewsProvider,
  reviewSource,
  type SignInOutcome,
} from "#src/platform/providers/reviews.ts";
import { listAccountReviews } from "./account-reviews.ts";
import {
  ACCOUNTS_BASE,
  type Addresses,
  fetchGoogle,
  googleMessage,
  LOCATIONS_BASE,
  PLACES_BASE,
  requestGoogle,
  requestToken,
  tokenMessage,
  UNEXPECTED_REPLY,
} from "./request.ts";

const Token = z.object({ access_token: z.string() });
const Accounts = z.object({ accounts: z.optional(z.array(z.object({ accountName: z.string() }))) });
const Place = z.object({
  displayName: z.object({ text: z.string() }),
  rating: z.optional(z.number()),
  userRatingCount: z.optional(z.number()),
});

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const AccountNames = z.object({ accounts: z.optional(z.array(z.object({ name: z.string() }))) });
const Locations = z.object({
  locations: z.optional(z.array(z.object({ name: z.string(), title: z.string() }))),
});

const Words = z.object({ text: z.string() });
const Review = z.object({
  name: z.string().min(1),
  rating: z.number().min(1).max(5),
  text: z.optional(Words),
  /** The original; `text` may be a translation. */
  originalText: z.optional(Words),
  authorAttribution: z.optional(z.object({ displayName: z.optional(z.string()) })),
  publishTime: z.iso.datetime({ offset: true }),
});
const PlaceReviews = z.object({ reviews: z.optional(z.array(Review)) });

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
      return { kind: "refused", message: "Google isn't connected." };
  }
}

/**
 * Exchanges the code for a refresh token and takes the first location of the first account with one as
 * the business. Without a business the sign-in is kept, and a check says why.
 */
async function signIn(
  addresses: Addresses,
  access: ReviewsAccess,
  code: string,
  redirectUri: string,
): Promise<SignInOutcome> {
  try {
    const { status, body } = await requestToken(addresses, access, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
    });
    const tokens = Tokens.safeParse(body).data;
    if (!tokens) return { kind: "refused", message: tokenMessage(status, body) };
    const business = await firstBusiness(addresses, tokens.access_token).catch(() => undefined);
    return {
      kind: "signed-in",
      connection: { refreshToken: tokens.refresh_token, ...(business ?? NONE) },
    };
  } catch {
    return { kind: "refused", message: "Google can't be reached right now." };
  }
}

const NONE = { accountId: "", locationId: "", businessName: "" };

async function firstBusiness({ googleBusinessBase }: Addresses, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const accounts = await requestGoogle(
    `${googleBusinessBase ?? ACCOUNTS_BASE}/v1/accounts?pageSize=20`,
    { headers },
  );
  for (const account of AccountNames.parse(accounts.body).accounts ?? []) {
    const locations = await requestGoogle(
      `${googleBusinessBase ?? LOCATIONS_BASE}/v1/${account.name}/locations?readMask=name,title&pageSize=100`,
      { headers },
    );
    const [first] = Locations.parse(locations.body).locations ?? [];
    if (first)
      return { accountId: account.name, locationId: first.name, businessName: first.title };
  }
  return undefined;
}

/** Lists the newest five reviews, so a missing review may still exist. */
async function listPlaceReviews(
  { googleBusinessBase }: Addresses,
  { apiKey = "", placeId = "" }: ReviewsAccess,
): Promise<ReviewListing> {
  const asked = await fetchGoogle(
    `${googleBusinessBase ?? PLACES_BASE}/v1/places/${encodeURIComponent(placeId)}?languageCode=en`,
    { "x-goog-api-key": apiKey, "x-goog-fieldmask": "reviews" },
    googleMessage,
  );
  if (asked.kind !== "answer") return asked;
  const place = PlaceReviews.safeParse(asked.body).data;
  if (!place) return UNEXPECTED_REPLY;
  return { kind: "listed", reviews: (place.reviews ?? []).map(toListedReview), isComplete: false };
}

function toListedReview(review: z.infer<typeof Review>): ListedReview {
  const { displayName = "" } = review.authorAttribution ?? {};
  const at = Date.parse(review.publishTime);
  return {
    id: review.name,
    reviewerName: displayName.trim(),
    rating: Math.round(review.rating),
    text: (review.originalText ?? review.text)?.text.trim() ?? "",
    reviewedAt: at,
    changedAt: at,
  };
}
