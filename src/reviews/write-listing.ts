import * as store from "#db/reviews/reviews-listing.ts";
import type { App } from "#src/app.ts";
import type { ListedReview } from "#src/platform/providers/reviews.ts";
import { nameKey } from "#src/shared/names.ts";
import { inSlices } from "./in-slices.ts";
import { NOBODY } from "./to-review.ts";

export interface Written {
  readonly added: number;
  readonly edited: number;
  readonly deleted: number;
}

interface Listing {
  readonly reviews: readonly ListedReview[];
  readonly isComplete: boolean;
}

/** In the transaction of what it tells. */
type Tell = (changes: Partial<Written>) => void;

/** What is new or edited is taken over; what a complete listing does not have any more is marked. */
export async function writeListing(app: App, listing: Listing, tell: Tell): Promise<Written> {
  const { added, edited } = await takeOver(app, listing.reviews, tell);
  const { deleted } = listing.isComplete
    ? await markGone(app, new Set(listing.reviews.map(({ id }) => id)), tell)
    : { deleted: 0 };
  return { added, edited, deleted };
}

function takeOver(app: App, reviews: readonly ListedReview[], tell: Tell) {
  return inSlices(app, { at: 0, added: 0, edited: 0 }, (before, hasTime) => {
    let { at, added, edited } = before;
    do {
      const review = reviews[at];
      const change = review && take(app, review);
      if (change === "added") added += 1;
      if (change === "edited") edited += 1;
      at += 1;
    } while (at < reviews.length && hasTime());
    const changes = { added: added - before.added, edited: edited - before.edited };
    if (changes.added + changes.edited > 0) tell(changes);
    return { at, added, edited, done: at >= reviews.length };
  });
}

const SLICE = 500;

function markGone(app: App, there: ReadonlySet<string>, tell: Tell) {
  return inSlices(app, { after: 0, deleted: 0 }, (before) => {
    const rows = store.liveReviews(app.db, before.after, SLICE);
    const gone = rows.filter(({ googleReviewId }) => !there.has(googleReviewId));
    for (const { id } of gone) store.markDeleted(app.db, id, app.now());
    if (gone.length > 0) tell({ deleted: gone.length });
    return {
      after: rows.at(-1)?.id ?? before.after,
      deleted: before.deleted + gone.length,
      done: rows.length < SLICE,
    };
  });
}

/** One that is back where it was deleted counts as new: so it is for who reads the list. */
function take(app: App, listed: ListedReview): "added" | "edited" | undefined {
  const review = storable(listed);
  const known = store.knownReview(app.db, review.googleReviewId);
  if (known) {
    if (known.deletedAt === null && (isSame(known, review) || known.changedAt > review.changedAt))
      return undefined;
    store.rewriteReview(app.db, known.id, review, app.now());
    return known.deletedAt === null ? "edited" : "added";
  }
  const twin = twinOf(app, review);
  if (!twin) {
    store.insertReview(app.db, review, app.now());
    return "added";
  }
  // The account's own id is the one that lasts.
  const { googleReviewId, reviewedAt, changedAt } = isOfPlace(review) ? twin : review;
  const merged = { ...review, googleReviewId, reviewedAt, changedAt };
  const edited = twin.reviewText !== review.reviewText || twin.rating !== review.rating;
  if (!isSame(twin, merged)) store.rewriteReview(app.db, twin.id, merged, app.now());
  return edited ? "edited" : undefined;
}

/** Google names one review differently by its two ways, so that it would come twice. */
function twinOf(app: App, review: store.Listed): store.Known | undefined {
  if (review.nameKey === "") return undefined;
  const [twin, another] = store
    .reviewsNamed(app.db, review.nameKey)
    .filter(
      (known) =>
        isOfPlace(known) !== isOfPlace(review) &&
        (sameSecond(known.reviewedAt, review.reviewedAt) ||
          (known.reviewText !== "" && known.reviewText === review.reviewText)),
    );
  return another ? undefined : twin;
}

function isOfPlace({ googleReviewId }: store.Listed): boolean {
  return googleReviewId.startsWith("places/");
}

function sameSecond(one: number, other: number): boolean {
  return Math.floor(one / 1000) === Math.floor(other / 1000);
}

function isSame(one: store.Listed, other: store.Listed): boolean {
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

function storable(review: ListedReview): store.Listed {
  const isNobody = nameKey(review.reviewerName) === nameKey(NOBODY);
  const reviewerName = isNobody ? "" : review.reviewerName;
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
