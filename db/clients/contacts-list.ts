import type { Database } from "#db/connection.ts";
import {
  type ContactFilter,
  type ContactPage,
  conditionOf,
  contactPage,
  countContacts,
  nowOf,
  WITH_TAG,
} from "./contact-pages.ts";
import { isClose, planSearch, RANK, rankOf, type SearchPlan } from "./contact-search.ts";
import { CONTACT_COLUMNS, type ContactRow, type StoredContact, toContactRow } from "./contacts.ts";
import {
  completeNumber,
  contactsByOtherNumber,
  type Source,
  similarSource,
  sourceOf,
} from "./search-source.ts";

interface ContactListFilter extends ContactFilter {
  /** Trimmed; empty for all. A search is sorted by how closely contacts match. */
  readonly search: string;
}

interface ContactListPage extends ContactListFilter, ContactPage {
  readonly after: Position | undefined;
}

/** Closer matches come first, and newer contacts among equally close ones. */
interface Position {
  readonly rank: number;
  readonly id: number;
  readonly name?: string | undefined;
}

type FoundContact = ContactRow & Position;

const FIRST: Position = { rank: RANK.exact, id: Number.MAX_SAFE_INTEGER };
const LAST_CLOSE: Position = { rank: RANK.part, id: 0 };

/** The most contacts that are compared with a misspelled name, the newest. */
const MAX_SIMILAR = 200;
/** A state or tag with at most this many contacts is searched in code: an index might first find a million others. */
const SMALL_SET = 2_000;

export function listContacts(db: Database, page: ContactListPage): FoundContact[] {
  if (page.search === "") return withRank(contactPage(db, page));
  const isNarrowed = page.state !== "all" || page.tag !== undefined;
  const rows =
    isNarrowed && countContacts(db, page) <= SMALL_SET
      ? searchSmallSet(db, page)
      : searchIndex(db, page);
  return withOtherNumbers(db, page, rows);
}

function withRank(rows: readonly ContactRow[], rank: number = RANK.exact): FoundContact[] {
  return rows.map((row) => Object.assign(row, { rank }));
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
  const all = [...rows, ...withRank(found)];
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .sort((one, other) => other.id - one.id)
    .slice(0, limit);
}

function searchIndex(db: Database, page: ContactListPage): FoundContact[] {
  const plan = planSearch(page.search);
  const { after = FIRST, limit } = page;
  const found: FoundContact[] = [];
  for (const rank of Object.values(RANK)) {
    if (rank < after.rank) continue;
    const before = rank === after.rank ? after.id : FIRST.id;
    found.push(...searchRank(db, page, { plan, rank, before, limit: limit - found.length }));
    if (found.length >= limit) return found;
  }
  const last = isClose(after) ? LAST_CLOSE : after;
  for (const byInitials of [false, true]) {
    const similar = similarSource(plan, byInitials);
    const rows = similar ? readSource(db, page, similar, FIRST.id, MAX_SIMILAR) : [];
    if (rows.length > 0) return [...found, ...toRanked(rows, plan, last, limit - found.length)];
  }
  return found;
}

/** The contacts that match exactly this closely. */
function searchRank(
  db: Database,
  page: ContactListPage,
  { plan, rank, before, limit }: { plan: SearchPlan; rank: number; before: number; limit: number },
): FoundContact[] {
  const complete = plan.kind === "digits" ? completeNumber(db, plan.digits) : undefined;
  const source = complete && rank === RANK.exact ? complete : sourceOf(plan, rank);
  if (!source) return [];
  const found: ContactRow[] = [];
  for (let from = before; found.length < limit; ) {
    const rows = readSource(db, page, source, from, limit);
    found.push(...rows.filter((row) => rankOf(row, plan) === rank));
    const last = rows.at(-1);
    if (!last || rows.length < limit) break;
    from = last.id;
  }
  return withRank(found.slice(0, limit), rank);
}

function readSource(
  db: Database,
  { state, tag, now }: ContactListPage,
  source: Source,
  before: number,
  limit: number,
): ContactRow[] {
  return db
    .query<StoredContact, Record<string, string | number | null>>(
      `select ${CONTACT_COLUMNS} from ${source.from}
       where ${source.where} and ${source.id} < $before and ${conditionOf(state)} and ${WITH_TAG}
       order by ${source.id} desc limit $limit`,
    )
    .all({ ...source.values, before, limit, tag: tag?.id ?? null, ...nowOf(state, now) })
    .map(toContactRow);
}

/** Matches, sorts and pages like `searchIndex`. */
function searchSmallSet(db: Database, page: ContactListPage): FoundContact[] {
  const rows = contactPage(db, { ...page, sort: "newest", after: undefined, limit: SMALL_SET });
  return toRanked(rows, planSearch(page.search), page.after, page.limit);
}

/** Those of the contacts that match less closely than a position, closest first. */
function toRanked(
  rows: readonly ContactRow[],
  plan: SearchPlan,
  after: Position = FIRST,
  limit: number,
): FoundContact[] {
  return rows
    .flatMap((row) => {
      const rank = rankOf(row, plan);
      return rank === undefined ? [] : [{ ...row, rank }];
    })
    .filter(({ rank, id }) => rank > after.rank || (rank === after.rank && id < after.id))
    .sort((one, other) => one.rank - other.rank || other.id - one.id)
    .slice(0, limit);
}
