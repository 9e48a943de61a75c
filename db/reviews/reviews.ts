import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { insertRow, reader, type Stored, updateRow } from "#db/rows.ts";

export interface ReviewRow extends Omit<ListedReview, "changedAt"> {
  readonly id: number;
  readonly contactId: number | null;
  readonly contactName: string | null;
  /** E.164. */
  readonly contactPhone: string | null;
  readonly manuallyMatched: boolean;
  /** Whether a person marked it as not from a client. */
  readonly keptUnmatched: boolean;
  readonly checkedOff: boolean;
  /** Null once that user is deleted. */
  readonly checkedOffBy: string | null;
  readonly checkedOffByUsername: string | null;
  readonly checkedOffAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type StoredReview = Stored<
  ReviewRow,
  "contactPhone" | "manuallyMatched" | "keptUnmatched" | "checkedOff"
>;

/** A position in the list, which is sorted newest first. */
export interface ReviewPosition {
  readonly reviewedAt: number;
  readonly id: number;
}

const reviews = reader<StoredReview, ReviewRow>(
  `select r.id, google_review_id, reviewer_name, name_key, rating, review_text, reviewed_at,
    contact_id, contacts.name as contactName, contacts.phone as contactPhone, manually_matched,
    kept_unmatched, checked_off, checked_off_by, users.username as checkedOffByUsername,
    checked_off_at, r.created_at, r.updated_at
  from reviews r left join contacts on contacts.id = contact_id left join users on users.id = checked_off_by`,
  toReviewRow,
);

/** Returns the reviews that are not deleted, newest first. */
export function listReviews(
  db: Database,
  before: ReviewPosition | undefined,
  limit: number,
): ReviewRow[] {
  return reviews.list(
    db,
    `where deleted_at is null and (reviewed_at, r.id) < (?, ?)
     order by reviewed_at desc, r.id desc limit ?`,
    before?.reviewedAt ?? Number.MAX_SAFE_INTEGER,
    before?.id ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

/** Returns undefined for an unknown or deleted review. */
export function findReview(db: Database, id: number): ReviewRow | undefined {
  return reviews.find(db, "where r.id = ? and deleted_at is null", id) ?? undefined;
}

/** Works for deleted reviews too, so that paging can continue after them. */
export function findReviewPosition(db: Database, id: number): ReviewPosition | undefined {
  return (
    db
      .query<ReviewPosition, [number]>(
        "select reviewed_at as reviewedAt, id from reviews where id = ?",
      )
      .get(id) ?? undefined
  );
}

interface Matchable {
  readonly id: number;
  readonly reviewerName: string;
  readonly contactId: number | null;
}

/**
 * Returns the reviews for automatic matching, by id: those that no person has matched and that have no
 * discount. `includeMatched` includes automatic matches.
 */
export function listMatchableReviews(
  db: Database,
  after: number,
  limit: number,
  includeMatched: boolean,
): Matchable[] {
  return db
    .query<Matchable, { after: number; limit: number; matchedToo: number }>(
      `select id, reviewer_name as reviewerName, contact_id as contactId from reviews
       where id > $after and deleted_at is null and name_key <> '' and manually_matched = 0
         and kept_unmatched = 0 and checked_off = 0 and ($matchedToo or contact_id is null)
       order by id limit $limit`,
    )
    .all({ after, limit, matchedToo: Number(includeMatched) });
}

/** Stores an automatic match. */
export function setMatch(db: Database, id: number, contactId: number | null, at: number): void {
  updateRow(db, "reviews", id, { contactId, updatedAt: at });
}

/** Stores a manual match, or null for a review that is not from a client. */
export function setManualMatch(
  db: Database,
  id: number,
  contactId: number | null,
  at: number,
): void {
  db.query(
    `update reviews set contact_id = $contactId, manually_matched = $contactId is not null,
       kept_unmatched = $contactId is null, updated_at = $at where id = $id`,
  ).run({ id, contactId, at });
}

export function setCheckedOff(db: Database, id: number, by: string | null, at: number): void {
  db.query(
    `update reviews set checked_off = $by is not null, checked_off_by = $by,
       checked_off_at = iif($by is null, null, $at), updated_at = $at where id = $id`,
  ).run({ id, by, at });
}

interface ReviewOfContact {
  readonly at: number;
  readonly reviewer: string;
  readonly rating: number;
  readonly text: string;
  readonly isDiscounted: number;
}

/** Returns a contact's reviews for the data export, oldest first. */
export function listReviewsOfContact(db: Database, contactId: number): ReviewOfContact[] {
  return db
    .query<ReviewOfContact, [number]>(
      `select reviewed_at as at, reviewer_name as reviewer, rating, review_text as text,
         checked_off as isDiscounted
       from reviews where contact_id = ? order by reviewed_at, id`,
    )
    .all(contactId);
}

function toReviewRow(row: StoredReview): ReviewRow {
  return {
    ...row,
    contactPhone: row.contactPhone === null ? null : phoneText(row.contactPhone),
    manuallyMatched: row.manuallyMatched === 1,
    keptUnmatched: row.keptUnmatched === 1,
    checkedOff: row.checkedOff === 1,
  };
}

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

const knownReviews = reader<KnownReview>(
  `select id, google_review_id, reviewer_name, name_key, rating, review_text, reviewed_at,
    changed_at, deleted_at from reviews`,
);

export function findKnownReview(db: Database, googleReviewId: string): KnownReview | undefined {
  return knownReviews.find(db, "where google_review_id = ?", googleReviewId) ?? undefined;
}

/** Returns the reviews by reviewer name that are not deleted. */
export function listReviewsByName(db: Database, nameKey: string): KnownReview[] {
  return knownReviews.list(db, "where name_key = ? and deleted_at is null", nameKey);
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
