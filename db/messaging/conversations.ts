import { detailColumns } from "#db/clients/contacts.ts";
import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { count, reader, type Stored, updateRow } from "#db/rows.ts";
import { MERGE_DETAILS, type MergeDetails } from "#src/shared/contact-fields.ts";

export interface ConversationRow extends MergeDetails {
  readonly id: number;
  readonly contactId: number;
  readonly name: string;
  readonly phone: string;
  readonly optedOut: boolean;
  readonly undeliverable: boolean;
  /** What the client wrote, while staff have to decide whether it was an opt-out. */
  readonly reviewWording: string | null;
  readonly lastMessageAt: number;
  readonly lastMessageId: number | null;
  readonly lastMessagePreview: string | null;
  readonly lastDirection: "inbound" | "outbound" | null;
  readonly lastStatus: string | null;
  readonly unreadCount: number;
}

type StoredConversation = Stored<ConversationRow, "phone" | "optedOut" | "undeliverable">;

const COLUMNS = `conversations.id, conversations.contact_id as contactId, contacts.name, contacts.phone,
    contacts.opted_out as optedOut, contacts.undeliverable, last_message_at as lastMessageAt,
    (select wording from opt_out_reviews where opt_out_reviews.phone = contacts.phone) as reviewWording,
    last_message_id as lastMessageId, last_message_preview as lastMessagePreview, unread_count as unreadCount,
    (select direction from messages where messages.id = last_message_id) as lastDirection,
    (select status from messages where messages.id = last_message_id) as lastStatus${detailColumns("contacts", MERGE_DETAILS)}`;
const conversations = reader<StoredConversation, ConversationRow>(
  `select ${COLUMNS} from conversations join contacts on contacts.id = contact_id`,
  toConversationRow,
);

export interface Position {
  readonly at: number;
  readonly id: number;
}

export function listConversations(
  db: Database,
  before: Position,
  limit: number,
  show: "all" | "unread" = "all",
): ConversationRow[] {
  return conversations.list(
    db,
    `where (last_message_at, conversations.id) < ($at, $id) ${show === "all" ? "" : "and unread_count > 0"}
     order by last_message_at desc, conversations.id desc limit $limit`,
    { ...before, limit },
  );
}

/** A search result, with the newest text that contains the words if the words matched. */
export interface ConversationMatch extends ConversationRow {
  readonly match?: { readonly id: number; readonly body: string } | null;
}

/** Finds conversations with one of `contactIds`, or with a text that contains `words` (an FTS5 query). */
export function searchConversations(
  db: Database,
  options: {
    contactIds: readonly number[];
    words: string | undefined;
    before: Position;
    limit: number;
  },
): ConversationMatch[] {
  return db
    .query<
      StoredConversation & { matchId: number | null; matchBody: string | null },
      { ids: string; words: string; at: number; id: number; limit: number }
    >(
      `with hits as materialized (
         select contact_id, max(id) as message_id from messages
         where $words <> '' and hidden = 0 and contact_id is not null and id in (
           select rowid from messages_search where messages_search match iif($words = '', '""', $words)
           order by rowid desc limit 1000)
         group by contact_id)
       select ${COLUMNS}, hits.message_id as matchId,
         (select body from messages where messages.id = hits.message_id) as matchBody
       from conversations join contacts on contacts.id = conversations.contact_id
         left join hits on hits.contact_id = conversations.contact_id
       where conversations.contact_id in (
         select value from json_each($ids) union select contact_id from hits)
         and (last_message_at, conversations.id) < ($at, $id)
       order by last_message_at desc, conversations.id desc limit $limit`,
    )
    .all({
      ids: JSON.stringify(options.contactIds),
      words: options.words ?? "",
      limit: options.limit,
      ...options.before,
    })
    .map(({ matchId, matchBody, ...row }) => ({
      ...toConversationRow(row),
      match: matchId === null ? null : { id: matchId, body: matchBody ?? "" },
    }));
}

/** The contacts of the newest conversations before a position. */
export function contactsInConversations(
  db: Database,
  before: Position,
  limit: number,
): { id: number; name: string; phone: string }[] {
  return db
    .query<{ id: number; name: string; phone: number }, { at: number; id: number; limit: number }>(
      `select contacts.id, name, phone from conversations join contacts on contacts.id = contact_id
       where (last_message_at, conversations.id) < ($at, $id)
       order by last_message_at desc, conversations.id desc limit $limit`,
    )
    .all({ ...before, limit })
    .map((row) => ({ ...row, phone: phoneText(row.phone) }));
}

export function findConversation(db: Database, id: number): ConversationRow | null {
  return conversations.find(db, "where conversations.id = ?", id);
}

export function findConversationOfContact(db: Database, contactId: number): ConversationRow | null {
  return conversations.find(db, "where contact_id = ?", contactId);
}

/** Opens a conversation with a contact, unless there is one. */
export function openConversation(db: Database, contactId: number, now: number): void {
  db.query("insert or ignore into conversations (contact_id, last_message_at) values (?, ?)").run(
    contactId,
    now,
  );
}

/**
 * Updates the preview, unless the conversation already has a later text: a missed text may be recorded late.
 * Returns the conversation's id.
 */
export function recordLastMessage(
  db: Database,
  contactId: number,
  message: { id: number; preview: string; at: number; unread: boolean },
): number {
  const row = db
    .query<{ id: number }, Record<string, number | string>>(
      `insert into conversations (contact_id, last_message_id, last_message_at, last_message_preview, unread_count)
       values ($contactId, $id, $at, $preview, $unread)
       on conflict (contact_id) do update set unread_count = unread_count + $unread,
         last_message_id = iif(last_message_id is null or $at >= last_message_at, $id, last_message_id),
         last_message_preview = iif(last_message_id is null or $at >= last_message_at, $preview, last_message_preview),
         last_message_at = max(last_message_at, $at)
       returning id`,
    )
    .get({ contactId, ...message, unread: Number(message.unread) });
  return row?.id ?? 0;
}

/** Shows a text to the client as the last one of their conversation, if there is one. Unread texts stay unread. */
export function showLastMessage(
  db: Database,
  contactId: number,
  message: { id: number; preview: string; at: number },
): void {
  db.query(
    `update conversations set last_message_id = $id, last_message_preview = $preview, last_message_at = $at
     where contact_id = $contactId and last_message_at <= $at`,
  ).run({ contactId, ...message });
}

/** Shows the retry of a text in its place, if that is the last one of a conversation. */
export function replaceLastMessage(db: Database, id: number, retryId: number): void {
  db.query(
    `update conversations set last_message_id = ?2
     where contact_id = (select contact_id from messages where id = ?1) and last_message_id = ?1`,
  ).run(id, retryId);
}

export function markConversationRead(db: Database, id: number): void {
  updateRow(db, "conversations", id, { unreadCount: 0 });
}

export function countUnread(db: Database): number {
  return count(db, "select count(*) from conversations where unread_count > 0");
}

export function deleteConversation(db: Database, id: number): void {
  db.query("delete from conversations where id = ?").run(id);
}

function toConversationRow(row: StoredConversation): ConversationRow {
  return {
    ...row,
    phone: phoneText(row.phone),
    optedOut: row.optedOut === 1,
    undeliverable: row.undeliverable === 1,
  };
}

interface DraftRow {
  readonly conversationId: number;
  readonly body: string;
}

/** A user's drafts, newest first. */
export function draftsOf(db: Database, userId: string, limit: number): DraftRow[] {
  return db
    .query<DraftRow, [string, number]>(
      `select conversation_id as conversationId, body from drafts where user_id = ?
       order by updated_at desc limit ?`,
    )
    .all(userId, limit);
}

export function saveDraft(
  db: Database,
  draft: { conversationId: number; userId: string; body: string },
  now: number,
): void {
  db.query(
    `insert into drafts (conversation_id, user_id, body, updated_at)
     values ($conversationId, $userId, $body, $now)
     on conflict do update set body = excluded.body, updated_at = excluded.updated_at`,
  ).run({ ...draft, now });
}

/** Returns true when there was a draft. */
export function deleteDraft(db: Database, conversationId: number, userId: string): boolean {
  return (
    db
      .query("delete from drafts where conversation_id = ? and user_id = ?")
      .run(conversationId, userId).changes > 0
  );
}
