import * as z from "zod/mini";
import { countContacts } from "#db/clients/contact-pages.ts";
import { contactSlices, listContacts as listRows } from "#db/clients/contacts-list.ts";
import { findTag } from "#db/clients/tags.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { CSV_START, csvFile, csvFormatter } from "#src/platform/csv.ts";
import { requireNames, searchScope } from "#src/platform/masking/masking.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { CONTACT_FIELD_NAMES, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { Problem } from "#src/shared/problem.ts";
import { toContacts } from "./contacts.ts";
import type {
  Contact,
  ContactFilter,
  ContactList,
  ContactPage,
  ListedContact,
} from "./contract.ts";

/** One page of contacts. A user can't search by names or numbers they may not see. @throws Problem 400, 404 */
export function listContacts(app: App, actor: Staff, page: ContactPage): ContactList {
  const { limit, cursor, sort } = page;
  if (sort === "name") requireNames(actor);
  const filter = toListFilter(app, actor, page);
  if (filter.isHidden)
    return { contacts: [], total: countContacts(app.db, filter), nextCursor: null };
  const rows = listRows(app.db, { ...filter, sort, limit: limit + 1, after: parseCursor(cursor) });
  const pageRows = rows.slice(0, limit);
  const last = rows.length > limit ? pageRows.at(-1) : undefined;
  return {
    contacts: withVisits(app, actor, toContacts(app, pageRows)),
    total: countContacts(app.db, filter),
    nextCursor: last
      ? toCursor([last.id, last.rank, sort === "name" ? last.name : undefined])
      : null,
  };
}

function withVisits(app: App, actor: Staff, contacts: readonly Contact[]): ListedContact[] {
  const ids = contacts.map(({ id }) => id);
  const starts = new Map(
    app.hooks.listVisitStarts(app, actor, ids).map((one) => [one.contactId, one]),
  );
  return contacts.map((contact) => {
    const { next = null, last = null } = starts.get(contact.id) ?? {};
    return Object.assign(contact, { nextVisit: next, lastVisit: last });
  });
}

/** `isHidden`: the search uses a field that the user may not see, and matches nothing. @throws Problem 403 for a filter by a hidden field, 404 when the tag does not exist */
export function toListFilter(app: App, actor: Staff, { q, state, tag: id }: ContactFilter) {
  if (state === "birthday-month") requireNames(actor);
  const tag = id === undefined ? undefined : findTag(app.db, id);
  if (tag === null) throw new Problem(404, "This tag no longer exists.");
  const month = `birthday-${businessDay(app).slice(5, 7)}` as const;
  const isHidden = q !== "" && searchScope(actor, q) === "nothing";
  return {
    search: q,
    state: state === "birthday-month" ? month : state,
    tag,
    isHidden,
    now: app.now(),
  };
}

/** The last contact's id and how closely it matches, and its name if the list is sorted by names. */
const Position = z.tuple([z.number(), z.number(), z.nullish(z.string())]);

function toCursor(position: z.infer<typeof Position>): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  try {
    const json = Buffer.from(cursor, "base64url").toString();
    const [id, rank, name] = Position.parse(JSON.parse(json));
    return { id, rank, name: name ?? undefined };
  } catch {
    // An invalid cursor is refused below.
  }
  throw new Problem(400, "cursor: use a cursor from an earlier response.");
}

/** Rows read, formatted and sent at a time, so that memory use does not grow with the number of contacts. */
const SLICE = 1_000;

const HEADER = [
  ...CONTACT_FIELD_NAMES.map((name) => fieldOf(name).heading),
  "Tags",
  "Opted out",
  "Undeliverable",
  "Offers",
  "Created",
];

/** Exports all contacts that match the filter, as CSV. @throws Problem 404 when the tag does not exist */
export function exportContacts(app: App, actor: Staff, filter: ContactFilter): FileReply {
  const listFilter = toListFilter(app, actor, filter);
  return csvFile(`contacts-${businessDay(app)}`, rows(app, actor, filter, listFilter));
}

async function* rows(
  app: App,
  actor: Staff,
  filter: ContactFilter,
  listFilter: ReturnType<typeof toListFilter>,
): AsyncGenerator<string> {
  const csv = await csvFormatter();
  const day = dayFormatter(getSettings(app).timeZone);
  let count = 0;
  try {
    yield `${CSV_START}${csv([HEADER])}`;
    for (const slice of contactSlices(app.db, listFilter, SLICE)) {
      yield csv(toContacts(app, slice).map((contact) => toCells(contact, day)));
      count += slice.length;
      await Bun.sleep(0);
    }
  } finally {
    // An aborted export is recorded too, because the rows up to then were sent. The search text is
    // left out: it may be a name, and an audit entry can't be erased.
    const { q, ...rest } = filter;
    const metadata = { ...rest, searched: q !== "", count };
    await writeWhenFree(app.db, () => record(app, actor, { action: "contact.export", metadata }));
  }
}

function toCells(contact: Contact, day: (iso: string) => string): string[] {
  return [
    ...CONTACT_FIELD_NAMES.map((name) => formatField(name, contact[name])),
    contact.tags.map(({ name }) => name).join("; "),
    contact.optOutDate === null ? "" : day(contact.optOutDate),
    contact.undeliverable ? "yes" : "",
    contact.basis,
    day(contact.createdAt),
  ];
}

/** Formats a time as a date in the business's zone. The cache relies on days beginning at a quarter of an hour in UTC. */
function dayFormatter(timeZone: string): (iso: string) => string {
  const cache = new Map<number, string>();
  return (iso) => {
    const quarter = Math.floor(Date.parse(iso) / QUARTER_MS);
    return cache.getOrInsertComputed(quarter, () => toDay(quarter * QUARTER_MS, timeZone));
  };
}

const QUARTER_MS = 15 * 60 * 1000;

function toDay(time: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  return local.toPlainDate().toString();
}
