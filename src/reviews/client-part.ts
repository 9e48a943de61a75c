import { listReviewsOfContact } from "#db/reviews/reviews.ts";
import type { ClientPart } from "#src/app.ts";
import { toIso } from "#src/shared/iso-time.ts";

/** Reviews are public on Google, so an erasure only ends their match. */
export const reviewsOfClient: ClientPart = {
  tables: ["reviews"],
  movedTables: ["reviews"],
  exportData: (app, { id }) => ({
    reviews: listReviewsOfContact(app.db, id).map(({ at, isDiscounted, ...review }) => ({
      at: toIso(at),
      ...review,
      discountApplied: isDiscounted === 1,
    })),
  }),
};
