import { listOfAccount } from "./google-account-reviews.ts";
import type { Addresses } from "./google-calls.ts";
import { listOfPlace } from "./google-place-reviews.ts";
import { type ReviewListing, type ReviewsAccess, sourceOf } from "./reviews.ts";

export async function listReviews(
  addresses: Addresses,
  access: ReviewsAccess,
): Promise<ReviewListing> {
  switch (sourceOf(access)) {
    case "account":
      return listOfAccount(addresses, access);
    case "place":
      return listOfPlace(addresses, access);
    case "none":
      return { kind: "refused", words: "Google is not connected." };
  }
}
