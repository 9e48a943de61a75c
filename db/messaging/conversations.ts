import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";

export interface ConversationRow {
  readonly id: number;
  readonly contactId: number;
  readonly name: string;
  readonly phone: string;
  readonly optedOut: boolean;
  readonly undeliverable: boolean;
  readonly lastMessageAt: number;
  readonly lastMessagePreview: string | null;
  readonly lastDirection: "inbound" | "outbound" | null;
  readonly lastStatus: string | null;
  readonly unreadCount: number;
}

interface Stored extends Omit<ConversationRow, "phone" | "optedOut" | "undeliverable"> {
  readonly phone: number;
  readonly optedOut: number;
  readonly undeliverable: number;
}

const COLUMNS = `conversations.id, conversations.contact_id as contactId, contacts.name, contacts.phone,
    contacts.opted_out as optedOut, contacts.undeliverable, last_message_at as lastMessageAt,
    last_message_preview as lastMessagePreview, unread_count as unreadCount,
    (select direction from messages where messages.id = last_message_id) as lastDirection,
    (select status from messages where messages.id = last_message_id) as lastStatus`;
const SELECT = `select ${COLUMNS} from conversations join contacts on contacts.id = contact_id`;

export interface Place {
  readonly at: number;
  readonly id: number;
}

export function listConversations(db: Database, before: Place, limit: number): ConversationRow[] {
  return db
    .query<Stored, { at: number; id: number; limit: number }>(
      `${SELECT} where (last_message_at, conversations.id) < ($at, $id)
       order by last_message_at desc, conversations.id desc limit $limit`,
    )
    .all({ ...before, limit })
    .map(fromStored);
}

/** With the newest text that holds the words, where it was they that matched. */
export interface FoundConversation extends ConversationRow {
  readonly found?: { readonly id: number; readonly body: string } | null;
}

/** By the contact's name or number (`contacts`, trigram or prefix), or by what was written. */
export function searchConversations(
  db: Database,
  wanted: {
    contactIds: readonly number[];
    words: string | undefined;
    before: Place;
    limit: number;
  },
): FoundConversation[] {
  return db
    .query<
      Stored & { foundId: number | null; foundBody: string | null },
      { ids: string; words: string; at: number; id: number; limit: number }
    >(
      `with hits as materialized (
         select contact_id, max(id) as message_id from messages
         where $words <> '' and hidden = 0 and contact_id is not null and id in (
           select rowid from messages_search where messages_search match iif($words = '', '""', $words)
           order by rowid desc limit 1000)
         group by contact_id)
       select ${COLUMNS}, hits.message_id as foundId,
         (select body from messages where messages.id = hits.message_id) as foundBody
       from conversations join contacts on contacts.id = conversations.contact_id
         left join hits on hits.contact_id = conversations.contact_id
       where conversations.contact_id in (
         select value from json_each($ids) union select contact_id from hits)
         and (last_message_at, conversations.id) < ($at, $id)
       order by last_message_at desc, conversations.id desc limit $limit`,
    )
    .all({
      ids: JSON.stringify(wanted.contactIds),
      words: wanted.words ?? "",
      limit: wanted.limit,
      ...wanted.before,
    })
    .map(({ foundId, foundBody, ...row }) => ({
      ...fromStored(row),
      found: foundId === null ? null : { id: foundId, body: foundBody ?? "" },
    }));
}

export function findConversation(db: Database, id: number): ConversationRow | null {
  const row = db.query<Stored, [number]>(`${SELECT} where conversations.id = ?`).get(id);
  return row ? fromStored(row) : null;
}

export function findConversationOf(db: Database, contactId: number): ConversationRow | null {
  const row = db.query<Stored, [number]>(`${SELECT} where contact_id = ?`).get(contactId);
  return row ? fromStored(row) : null;
}

/** Opens the conversation of a contact, or finds it. */
export function openConversation(db: Database, contactId: number, now: number): void {
  db.query("insert or ignore into conversations (contact_id, last_message_at) values (?, ?)").run(
    contactId,
    now,
  );
}

/** A text that was missed comes late: it does not stand before what was said since. */
export function noteLastMessage(
  db: Database,
  contactId: number,
  message: { id: number; preview: string; at: number; unread: boolean },
): void {
  db.query(
    `insert into conversations (contact_id, last_message_id, last_message_at, last_message_preview, unread_count)
     values ($contactId, $id, $at, $preview, $unread)
     on conflict (contact_id) do update set unread_count = unread_count + $unread,
       last_message_id = iif(last_message_id is null or $at >= last_message_at, $id, last_message_id),
       last_message_preview = iif(last_message_id is null or $at >= last_message_at, $preview, last_message_preview),
       last_message_at = max(last_message_at, $at)`,
  ).run({ contactId, ...message, unread: Number(message.unread) });
}

export function setRead(db: Database, id: number): void {
  db.query("update conversations set unread_count = 0 where id = ?").run(id);
}

export function countUnread(db: Database): number {
  return (
    db
      .query<{ n: number }, []>("select count(*) as n from conversations where unread_count > 0")
      .get()?.n ?? 0
  );
}

export function deleteConversation(db: Database, id: number): void {
  db.query("delete from conversations where id = ?").run(id);
}

function fromStored(row: Stored): ConversationRow {
  return {
    ...row,
    phone: phoneText(row.phone),
    optedOut: row.optedOut === 1,
    undeliverable: row.undeliverable === 1,
  };
}
