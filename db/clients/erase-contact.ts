import type { Database } from "#db/connection.ts";
import { deleteContactMedia } from "#db/messaging/media-of-thread.ts";
import { phoneKey } from "#db/phone.ts";
import { count, exists } from "#db/rows.ts";

/** Whether a text to this number is in flight. Its body is still needed to reconcile it. */
export function hasTextInFlight(db: Database, phone: string): boolean {
  return exists(
    db,
    "select 1 from messages where phone = ? and status in ('claimed', 'in_doubt')",
    phoneKey(phone),
  );
}

/** Deletes the client's media, unconfirmed sign-up and waiting texts, except those of campaigns, which are included in the campaigns' counts. */
export function deleteWaitingTexts(db: Database, contactId: number, phone: string): void {
  deleteContactMedia(db, contactId);
  db.query("delete from text_sign_ups where phone = ?").run(phoneKey(phone));
  db.query(
    `delete from messages where phone = ?2 and contact_id = ?1 and status = 'pending'
       and campaign_id is null`,
  ).run(contactId, phoneKey(phone));
}

/** Erases the bodies that a hidden thread still has. */
export function eraseTextBodies(db: Database, contactId: number): void {
  // The open question whether the number opted out remains, without the words.
  db.query(
    "update opt_out_reviews set wording = '' where phone = (select phone from contacts where id = ?)",
  ).run(contactId);
  db.query(
    "update messages set body = null where contact_id = ? and at is not null and body is not null",
  ).run(contactId);
}

/** Deletes stored replies to idempotent requests that contain the client's name, number, texts or notes. */
export function deleteStoredReplies(
  db: Database,
  contact: { id: number; name: string; phone: string },
): void {
  db.query(
    `delete from idempotency_keys
     where instr(reply, $name) or instr(reply, $phone)
       or (json_extract(reply, '$.body') is not null and json_extract(reply, '$.id') in
         (select id from messages where contact_id = $id and at is not null))
       or key like '% /api/contacts/' || $id || '/%'`,
  ).run({
    id: contact.id,
    phone: contact.phone,
    name: JSON.stringify(contact.name).slice(1, -1),
  });
}

/**
 * Overwrites deleted content while `work` runs, so that it does not remain in the file's free space.
 * The pragma must be set outside a transaction, so `work` includes the whole transaction.
 */
export function withSecureDelete<T>(db: Database, work: () => T): T {
  db.run("PRAGMA secure_delete = ON");
  try {
    return work();
  } finally {
    db.run("PRAGMA secure_delete = OFF");
  }
}

const INDEXES = ["contacts_search", "contacts_words", "messages_search", "calls_search"] as const;
/** Index pages per step, which takes a few milliseconds. */
const SLICE = 12;

/**
 * Runs one step of merging a search index, which keeps the words of deleted rows until its segments
 * are merged. `isFirst` starts a new merge. Returns true while there is more.
 */
export function mergeSearchIndex(db: Database, index: SearchIndex, isFirst: boolean): boolean {
  const changes = () => count(db, "select total_changes()");
  const before = changes();
  db.query(`insert into ${index} (${index}, rank) values ('merge', ?)`).run(
    isFirst ? -SLICE : SLICE,
  );
  // FTS5 reports fewer than two changes when there was nothing left to merge.
  return changes() - before >= 2;
}

/**
 * Switches off automatic merging while many contacts are deleted: FTS5 merges an index with 10%
 * deleted rows in one go, which takes over half a second with 200,000 contacts. The caller merges in
 * steps instead and switches it on again.
 */
export function deferIndexMerges(db: Database, defer: boolean): void {
  for (const index of CONTACT_INDEXES)
    db.query(`insert into ${index} (${index}, rank) values ('deletemerge', ?)`).run(
      defer ? 0 : DELETE_MERGE,
    );
}

/** Percent of deleted rows; FTS5's default. */
const DELETE_MERGE = 10;

/** Those that are merged after many contacts were deleted. */
export const CONTACT_INDEXES = ["contacts_search", "contacts_words"] as const;

export type SearchIndex = (typeof INDEXES)[number];
export { INDEXES as SEARCH_INDEXES };
