import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";

export interface OptOutReview {
  /** What the client wrote. */
  readonly wording: string;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}

/** Records that staff must decide whether this text was an opt-out. A later text is added; the first one sets the deadline. */
export function openOptOutReview(db: Database, phone: string, review: OptOutReview): void {
  db.query(
    `insert into opt_out_reviews (phone, wording, asked_at) values ($phone, $wording, $askedAt)
     on conflict (phone) do update set wording = substr(wording || char(10) || $wording, 1, 2000)`,
  ).run({ phone: phoneKey(phone), ...review });
}

export function findOptOutReview(db: Database, phone: string): OptOutReview | null {
  return db
    .query<OptOutReview, [number]>(
      "select wording, asked_at as askedAt from opt_out_reviews where phone = ?",
    )
    .get(phoneKey(phone));
}

/** Numbers whose text waits for a decision since this time or earlier, oldest first. */
export function listOptOutReviews(
  db: Database,
  askedBy: number,
  limit: number,
): (OptOutReview & { readonly phone: string })[] {
  return db
    .query<OptOutReview & { phone: number }, [number, number]>(
      `select phone, wording, asked_at as askedAt from opt_out_reviews
       where asked_at <= ? order by asked_at limit ?`,
    )
    .all(askedBy, limit)
    .map((row) => ({ ...row, phone: phoneText(row.phone) }));
}

/**
 * Moves the open question to another number of the same client, where the earlier of two sets the deadline. Returns what
 * undoes it; null without a question.
 */
export function moveOptOutReview(db: Database, from: string, to: string): MovedReview | null {
  const review = findOptOutReview(db, from);
  if (!review) return null;
  const isJoined = findOptOutReview(db, to) !== null;
  db.query("delete from opt_out_reviews where phone = ?").run(phoneKey(from));
  if (isJoined)
    db.query("update opt_out_reviews set asked_at = min(asked_at, ?) where phone = ?").run(
      review.askedAt,
      phoneKey(to),
    );
  else openOptOutReview(db, to, review);
  return { ...review, isJoined };
}

export interface MovedReview extends OptOutReview {
  readonly isJoined: boolean;
}

/** Undoes `moveOptOutReview` unless staff have decided. */
export function moveOptOutReviewBack(
  db: Database,
  { isJoined, ...review }: MovedReview,
  from: string,
  to: string,
): void {
  if (!findOptOutReview(db, to)) return;
  openOptOutReview(db, from, review);
  if (!isJoined) db.query("delete from opt_out_reviews where phone = ?").run(phoneKey(to));
}

/** Also makes the texts due that waited for the decision. */
export function closeOptOutReview(db: Database, phone: string): void {
  const key = phoneKey(phone);
  if (db.query("delete from opt_out_reviews where phone = ?").run(key).changes > 0)
    db.query(
      `update messages set due_at = 0 where status = 'pending' and campaign_id is null and phone = ?`,
    ).run(key);
}
