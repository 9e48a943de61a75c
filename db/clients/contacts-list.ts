import type { Database } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import { count } from "#db/rows.ts";
import { isClose, planSearch, RANK, type Rank, rankOf, type SearchPlan } from "./contact-search.ts";
import { CONTACT_COLUMNS, type ContactRow, type StoredContact, toContactRow } from "./contacts.ts";
import { countLeftOut, IS_LEFT_OUT } from "./marketing-basis.ts";
import { completeNumber, contactsByOtherNumber, sourceOf } from "./search-source.ts";
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
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Closer matches come first, and newer contacts among equally close ones. */
interface Position {
  readonly rank: Rank;
  readonly id: number;
}

export type FoundContact = ContactRow & Position;

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

export function listContacts(db: Database, page: ContactListPage): FoundContact[] {
  const { search, tag } = page;
  if (search === "")
    return withRank(tag ? newestWithTag(db, page, tag) : newestContacts(db, page), RANK.exact);
  const isNarrowed = page.state !== "all" || tag !== undefined;
  const rows =
    isNarrowed && countContacts(db, page) <= SMALL_SET
      ? searchSmallSet(db, page)
      : searchIndex(db, page);
  return withOtherNumbers(db, page, rows);
}

function withRank(rows: readonly ContactRow[], rank: Rank): FoundContact[] {
  return rows.map((row) => ({ ...row, rank }));
}

/** The first contacts that match a search, and those with a similar name only if no other does. */
export function searchContacts(db: Database, search: string, limit: number): ContactRow[] {
  const rows = listContacts(db, { search, state: "all", after: undefined, limit, now: 0 });
  const close = rows.filter(isClose);
  return close.length > 0 ? close : rows;
}

/**
 * All contacts that match a filter, in slices that are read as they are consumed. What is done to all of them isn't
 * done to those with a similar name.
 */
export function* contactSlices(
  db: Database,
  filter: ContactListFilter,
  limit: number,
): Generator<ContactRow[]> {
  let after: FoundContact | undefined;
  do {
    const found = listContacts(db, { ...filter, after, limit });
    const slice = found.filter(isClose);
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

/** Adds the clients one of whose other numbers matches, in the order of the list. */
function withOtherNumbers(
  db: Database,
  { search, state, tag, after, limit, now }: ContactListPage,
  rows: FoundContact[],
): FoundContact[] {
  const others = contactsByOtherNumber(db, search);
  if (others.length === 0) return rows;
  const found = db
    .query<StoredContact, Record<string, string | number | null>>(
      `select ${CONTACT_COLUMNS} from contacts
       where contacts.id in (select value from json_each($others)) and contacts.id < $after
         and ${conditionOf(state)} and ${WITH_TAG} order by contacts.id desc limit $limit`,
    )
    .all({
      others: JSON.stringify(others),
      after: after?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
      tag: tag?.id ?? null,
      ...nowOf(state, now),
    })
    .map(toContactRow);
  const all = [...rows, ...withRank(found, RANK.exact)];
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .sort((one, other) => other.id - one.id)
    .slice(0, limit);
}

const WITH_TAG =
  "($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))";

function searchIndex(db: Database, page: ContactListPage): FoundContact[] {
  const plan = planSearch(page.search);
  const found: FoundContact[] = [];
  for (const rank of Object.values(RANK)) {
    if (rank < (page.after?.rank ?? RANK.exact)) continue;
    const after = rank === page.after?.rank ? page.after.id : Number.MAX_SAFE_INTEGER;
    found.push(...searchRank(db, page, { plan, rank, after, limit: page.limit - found.length }));
    if (found.length >= page.limit) break;
  }
  return found;
}

/** The contacts that match exactly this closely. */
function searchRank(
  db: Database,
  { state, tag, now }: ContactListPage,
  { plan, rank, after, limit }: { plan: SearchPlan; rank: Rank; after: number; limit: number },
): FoundContact[] {
  const complete = plan.kind === "digits" ? completeNumber(db, plan.digits) : undefined;
  const source = complete && rank === RANK.exact ? complete : sourceOf(plan, rank);
  if (!source) return [];
  const query = db.query<StoredContact, Record<string, string | number | null>>(
    `select ${CONTACT_COLUMNS} from ${source.from}
     where ${source.where} and ${source.id} < $after and ${conditionOf(state)} and ${WITH_TAG}
     order by ${source.id} desc limit $limit`,
  );
  const found: ContactRow[] = [];
  for (let before = after; found.length < limit; ) {
    const rows = query
      .all({ ...source.values, after: before, limit, tag: tag?.id ?? null, ...nowOf(state, now) })
      .map(toContactRow);
    found.push(...rows.filter((row) => rankOf(row, plan) === rank));
    const last = rows.at(-1);
    if (!last || rows.length < limit) break;
    before = last.id;
  }
  return withRank(found.slice(0, limit), rank);
}

/** Matches, sorts and pages like `searchIndex`. */
function searchSmallSet(db: Database, page: ContactListPage): FoundContact[] {
  const plan = planSearch(page.search);
  const { rank: from, id: before } = page.after ?? {
    rank: RANK.exact,
    id: Number.MAX_SAFE_INTEGER,
  };
  const all = { ...page, after: undefined, limit: SMALL_SET };
  return (page.tag ? newestWithTag(db, all, page.tag) : newestContacts(db, all))
    .flatMap((row) => {
      const rank = rankOf(row, plan);
      return rank === undefined ? [] : [{ ...row, rank }];
    })
    .filter(({ rank, id }) => rank > from || (rank === from && id < before))
    .sort((one, other) => one.rank - other.rank || other.id - one.id)
    .slice(0, page.limit);
}
