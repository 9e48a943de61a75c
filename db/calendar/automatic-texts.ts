import type { Database } from "#db/connection.ts";
import { count, exists, insertRow, pluck } from "#db/rows.ts";

export interface NewAutomaticText {
  readonly kind: string;
  readonly contactId: number | null;
  /** What it is sent for, once for each client: "visit 12", "birthday 2026". */
  readonly reason: string;
  readonly messageId: number;
  readonly createdAt: number;
}

export interface StoredAutomaticText extends Omit<NewAutomaticText, "messageId"> {
  readonly id: number;
}

/** Records a text in the transaction that queues it. A unique index refuses a second one for the same reason. */
export function insertAutomaticText(db: Database, text: NewAutomaticText): void {
  insertRow(db, "automatic_texts", text);
}

export function findAutomaticTextOf(db: Database, messageId: number): StoredAutomaticText | null {
  return db
    .query<StoredAutomaticText, [number]>(
      `select id, kind, contact_id as contactId, reason, created_at as createdAt
       from automatic_texts where message_id = ?`,
    )
    .get(messageId);
}

/** Whether the client has a visit ahead, or asked for one. `wallTime` is the business's. */
export function hasUpcomingVisit(db: Database, contactId: number, wallTime: string): boolean {
  return exists(
    db,
    `select 1 from appointments where contact_id = ? and starts_at > ?
       and status in ('requested', 'booked', 'confirmed') limit 1`,
    contactId,
    wallTime,
  );
}

/** Whether the visit still counts as one that took place. */
export function tookPlace(db: Database, visitId: number): boolean {
  const sql =
    "select 1 from appointments where id = ? and status in ('booked', 'confirmed', 'arrived')";
  return exists(db, sql, visitId);
}

/** The different numbers of weeks after which services are due again. */
export function listReturnWeeks(db: Database): number[] {
  return pluck(
    db,
    `select distinct return_weeks from services where return_weeks is not null and deleted_at is null
     order by return_weeks`,
  );
}

/** How many clients with a number have a visit that begins in the range. */
export function countClientsWithVisits(db: Database, from: string, until: string): number {
  return count(
    db,
    `select count(distinct contact_id) from appointments where starts_at >= ? and starts_at < ?
       and contact_id is not null and phone is not null and status in ('booked', 'confirmed')`,
    from,
    until,
  );
}
