import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";

export interface OptOutReview {
  /** What the client wrote. */
  readonly wording: string;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}

/** Records that staff must decide whether this text was an opt-out. A later text replaces an earlier one. */
export function openOptOutReview(db: Database, phone: string, review: OptOutReview): void {
  db.query(
    `insert into opt_out_reviews (phone, wording, asked_at) values ($phone, $wording, $askedAt)
     on conflict (phone) do update set wording = $wording, asked_at = $askedAt`,
  ).run({ phone: phoneKey(phone), ...review });
}

export function findOptOutReview(db: Database, phone: string): OptOutReview | null {
  return db
    .query<OptOutReview, [number]>(
      "select wording, asked_at as askedAt from opt_out_reviews where phone = ?",
    )
    .get(phoneKey(phone));
}

export function closeOptOutReview(db: Database, phone: string): void {
  db.query("delete from opt_out_reviews where phone = ?").run(phoneKey(phone));
}
