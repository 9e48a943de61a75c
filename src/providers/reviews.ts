import type { Check } from "./check.ts";

/** What Settings knows of the business's listing; whatever is missing is undefined. */
export interface ReviewsAccess {
  readonly apiKey: string | undefined;
  readonly placeId: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string | undefined;
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

/** Where clients review the business. */
export interface ReviewsProvider {
  readonly check: () => Promise<Check>;
  /** With the code that Google's redirect brought. */
  readonly signIn: (code: string, redirectUri: string) => Promise<SignInOutcome>;
}
