import type { Database } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import { CONTACT_COLUMNS, type ContactRow, fromStored, type StoredContact } from "./contacts.ts";
import type { TagRow } from "./tags.ts";

export interface Listed {
  /** Trimmed; empty for all. */
  readonly search: string;
  readonly state: "all" | "subscribed" | "opted-out" | "undeliverable";
  readonly tag?: TagRow | undefined;
}

interface Wanted extends Listed {
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

/** A tag of so few is read whole and searched here: trigrams could find a million who lack it first. */
const FEW = 2_000;

/** One page, newest first; a search of one or two letters reads the name's index and is in its order. */
export function listContacts(db: Database, wanted: Wanted): ContactRow[] {
  const { search, tag } = wanted;
  if (search === "") return tag ? newestWithTag(db, wanted, tag) : newest(db, wanted);
  if (tag && tag.contactCount <= FEW) return amongFew(db, wanted, tag);
  if (isShort(search)) return byPrefix(db, wanted);
  return byTrigrams(db, wanted);
}

/** Of everybody, the first that a search finds. */
export function searchContacts(db: Database, search: string, limit: number): ContactRow[] {
  return listContacts(db, { search, state: "all", after: undefined, limit });
}

/** Trigrams need three letters. */
export function isShort(search: string): boolean {
  return Array.from(search).length < 3;
}

/** All that a list shows, page after page; each is read when it is asked for. */
export function* contactSlices(
  db: Database,
  wanted: Listed,
  limit: number,
): Generator<ContactRow[]> {
  let after: ContactRow | undefined;
  do {
    const slice = listContacts(db, { ...wanted, after, limit });
    if (slice.length > 0) yield slice;
    after = slice.length === limit ? slice.at(-1) : undefined;
  } while (after);
}

/** How many there are of that state, whatever is searched. */
export function countContacts(db: Database, { state, tag }: Listed): number {
  if (!tag) return readCounter(db, state === "all" ? "contacts" : state);
  return {
    all: tag.contactCount,
    subscribed: tag.reachableCount,
    "opted-out": tag.optedOutCount,
    undeliverable: tag.undeliverableCount,
  }[state];
}

function newest(db: Database, { state, after, limit }: Wanted): ContactRow[] {
  return db
    .query<StoredContact, [number, number]>(
      `select ${CONTACT_COLUMNS} from contacts where ${STATE[state]} and id < ? order by id desc limit ?`,
    )
    .all(after?.id ?? Number.MAX_SAFE_INTEGER, limit)
    .map(fromStored);
}

/** Walks along the tag, or along the state where fewer are in it than carry the tag. */
function newestWithTag(db: Database, { state, after, limit }: Wanted, tag: TagRow): ContactRow[] {
  const alongTag = `contact_tags cross join contacts on contacts.id = contact_id
    where tag_id = ? and contact_id < ? and ${STATE[state]} order by contact_id desc limit ?`;
  const alongState = `contacts
    where ${STATE[state]} and exists (select 1 from contact_tags where tag_id = ? and contact_id = contacts.id)
      and contacts.id < ? order by contacts.id desc limit ?`;
  const rare =
    (state === "opted-out" || state === "undeliverable") &&
    readCounter(db, state) < tag.contactCount;
  return db
    .query<StoredContact, [number, number, number]>(
      `select ${CONTACT_COLUMNS} from ${rare ? alongState : alongTag}`,
    )
    .all(tag.id, after?.id ?? Number.MAX_SAFE_INTEGER, limit)
    .map(fromStored);
}

function byPrefix(db: Database, { search, state, tag, after, limit }: Wanted): ContactRow[] {
  return db
    .query<
      StoredContact,
      { from: string; to: string; id: number; limit: number; first: string; tag: number | null }
    >(
      `select ${CONTACT_COLUMNS} from contacts
       where ${STATE[state]} and name >= $first collate nocase and name < $to collate nocase
         and (name > $from collate nocase or id > $id) and ${WITH_TAG}
       order by name collate nocase, id limit $limit`,
    )
    .all({
      first: after?.name ?? search,
      to: `${search}\u{10ffff}`,
      from: after?.name ?? "",
      id: after?.id ?? 0,
      limit,
      tag: tag?.id ?? null,
    })
    .map(fromStored);
}

function byTrigrams(db: Database, { search, state, tag, after, limit }: Wanted): ContactRow[] {
  return db
    .query<
      StoredContact,
      { search: string; digits: string | null; after: number; limit: number; tag: number | null }
    >(
      `select ${CONTACT_COLUMNS} from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match $search and contacts_search.rowid < $after and ${STATE[state]} and ${WITH_TAG}
         and ($digits is null or instr(contacts.phone, $digits) > 0)
       order by contacts_search.rowid desc limit $limit`,
    )
    .all({
      search: trigramQuery(search),
      digits: digitsOf(search) ?? null,
      after: after?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
      tag: tag?.id ?? null,
    })
    .map(fromStored);
}

const LINE_DIGITS = 7;

const WITH_TAG =
  "($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))";

/** Finds, orders and pages as the two above do. */
function amongFew(db: Database, wanted: Wanted, tag: TagRow): ContactRow[] {
  const { search, after, limit } = wanted;
  const all = newestWithTag(db, { ...wanted, after: undefined, limit: FEW }, tag);
  const found = all.filter((contact) => matches(contact, search));
  if (!isShort(search))
    return found.filter(({ id }) => id < (after?.id ?? Number.MAX_SAFE_INTEGER)).slice(0, limit);

  const order = (one: Place, other: Place) => byName(one.name, other.name) || one.id - other.id;
  return found
    .toSorted(order)
    .filter((contact) => !after || order(contact, after) > 0)
    .slice(0, limit);
}

interface Place {
  readonly id: number;
  readonly name: string;
}

function matches({ name, phone }: ContactRow, search: string): boolean {
  if (isShort(search)) return nocase(name).startsWith(nocase(search));
  const digits = digitsOf(search);
  return digits ? phone.includes(digits) : folded(`${name}\n${phone}`).includes(folded(search));
}

/** As SQLite's NOCASE has it: only A to Z, in the order of their bytes. */
function byName(one: string, other: string): number {
  return Buffer.compare(Buffer.from(nocase(one)), Buffer.from(nocase(other)));
}

function nocase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Something like a number is looked for among the numbers by its digits, anything else among the
 * names too. Of a long number its last digits: a whole town begins alike (of a million, 10 ms to 2).
 */
function trigramQuery(search: string): string {
  const digits = digitsOf(search);
  if (digits) return `phone : "${digits.slice(-LINE_DIGITS)}"`;
  // SQLite would read no further than a zero sign, and miss the closing quote.
  return `"${search.replaceAll("\0", "").replaceAll('"', '""')}"`;
}

function digitsOf(search: string): string | undefined {
  const digits = search.replace(/\D/g, "");
  return digits.length >= 3 && /^[\d\s()+.-]+$/.test(search) ? digits : undefined;
}
