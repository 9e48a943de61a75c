import { matchesSearch } from "#db/clients/contact-search.ts";
import { searchContacts } from "#db/clients/contacts-list.ts";
import type { ConversationRow, Position } from "#db/messaging/conversations.ts";
import * as store from "#db/messaging/conversations.ts";
import type { ThreadRow } from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import type { Media } from "#src/messaging/media/contract.ts";
import { searchScope } from "#src/platform/masking/masking.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { toPreview } from "#src/shared/message-preview.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Conversation, ConversationList, Message, MessageStatus } from "./contract.ts";

/** Characters of an excerpt before the match, so that the match is visible. */
const EXCERPT_BEFORE = 24;
/** The most contacts that one search considers. */
const MAX_CONTACTS = 1_000;
/** Conversations read when a search matches more contacts than that, which takes 10 ms. */
const MAX_SCANNED = 2_000;

interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly show: "all" | "unread";
  readonly q: string;
}

export function listConversations(
  app: App,
  actor: Staff,
  { limit, cursor, show, q }: ListQuery,
): ConversationList {
  const before = parseCursor(cursor);
  const rows =
    q === ""
      ? store.listConversations(app.db, before, limit + 1, show)
      : search(app, actor, q, before, limit + 1);
  const page: store.ConversationMatch[] = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    conversations: page.map((row) =>
      toConversation(
        row,
        row.match ? { messageId: row.match.id, excerpt: excerptOf(row.match.body, q) } : null,
      ),
    ),
    nextCursor: rows.length > limit && last ? `${last.lastMessageAt}.${last.id}` : null,
    unread: store.countUnread(app.db),
  };
}

/** Texts may contain hidden names and numbers, so users who may not see those don't search the texts. */
function search(
  app: App,
  actor: Staff,
  q: string,
  before: store.Position,
  limit: number,
): store.ConversationMatch[] {
  const searchable = searchScope(actor, q);
  if (searchable === "nothing") return [];
  return store.searchConversations(app.db, {
    contactIds: matchingContacts(app, q, before, limit),
    words: searchable === "all" ? toSearchQuery(q) : undefined,
    before,
    limit,
  });
}

/**
 * The contacts that match, or, where there are too many, those of them with the newest conversations
 * before a position.
 */
function matchingContacts(app: App, q: string, before: store.Position, limit: number): number[] {
  const ids = searchContacts(app.db, q, MAX_CONTACTS).map(({ id }) => id);
  if (ids.length < MAX_CONTACTS) return ids;
  const recent = store.contactsInConversations(app.db, before, MAX_SCANNED);
  const matches = recent.filter((contact) => matchesSearch(contact, q)).slice(0, limit);
  return matches.length < limit
    ? [...new Set([...matches.map(({ id }) => id), ...ids])]
    : matches.map(({ id }) => id);
}

/** An FTS5 query for all words, the last one as a prefix, so that results appear while the user types. */
function toSearchQuery(q: string): string | undefined {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? undefined : `${words.map((word) => `"${word}"`).join(" ")}*`;
}

/** The text around the first of the searched words. */
function excerptOf(body: string, q: string): string {
  const line = body.replace(/\s+/g, " ");
  const [word = ""] = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  const at = line.toLowerCase().indexOf(word.toLowerCase());
  return at <= EXCERPT_BEFORE
    ? toPreview(line)
    : `…${toPreview(line.slice(line.indexOf(" ", at - EXCERPT_BEFORE) + 1))}`;
}

export function toConversation(
  row: ConversationRow,
  found: Conversation["found"] = null,
): Conversation {
  return {
    ...row,
    contact: { ...row, id: row.contactId, phoneNumber: row.phone },
    lastMessageAt: toIso(row.lastMessageAt),
    lastMessageDirection: row.lastDirection,
    lastMessageStatus: row.lastStatus === null ? null : statusOf(row.lastStatus),
    optOutReview: row.reviewWording === null ? null : { wording: row.reviewWording },
    found,
  };
}

export function toMessage(row: ThreadRow, media: readonly Media[] = []): Message {
  return {
    ...row,
    status: statusOf(row.status),
    canRetry: isRetryable(row),
    read: row.read === 1,
    media: [...media],
    createdAt: toIso(row.at),
  };
}

/** Whether staff can retry a text: a chat text that failed, or an unknown one with a confirmation. */
export function isRetryable({ purpose, status, retried }: ThreadRow): boolean {
  return purpose === "chat" && retried === 0 && RETRYABLE.has(status);
}

const RETRYABLE = new Set(["failed", "undelivered", "unknown"]);

/** A text in doubt is shown as claimed until it is reconciled, within a minute or two. */
function statusOf(status: string): MessageStatus {
  return (status === "in_doubt" ? "claimed" : status) as MessageStatus;
}

/** Before it is the whole thread. */
export const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export function parseCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return NEWEST;
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !id) throw new Problem(400, "cursor: use a cursor from an earlier response.");
  return { at: Number(at), id: Number(id) };
}

export function formatCursor({ at, id }: Position): string {
  return `${at}.${id}`;
}
