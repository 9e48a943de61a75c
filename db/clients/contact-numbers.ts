import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { pluck } from "#db/rows.ts";

/** The contact that texts and calls from a number (`phone`, an SQL expression) belong to; null for an unknown one. */
export function ownerOf(phone: string): string {
  return `(select contact_id from contact_of_number where phone = ${phone})`;
}

/** The number to text about a row of `table`: the contact's present one, or the row's own without a contact. */
export function presentNumber(table: string): string {
  return `coalesce((select phone from contacts where id = ${table}.contact_id), ${table}.phone)`;
}

/** Each with the condition of the index that finds its rows without a contact. */
const UNMATCHED = {
  calls: "contact_id is null and phone is not null",
  potential_appointments: "contact_id is null and phone is not null",
  appointments: "contact_id is null and phone is not null",
  online_bookings: "contact_id is null and phone > 0",
  text_sign_ups: "contact_id is null",
};

/**
 * Links rows of unknown numbers to new contacts, or to a contact with a new number. Costs one lookup per table if every
 * number is known.
 */
export function linkNumbers(
  db: Database,
  contacts: readonly { id: number; phone: number }[],
): void {
  for (const [table, unmatched] of Object.entries(UNMATCHED)) {
    if (db.query(`select 1 from ${table} where ${unmatched} limit 1`).get() === null) continue;
    const link = db.query(`update ${table} set contact_id = ? where phone = ? and ${unmatched}`);
    for (const { id, phone } of contacts) link.run(id, phone);
  }
}

export interface ContactNumber {
  /** E.164. */
  readonly phone: string;
  /** Since then it is no longer theirs, in epoch milliseconds; null while texts and calls from it are the contact's. */
  readonly until: number | null;
}

/** Returns a contact's numbers other than the present one. */
export function otherNumbersOf(db: Database, contactId: number): ContactNumber[] {
  return db
    .query<{ phone: number; until: number | null }, [number]>(
      "select phone, until from contact_numbers where contact_id = ? order by phone",
    )
    .all(contactId)
    .map(({ phone, until }) => ({ phone: phoneText(phone), until }));
}

/** Remembers a number of the contact, with a later `until` for one that it had before. */
export function saveNumber(db: Database, contactId: number, { phone, until }: ContactNumber): void {
  db.query(
    "insert or replace into contact_numbers (contact_id, phone, until) values (?, ?, ?)",
  ).run(contactId, phoneKey(phone), until);
}

export function deleteNumber(db: Database, contactId: number, phone: string): void {
  db.query("delete from contact_numbers where contact_id = ? and phone = ?").run(
    contactId,
    phoneKey(phone),
  );
}

/** Those of these numbers that are another contact's now. */
export function takenNumbers(db: Database, contactId: number, phones: readonly string[]): string[] {
  return pluck<number>(
    db,
    `select value from json_each(?) where ${ownerOf("value")} <> ?`,
    JSON.stringify(phones.map(phoneKey)),
    contactId,
  ).map(phoneText);
}

interface NumberMark {
  readonly markedAt: number;
  readonly clearedAt: number | null;
}

export function findNumberMark(db: Database, phone: string): NumberMark | null {
  return db
    .query<NumberMark, [number]>(
      "select marked_at as markedAt, cleared_at as clearedAt from undeliverable_numbers where phone = ?",
    )
    .get(phoneKey(phone));
}

export function saveNumberMark(db: Database, phone: string, code: number | null, at: number): void {
  db.query(
    `insert into undeliverable_numbers (phone, marked_at, code) values (?, ?, ?)
     on conflict do update set marked_at = excluded.marked_at, code = excluded.code, cleared_at = null`,
  ).run(phoneKey(phone), at, code);
}

export function clearNumberMark(db: Database, phone: string, at: number): void {
  db.query("update undeliverable_numbers set cleared_at = ? where phone = ?").run(
    at,
    phoneKey(phone),
  );
}

/** The days on which a text did not reach the number. */
export function strikesOf(db: Database, phone: string): string[] {
  return pluck<string>(db, "select day from strikes where phone = ? order by day", phoneKey(phone));
}
