import * as store from "#db/reviews/reviews.ts";
import type { App } from "#src/app.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import type { ListedReview } from "#src/platform/providers/reviews.ts";
import { nameKey } from "#src/shared/names.ts";
import { ANONYMOUS_REVIEWER } from "./list.ts";

export interface ListingChanges {
  readonly added: number;
  readonly edited: number;
  readonly deleted: number;
}

interface Listing {
  readonly reviews: readonly ListedReview[];
  readonly isComplete: boolean;
}

/** Called in the transaction of the changes. */
type OnChanges = (changes: Partial<ListingChanges>) => void;

/** Stores new and edited reviews. Reviews missing from a complete listing are marked as deleted. */
export async function writeListing(
  app: App,
  listing: Listing,
  onChanges: OnChanges,
): Promise<ListingChanges> {
  const { added, edited } = await saveReviews(app, listing.reviews, onChanges);
  const { deleted } = listing.isComplete
    ? await markDeletedReviews(app, new Set(listing.reviews.map(({ id }) => id)), onChanges)
    : { deleted: 0 };
  return { added, edited, deleted };
}

function saveReviews(app: App, reviews: readonly ListedReview[], onChanges: OnChanges) {
  return inSlices(app, { at: 0, added: 0, edited: 0 }, (before, hasTime) => {
    let { at, added, edited } = before;
    do {
      const review = reviews[at];
      const change = review && saveReview(app, review);
      if (change === "added") added += 1;
      if (change === "edited") edited += 1;
      at += 1;
    } while (at < reviews.length && hasTime());
    const changes = { added: added - before.added, edited: edited - before.edited };
    if (changes.added + changes.edited > 0) onChanges(changes);
    return { at, added, edited, done: at >= reviews.length };
  });
}

const SLICE_SIZE = 500;

function markDeletedReviews(app: App, listedIds: ReadonlySet<string>, onChanges: OnChanges) {
  return inSlices(app, { after: 0, deleted: 0 }, (before) => {
    const rows = store.listLiveReviews(app.db, before.after, SLICE_SIZE);
    const missing = rows.filter(({ googleReviewId }) => !listedIds.has(googleReviewId));
    for (const { id } of missing) store.markDeleted(app.db, id, app.now());
    if (missing.length > 0) onChanges({ deleted: missing.length });
    return {
      after: rows.at(-1)?.id ?? before.after,
      deleted: before.deleted + missing.length,
      done: rows.length < SLICE_SIZE,
    };
  });
}

/** Stores a review. A deleted review that reappears counts as added, because readers see it as new. */
function saveReview(app: App, listed: ListedReview): "added" | "edited" | undefined {
  const review = toListedReview(listed);
  const stored = store.findKnownReview(app.db, review.googleReviewId);
  if (stored) {
    if (
      stored.deletedAt === null &&
      (isSame(stored, review) || stored.changedAt > review.changedAt)
    )
      return undefined;
    store.updateReview(app.db, stored.id, review, app.now());
    return stored.deletedAt === null ? "edited" : "added";
  }
  const twin = findTwin(app, review);
  if (!twin) {
    store.insertReview(app.db, review, app.now());
    return "added";
  }
  // The account's id is the permanent one.
  const { googleReviewId, reviewedAt, changedAt } = isOfPlace(review) ? twin : review;
  const merged = { ...review, googleReviewId, reviewedAt, changedAt };
  const edited = twin.reviewText !== review.reviewText || twin.rating !== review.rating;
  if (!isSame(twin, merged)) store.updateReview(app.db, twin.id, merged, app.now());
  return edited ? "edited" : undefined;
}

/** Finds the same review from Google's other API, which uses different ids. */
function findTwin(app: App, review: store.ListedReview): store.KnownReview | undefined {
  if (review.nameKey === "") return undefined;
  const [twin, another] = store
    .listReviewsByName(app.db, review.nameKey)
    .filter(
      (stored) =>
        isOfPlace(stored) !== isOfPlace(review) &&
        (isSameSecond(stored.reviewedAt, review.reviewedAt) ||
          (stored.reviewText !== "" && stored.reviewText === review.reviewText)),
    );
  return another ? undefined : twin;
}

function isOfPlace({ googleReviewId }: store.ListedReview): boolean {
  return googleReviewId.startsWith("places/");
}

function isSameSecond(one: number, other: number): boolean {
  return Math.floor(one / 1000) === Math.floor(other / 1000);
}

function isSame(one: store.ListedReview, other: store.ListedReview): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

const FIELDS = [
  "googleReviewId",
  "reviewerName",
  "rating",
  "reviewText",
  "reviewedAt",
  "changedAt",
] as const;

function toListedReview(review: ListedReview): store.ListedReview {
  const isAnonymous = nameKey(review.reviewerName) === nameKey(ANONYMOUS_REVIEWER);
  const reviewerName = isAnonymous ? "" : review.reviewerName;
  return {
    googleReviewId: review.id,
    reviewerName,
    nameKey: nameKey(reviewerName),
    rating: review.rating,
    reviewText: review.text,
    reviewedAt: review.reviewedAt,
    changedAt: review.changedAt,
  };
}
