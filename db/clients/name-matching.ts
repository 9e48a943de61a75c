import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { reader, type Stored } from "#db/rows.ts";

export interface NamedContact {
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
}

const named = reader<Stored<NamedContact, "phone">, NamedContact>(
  "select contacts.id, contacts.name, contacts.phone from",
  (row) => ({ ...row, phone: phoneText(row.phone) }),
);
const MATCHING = `contacts_search cross join contacts on contacts.id = contacts_search.rowid
  where contacts_search match ?`;

/** Contacts that match an FTS5 expression. The caller decides which of them have exactly that name. */
export function contactsMatching(db: Database, expression: string, limit: number): NamedContact[] {
  return named.list(db, `${MATCHING} limit ?`, expression, limit);
}

/** Like `contactsMatching`, in the order of ids and after one of them. */
export function contactsMatchingAfter(
  db: Database,
  expression: string,
  after: number,
  limit: number,
): NamedContact[] {
  return named.list(
    db,
    `${MATCHING} and contacts_search.rowid > ? order by contacts_search.rowid limit ?`,
    expression,
    after,
    limit,
  );
}

/** Contacts whose name equals one of these spellings, ignoring the case of A to Z. */
export function contactsSpelled(
  db: Database,
  spellings: readonly string[],
  limit: number,
): NamedContact[] {
  return named.list(
    db,
    "json_each(?) cross join contacts on contacts.name = value collate nocase limit ?",
    JSON.stringify(spellings),
    limit,
  );
}
