import type { Database } from "#db/connection.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Before a thread is hidden: its pictures go, those of a text on its way once that is settled. */
export function deleteThreadMedia(db: Database, contactId: number): void {
  db.query(
    `delete from media where message_id in (select id from messages
       where contact_id = ? and at is not null and hidden = 0
         and status not in ('pending', 'claimed', 'in_doubt'))`,
  ).run(contactId);
  db.query(
    `update media set delete_at = created_at + ?2 where message_id in (select id from messages
       where contact_id = ?1 and at is not null and hidden = 0)`,
  ).run(contactId, DAY_MS);
}

/** Also of what was hidden before, and of texts that still wait. */
export function eraseMedia(db: Database, contactId: number): void {
  db.query(
    `delete from media where message_id in
       (select id from messages where contact_id = ? and at is not null)`,
  ).run(contactId);
}
