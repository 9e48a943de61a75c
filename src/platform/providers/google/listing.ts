import {
  type ReviewListing,
  type ReviewsAccess,
  reviewSource,
} from "#src/platform/providers/reviews.ts";
import { listAccountReviews } from "./account-reviews.ts";
import type { Addresses } from "./operations.ts";
import { listPlaceReviews } from "./place-reviews.ts";

export async function listReviews(
  addresses: Addresses,
  access: ReviewsAccess,
): Promise<ReviewListing> {
  switch (reviewSource(access)) {
    case "account":
      return listAccountReviews(addresses, access);
    case "place":
      return listPlaceReviews(addresses, access);
    case "none":
      return { kind: "refused", message: "Google is not connected." };
  }
}
