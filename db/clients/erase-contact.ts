import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { count } from "#db/rows.ts";

/** Erases the words about which staff decide. The open question whether a number opted out remains. */
export function eraseReviewWords(db: Database, phones: readonly string[]): void {
  db.query(
    "update opt_out_reviews set wording = '' where phone in (select value from json_each(?))",
  ).run(JSON.stringify(phones.map(phoneKey)));
}

/** Deletes stored replies to idempotent requests that contain the client's names, numbers, texts or notes. */
export function deleteStoredReplies(
  db: Database,
  client: { id: number; names: readonly string[]; traces: readonly string[] },
): void {
  db.query(
    `delete from idempotency_keys
     where exists (select 1 from json_each($words) where instr(reply, value))
       or (json_extract(reply, '$.body') is not null and json_extract(reply, '$.id') in
         (select id from messages where contact_id = $id and at is not null))
       or key like '% /api/contacts/' || $id || '/%'`,
  ).run({
    id: client.id,
    // As they are written in JSON.
    words: JSON.stringify(
      [...client.names, ...client.traces].map((word) => JSON.stringify(word).slice(1, -1)),
    ),
  });
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
