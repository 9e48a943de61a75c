import type { Database } from "#db/connection.ts";
import { eraseMedia } from "#db/messaging/media-of-thread.ts";
import { phoneKey } from "#db/phone.ts";

/** May the carrier have a text to this number that is not settled? It is looked for by its words. */
export function isTextUnderWay(db: Database, phone: string): boolean {
  const row = db
    .query("select 1 from messages where phone = ? and status in ('claimed', 'in_doubt')")
    .get(phoneKey(phone));
  return row !== null;
}

/** Pictures, and what waits for the client, but for campaigns' own first texts, which their counts know of. */
export function dropWaitingTexts(db: Database, contactId: number, phone: string): void {
  eraseMedia(db, contactId);
  db.query(
    `delete from messages where phone = ?2 and contact_id = ?1 and status = 'pending'
       and campaign_id is null`,
  ).run(contactId, phoneKey(phone));
}

/** Words of the thread that were kept although it was hidden. */
export function blankTexts(db: Database, contactId: number): void {
  db.query(
    "update messages set body = null where contact_id = ? and at is not null and body is not null",
  ).run(contactId);
}

/** Stored answers to repeated calls quote names, numbers and texts. */
export function forgetReplies(
  db: Database,
  contact: { id: number; name: string; phone: string },
): void {
  db.query(
    `delete from idempotency_keys
     where instr(reply, $name) or instr(reply, $phone)
       or (json_extract(reply, '$.body') is not null and json_extract(reply, '$.id') in
         (select id from messages where contact_id = $id and at is not null))`,
  ).run({
    id: contact.id,
    phone: contact.phone,
    name: JSON.stringify(contact.name).slice(1, -1),
  });
}

/**
 * While it runs, what is deleted is overwritten: else the words stay in the file's free space.
 * Set outside of a transaction, so this holds the whole of it.
 */
export function overwriting<T>(db: Database, work: () => T): T {
  db.run("PRAGMA secure_delete = ON");
  try {
    return work();
  } finally {
    db.run("PRAGMA secure_delete = OFF");
  }
}

const INDEXES = ["contacts_search", "messages_search", "calls_search"] as const;
/** Pages of the index at a time: a few milliseconds. */
const SLICE = 12;

/**
 * One step of writing a search index anew without what was deleted from it: a deleted row's words
 * stay in an index until its pieces are merged. True while there is more. `begin` at the first step.
 */
export function mergeSearch(db: Database, index: SearchIndex, begin: boolean): boolean {
  const changes = () => db.query<{ n: number }, []>("select total_changes() as n").get()?.n ?? 0;
  const before = changes();
  db.query(`insert into ${index} (${index}, rank) values ('merge', ?)`).run(begin ? -SLICE : SLICE);
  // SQLite's own sign of a merge that found nothing left to do.
  return changes() - before >= 2;
}

/**
 * While very many contacts leave: an index that is a tenth deleted would merge itself in one go, half
 * a second and more at 200,000. Whoever holds it off merges in steps, and lets it again at the end.
 */
export function holdOffMerging(db: Database, hold: boolean): void {
  db.query("insert into contacts_search (contacts_search, rank) values ('deletemerge', ?)").run(
    hold ? 0 : DELETE_MERGE,
  );
}

/** Percent; FTS5's own default. */
const DELETE_MERGE = 10;

export type SearchIndex = (typeof INDEXES)[number];
export { INDEXES as SEARCH_INDEXES };
