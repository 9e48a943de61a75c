import type { ReviewRow } from "#db/reviews/reviews.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { Review } from "./contract.ts";

/** Google's name for anonymous reviewers. */
export const ANONYMOUS_REVIEWER = "A Google user";

export function toReview(row: ReviewRow): Review {
  const { contactId, contactName, contactPhone } = row;
  return {
    ...row,
    reviewerName: row.reviewerName || ANONYMOUS_REVIEWER,
    reviewTime: toIso(row.reviewedAt),
    contact:
      contactId === null
        ? null
        : { id: contactId, name: contactName ?? "", phoneNumber: contactPhone ?? "" },
    discountApplied: row.checkedOff,
    checkedOffAt: toIso(row.checkedOffAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}
