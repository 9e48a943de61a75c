import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { countRecipient } from "./campaigns.ts";

export interface UnknownText {
  readonly id: number;
  readonly campaignId: number;
  readonly contactId: number | null;
  readonly name: string | null;
  readonly phone: string;
  readonly claimedAt: number;
  readonly words: string | null;
}

const SELECT = `
  select m.id, m.campaign_id as campaignId, m.contact_id as contactId, c.name, m.phone,
    coalesce(m.claimed_at, 0) as claimedAt, m.error as words
  from messages m left join contacts c on c.id = m.contact_id`;

type Stored = Omit<UnknownText, "phone"> & { readonly phone: number };

/** Texts of which nobody knows whether they were sent, in the order of their ids. */
export function unknownTexts(
  db: Database,
  campaignId: number,
  after: number,
  limit: number,
): UnknownText[] {
  return db
    .query<Stored, [number, number, number]>(
      `${SELECT} where m.status = 'unknown' and m.campaign_id = ? and m.id > ? order by m.id limit ?`,
    )
    .all(campaignId, after, limit)
    .map((row) => ({ ...row, phone: phoneText(row.phone) }));
}

export function findUnknown(db: Database, id: number): UnknownText | undefined {
  const row = db
    .query<Stored, [number]>(
      `${SELECT} where m.id = ? and m.status = 'unknown' and m.campaign_id is not null`,
    )
    .get(id);
  return row ? { ...row, phone: phoneText(row.phone) } : undefined;
}

/** Staff know that it arrived. */
export function settleAsArrived(db: Database, id: number, now: number): void {
  move(
    db,
    id,
    "status = 'delivered', error = null, sent_after = 0, settled_after = $now - coalesce(at, 0)",
    now,
  );
  db.query(
    `update campaigns set sent_count = sent_count + 1, delivered_count = delivered_count + 1
     where id = (select campaign_id from messages where id = ? and retry_of is null)`,
  ).run(id);
}

/** Staff know that it did not, and want it sent: it waits again. */
export function settleAsUnsent(db: Database, id: number, now: number): void {
  move(
    db,
    id,
    `status = 'pending', error = null, claimed_at = null, at = null, due_at = $now,
       phone = coalesce((select phone from contacts where contacts.id = contact_id), phone)`,
    now,
  );
}

/** It is left as it is. */
export function settleAsFailed(db: Database, id: number, words: string, now: number): void {
  move(
    db,
    id,
    "status = 'failed', error = $words, settled_after = $now - coalesce(at, 0)",
    now,
    words,
  );
  countRecipient(db, id, "failed_count", 1);
}

function move(db: Database, id: number, set: string, now: number, words?: string): void {
  db.query(`update messages set ${set} where id = $id and status = 'unknown'`).run({
    id,
    now,
    ...(words !== undefined && { words }),
  });
  countRecipient(db, id, "unknown_count", -1);
}
