import type { Database } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import { count } from "#db/rows.ts";
import { CONTACT_COLUMNS, type ContactRow, type StoredContact, toContactRow } from "./contacts.ts";
import { countLeftOut, IS_LEFT_OUT } from "./marketing-basis.ts";
import type { TagRow } from "./tags.ts";

export interface ContactFilter {
  readonly state: "all" | "subscribed" | "left-out" | "opted-out" | "undeliverable" | BirthdayMonth;
  readonly tag?: TagRow | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** "birthday-05" for May. */
type BirthdayMonth = `birthday-${string}`;

export interface ContactPage extends ContactFilter {
  readonly sort?: "newest" | "name";
  /** The last row of the previous page. */
  readonly after: { readonly id: number; readonly name?: string | undefined } | undefined;
  readonly limit: number;
}

/** A page of all contacts of a state and tag. */
export function contactPage(db: Database, page: ContactPage): ContactRow[] {
  if (page.sort === "name") return contactsByName(db, page);
  return page.tag ? newestWithTag(db, page, page.tag) : newestContacts(db, page);
}

/** Sorting so many takes 40 ms. Of more contacts, the index of names finds a page sooner. */
const MAX_SORTED = 20_000;

function contactsByName(
  db: Database,
  { state, tag, after, limit, now }: ContactPage,
): ContactRow[] {
  const isSmallTag = tag && tag.contactCount <= MAX_SORTED;
  const isSorted = isSmallTag || countContacts(db, { state, now }) <= MAX_SORTED;
  const from = isSmallTag
    ? "contact_tags cross join contacts on contacts.id = contact_id and tag_id = $tag"
    : "contacts";
  // With a plus, SQLite looks for the state's index instead of reading all names.
  const name = `${isSorted ? "+" : ""}contacts.name collate nocase`;
  return db
    .query<StoredContact, Record<string, string | number | null>>(
      `select ${CONTACT_COLUMNS} from ${from}
       where ${conditionOf(state)} and ${WITH_TAG} and ${name} >= $name and (${name} > $name or contacts.id > $id)
       order by ${name}, contacts.id limit $limit`,
    )
    .all({
      name: after?.name ?? "",
      id: after?.id ?? 0,
      tag: tag?.id ?? null,
      limit,
      ...nowOf(state, now),
    })
    .map(toContactRow);
}

function newestContacts(db: Database, { state, after, limit, now }: ContactPage): ContactRow[] {
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
  { state, after, limit, now }: ContactPage,
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

/** The number of contacts with that state and tag, regardless of the search. */
export function countContacts(db: Database, { state, tag, now }: ContactFilter): number {
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

const STATE_CONDITIONS = {
  all: "true",
  subscribed: "contacts.opted_out = 0 and contacts.undeliverable = 0",
  "left-out": IS_LEFT_OUT,
  "opted-out": "contacts.opted_out = 1",
  undeliverable: "contacts.undeliverable = 1",
} as const;

export function conditionOf(state: ContactFilter["state"]): string {
  return isBirthdayMonth(state)
    ? `contacts.birthday is not null and substr(contacts.birthday, -5, 2) = '${Number(state.slice(-2)).toString().padStart(2, "0")}'`
    : STATE_CONDITIONS[state];
}

export function nowOf(state: ContactFilter["state"], now: number): { now?: number } {
  return state === "left-out" ? { now } : {};
}

function isBirthdayMonth(state: string): state is BirthdayMonth {
  return state.startsWith("birthday-");
}

export const WITH_TAG =
  "($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))";
