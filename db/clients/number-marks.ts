import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { pluck } from "#db/rows.ts";

export interface NumberMark {
  readonly markedAt: number;
  readonly clearedAt: number | null;
}

export function findNumberMark(db: Database, phone: string): NumberMark | null {
  return db
    .query<NumberMark, [number]>(
      "select marked_at as markedAt, cleared_at as clearedAt from undeliverable_numbers where phone = ?",
    )
    .get(phoneKey(phone));
}

export function saveNumberMark(db: Database, phone: string, code: number | null, at: number): void {
  db.query(
    `insert into undeliverable_numbers (phone, marked_at, code) values (?, ?, ?)
     on conflict do update set marked_at = excluded.marked_at, code = excluded.code, cleared_at = null`,
  ).run(phoneKey(phone), at, code);
}

export function clearNumberMark(db: Database, phone: string, at: number): void {
  db.query("update undeliverable_numbers set cleared_at = ? where phone = ?").run(
    at,
    phoneKey(phone),
  );
}

/** The days on which a text did not reach the number. */
export function strikesOf(db: Database, phone: string): string[] {
  return pluck<string>(db, "select day from strikes where phone = ? order by day", phoneKey(phone));
}
