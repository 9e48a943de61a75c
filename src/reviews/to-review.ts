import type { ReviewRow } from "#db/reviews/reviews.ts";
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
    reviewTime: iso(row.reviewedAt),
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
    checkedOffAt: row.checkedOffAt === null ? null : iso(row.checkedOffAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
