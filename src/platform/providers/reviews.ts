import type { Check } from "./check.ts";

/** What Settings knows of the business's listing; whatever is missing is undefined. */
export interface ReviewsAccess {
  readonly apiKey: string | undefined;
  readonly placeId: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string | undefined;
  /** "accounts/17" and "locations/4", once somebody has signed in and was shown a business. */
  readonly accountId: string | undefined;
  readonly locationId: string | undefined;
}

/** What a sign-in with the account that manages the business gives. */
export interface GoogleConnection {
  readonly refreshToken: string;
  /** "accounts/17" and "locations/4"; empty, like the name, where Google did not show a business. */
  readonly accountId: string;
  readonly locationId: string;
  readonly businessName: string;
}

export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly connection: GoogleConnection }
  | { readonly kind: "refused"; readonly words: string };

export interface ListedReview {
  /** Of the Business Profile a bare id, of Places one that begins with "places/". */
  readonly id: string;
  /** Empty, or "A Google user", where Google keeps it to itself. */
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
      /** Each once, in no order. */
      readonly reviews: readonly ListedReview[];
      /** So what is not among them is gone. */
      readonly isComplete: boolean;
    }
  | Refusal;

/** "disconnected": the sign-in is at its end, and no later try will do; "busy": in a minute one may. */
export interface Refusal {
  readonly kind: "disconnected" | "busy" | "refused" | "unavailable";
  readonly words: string;
}

/** Where clients review the business. */
export interface ReviewsProvider {
  readonly check: () => Promise<Check>;
  /** With the code that Google's redirect brought. */
  readonly signIn: (code: string, redirectUri: string) => Promise<SignInOutcome>;
  /** All of them by the account, the newest five by key and place. Takes seconds, or minutes. */
  readonly list: () => Promise<ReviewListing>;
}

/** Which way to the reviews is set up; the account knows all of them, so it goes first. */
export function reviewSource(access: ReviewsAccess): "account" | "place" | "none" {
  if (access.refreshToken && access.accountId && access.locationId) return "account";
  return access.apiKey && access.placeId ? "place" : "none";
}
