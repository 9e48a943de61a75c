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
 * Stores when the client answered an appointment's reminder with X: while no appointment of it takes place, their next answer
 * is about another one.
 */
export function setReminderDeclined(db: Database, id: number, declinedAt: number): void {
  db.query(
    `update messages set declined_at = $declinedAt
     where id = (select reminder_message_id from appointments where id = $id)`,
  ).run({ id, declinedAt });
}

/**
 * A client's upcoming appointments of the reminder that an answer is about: the last one that no X canceled, and for a C the
 * last one without any answer. Appointments that were moved or canceled since are left out. If that leaves none, or they were
 * deleted, have begun or are another client's now, an older reminder isn't answered instead.
 */
export function listRemindedAppointments(
  db: Database,
  contactId: number,
  now: string,
  answer: "confirm" | "cancel",
): AppointmentRow[] {
  const reminded = lastReminders(db, contactId, now).map((message) =>
    appointments.list(
      db,
      `where contact_id = ? and reminder_message_id = ? and starts_at > ? and status in ('booked', 'confirmed')
         and reminder_starts_at = starts_at order by starts_at, appointments.id`,
      contactId,
      message,
      now,
    ),
  );
  const [last = []] = reminded;
  if (answer === "cancel" || last.length === 0) return last;
  return reminded.find((visits) => visits.some(({ status }) => status === "booked")) ?? last;
}

/** Of these, an answer may be about one. */
const MAX_REMINDERS = 10;
const CAME = "status in ('claimed', 'in_doubt', 'sent', 'delivered', 'unknown')";

/**
 * The reminders of a client's appointments that aren't over and came, without those that an X canceled, newest first. The newest one in the thread
 * counts also if it is of no appointment anymore. What waits for quiet hours to end, the client hasn't read.
 */
function lastReminders(db: Database, contactId: number, now: string): number[] {
  return pluck(
    db,
    `select first from (
       select reminder_message_id as first from appointments
       where contact_id = ?1 and ends_at > ?2 and reminder_message_id is not null
       union
       select coalesce(retry_of, id) as newest from (select id, retry_of from messages
         where contact_id = ?1 and at is not null and purpose = 'reminder' and ${CAME} order by at desc, id desc limit 1)
       where not exists (select 1 from appointments where reminder_message_id = newest))
     where exists (select 1 from messages where (id = first or retry_of = first) and ${CAME})
       and (not exists (select 1 from messages where id = first and declined_at is not null)
         or exists (select 1 from appointments where reminder_message_id = first and status <> 'canceled'))
     order by first desc limit ${MAX_REMINDERS}`,
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
