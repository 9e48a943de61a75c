import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";

/**
 * Detaches the reminder of a moved or canceled appointment, so that a reply to it does not apply to the new time.
 * It counts as reminded only if it was since `dueAt`, when its reminder is due; null for never.
 */
export function resetReminder(db: Database, id: number, dueAt: number | null): void {
  db.query(
    `update appointments set reminder = iif(reminded_at >= $dueAt, 'sent', null), second_reminder = null,
       reminder_message_id = null
     where id = $id`,
  ).run({ id, dueAt });
}

/** Returns the texts that remind of these appointments and have not left, or wait to be sent again. */
export function listWaitingReminders(db: Database, ids: readonly number[]): number[] {
  return pluck(
    db,
    `select distinct messages.id from appointments join messages on messages.id = reminder_message_id
     where appointments.id in (select value from json_each(?))
       and (messages.status = 'pending'
         or exists (select 1 from messages again where again.retry_of = messages.id and again.status = 'pending'))`,
    JSON.stringify(ids),
  );
}

/** The clients of a reminder that will not leave know what they knew before it, and their appointments wait for another one. */
export function withdrawReminder(db: Database, messageId: number): void {
  db.query(
    `update appointments set reminder = iif(second_reminder is null, null, reminder), second_reminder = null,
       reminder_message_id = null, reminded_at = null,
       known_starts_at = nullif(told_starts_at, starts_at), known_employee_id = nullif(told_employee_id, employee_id)
     where reminder_message_id = ?`,
  ).run(messageId);
}
