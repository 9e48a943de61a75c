import type { Database } from "#db/connection.ts";
import { insertRow } from "#db/rows.ts";

export interface UsageRow {
  readonly id: number;
  readonly subscriptionId: number;
  /** A day in the business's time zone, such as "2026-11-20". */
  readonly usedDate: string;
  readonly notes: string;
  readonly createdBy: string | null;
  /** Null once the user is deleted. */
  readonly createdByUsername: string | null;
  readonly createdAt: number;
}

/** Returns the usage, latest day first. */
export function usageOf(db: Database, subscriptionId: number): UsageRow[] {
  return db
    .query<UsageRow, [number]>(
      `select membership_usage.id, subscription_id as subscriptionId, used_date as usedDate, notes,
         created_by as createdBy, username as createdByUsername, membership_usage.created_at as createdAt
       from membership_usage left join users on users.id = created_by
       where subscription_id = ? order by used_date desc, membership_usage.id desc`,
    )
    .all(subscriptionId);
}

/** Erases what staff wrote about a client's uses of their memberships. The uses remain. */
export function eraseUsageNotes(db: Database, contactId: number): void {
  const usages = `select id from membership_usage where subscription_id in
    (select id from subscriptions where contact_id = ?)`;
  db.query(`delete from own_words where kind = 'usage' and id in (${usages})`).run(contactId);
  db.query(`update membership_usage set notes = '' where id in (${usages})`).run(contactId);
}

export function insertUsage(
  db: Database,
  usage: Omit<UsageRow, "id" | "createdByUsername">,
): number {
  return insertRow(db, "membership_usage", usage);
}
