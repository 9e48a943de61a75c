import type { Database } from "#db/connection.ts";
import { exists, updateRow } from "#db/rows.ts";
import { type AppointmentRow, appointments } from "./appointments.ts";
import { IS_FIRST_PART } from "./visit-parts.ts";

/** A range of wall time and a row limit. */
export interface TimeRange {
  readonly from: string;
  readonly until: string;
  readonly limit: number;
}

/** Returns appointments, the last ones of their visits, that ended in the range and are not thanked for yet, earliest end first. */
export function listAppointmentsToThank(
  db: Database,
  { from, until, limit }: TimeRange,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where thank_you is null and status in ('booked', 'confirmed', 'arrived')
     and ends_at >= ?1 and ends_at <= ?2 and (visit_id is null or not exists (select 1 from appointments later
       where later.visit_id = appointments.visit_id and later.status <> 'canceled' and later.starts_at > appointments.starts_at))
     order by ends_at, appointments.id limit ?3`,
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

interface ReminderRange extends TimeRange {
  /** Later bookings are not reminded yet, in epoch milliseconds. */
  readonly bookedBy: number;
}

/** Waits neither for a decision of staff nor for the text about a change. */
const CAN_BE_REMINDED = `phone is not null and status in ('booked', 'confirmed') and undecided = 0 and text_due_at is null
  and ${IS_FIRST_PART} and (visit_id is null or not exists (select 1 from appointments part
    where part.visit_id = appointments.visit_id and part.undecided = 1 and part.status <> 'canceled'))`;

/** Returns appointments that begin in the range and have no reminder yet, earliest first. */
export function listAppointmentsToRemind(
  db: Database,
  { from, until, bookedBy, limit }: ReminderRange,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where reminder is null and ${CAN_BE_REMINDED}
     and starts_at >= ?1 and starts_at < ?2 and appointments.created_at <= ?3
     order by starts_at, appointments.id limit ?4`,
    from,
    until,
    bookedBy,
    limit,
  );
}

export type Reminder = "reminder" | "secondReminder";

/**
 * The client knows the time and employee that a reminder names, and what they knew before is kept until it has left. A C or
 * X answers the text that reminded last.
 */
export function setReminded(
  db: Database,
  id: number,
  reminder: Reminder,
  {
    messageId,
    startsAt,
    now,
  }: {
    readonly messageId: number;
    /** The time that it names. */
    readonly startsAt: string;
    readonly now: number;
  },
): void {
  db.query(
    `${TOLD} where id = ? and not exists (select 1 from messages where messages.id = text_message_id and messages.status = 'pending')`,
  ).run(id);
  updateRow(db, "appointments", id, {
    [reminder]: "sent",
    reminderMessageId: messageId,
    reminderStartsAt: startsAt,
    remindedAt: now,
    ...KNOWN,
  });
}

export function skipReminder(db: Database, id: number, reminder: Reminder): void {
  updateRow(db, "appointments", id, { [reminder]: "skipped" });
}

/** What the client knew before a text that is written now. */
const TOLD = `update appointments set told_starts_at = coalesce(known_starts_at, starts_at),
  told_employee_id = coalesce(known_employee_id, employee_id)`;

const KNOWN = { knownStartsAt: null, knownEmployeeId: null, textDueAt: null } as const;

/** The client chose the present time. */
export function setKnown(db: Database, id: number): void {
  updateRow(db, "appointments", id, KNOWN);
}

/** Records that a text told the client about the present state, and whether it stands for the reminder. */
export function setNotified(
  db: Database,
  id: number,
  {
    messageId,
    isCanceled,
    isReminder,
    remindedAt,
  }: {
    readonly messageId: number | null;
    readonly isCanceled: boolean;
    readonly isReminder: boolean;
    /** Null if no reminder counts any longer. */
    readonly remindedAt?: number | null;
  },
): void {
  db.query(`${TOLD} where id = ?`).run(id);
  updateRow(db, "appointments", id, {
    ...KNOWN,
    ...(isCanceled && { knownStartsAt: "" }),
    textMessageId: messageId,
    ...(isReminder && { reminder: "sent" }),
    ...(remindedAt !== undefined && { remindedAt }),
  });
}

/** Plans the text about a change, or takes it back for null. */
export function setTextDue(db: Database, id: number, textDueAt: number | null): void {
  updateRow(db, "appointments", id, { textDueAt });
}

/** Records that the client doesn't know of the appointment. */
export function setUnknown(db: Database, id: number): void {
  updateRow(db, "appointments", id, { knownStartsAt: "" });
}

/** Cancels a planned text. Staff tell the client themselves, including who a new booking is with. */
export function withdrawText(db: Database, id: number): void {
  db.query(
    `update appointments set text_due_at = null, known_starts_at = nullif(known_starts_at, ''),
       known_employee_id = iif(known_starts_at = '', null, known_employee_id)
     where id = ? and text_due_at is not null`,
  ).run(id);
}

/** Returns the appointment whose text about a change is due first, with those of its series that the same text is about. */
export function listNextToNotify(db: Database, now: number): AppointmentRow[] {
  const [first] = appointments.list(
    db,
    "where text_due_at <= ? order by text_due_at, appointments.id limit 1",
    now,
  );
  if (!first || first.seriesId === null) return first ? [first] : [];
  return appointments.list(
    db,
    `where series_id = ? and text_due_at is not null
       and phone is (select phone from appointments where id = ?) order by starts_at, appointments.id`,
    first.seriesId,
    first.id,
  );
}

/**
 * Returns whether what a queued text says of a visit no longer holds: the visit has begun or changed once more. No
 * visit names a confirmation, the news of a deleted visit, or a text that was overtaken; their retry is outdated once a
 * newer text about a visit has left, because the client would read the older one last.
 */
export function isNewsOutdated(db: Database, messageId: number, now: string): boolean {
  return exists(
    db,
    `with original as (
       select first.id, first.purpose, first.contact_id, first.at, first.id <> text.id as is_retry
       from messages text join messages first on first.id = coalesce(text.retry_of, text.id) where text.id = $messageId)
     select 1 from appointments
     where text_message_id in ($messageId, (select id from original))
       and (starts_at <= $now or known_employee_id is not null
         or known_starts_at is not iif(status = 'canceled', '', null))
     union all
     select 1 from original join messages newer
         on newer.contact_id = original.contact_id and newer.at >= original.at and newer.id > original.id
     where is_retry and newer.retry_of is not original.id
       and newer.status not in ('skipped', 'failed', 'undelivered')
       and (newer.purpose = 'visit-change' or (newer.purpose = 'confirmation' and original.purpose = 'visit-change'))
       and not exists (select 1 from appointments where text_message_id in ($messageId, original.id))
     limit 1`,
    { messageId, now },
  );
}

/**
 * Returns appointments that begin in the range, its end included, and have no second reminder yet, with those of the same client that follow
 * within an hour: a text names all of them.
 */
export function listAppointmentsToRemindAgain(
  db: Database,
  { from, until, bookedBy, limit }: ReminderRange,
): AppointmentRow[] {
  return appointments.list(
    db,
    `where second_reminder is null and ${CAN_BE_REMINDED} and coalesce(reminded_at, 0) <= ?3
     and starts_at >= ?1 and starts_at < strftime('%Y-%m-%dT%H:%M:%S', ?2, '+1 day')
     and appointments.created_at <= ?3 and (starts_at <= ?2 or exists (
       select 1 from appointments first where coalesce(first.contact_id, first.phone) = coalesce(appointments.contact_id, appointments.phone)
         and first.name_key = appointments.name_key and first.second_reminder is null
         and first.status in ('booked', 'confirmed') and first.starts_at >= ?1 and first.starts_at <= ?2
         and appointments.starts_at <= strftime('%Y-%m-%dT%H:%M:%S', first.ends_at, '+1 hour')))
     order by starts_at, appointments.id limit ?4`,
    from,
    until,
    bookedBy,
    limit,
  );
}

/** Returns whether a queued reminder still covers an upcoming appointment at the time that it names. */
export function isReminderOpen(db: Database, messageId: number, now: string): boolean {
  return exists(
    db,
    `select id from appointments where starts_at > $now and status in ('booked', 'confirmed')
       and reminder_starts_at = starts_at and reminder_message_id in ($messageId, (select retry_of from messages where id = $messageId))`,
    { messageId, now },
  );
}

export function setAppointmentStatus(
  db: Database,
  id: number,
  status: "confirmed" | "canceled",
  now: number,
): void {
  db.query(
    "update appointments set status = ?, revision = revision + 1, changed_at = ? where id = ?",
  ).run(status, now, id);
}
