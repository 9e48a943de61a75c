import { countContacts, isShort, listContacts as listRows } from "#db/clients/contacts-list.ts";
import { findTag } from "#db/clients/tags.ts";
import type { App, Staff } from "#src/app.ts";
import { searchableBy } from "#src/platform/masking/masking.ts";
import { Problem } from "#src/shared/problem.ts";
import { shown } from "./contacts.ts";
import type { ContactFilter, ContactList, ContactPage } from "./contract.ts";

/** One page of contacts; the cursor is the last row's place. Nobody searches by what is hidden from them. */
export function listContacts(app: App, actor: Staff, page: ContactPage): ContactList {
  const { limit, cursor, q } = page;
  const wanted = filterOf(app, page);
  if (q !== "" && searchableBy(actor, q) === "nothing")
    return { contacts: [], total: countContacts(app.db, wanted), nextCursor: null };
  const rows = listRows(app.db, { ...wanted, limit: limit + 1, after: readCursor(cursor) });
  const shownRows = rows.slice(0, limit);
  const last = rows.length > limit ? shownRows.at(-1) : undefined;
  const place = last && (q !== "" && isShort(q) ? [last.id, last.name] : [last.id]);
  return {
    contacts: shown(app, shownRows),
    total: countContacts(app.db, wanted),
    nextCursor: place ? Buffer.from(JSON.stringify(place)).toString("base64url") : null,
  };
}

/** @throws Problem 404 when the tag is gone */
export function filterOf(app: App, { q, state, tag: id }: ContactFilter) {
  const tag = id === undefined ? undefined : findTag(app.db, id);
  if (tag === null) throw new Problem(404, "This tag does not exist any more.");
  return { search: q, state, tag };
}

function readCursor(cursor: string | undefined): { id: number; name: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [id, name = ""] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [
      unknown,
      unknown,
    ];
    if (typeof id === "number" && typeof name === "string") return { id, name };
  } catch {
    // Not one of ours: refused below.
  }
  throw new Problem(400, "cursor: this is not a cursor that Parlor gave.");
}
