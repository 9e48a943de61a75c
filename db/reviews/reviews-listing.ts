import type { Database } from "#db/connection.ts";
import { insertRow, reader } from "#db/rows.ts";

/** A review in a listing from Google. */
export interface ListedReview {
  readonly googleReviewId: string;
  readonly reviewerName: string;
  /** nameKey() of the reviewer's name; empty for anonymous reviewers. */
  readonly nameKey: string;
  readonly rating: number;
  readonly reviewText: string;
  readonly reviewedAt: number;
  readonly changedAt: number;
}

export interface KnownReview extends ListedReview {
  readonly id: number;
  readonly deletedAt: number | null;
}

const reviews = reader<KnownReview>(
  `select id, google_review_id, reviewer_name, name_key, rating, review_text, reviewed_at,
    changed_at, deleted_at from reviews`,
);

export function findKnownReview(db: Database, googleReviewId: string): KnownReview | undefined {
  return reviews.find(db, "where google_review_id = ?", googleReviewId) ?? undefined;
}

/** Returns the reviews by reviewer name that are not deleted. */
export function listReviewsByName(db: Database, nameKey: string): KnownReview[] {
  return reviews.list(db, "where name_key = ? and deleted_at is null", nameKey);
}

export function insertReview(db: Database, review: ListedReview, at: number): void {
  insertRow(db, "reviews", { ...review, createdAt: at, updatedAt: at });
}

/**
 * Updates a review from Google and clears its deletion. Match and discount remain, but an automatic match
 * is removed when the name changes.
 */
export function updateReview(db: Database, id: number, review: ListedReview, at: number): void {
  db.query(
    `update reviews set google_review_id = $googleReviewId, reviewer_name = $reviewerName,
       name_key = $nameKey, rating = $rating, review_text = $reviewText, reviewed_at = $reviewedAt,
       changed_at = $changedAt, deleted_at = null, updated_at = $at,
       contact_id = iif(name_key <> $nameKey and manually_matched = 0 and checked_off = 0, null, contact_id)
     where id = $id`,
  ).run({ ...review, id, at });
}

/** Returns the reviews that are not deleted, by id. */
export function listLiveReviews(
  db: Database,
  after: number,
  limit: number,
): { id: number; googleReviewId: string }[] {
  return db
    .query<{ id: number; googleReviewId: string }, [number, number]>(
      `select id, google_review_id as googleReviewId from reviews
       where id > ? and deleted_at is null order by id limit ?`,
    )
    .all(after, limit);
}

export function markDeleted(db: Database, id: number, at: number): void {
  db.query("update reviews set deleted_at = ?1, updated_at = ?1 where id = ?2").run(at, id);
}
