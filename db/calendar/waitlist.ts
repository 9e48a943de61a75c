import { ownerOf } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { count, findValue, insertRow, pluck, reader, updateRow } from "#db/rows.ts";

type EntryStatus = "waiting" | "offered" | "booked" | "expired" | "canceled";
export type EntrySource = "staff" | "online" | "call";

interface EntryFields {
  readonly contactId: number;
  /** In the order of the visit. */
  readonly serviceIds: readonly number[];
  /** Null for anyone who performs the service. */
  readonly employeeId: number | null;
  /** Days such as "2026-11-27", both included. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Null for any day. */
  readonly weekdays: readonly string[] | null;
  /** HH:mm. */
  readonly timeFrom: string | null;
  readonly timeTo: string | null;
  readonly source: EntrySource;
  readonly createdAt: number;
}

export interface WaitlistRow extends EntryFields {
  readonly id: number;
  readonly clientName: string;
  /** E.164. */
  readonly phone: string;
  readonly optedOut: boolean;
  /** Of all services. The names remain when they are deleted. */
  readonly serviceName: string;
  readonly status: EntryStatus;
  /** Days in a row with an offer that the client left unanswered, and the last of them. */
  readonly unanswered: number;
  readonly unansweredOn: string | null;
  readonly appointmentId: number | null;
  readonly bookedStart: string | null;
  readonly bookedEmployeeId: number | null;
  /** Of the booked appointment, such as "requested". */
  readonly bookedStatus: string | null;
  readonly closedAt: number | null;
}

export type StoredEntry = Omit<WaitlistRow, "phone" | "optedOut" | "weekdays" | "serviceIds"> & {
  phone: number;
  optedOut: number;
  weekdays: string | null;
  serviceId: number;
  /** JSON; null for one. */
  serviceIds: string | null;
};

/** The names of what an entry `w` of the first service `s` waits for. */
export const ENTRY_SERVICES = `coalesce((
  select group_concat(v.name, ', ' order by one.key) from json_each(w.service_ids) one join services v on v.id = one.value
), s.name)`;

/** Whether none of these services was deleted. */
export const STILL_OFFERED = `(s.deleted_at is null and not exists (
  select 1 from json_each(w.service_ids) one join services v on v.id = one.value where v.deleted_at is not null
))`;

export const SELECT_ENTRY = `select w.id, w.contact_id as contactId, coalesce(w.client_name, c.name) as clientName, c.phone, c.opted_out as optedOut, w.service_id as serviceId,
    w.service_ids as serviceIds, ${ENTRY_SERVICES} as serviceName, w.employee_id as employeeId, w.from_day as fromDay, w.to_day as toDay, w.weekdays,
    w.time_from as timeFrom, w.time_to as timeTo, w.status, w.unanswered, w.unanswered_on as unansweredOn, w.appointment_id as appointmentId,
    a.starts_at as bookedStart, a.employee_id as bookedEmployeeId, a.status as bookedStatus, w.source, w.created_at as createdAt,
    w.closed_at as closedAt
  from waitlist w join contacts c on c.id = w.contact_id join services s on s.id = w.service_id
    left join appointments a on a.id = w.appointment_id`;
const entries = reader<StoredEntry, WaitlistRow>(SELECT_ENTRY, toEntryRow);

export function findEntry(db: Database, id: number): WaitlistRow | undefined {
  return entries.list(db, "where w.id = ?", id)[0];
}

/** Returns the entries that wait or have an offer, in their order. */
export function listOpenEntries(db: Database): WaitlistRow[] {
  return entries.list(db, "where w.status in ('waiting', 'offered') order by w.created_at, w.id");
}

/** Returns the entries that were closed last, latest first. */
export function listClosedEntries(db: Database, limit: number): WaitlistRow[] {
  return entries.list(
    db,
    "where w.closed_at is not null order by w.closed_at desc, w.id desc limit ?",
    limit,
  );
}

export function listEntriesOfContact(db: Database, contactId: number): WaitlistRow[] {
  return entries.list(db, "where w.contact_id = ? order by w.id", contactId);
}

/** Returns the client's open entry with the same name, service, employee, days and times. */
export function findSameEntry(db: Database, entry: NewEntry): number | undefined {
  return findValue<number>(
    db,
    `select w.id from waitlist w join contacts c on c.id = w.contact_id
     where contact_id = $contactId and status in ('waiting', 'offered')
       and coalesce(w.client_name, c.name) = coalesce($clientName, c.name) and service_id = $serviceId and service_ids is $serviceIds and employee_id is $employeeId and from_day = $fromDay and to_day = $toDay
       and weekdays is $weekdays and time_from is $timeFrom and time_to is $timeTo`,
    toStored(entry),
  );
}

export function countOpenEntries(db: Database): number {
  return count(db, "select count(*) from waitlist where status in ('waiting', 'offered')");
}

/** Returns the days and employees that clients wait for. */
export function listWantedTimes(
  db: Database,
): Pick<WaitlistRow, "employeeId" | "fromDay" | "toDay">[] {
  return db
    .query<Pick<WaitlistRow, "employeeId" | "fromDay" | "toDay">, []>(
      // The planner would read the whole list, closed entries included, in the order of another index.
      `select distinct employee_id as employeeId, from_day as fromDay, to_day as toDay
       from waitlist indexed by waitlist_open where status in ('waiting', 'offered')`,
    )
    .all();
}

export interface NewEntry extends EntryFields {
  /** Null for the contact's name. */
  readonly clientName: string | null;
}

export function insertEntry(db: Database, entry: NewEntry): number {
  return insertRow(db, "waitlist", { ...toStored(entry), status: "waiting" });
}

function toStored({ weekdays, serviceIds, ...entry }: NewEntry) {
  return {
    ...entry,
    weekdays: weekdays && JSON.stringify(weekdays),
    serviceId: serviceIds[0] ?? 0,
    serviceIds: serviceIds.length < 2 ? null : JSON.stringify(serviceIds),
  };
}

/** Sets the state of an entry that stays open, or that the client opened again. */
export function setEntryOpen(
  db: Database,
  id: number,
  open: Pick<WaitlistRow, "unanswered" | "unansweredOn"> & {
    readonly status: "waiting" | "offered";
  },
): void {
  updateRow(db, "waitlist", id, { ...open, closedAt: null });
}

/** Returns the open entries of the client with a number. */
export function listOpenEntriesOf(db: Database, phone: string): WaitlistRow[] {
  return entries.list(
    db,
    `where w.contact_id = ${ownerOf("?")} and w.status in ('waiting', 'offered')
     order by w.created_at, w.id`,
    phoneKey(phone),
  );
}

/** Returns what the client with a number waited for until its offers stayed unanswered, with days left and without a newer entry for it. */
export function listEntriesToRejoin(
  db: Database,
  phone: string,
  { today, unanswered }: { readonly today: string; readonly unanswered: number },
): WaitlistRow[] {
  return entries.list(
    db,
    `where w.contact_id = ${ownerOf("$phone")} and w.status = 'expired' and w.unanswered >= $unanswered and w.to_day >= $today
       and ${STILL_OFFERED} and not exists (select 1 from waitlist other
         where other.contact_id = w.contact_id and other.service_id = w.service_id and other.service_ids is w.service_ids
           and other.status in ('waiting', 'offered', 'booked') and other.created_at >= w.created_at)
     order by w.created_at, w.id`,
    { phone: phoneKey(phone), today, unanswered },
  );
}

export function closeEntry(
  db: Database,
  id: number,
  closed: {
    readonly status: "booked" | "expired" | "canceled";
    readonly appointmentId?: number;
    readonly at: number;
  },
): void {
  db.query(
    "update waitlist set status = $status, appointment_id = $appointmentId, closed_at = $at where id = $id",
  ).run({ ...closed, appointmentId: closed.appointmentId ?? null, id });
}

/**
 * Cancels the open entries for an employee who is about to be deleted, and returns how many there were. All
 * entries for this employee remain, without an employee.
 */
export function closeEntriesOfEmployee(db: Database, employeeId: number, at: number): number {
  const { changes } = db
    .query(
      `update waitlist set status = 'canceled', closed_at = ?
       where employee_id = ? and status in ('waiting', 'offered')`,
    )
    .run(at, employeeId);
  db.query("update waitlist set employee_id = null where employee_id = ?").run(employeeId);
  return changes;
}

/** Returns the ids of waiting entries whose last day is over. */
export function listPastEntries(db: Database, today: string, limit: number): number[] {
  return pluck(
    db,
    "select id from waitlist where status = 'waiting' and to_day < ? order by to_day limit ?",
    today,
    limit,
  );
}

/** Deletes a client's entries with their offers. */
export function deleteEntriesOfContact(db: Database, contactId: number): void {
  db.query("delete from waitlist where contact_id = ?").run(contactId);
}

export function toEntryRow({
  phone,
  optedOut,
  weekdays,
  serviceId,
  serviceIds,
  ...row
}: StoredEntry): WaitlistRow {
  return {
    ...row,
    serviceIds: serviceIds === null ? [serviceId] : (JSON.parse(serviceIds) as number[]),
    phone: phoneText(phone),
    optedOut: optedOut === 1,
    weekdays: weekdays === null ? null : (JSON.parse(weekdays) as string[]),
  };
}
