import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { type AppointmentRow, appointmentsWhere } from "./appointments.ts";

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
  return appointmentsWhere(
    db,
    `thank_you is null and status in ('booked', 'confirmed', 'arrived')
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
  db.query("update appointments set thank_you = $thankYou, thank_you_at = $at where id = $id").run({
    id,
    thankYou,
    at: thankYou === "sent" ? now : null,
  });
}

/** Returns appointments that begin in the range and have no reminder yet, earliest first. */
export function listAppointmentsToRemind(
  db: Database,
  { from, until, limit }: TimeRange,
): AppointmentRow[] {
  return appointmentsWhere(
    db,
    `reminder is null and phone is not null and status = 'booked'
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
  db.query(
    "update appointments set reminder = $reminder, reminder_message_id = $messageId where id = $id",
  ).run({ id, reminder, messageId });
}

/** Returns the upcoming, active appointments of the client's last reminder. */
export function listAppointmentsOfLastReminder(
  db: Database,
  phone: string,
  now: string,
): AppointmentRow[] {
  return appointmentsWhere(
    db,
    `phone = ?1 and starts_at > ?2 and status in ('booked', 'confirmed')
       and reminder_message_id = (
         select max(reminder_message_id) from appointments
         where phone = ?1 and starts_at > ?2 and status in ('booked', 'confirmed'))
     order by starts_at, appointments.id`,
    phoneKey(phone),
    now,
  );
}

/** Returns whether a queued reminder still covers an upcoming appointment. */
export function isReminderOpen(db: Database, messageId: number, now: string): boolean {
  return (
    db
      .query<{ id: number }, { messageId: number; now: string }>(
        `select id from appointments where starts_at > $now and status in ('booked', 'confirmed')
           and reminder_message_id in ($messageId, (select retry_of from messages where id = $messageId))
         limit 1`,
      )
      .get({ messageId, now }) !== null
  );
}

export function setAppointmentStatus(
  db: Database,
  id: number,
  status: "confirmed" | "canceled",
): void {
  db.query("update appointments set status = ? where id = ?").run(status, id);
}
