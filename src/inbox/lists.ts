import { listContacts } from "#db/contacts-list.ts";
import * as store from "#db/conversations.ts";
import { threadOf } from "#db/messages-thread.ts";
import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";
import type { ConversationList, Thread } from "./contract.ts";
import { found } from "./inbox.ts";
import { shownConversation, shownMessage } from "./shown.ts";

const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
/** More contacts than this under one search say nothing; narrower words will. */
const MATCHES = 1_000;

export function listConversations(
  app: App,
  { limit, cursor, q }: { limit: number; cursor?: string | undefined; q: string },
): ConversationList {
  const before = readPlace(cursor);
  const rows =
    q === ""
      ? store.listConversations(app.db, before, limit + 1)
      : search(app, q, before, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    conversations: page.map(shownConversation),
    nextCursor: rows.length > limit && last ? `${last.lastMessageAt}.${last.id}` : null,
    unread: store.countUnread(app.db),
  };
}

/** Oldest first within the page; the cursor leads to what was before. */
export function readThread(
  app: App,
  id: number,
  { limit, before }: { limit: number; before?: string | undefined },
): Thread {
  const { contactId } = found(app, id);
  const rows = threadOf(app.db, contactId, readPlace(before), limit + 1);
  const page = rows.slice(0, limit);
  const oldest = page.at(-1);
  return {
    messages: page.toReversed().map(shownMessage),
    nextCursor: rows.length > limit && oldest ? `${oldest.at}.${oldest.id}` : null,
  };
}

function search(app: App, q: string, before: store.Place, limit: number): store.ConversationRow[] {
  const contacts = listContacts(app.db, {
    search: q,
    state: "all",
    after: undefined,
    limit: MATCHES,
  });
  return store.searchConversations(app.db, {
    contactIds: contacts.map((contact) => contact.id),
    words: wordsQuery(q),
    before,
    limit,
  });
}

/** Every word, the last one as a beginning: what is being typed is found before it is finished. */
function wordsQuery(q: string): string | undefined {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? undefined : `${words.map((word) => `"${word}"`).join(" ")}*`;
}

function readPlace(cursor: string | undefined): store.Place {
  if (cursor === undefined) return NEWEST;
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !id) throw new Problem(400, "cursor: this is not a cursor that Parlor gave.");
  return { at: Number(at), id: Number(id) };
}
