import { isRank } from "#db/clients/contact-search.ts";
import { countContacts, listContacts as listRows } from "#db/clients/contacts-list.ts";
import { findTag } from "#db/clients/tags.ts";
import type { App, Staff } from "#src/app.ts";
import { requireNames, searchScope } from "#src/platform/masking/masking.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { toContacts } from "./contacts.ts";
import type { ContactFilter, ContactList, ContactPage } from "./contract.ts";

/** One page of contacts. A user can't search by names or numbers they may not see. @throws Problem 400, 404 */
export function listContacts(app: App, actor: Staff, page: ContactPage): ContactList {
  const { limit, cursor } = page;
  const filter = toListFilter(app, actor, page);
  if (filter.isHidden)
    return { contacts: [], total: countContacts(app.db, filter), nextCursor: null };
  const rows = listRows(app.db, { ...filter, limit: limit + 1, after: parseCursor(cursor) });
  const pageRows = rows.slice(0, limit);
  const last = rows.length > limit ? pageRows.at(-1) : undefined;
  return {
    contacts: toContacts(app, pageRows),
    total: countContacts(app.db, filter),
    nextCursor: last
      ? Buffer.from(JSON.stringify([last.id, last.rank])).toString("base64url")
      : null,
  };
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

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  try {
    const [id, rank] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof id === "number" && isRank(rank)) return { id, rank };
  } catch {
    // An invalid cursor is refused below.
  }
  throw new Problem(400, "cursor: use a cursor from an earlier response.");
}
