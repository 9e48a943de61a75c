import type { Database } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import { count, exists } from "#db/rows.ts";
import { matchesSearch, planSearch, type SearchPlan, toWordsQuery } from "./contact-search.ts";
import { CONTACT_COLUMNS, type ContactRow, type StoredContact, toContactRow } from "./contacts.ts";
import { countLeftOut, IS_LEFT_OUT } from "./marketing-basis.ts";
import type { TagRow } from "./tags.ts";

export interface ContactListFilter {
  /** Trimmed; empty for all. */
  readonly search: string;
  readonly state: "all" | "subscribed" | "left-out" | "opted-out" | "undeliverable" | BirthdayMonth;
  readonly tag?: TagRow | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** "birthday-05" for May. */
type BirthdayMonth = `birthday-${string}`;

interface ContactListPage extends ContactListFilter {
  /** The last row of the previous page. */
  readonly after: { readonly id: number } | undefined;
  readonly limit: number;
}

const STATE_CONDITIONS = {
  all: "true",
  subscribed: "contacts.opted_out = 0 and contacts.undeliverable = 0",
  "left-out": IS_LEFT_OUT,
  "opted-out": "contacts.opted_out = 1",
  undeliverable: "contacts.undeliverable = 1",
} as const;

function conditionOf(state: ContactListFilter["state"]): string {
  return isBirthdayMonth(state)
    ? `contacts.birthday is not null and substr(contacts.birthday, -5, 2) = '${Number(state.slice(-2)).toString().padStart(2, "0")}'`
    : STATE_CONDITIONS[state];
}

function nowOf(state: ContactListFilter["state"], now: number): { now?: number } {
  return state === "left-out" ? { now } : {};
}

function isBirthdayMonth(state: string): state is BirthdayMonth {
  return state.startsWith("birthday-");
}

/** A state or tag with at most this many contacts is searched in code: an index might first find a million others. */
const SMALL_SET = 2_000;

export function listContacts(db: Database, page: ContactListPage): ContactRow[] {
  const { search, tag } = page;
  if (search === "") return tag ? newestWithTag(db, page, tag) : newestContacts(db, page);
  const isNarrowed = page.state !== "all" || tag !== undefined;
  return isNarrowed && countContacts(db, page) <= SMALL_SET
    ? searchSmallSet(db, page)
    : searchIndex(db, page);
}

/** The first contacts that match a search. */
export function searchContacts(db: Database, search: string, limit: number): ContactRow[] {
  return listContacts(db, { search, state: "all", after: undefined, limit, now: 0 });
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
export function countContacts(db: Database, { state, tag, now }: ContactListFilter): number {
  if (isBirthdayMonth(state)) return countBirthdays(db, state, tag);
  if (state === "left-out") return countLeftOut(db, tag ?? null, now);
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
  return count(db, `select count(*) from contacts where ${conditionOf(month)} and ${WITH_TAG}`, {
    tag: tag?.id ?? null,
  });
}

function newestContacts(db: Database, { state, after, limit, now }: ContactListPage): ContactRow[] {
  return db
    .query<StoredContact, Record<string, number>>(
      `select ${CONTACT_COLUMNS} from contacts where ${conditionOf(state)} and id < $after order by id desc limit $limit`,
    )
    .all({ after: after?.id ?? Number.MAX_SAFE_INTEGER, limit, ...nowOf(state, now) })
    .map(toContactRow);
}

/** Reads the contacts of the tag, or those of the state when there are fewer of them. */
function newestWithTag(
  db: Database,
  { state, after, limit, now }: ContactListPage,
  tag: TagRow,
): ContactRow[] {
  const byTag = `contact_tags cross join contacts on contacts.id = contact_id
    where tag_id = $tag and contact_id < $after and ${conditionOf(state)} order by contact_id desc limit $limit`;
  const byState = `contacts
    where ${conditionOf(state)} and exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id)
      and contacts.id < $after order by contacts.id desc limit $limit`;
  const rare =
    (state === "opted-out" || state === "undeliverable") &&
    readCounter(db, state) < tag.contactCount;
  return db
    .query<StoredContact, Record<string, number>>(
      `select ${CONTACT_COLUMNS} from ${rare ? byState : byTag}`,
    )
    .all({
      tag: tag.id,
      after: after?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
      ...nowOf(state, now),
    })
    .map(toContactRow);
}

const WITH_TAG =
  "($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))";

function searchIndex(
  db: Database,
  { search, state, tag, after, limit, now }: ContactListPage,
): ContactRow[] {
  const plan = planSearch(search);
  const complete = plan.kind === "digits" ? completeNumber(db, plan.digits) : undefined;
  const source = complete ?? sourceOf(plan);
  if (!source) return [];
  return db
    .query<StoredContact, Record<string, string | number | null>>(
      `select ${CONTACT_COLUMNS} from ${source.from}
       where ${source.where} and ${source.id} < $after and ${conditionOf(state)} and ${WITH_TAG}
       order by ${source.id} desc limit $limit`,
    )
    .all({
      ...source.values,
      after: after?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
      tag: tag?.id ?? null,
      ...nowOf(state, now),
    })
    .map(toContactRow);
}

/** The contact with this US or whole number: an index is 50 times faster than trigrams. */
function completeNumber(db: Database, digits: string): Source | undefined {
  if (digits.length < COMPLETE_DIGITS) return undefined;
  const phone = [`1${digits}`, digits].find((key) =>
    exists(db, "select 1 from contacts where phone = ?", Number(key)),
  );
  return phone === undefined
    ? undefined
    : {
        from: "contacts",
        where: "contacts.phone = cast($phone as integer)",
        id: "contacts.id",
        values: { phone },
      };
}

const COMPLETE_DIGITS = 10;

interface Source {
  readonly from: string;
  readonly where: string;
  /** The column by which the source is sorted. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Undefined when nothing can match. */
function sourceOf(plan: SearchPlan): Source | undefined {
  const ofIndex = (index: string, match: string, where = "true", values = {}) => ({
    from: `${index} cross join contacts on contacts.id = ${index}.rowid`,
    where: `${index} match $match and ${where}`,
    id: `${index}.rowid`,
    values: { match, ...values },
  });
  switch (plan.kind) {
    case "words":
      return plan.words.length === 0
        ? undefined
        : ofIndex("contacts_words", toWordsQuery(plan.words));
    case "parts":
      return ofIndex(
        "contacts_search",
        `name : (${plan.parts.map((part) => `"${part}"`).join(" AND ")})`,
      );
    case "number":
      return {
        from: "contacts",
        where: `contacts.phone in (select phone from contacts as numbered where ${NUMBER_RANGES})`,
        id: "contacts.id",
        values: { digits: plan.digits },
      };
    case "digits":
      // Only the last digits are searched, because a whole town shares the first ones.
      return ofIndex(
        "contacts_search",
        `phone : "${plan.digits.slice(-SEARCH_DIGITS)}"`,
        "instr(contacts.phone, $digits) > 0",
        { digits: plan.digits },
      );
    case "text":
      // SQLite stops reading at a NUL character and would miss the closing quote.
      return ofIndex(
        "contacts_search",
        `"${plan.text.replaceAll("\0", "").replaceAll('"', '""')}"`,
      );
  }
}

const SEARCH_DIGITS = 7;
/** E.164 has at most 15 digits: each length that the number may have is a range of the index. */
const NUMBER_RANGES = [0, 1, 2, 3, 4, 5, 6]
  .map(
    (more) =>
      `numbered.phone between $digits * 1${"0".repeat(more)} and ($digits + 1) * 1${"0".repeat(more)} - 1`,
  )
  .join(" or ");

/** Matches, sorts and pages like `searchIndex`. */
function searchSmallSet(db: Database, page: ContactListPage): ContactRow[] {
  const all = { ...page, after: undefined, limit: SMALL_SET };
  return (page.tag ? newestWithTag(db, all, page.tag) : newestContacts(db, all))
    .filter(
      (contact) =>
        contact.id < (page.after?.id ?? Number.MAX_SAFE_INTEGER) &&
        matchesSearch(contact, page.search),
    )
    .slice(0, page.limit);
}
