import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";

export interface NamedContact {
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
}

/** Contacts that match an FTS5 expression. The caller decides which of them have exactly that name. */
export function contactsMatching(db: Database, expression: string, limit: number): NamedContact[] {
  return db
    .query<StoredNamedContact, [string, number]>(
      `select contacts.id, contacts.name, contacts.phone
       from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? limit ?`,
    )
    .all(expression, limit)
    .map(toNamedContact);
}

/** Like `contactsMatching`, in the order of ids and after one of them. */
export function contactsMatchingAfter(
  db: Database,
  expression: string,
  after: number,
  limit: number,
): NamedContact[] {
  return db
    .query<StoredNamedContact, [string, number, number]>(
      `select contacts.id, contacts.name, contacts.phone
       from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? and contacts_search.rowid > ?
       order by contacts_search.rowid limit ?`,
    )
    .all(expression, after, limit)
    .map(toNamedContact);
}

/** Contacts whose name equals one of these spellings, ignoring the case of A to Z. */
export function contactsSpelled(
  db: Database,
  spellings: readonly string[],
  limit: number,
): NamedContact[] {
  return db
    .query<StoredNamedContact, [string, number]>(
      `select contacts.id, contacts.name, contacts.phone
       from json_each(?) cross join contacts on contacts.name = value collate nocase limit ?`,
    )
    .all(JSON.stringify(spellings), limit)
    .map(toNamedContact);
}

interface StoredNamedContact extends Omit<NamedContact, "phone"> {
  readonly phone: number;
}

function toNamedContact(row: StoredNamedContact): NamedContact {
  return { ...row, phone: phoneText(row.phone) };
}
