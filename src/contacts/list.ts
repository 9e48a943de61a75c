import { isShort, listContacts as listRows } from "#db/contacts-list.ts";
import { readCounter } from "#db/counters.ts";
import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";
import { shown } from "./contacts.ts";
import type { ContactList, ContactPage } from "./contract.ts";

/** One page of contacts; the cursor is the last row's place. */
export function listContacts(app: App, { limit, cursor, q, state }: ContactPage): ContactList {
  const rows = listRows(app.db, { search: q, state, limit: limit + 1, after: readCursor(cursor) });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const place = last && (q !== "" && isShort(q) ? [last.id, last.name] : [last.id]);
  return {
    contacts: page.map(shown),
    total: readCounter(app.db, state === "all" ? "contacts" : state),
    nextCursor: place ? Buffer.from(JSON.stringify(place)).toString("base64url") : null,
  };
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
