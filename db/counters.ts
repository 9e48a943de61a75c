import type { Database } from "./connection.ts";
import { count } from "./rows.ts";

export type Counter =
  | "campaigns"
  | "contacts"
  | "subscribed"
  | "agreed"
  | "opted-out"
  | "undeliverable"
  | "messages-sent"
  | "conversations"
  | "calls"
  | "requests-pending"
  | "requests-approved"
  | "requests-rejected"
  | "reviews"
  | "reviews-matched"
  | "reviews-discounted";

export function readCounter(db: Database, name: Counter): number {
  return count(db, "select value from counters where name = ?", name);
}

/** Must run in the transaction that changes what is counted. Triggers count the rows of tables, except new contacts. */
export function addToCounter(db: Database, name: Counter, by: number): void {
  if (by === 0) return;
  db.query("update counters set value = value + ? where name = ?").run(by, name);
}
