import type { Database } from "#db/connection.ts";
import { addToCounter } from "#db/counters.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { count, reader, type Stored } from "#db/rows.ts";
import {
  CONTACT_DETAILS,
  CONTACT_FIELDS,
  type ContactDetail,
  type ContactDetails,
  pickDetails,
} from "#src/shared/contact-fields.ts";
import type { BasisFacts } from "#src/shared/marketing-basis.ts";
import { linkNumbers, ownerOf } from "./contact-numbers.ts";
import { indexContacts, unindexContact } from "./contact-words.ts";
import { answersOf } from "./marketing-basis.ts";
import { ensureOwnerKey } from "./owners.ts";

export interface ContactRow extends ContactDetails, BasisFacts {
  readonly id: number;
  /** The owner. */
  readonly userId: string;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly optedOut: boolean;
  readonly optedOutAt: number | null;
  readonly undeliverable: boolean;
  readonly createdAt: number;
}

export type StoredContact = Stored<ContactRow, "phone" | "optedOut" | "undeliverable">;

type ContactToInsert = Omit<ContactRow, "id" | "undeliverable" | keyof BasisFacts>;

export const CONTACT_COLUMNS = `contacts.id, contacts.name, contacts.phone, contacts.opted_out as optedOut,
  contacts.opted_out_at as optedOutAt, contacts.undeliverable, contacts.created_at as createdAt,
  agreed, client_from as clientFrom, client_until as clientUntil, asked_until as askedUntil,
  (select user_id from owners where owners.key = contacts.owner) as userId${detailColumns("contacts", CONTACT_DETAILS)}`;

const contacts = reader<StoredContact, ContactRow>(
  `select ${CONTACT_COLUMNS} from contacts`,
  toContactRow,
);
const DETAIL_COLUMNS = CONTACT_DETAILS.map(detailColumnOf);

export function findContact(db: Database, id: number): ContactRow | null {
  return contacts.find(db, "where id = ?", id);
}

/** Returns the contact that texts and calls from a number belong to. */
export function findContactByPhone(db: Database, phone: string): ContactRow | null {
  return contacts.find(db, `where id = ${ownerOf("?")}`, phoneKey(phone));
}

/** The contacts that these numbers belong to, by number. */
export function contactsByPhone(
  db: Database,
  phones: readonly string[],
): Map<string, { id: number; name: string }> {
  const rows = db
    .query<{ phone: number; id: number; name: string }, [string]>(
      `select value as phone, contacts.id, name from json_each(?)
       cross join contacts on contacts.id = ${ownerOf("value")}`,
    )
    .all(JSON.stringify(phones.map(phoneKey)));
  return new Map(rows.map(({ phone, id, name }) => [phoneText(phone), { id, name }]));
}

/** Other contacts that may be the same client: with the same email address, or the same name and birthday. */
export function listSimilar(db: Database, id: number, limit: number): ContactRow[] {
  return contacts.list(
    db,
    `where contacts.id in (
       select o.id from contacts c join contacts o on o.email = c.email collate nocase and o.email <> ''
       where c.id = $id and o.id <> $id
       union
       select o.id from contacts c join contacts o on o.name = c.name collate nocase and o.birthday = c.birthday
       where c.id = $id and o.id <> $id) order by contacts.id limit $limit`,
    { id, limit },
  );
}

export function allContacts(db: Database): ContactRow[] {
  return contacts.list(db, "order by id desc");
}

/**
 * Inserts contacts and returns their ids. Counters and the search index are written once for all of
 * them. Must run in a transaction.
 */
export function insertContacts(db: Database, contacts: readonly ContactToInsert[]): number[] {
  const owners = new Map<string, number>();
  const ownerOf = (userId: string) => {
    const key = owners.get(userId) ?? ensureOwnerKey(db, userId);
    owners.set(userId, key);
    return key;
  };
  const phones = contacts.map(({ phone }) => phoneKey(phone));
  const answers = answersOf(db, phones);
  let lastId = 0;
  for (let at = 0; at < contacts.length; ) {
    const count = contacts.length - at < ROWS_AT_ONCE ? 1 : ROWS_AT_ONCE;
    const values = contacts.slice(at, at + count).flatMap((contact, index) => {
      const { name, userId, optedOut, optedOutAt, createdAt } = contact;
      const details = CONTACT_DETAILS.map((detail) => contact[detail]);
      const phone = phones[at + index] ?? 0;
      const agreed = answers.get(phone) ?? null;
      return [
        name,
        phone,
        ownerOf(userId),
        Number(optedOut),
        optedOutAt,
        createdAt,
        agreed,
        ...details,
      ];
    });
    // Positional parameters: each named one costs half a microsecond.
    lastId = Number(insertStatement(db, count).run(...values).lastInsertRowid);
    at += count;
  }
  // The ids are consecutive, because the transaction excludes other inserts.
  const ids = contacts.map((_, at) => lastId - contacts.length + 1 + at);
  const optedOut = contacts.filter((contact) => contact.optedOut).length;
  addToCounter(db, "contacts", contacts.length);
  addToCounter(db, "subscribed", contacts.length - optedOut);
  addToCounter(db, "opted-out", optedOut);
  const agreed = contacts.filter(
    (contact, at) => !contact.optedOut && answers.get(phones[at] ?? 0),
  );
  addToCounter(db, "agreed", agreed.length);
  indexContacts(db, ids.at(0) ?? 0, ids.at(-1) ?? 0);
  linkNumbers(
    db,
    ids.map((id, at) => ({ id, phone: phones[at] ?? 0 })),
  );
  db.query(
    `update contacts set undeliverable = 1 where id between ? and ? and exists (
       select 1 from undeliverable_numbers n where n.phone = contacts.phone and cleared_at is null)`,
  ).run(ids.at(0) ?? 0, ids.at(-1) ?? 0);
  return ids;
}

/** One statement for this many contacts takes a fifth less time than one for each. */
const ROWS_AT_ONCE = 50;
const COLUMNS = [
  "name",
  "phone",
  "owner",
  "opted_out",
  "opted_out_at",
  "created_at",
  "agreed",
  ...DETAIL_COLUMNS,
];

function insertStatement(db: Database, count: number) {
  const row = `(${COLUMNS.map(() => "?").join()})`;
  return db.query<unknown, (string | number | null)[]>(
    `insert into contacts (${COLUMNS.join()}) values ${Array(count).fill(row).join()}`,
  );
}

export function changeContact(
  db: Database,
  id: number,
  to: { name: string; phone: string } & ContactDetails,
): void {
  const details = DETAIL_COLUMNS.map((column) => `, ${column} = ?`).join("");
  db.query(`update contacts set name = ?, phone = ?${details} where id = ?`).run(
    to.name,
    phoneKey(to.phone),
    ...CONTACT_DETAILS.map((detail) => to[detail]),
    id,
  );
  linkNumbers(db, [{ id, phone: phoneKey(to.phone) }]);
  unindexContact(db, id);
  indexContacts(db, id, id);
}

export function deleteContact(db: Database, id: number): void {
  unindexContact(db, id);
  db.query("delete from contacts where id = ?").run(id);
}

export function setOptedOut(db: Database, phone: string, optedOut: boolean, at: number): void {
  db.query(
    "update contacts set opted_out = ?1, opted_out_at = ?2 where phone = ?3 and opted_out <> ?1",
  ).run(Number(optedOut), optedOut ? at : null, phoneKey(phone));
}

/** Returns true when the state changed. */
export function setUndeliverable(db: Database, phone: string, undeliverable: boolean): boolean {
  const { changes } = db
    .query("update contacts set undeliverable = ?1 where phone = ?2 and undeliverable <> ?1")
    .run(Number(undeliverable), phoneKey(phone));
  return changes > 0;
}

/** Records that the carrier could not reach the number on this day. Returns the number of such days. */
export function addStrike(db: Database, phone: string, day: string): number {
  const key = phoneKey(phone);
  db.query("insert or ignore into strikes (phone, day) values (?, ?)").run(key, day);
  return count(db, "select count(*) from strikes where phone = ?", key);
}

/** Clears a number's strikes because a text was delivered. */
export function clearStrikes(db: Database, phone: string): void {
  db.query("delete from strikes where phone = ?").run(phoneKey(phone));
}

export function toContactRow(row: StoredContact): ContactRow {
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    phone: phoneText(row.phone),
    ...pickDetails(row),
    optedOut: row.optedOut === 1,
    optedOutAt: row.optedOutAt,
    undeliverable: row.undeliverable === 1,
    agreed: row.agreed,
    clientFrom: row.clientFrom,
    clientUntil: row.clientUntil,
    askedUntil: row.askedUntil,
    createdAt: row.createdAt,
  };
}

/** Columns to append to a select, such as ", contacts.email as email". */
export function detailColumns(table: string, details: readonly ContactDetail[]): string {
  return details.map((detail) => `, ${table}.${detailColumnOf(detail)} as ${detail}`).join("");
}

export function detailColumnOf(detail: ContactDetail): string {
  return CONTACT_FIELDS[detail].column;
}
