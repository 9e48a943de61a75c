import type { Database } from "#db/connection.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/**
 * Deletes the pictures of a thread that is about to be hidden. Those of a text that is still being
 * sent are scheduled for deletion a day after they were created.
 */
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

/** Deletes all media of a contact, including that of hidden and waiting texts. */
export function deleteContactMedia(db: Database, contactId: number): void {
  db.query(
    `delete from media where message_id in
       (select id from messages where contact_id = ? and at is not null)`,
  ).run(contactId);
}
