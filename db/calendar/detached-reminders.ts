import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** When the reminders of an appointment are due, in epoch milliseconds. */
export interface RemindersDue {
  readonly dueAt: number;
  readonly secondDueAt: number;
}

/** A moved or canceled appointment counts as reminded only if it was since its reminders are due; null for never. */
export function resetReminder(db: Database, id: number, due: RemindersDue | null): void {
  db.query(
    `update appointments set reminder = iif(reminded_at >= $dueAt, 'sent', null),
       second_reminder = iif(reminded_at >= $secondDueAt, 'sent', null)
     where id = $id`,
  ).run({ dueAt: null, secondDueAt: null, ...due, id });
}

/** No reminder went to the client whose appointment it is now. */
export function clearReminder(db: Database, id: number): void {
  db.query("update appointments set reminder_message_id = null where id = ?").run(id);
}

/**
 * A client's upcoming appointments of the reminder that an answer is about: the last one that left, and for a C the last one
 * that has no answer. What waits for quiet hours to end, the client hasn't read. Appointments that were moved since are left
 * out; an older reminder isn't answered instead.
 */
export function listRemindedAppointments(
  db: Database,
  contactId: number,
  now: string,
  answer: "confirm" | "cancel",
): AppointmentRow[] {
  const isUnanswered = answer === "confirm" ? "status = 'booked' desc," : "";
  return appointments.list(
    db,
    `where contact_id = ?1 and starts_at > ?2 and status in ('booked', 'confirmed')
       and reminder_starts_at = starts_at and reminder_message_id = (
         select reminder_message_id from appointments
         where contact_id = ?1 and starts_at > ?2 and status in ('booked', 'confirmed')
           and reminder_message_id is not null
           and not exists (select 1 from messages where id = reminder_message_id and status in ('pending', 'skipped'))
         order by ${isUnanswered} reminder_message_id desc limit 1)
     order by starts_at, appointments.id`,
    contactId,
    now,
  );
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
