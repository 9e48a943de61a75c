import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";

export interface ReviewRow {
  readonly id: number;
  readonly googleReviewId: string;
  readonly reviewerName: string;
  /** nameKey() of it; empty for who has none. */
  readonly nameKey: string;
  readonly rating: number;
  readonly reviewText: string;
  readonly reviewedAt: number;
  readonly contactId: number | null;
  readonly contactName: string | null;
  /** E.164. */
  readonly contactPhone: string | null;
  readonly manuallyMatched: boolean;
  /** Somebody said that it is none of the clients. */
  readonly keptUnmatched: boolean;
  readonly checkedOff: boolean;
  /** Null once that user is gone. */
  readonly checkedOffBy: string | null;
  readonly checkedOffByUsername: string | null;
  readonly checkedOffAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Stored
  extends Omit<ReviewRow, "contactPhone" | "manuallyMatched" | "keptUnmatched" | "checkedOff"> {
  readonly contactPhone: number | null;
  readonly manuallyMatched: number;
  readonly keptUnmatched: number;
  readonly checkedOff: number;
}

/** A place in the list, newest first. */
export interface ReviewPlace {
  readonly reviewedAt: number;
  readonly id: number;
}

const SELECT = `select r.id, google_review_id as googleReviewId, reviewer_name as reviewerName,
    name_key as nameKey, rating, review_text as reviewText, reviewed_at as reviewedAt,
    contact_id as contactId, contacts.name as contactName, contacts.phone as contactPhone,
    manually_matched as manuallyMatched, kept_unmatched as keptUnmatched, checked_off as checkedOff,
    checked_off_by as checkedOffBy, users.username as checkedOffByUsername,
    checked_off_at as checkedOffAt, r.created_at as createdAt, r.updated_at as updatedAt
  from reviews r left join contacts on contacts.id = contact_id left join users on users.id = checked_off_by`;

/** Those that are at Google now, newest first. */
export function listReviews(
  db: Database,
  before: ReviewPlace | undefined,
  limit: number,
): ReviewRow[] {
  return db
    .query<Stored, [number, number, number]>(
      `${SELECT} where deleted_at is null and (reviewed_at, r.id) < (?, ?)
       order by reviewed_at desc, r.id desc limit ?`,
    )
    .all(
      before?.reviewedAt ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
    )
    .map(fromStored);
}

/** Undefined for one that is gone at Google. */
export function findReview(db: Database, id: number): ReviewRow | undefined {
  const row = db.query<Stored, [number]>(`${SELECT} where r.id = ? and deleted_at is null`).get(id);
  return row ? fromStored(row) : undefined;
}

/** Also of one that is gone meanwhile, whose place still tells what comes after it. */
export function placeOf(db: Database, id: number): ReviewPlace | undefined {
  return (
    db
      .query<ReviewPlace, [number]>(
        "select reviewed_at as reviewedAt, id from reviews where id = ?",
      )
      .get(id) ?? undefined
  );
}

export interface Matchable {
  readonly id: number;
  readonly reviewerName: string;
  readonly contactId: number | null;
}

/**
 * What the machine may match, by id: no person has decided on it, and no discount was given for it.
 * `matchedToo` also those that it has matched before.
 */
export function matchableReviews(
  db: Database,
  after: number,
  limit: number,
  matchedToo: boolean,
): Matchable[] {
  return db
    .query<Matchable, { after: number; limit: number; matchedToo: number }>(
      `select id, reviewer_name as reviewerName, contact_id as contactId from reviews
       where id > $after and deleted_at is null and name_key <> '' and manually_matched = 0
         and kept_unmatched = 0 and checked_off = 0 and ($matchedToo or contact_id is null)
       order by id limit $limit`,
    )
    .all({ after, limit, matchedToo: Number(matchedToo) });
}

/** By the machine. */
export function setMatch(db: Database, id: number, contactId: number | null, at: number): void {
  db.query("update reviews set contact_id = ?, updated_at = ? where id = ?").run(contactId, at, id);
}

/** By a person: to this contact, or to nobody, and so it stays. */
export function decideMatch(db: Database, id: number, contactId: number | null, at: number): void {
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

export interface HeldReview {
  readonly at: number;
  readonly reviewer: string;
  readonly rating: number;
  readonly text: string;
  readonly isDiscounted: number;
}

/** For the client's own file, oldest first. */
export function reviewsHeld(db: Database, contactId: number): HeldReview[] {
  return db
    .query<HeldReview, [number]>(
      `select reviewed_at as at, reviewer_name as reviewer, rating, review_text as text,
         checked_off as isDiscounted
       from reviews where contact_id = ? order by reviewed_at, id`,
    )
    .all(contactId);
}

function fromStored(row: Stored): ReviewRow {
  return {
    ...row,
    contactPhone: row.contactPhone === null ? null : phoneText(row.contactPhone),
    manuallyMatched: row.manuallyMatched === 1,
    keptUnmatched: row.keptUnmatched === 1,
    checkedOff: row.checkedOff === 1,
  };
}
