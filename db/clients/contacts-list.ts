import type { Database } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import { CONTACT_COLUMNS, type ContactRow, type StoredContact, toContactRow } from "./contacts.ts";
import type { TagRow } from "./tags.ts";

export interface ContactListFilter {
  /** Trimmed; empty for all. */
  readonly search: string;
  readonly state: "all" | "subscribed" | "opted-out" | "undeliverable" | BirthdayMonth;
  readonly tag?: TagRow | undefined;
}

/** "birthday-05" for May. */
type BirthdayMonth = `birthday-${string}`;

interface ContactListPage extends ContactListFilter {
  /** The last row of the previous page. */
  readonly after: { readonly id: number; readonly name: string } | undefined;
  readonly limit: number;
}

const STATE_CONDITIONS = {
  all: "true",
  subscribed: "contacts.opted_out = 0 and contacts.undeliverable = 0",
  "opted-out": "contacts.opted_out = 1",
  undeliverable: "contacts.undeliverable = 1",
} as const;

function conditionOf(state: ContactListFilter["state"]): string {
  return isBirthdayMonth(state)
    ? `contacts.birthday is not null and substr(contacts.birthday, -5, 2) = '${Number(state.slice(-2)).toString().padStart(2, "0")}'`
    : STATE_CONDITIONS[state];
}

function isBirthdayMonth(state: string): state is BirthdayMonth {
  return state.startsWith("birthday-");
}

/** A tag with at most this many contacts is filtered in code: a trigram search might first find a million contacts without it. */
const SMALL_TAG_SIZE = 2_000;

/** One page, newest first. A search of one or two letters uses the index of names and its order. */
export function listContacts(db: Database, page: ContactListPage): ContactRow[] {
  const { search, tag } = page;
  if (search === "") return tag ? newestWithTag(db, page, tag) : newestContacts(db, page);
  if (tag && tag.contactCount <= SMALL_TAG_SIZE) return filterSmallTag(db, page, tag);
  if (isShort(search)) return searchByPrefix(db, page);
  return searchByTrigrams(db, page);
}

/** The first contacts that match a search. */
export function searchContacts(db: Database, search: string, limit: number): ContactRow[] {
  return listContacts(db, { search, state: "all", after: undefined, limit });
}

/** Whether the search is too short for the trigram index. */
export function isShort(search: string): boolean {
  return Array.from(search).length < 3;
}

/** All contacts that match a filter, in slices that are read as they are consumed. */
export function* contactSlices(
  db: Database,
  filter: ContactListFilter,
  limit: number,
): Generator<ContactRow[]> {
  let after: ContactRow | undefined;
  do {
    const slice = listContacts(db, { ...filter, after, limit });
    if (slice.length > 0) yield slice;
    after = slice.length === limit ? slice.at(-1) : undefined;
  } while (after);
}

/** The number of contacts with that state and tag, regardless of the search. */
export function countContacts(db: Database, { state, tag }: ContactListFilter): number {
  if (isBirthdayMonth(state)) return countBirthdays(db, state, tag);
  if (!tag) return readCounter(db, state === "all" ? "contacts" : state);
  return {
    all: tag.contactCount,
    subscribed: tag.reachableCount,
    "opted-out": tag.optedOutCount,
    undeliverable: tag.undeliverableCount,
  }[state];
}

/** Reads the index: 3 ms with a million contacts who all have a birthday, 40 with a tag. */
function countBirthdays(db: Database, month: BirthdayMonth, tag: TagRow | undefined): number {
  return (
    db
      .query<{ n: number }, { tag: number | null }>(
        `select count(*) as n from contacts where ${conditionOf(month)} and ${WITH_TAG}`,
      )
      .get({ tag: tag?.id ?? null })?.n ?? 0
  );
}

function newestContacts(db: Database, { state, after, limit }: ContactListPage): ContactRow[] {
  return db
    .query<StoredContact, [number, number]>(
      `select ${CONTACT_COLUMNS} from contacts where ${conditionOf(state)} and id < ? order by id desc limit ?`,
    )
    .all(after?.id ?? Number.MAX_SAFE_INTEGER, limit)
    .map(toContactRow);
}

/** Reads the contacts of the tag, or those of the state when there are fewer of them. */
function newestWithTag(
  db: Database,
  { state, after, limit }: ContactListPage,
  tag: TagRow,
): ContactRow[] {
  const byTag = `contact_tags cross join contacts on contacts.id = contact_id
    where tag_id = ? and contact_id < ? and ${conditionOf(state)} order by contact_id desc limit ?`;
  const byState = `contacts
    where ${conditionOf(state)} and exists (select 1 from contact_tags where tag_id = ? and contact_id = contacts.id)
      and contacts.id < ? order by contacts.id desc limit ?`;
  const rare =
    (state === "opted-out" || state === "undeliverable") &&
    readCounter(db, state) < tag.contactCount;
  return db
    .query<StoredContact, [number, number, number]>(
      `select ${CONTACT_COLUMNS} from ${rare ? byState : byTag}`,
    )
    .all(tag.id, after?.id ?? Number.MAX_SAFE_INTEGER, limit)
    .map(toContactRow);
}

function searchByPrefix(
  db: Database,
  { search, state, tag, after, limit }: ContactListPage,
): ContactRow[] {
  return db
    .query<
      StoredContact,
      { from: string; to: string; id: number; limit: number; first: string; tag: number | null }
    >(
      `select ${CONTACT_COLUMNS} from contacts
       where ${conditionOf(state)} and name >= $first collate nocase and name < $to collate nocase
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
    .map(toContactRow);
}

function searchByTrigrams(
  db: Database,
  { search, state, tag, after, limit }: ContactListPage,
): ContactRow[] {
  return db
    .query<
      StoredContact,
      { search: string; digits: string | null; after: number; limit: number; tag: number | null }
    >(
      `select ${CONTACT_COLUMNS} from contacts_search cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match $search and contacts_search.rowid < $after and ${conditionOf(state)} and ${WITH_TAG}
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
    .map(toContactRow);
}

const SEARCH_DIGITS = 7;

const WITH_TAG =
  "($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))";

/** Matches, sorts and pages like `searchByPrefix` and `searchByTrigrams`. */
function filterSmallTag(db: Database, page: ContactListPage, tag: TagRow): ContactRow[] {
  const { search, after, limit } = page;
  const all = newestWithTag(db, { ...page, after: undefined, limit: SMALL_TAG_SIZE }, tag);
  const matches = all.filter((contact) => matchesSearch(contact, search));
  if (!isShort(search))
    return matches.filter(({ id }) => id < (after?.id ?? Number.MAX_SAFE_INTEGER)).slice(0, limit);

  const order = (a: SortKey, b: SortKey) => compareNames(a.name, b.name) || a.id - b.id;
  return matches
    .toSorted(order)
    .filter((contact) => !after || order(contact, after) > 0)
    .slice(0, limit);
}

interface SortKey {
  readonly id: number;
  readonly name: string;
}

function matchesSearch({ name, phone }: ContactRow, search: string): boolean {
  if (isShort(search)) return asciiLower(name).startsWith(asciiLower(search));
  const digits = digitsOf(search);
  return digits
    ? phone.includes(digits)
    : foldAccents(`${name}\n${phone}`).includes(foldAccents(search));
}

/** Compares like SQLite's NOCASE collation: by bytes, ignoring the case of A to Z only. */
function compareNames(a: string, b: string): number {
  return Buffer.compare(Buffer.from(asciiLower(a)), Buffer.from(asciiLower(b)));
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function foldAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * A search that looks like a number matches the digits of phone numbers; any other matches names
 * too. Only the last digits of a long number are searched, because a whole town shares the first
 * ones (with a million contacts, 2 ms instead of 10).
 */
function trigramQuery(search: string): string {
  const digits = digitsOf(search);
  if (digits) return `phone : "${digits.slice(-SEARCH_DIGITS)}"`;
  // SQLite stops reading at a NUL character and would miss the closing quote.
  return `"${search.replaceAll("\0", "").replaceAll('"', '""')}"`;
}

function digitsOf(search: string): string | undefined {
  const digits = search.replace(/\D/g, "");
  return digits.length >= 3 && /^[\d\s()+.-]+$/.test(search) ? digits : undefined;
}
