import { searchContacts } from "#db/clients/contacts-list.ts";
import * as store from "#db/messaging/conversations.ts";
import type { App, Staff } from "#src/app.ts";
import { searchableBy } from "#src/platform/masking/masking.ts";
import type { ConversationList } from "./contract.ts";
import { readPlace } from "./cursor.ts";
import { previewOf } from "./preview.ts";
import { shownConversation } from "./to-conversation.ts";

/** Of a found text, so that the word is in sight. */
const EXCERPT_BEFORE = 24;
/** More contacts than this under one search say nothing; narrower words will. */
const MATCHES = 1_000;

export function listConversations(
  app: App,
  actor: Staff,
  { limit, cursor, q }: { limit: number; cursor?: string | undefined; q: string },
): ConversationList {
  const before = readPlace(cursor);
  const rows =
    q === ""
      ? store.listConversations(app.db, before, limit + 1)
      : search(app, actor, q, before, limit + 1);
  const page: store.FoundConversation[] = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    conversations: page.map((row) =>
      shownConversation(
        row,
        row.found ? { messageId: row.found.id, excerpt: excerptOf(row.found.body, q) } : null,
      ),
    ),
    nextCursor: rows.length > limit && last ? `${last.lastMessageAt}.${last.id}` : null,
    unread: store.countUnread(app.db),
  };
}

/** What was written may hold what is hidden: those who may not read it do not search there. */
function search(
  app: App,
  actor: Staff,
  q: string,
  before: store.Place,
  limit: number,
): store.FoundConversation[] {
  const searchable = searchableBy(actor, q);
  if (searchable === "nothing") return [];
  return store.searchConversations(app.db, {
    contactIds: searchContacts(app.db, q, MATCHES).map(({ id }) => id),
    words: searchable === "all" ? wordsQuery(q) : undefined,
    before,
    limit,
  });
}

/** Every word, the last one as a beginning: what is being typed is found before it is finished. */
function wordsQuery(q: string): string | undefined {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? undefined : `${words.map((word) => `"${word}"`).join(" ")}*`;
}

/** The text around the first of the searched words. */
function excerptOf(body: string, q: string): string {
  const line = body.replace(/\s+/g, " ");
  const [word = ""] = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  const at = line.toLowerCase().indexOf(word.toLowerCase());
  return at <= EXCERPT_BEFORE
    ? previewOf(line)
    : `…${previewOf(line.slice(line.indexOf(" ", at - EXCERPT_BEFORE) + 1))}`;
}
