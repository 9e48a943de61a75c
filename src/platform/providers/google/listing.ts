import {
  type ReviewListing,
  type ReviewsAccess,
  sourceOf,
} from "#src/platform/providers/reviews.ts";
import { listOfAccount } from "./account-reviews.ts";
import type { Addresses } from "./operations.ts";
import { listOfPlace } from "./place-reviews.ts";

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
