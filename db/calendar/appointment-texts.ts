import type { Database } from "#db/connection.ts";
import { exists, updateRow } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";

/** A range of wall time and a row limit. */
export interface TimeRange {
  readonly from: string;
  readonly until: string;
  readonly limit: number;
}

/** Returns appointments that ended in the range and are not thanked for yet, earliest end first. */
export function listAppointmentsToThank(
  db: Database,
  { from, until, limit }: TimeRange,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where thank_you is null and status in ('booked', 'confirmed', 'arrived')
     and ends_at >= ?1 and ends_at <= ?2 order by ends_at, appointments.id limit ?3`,
    // Positional parameters: this query runs every two minutes, and named ones double its cost.
    from,
    until,
    limit,
  );
}

export function setThankYou(
  db: Database,
  id: number,
  thankYou: "sent" | "skipped",
  now: number,
): void {
  updateRow(db, "appointments", id, { thankYou, thankYouAt: thankYou === "sent" ? now : null });
}

/** Returns appointments that begin in the range and have no reminder yet, earliest first. */
export function listAppointmentsToRemind(
  db: Database,
  { from, until, limit }: TimeRange,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where reminder is null and phone is not null and status = 'booked'
     and starts_at >= ?1 and starts_at < ?2 order by starts_at, appointments.id limit ?3`,
    from,
    until,
    limit,
  );
}

export function setReminder(
  db: Database,
  id: number,
  reminder: "sent" | "skipped",
  messageId: number | null,
): void {
  updateRow(db, "appointments", id, { reminder, reminderMessageId: messageId });
}

/**
 * A client's upcoming appointments of the reminder that an answer is about: the last one, and for a C the last one that has no answer.
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
       and reminder_message_id = (
         select reminder_message_id from appointments
         where contact_id = ?1 and starts_at > ?2 and status in ('booked', 'confirmed')
           and reminder_message_id is not null
         order by ${isUnanswered} reminder_message_id desc limit 1)
     order by starts_at, appointments.id`,
    contactId,
    now,
  );
}

/** Returns whether a queued reminder still covers an upcoming appointment. */
export function isReminderOpen(db: Database, messageId: number, now: string): boolean {
  return exists(
    db,
    `select id from appointments where starts_at > $now and status in ('booked', 'confirmed')
       and reminder_message_id in ($messageId, (select retry_of from messages where id = $messageId))
     limit 1`,
    { messageId, now },
  );
}

export function setAppointmentStatus(
  db: Database,
  id: number,
  status: "confirmed" | "canceled",
): void {
  updateRow(db, "appointments", id, { status });
}
