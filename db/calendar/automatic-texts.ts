import type { Database } from "#db/connection.ts";
import { count, exists, insertRow, pluck } from "#db/rows.ts";
import { BOOKED_WITHIN_MS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import type { EmployeeFilter } from "./appointments-list.ts";
import { IS_BOOKED, WORTH } from "./reports.ts";

export interface NewAutomaticText {
  readonly kind: string;
  readonly contactId: number | null;
  /** What it is sent for, once for each client: "visit 12", "birthday 2026". */
  readonly reason: string;
  readonly messageId: number;
  readonly createdAt: number;
}

export interface StoredAutomaticText extends Omit<NewAutomaticText, "messageId"> {
  readonly id: number;
}

/** Records a text in the transaction that queues it. A unique index refuses a second one for the same reason. */
export function insertAutomaticText(db: Database, text: NewAutomaticText): void {
  insertRow(db, "automatic_texts", text);
}

export function findAutomaticTextOf(db: Database, messageId: number): StoredAutomaticText | null {
  return db
    .query<StoredAutomaticText, [number]>(
      `select id, kind, contact_id as contactId, reason, created_at as createdAt
       from automatic_texts where message_id = ?`,
    )
    .get(messageId);
}

/** Whether the client has a visit ahead, or asked for one. `wallTime` is the business's. */
export function hasUpcomingVisit(db: Database, contactId: number, wallTime: string): boolean {
  return exists(
    db,
    `select 1 from appointments where contact_id = ? and starts_at > ?
       and status in ('requested', 'booked', 'confirmed') limit 1`,
    contactId,
    wallTime,
  );
}

/** Whether the visit still counts as one that took place. */
export function tookPlace(db: Database, visitId: number): boolean {
  const sql =
    "select 1 from appointments where id = ? and status in ('booked', 'confirmed', 'arrived')";
  return exists(db, sql, visitId);
}

/** The different numbers of weeks after which services are due again. */
export function listReturnWeeks(db: Database): number[] {
  return pluck(
    db,
    `select distinct return_weeks from services where return_weeks is not null and deleted_at is null
     order by return_weeks`,
  );
}

/** How many clients with a number have a visit that begins in the range. */
export function countClientsWithVisits(db: Database, from: string, until: string): number {
  return count(
    db,
    `select count(distinct contact_id) from appointments where starts_at >= ? and starts_at < ?
       and contact_id is not null and phone is not null and status in ('booked', 'confirmed')`,
    from,
    until,
  );
}

export interface KindResults {
  readonly kind: string;
  readonly sent: number;
  readonly replies: number;
  readonly optOuts: number;
  readonly bookings: number;
  readonly cents: number;
}

interface Span {
  /** Epoch milliseconds, from inclusive to exclusive. */
  readonly from: number;
  readonly to: number;
  /** The kinds whose bookings count. */
  readonly bringBack: readonly string[];
  /** Whose bookings count. */
  readonly employees: EmployeeFilter;
}

const WEEK_MS = 7 * DAY_MS;

/**
 * What became of the automatic texts written in the span. An answer counts for the text before it, and a booking for the
 * last text that could bring the client back.
 */
export function resultsOf(db: Database, { from, to, bringBack, employees }: Span): KindResults[] {
  return db
    .query<KindResults, Record<string, string | number | null>>(
      `with sent as (
         select t.kind, t.contact_id, m.phone, m.at, t.created_at as written,
           min(m.at + ${WEEK_MS}, coalesce((select min(n.created_at) from automatic_texts n
             where n.contact_id = t.contact_id and n.created_at > t.created_at), m.at + ${WEEK_MS})) as answered_until,
           t.kind in (select value from json_each($bringBack)) as brings_back
         from automatic_texts t join messages m on m.id = t.message_id
         where t.created_at >= $from and t.created_at < $to and m.at is not null
           and m.status in ('claimed', 'in_doubt', 'sent', 'delivered', 'undelivered', 'unknown')
       ), booked as (
         select sent.kind, count(*) as bookings, coalesce(sum(${WORTH}), 0) as cents
         from sent cross join appointments a on a.contact_id = sent.contact_id
         where brings_back and a.created_at > sent.at and a.created_at <= sent.at + ${BOOKED_WITHIN_MS} and ${IS_BOOKED}
           and ($employees is null or a.employee_id in (select value from json_each($employees)))
           and not exists (select 1 from automatic_texts n where n.contact_id = sent.contact_id
             and n.created_at > sent.written and n.created_at < a.created_at
             and n.kind in (select value from json_each($bringBack)))
         group by sent.kind
       )
       select sent.kind, count(*) as sent,
         sum(exists (select 1 from messages r where r.contact_id = sent.contact_id and r.at is not null
           and r.at > sent.at and r.at <= answered_until and r.status = 'received')) as replies,
         sum(exists (select 1 from consents o where o.phone = sent.phone and o.given = 0 and o.category = 'all'
           and o.created_at > sent.at and o.created_at <= answered_until)) as optOuts,
         coalesce(max(booked.bookings), 0) as bookings, coalesce(max(booked.cents), 0) as cents
       from sent left join booked on booked.kind = sent.kind group by sent.kind`,
    )
    .all({
      from,
      to,
      bringBack: JSON.stringify(bringBack),
      employees: employees === "all" ? null : JSON.stringify(employees),
    });
}
