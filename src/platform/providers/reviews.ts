import type { Check } from "./check.ts";

/** The saved access to the business's listing; missing values are undefined. */
export interface ReviewsAccess {
  readonly apiKey: string | undefined;
  readonly placeId: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string | undefined;
  /** "accounts/17" and "locations/4", after a sign-in that has access to a business. */
  readonly accountId: string | undefined;
  readonly locationId: string | undefined;
}

/** The result of signing in with the account that manages the business. */
export interface GoogleConnection {
  readonly refreshToken: string;
  /** "accounts/17" and "locations/4"; empty, like the name, when the account has no business. */
  readonly accountId: string;
  readonly locationId: string;
  readonly businessName: string;
}

export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly connection: GoogleConnection }
  | { readonly kind: "refused"; readonly message: string };

export interface ListedReview {
  /** A bare id from the Business Profile; an id that begins with "places/" from Places. */
  readonly id: string;
  /** Empty, or "A Google user", for anonymous reviews. */
  readonly reviewerName: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly reviewedAt: number;
  readonly changedAt: number;
}

export type ReviewListing =
  | {
      readonly kind: "listed";
      /** Each review once, in no particular order. */
      readonly reviews: readonly ListedReview[];
      /** True when a review that is missing from the list no longer exists. */
      readonly isComplete: boolean;
    }
  | Refusal;

/** "disconnected": the sign-in has ended and must be repeated. "busy": another try may succeed in a minute. */
export interface Refusal {
  readonly kind: "disconnected" | "busy" | "refused" | "unavailable";
  readonly message: string;
}

/** Where clients review the business. */
export interface ReviewsProvider {
  readonly check: () => Promise<Check>;
  /** Exchanges the code of Google's redirect. */
  readonly signIn: (code: string, redirectUri: string) => Promise<SignInOutcome>;
  /** Lists all reviews through the account, or the newest five through key and place. Takes seconds to minutes. */
  readonly list: () => Promise<ReviewListing>;
}

/** Returns the source to read reviews from. The account comes first, because it lists all of them. */
export function reviewSource(access: ReviewsAccess): "account" | "place" | "none" {
  if (access.refreshToken && access.accountId && access.locationId) return "account";
  return access.apiKey && access.placeId ? "place" : "none";
}
