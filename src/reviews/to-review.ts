import type { ReviewRow } from "#db/reviews/reviews.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { Review } from "./contract.ts";

/** Google's name for anonymous reviewers. */
export const ANONYMOUS_REVIEWER = "A Google user";

export function toReview(row: ReviewRow): Review {
  const { contactId, contactName, contactPhone } = row;
  return {
    id: row.id,
    googleReviewId: row.googleReviewId,
    reviewerName: row.reviewerName || ANONYMOUS_REVIEWER,
    rating: row.rating,
    reviewText: row.reviewText,
    reviewTime: toIso(row.reviewedAt),
    contactId,
    contact:
      contactId === null
        ? null
        : { id: contactId, name: contactName ?? "", phoneNumber: contactPhone ?? "" },
    manuallyMatched: row.manuallyMatched,
    discountApplied: row.checkedOff,
    checkedOff: row.checkedOff,
    checkedOffBy: row.checkedOffBy,
    checkedOffByUsername: row.checkedOffByUsername,
    checkedOffAt: toIso(row.checkedOffAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}
