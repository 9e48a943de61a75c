import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";

export interface NamedContact {
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
}

/** Whom the search finds by an FTS5 expression; who is called exactly so is for the caller to tell. */
export function contactsMatching(db: Database, expression: string, most: number): NamedContact[] {
  return db
    .query<Stored, [string, number]>(
      `select contacts.id, contacts.name, contacts.phone
       from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? limit ?`,
    )
    .all(expression, most)
    .map(read);
}

/** The same, by id, from one on. */
export function contactsMatchingAfter(
  db: Database,
  expression: string,
  after: number,
  most: number,
): NamedContact[] {
  return db
    .query<Stored, [string, number, number]>(
      `select contacts.id, contacts.name, contacts.phone
       from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? and contacts_search.rowid > ?
       order by contacts_search.rowid limit ?`,
    )
    .all(expression, after, most)
    .map(read);
}

/** Whose name is written exactly like one of these, but for the case of A to Z. */
export function contactsSpelt(
  db: Database,
  spellings: readonly string[],
  most: number,
): NamedContact[] {
  return db
    .query<Stored, [string, number]>(
      `select contacts.id, contacts.name, contacts.phone
       from json_each(?) cross join contacts on contacts.name = value collate nocase limit ?`,
    )
    .all(JSON.stringify(spellings), most)
    .map(read);
}

interface Stored extends Omit<NamedContact, "phone"> {
  readonly phone: number;
}

function read(row: Stored): NamedContact {
  return { ...row, phone: phoneText(row.phone) };
}
