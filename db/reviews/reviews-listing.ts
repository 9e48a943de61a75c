import type { Database } from "#db/connection.ts";

/** What a listing at Google says of one review. */
export interface Listed {
  readonly googleReviewId: string;
  readonly reviewerName: string;
  readonly nameKey: string;
  readonly rating: number;
  readonly reviewText: string;
  readonly reviewedAt: number;
  readonly changedAt: number;
}

export interface Known extends Listed {
  readonly id: number;
  readonly deletedAt: number | null;
}

const SELECT = `select id, google_review_id as googleReviewId, reviewer_name as reviewerName,
    name_key as nameKey, rating, review_text as reviewText, reviewed_at as reviewedAt,
    changed_at as changedAt, deleted_at as deletedAt from reviews`;

export function knownReview(db: Database, googleReviewId: string): Known | undefined {
  return (
    db.query<Known, [string]>(`${SELECT} where google_review_id = ?`).get(googleReviewId) ??
    undefined
  );
}

/** There at Google, by somebody of this name. */
export function reviewsNamed(db: Database, nameKey: string): Known[] {
  return db
    .query<Known, [string]>(`${SELECT} where name_key = ? and deleted_at is null`)
    .all(nameKey);
}

export function insertReview(db: Database, review: Listed, at: number): void {
  db.query(
    `insert into reviews (google_review_id, reviewer_name, name_key, rating, review_text, reviewed_at,
       changed_at, created_at, updated_at)
     values ($googleReviewId, $reviewerName, $nameKey, $rating, $reviewText, $reviewedAt, $changedAt, $at, $at)`,
  ).run({ ...review, at });
}

/**
 * As Google has it now, and there. Match and discount stay, but a match that the machine made by a name
 * goes with that name.
 */
export function rewriteReview(db: Database, id: number, review: Listed, at: number): void {
  db.query(
    `update reviews set google_review_id = $googleReviewId, reviewer_name = $reviewerName,
       name_key = $nameKey, rating = $rating, review_text = $reviewText, reviewed_at = $reviewedAt,
       changed_at = $changedAt, deleted_at = null, updated_at = $at,
       contact_id = iif(name_key <> $nameKey and manually_matched = 0 and checked_off = 0, null, contact_id)
     where id = $id`,
  ).run({ ...review, id, at });
}

/** Those that were there when last asked, by id. */
export function liveReviews(
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
