import type { Database } from "./connection.ts";
import { CONTACT_COLUMNS, type ContactRow, fromStored, type StoredContact } from "./contacts.ts";

export interface Wanted {
  /** Trimmed; empty for all. */
  readonly search: string;
  readonly state: "all" | "subscribed" | "opted-out" | "undeliverable";
  /** The last row of the page before. */
  readonly after: { readonly id: number; readonly name: string } | undefined;
  readonly limit: number;
}

const STATE = {
  all: "true",
  subscribed: "contacts.opted_out = 0 and contacts.undeliverable = 0",
  "opted-out": "contacts.opted_out = 1",
  undeliverable: "contacts.undeliverable = 1",
} as const;

/** One page, newest first; a search of one or two letters reads the name's index and is in its order. */
export function listContacts(db: Database, wanted: Wanted): ContactRow[] {
  if (wanted.search === "") return newest(db, wanted);
  if (isShort(wanted.search)) return byPrefix(db, wanted);
  return byTrigrams(db, wanted);
}

/** Trigrams need three letters. */
export function isShort(search: string): boolean {
  return Array.from(search).length < 3;
}

function newest(db: Database, { state, after, limit }: Wanted): ContactRow[] {
  return db
    .query<StoredContact, [number, number]>(
      `select ${CONTACT_COLUMNS} from contacts where ${STATE[state]} and id < ? order by id desc limit ?`,
    )
    .all(after?.id ?? Number.MAX_SAFE_INTEGER, limit)
    .map(fromStored);
}

function byPrefix(db: Database, { search, state, after, limit }: Wanted): ContactRow[] {
  return db
    .query<StoredContact, { from: string; to: string; id: number; limit: number; first: string }>(
      `select ${CONTACT_COLUMNS} from contacts
       where ${STATE[state]} and name >= $first collate nocase and name < $to collate nocase
         and (name > $from collate nocase or id > $id)
       order by name collate nocase, id limit $limit`,
    )
    .all({
      first: after?.name ?? search,
      to: `${search}\u{10ffff}`,
      from: after?.name ?? "",
      id: after?.id ?? 0,
      limit,
    })
    .map(fromStored);
}

function byTrigrams(db: Database, { search, state, after, limit }: Wanted): ContactRow[] {
  return db
    .query<StoredContact, [string, number, number]>(
      `select ${CONTACT_COLUMNS} from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? and contacts_search.rowid < ? and ${STATE[state]}
       order by contacts_search.rowid desc limit ?`,
    )
    .all(trigramQuery(search), after?.id ?? Number.MAX_SAFE_INTEGER, limit)
    .map(fromStored);
}

/** Something like a number is looked for among the numbers by its digits, anything else among the names too. */
function trigramQuery(search: string): string {
  const digits = search.replace(/\D/g, "");
  if (digits.length >= 3 && /^[\d\s()+.-]+$/.test(search)) return `phone : "${digits}"`;
  // SQLite would read no further than a zero sign, and miss the closing quote.
  return `"${search.replaceAll("\0", "").replaceAll('"', '""')}"`;
}
