import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { reader, type Stored } from "#db/rows.ts";
import { matchTrigrams } from "#db/trigrams.ts";
import { fold } from "#src/shared/fold.ts";

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

/** Texts that have three or more letters when folded: of each list, one must be in the name. */
export type NameParts = readonly (readonly string[])[];

/** Contacts whose names may contain these parts. The caller decides which of them have exactly that name. */
export function contactsMatching(db: Database, parts: NameParts, limit: number): NamedContact[] {
  return named.list(db, `${MATCHING} limit ?`, toExpression(parts), limit);
}

/** Like `contactsMatching`, in the order of ids and after one of them. */
export function contactsMatchingAfter(
  db: Database,
  parts: NameParts,
  after: number,
  limit: number,
): NamedContact[] {
  return named.list(
    db,
    `${MATCHING} and contacts_search.rowid > ? order by contacts_search.rowid limit ?`,
    toExpression(parts),
    after,
    limit,
  );
}

function toExpression(parts: NameParts): string {
  return parts
    .map((texts) => `(${texts.flatMap((text) => matchTrigrams(fold(text)) ?? []).join(" OR ")})`)
    .join(" AND ");
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
