import type { Check } from "./check.ts";

/** What Settings knows of the business's listing; whatever is missing is undefined. */
export interface ReviewsAccess {
  readonly apiKey: string | undefined;
  readonly placeId: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string | undefined;
}

/** Where clients review the business. */
export interface ReviewsProvider {
  readonly check: () => Promise<Check>;
}
