import { recordAsked } from "#db/clients/marketing-basis.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { providerKey } from "#db/provider-id.ts";
import { findValue, insertRow, reader } from "#db/rows.ts";
import type { Position } from "./conversations.ts";
import { type Purpose, skipText } from "./messages-queue.ts";
import { deleteThreadMedia } from "./texts-of-client.ts";

export interface ThreadRow {
  readonly id: number;
  readonly direction: "inbound" | "outbound";
  readonly purpose: Purpose;
  readonly campaignName: string | null;
  readonly body: string;
  readonly status: string;
  readonly error: string | null;
  readonly errorCode: number | null;
  readonly read: number;
  readonly at: number;
  readonly contactId: number;
  /** 1 when it was retried, by staff or automatically. */
  readonly retried: number;
}

const thread = reader<ThreadRow>(
  `select m.id, m.direction, m.purpose, campaigns.name as campaignName,
    coalesce(m.body, campaign_texts.message, '') as body, m.status, m.error, m.error_code, m.read,
    m.at, m.contact_id, exists (
      select 1 from messages again where again.retry_of in (m.id, m.retry_of) and again.id > m.id) as retried
  from messages m
    left join campaigns on campaigns.id = m.campaign_id
    left join campaign_texts on campaign_texts.campaign_id = m.campaign_id and version = m.text_version`,
);
const OF_CONTACT = `where m.contact_id = $contactId and m.at is not null and m.hidden = 0
  and (m.campaign_id is null or campaigns.id is not null)`;

/** A contact's texts before a position, newest first. A campaign's text is placed at the time it was sent. */
export function threadBefore(
  db: Database,
  contactId: number,
  before: Position,
  limit: number,
): ThreadRow[] {
  return thread.list(
    db,
    `${OF_CONTACT} and (m.at, m.id) < ($at, $id) order by m.at desc, m.id desc limit $limit`,
    { contactId, limit, ...before },
  );
}

/** A contact's texts after a position, oldest first. */
export function threadAfter(
  db: Database,
  contactId: number,
  after: Position,
  limit: number,
): ThreadRow[] {
  return thread.list(
    db,
    `${OF_CONTACT} and (m.at, m.id) > ($at, $id) order by m.at, m.id limit $limit`,
    { contactId, limit, ...after },
  );
}

export function findThreadMessage(db: Database, id: number): ThreadRow | null {
  return thread.find(db, "where m.id = ? and m.hidden = 0 and m.contact_id is not null", id);
}

/** A salon that never reads its texts has no use for a longer list. */
const MAX_UNREAD = 1_000;

/** The newest unread text of a conversation: what was texted to the client since is no answer to it. */
export interface UnansweredText {
  readonly conversationId: number;
  readonly contactId: number;
  readonly name: string;
  readonly messageId: number;
  readonly body: string;
  readonly at: number;
}

/** Returns unread texts that staff can answer, those that wait the longest first. */
export function listUnanswered(db: Database): UnansweredText[] {
  return db
    .query<UnansweredText, [number]>(
      `select conversations.id as conversationId, contacts.id as contactId, contacts.name,
         messages.id as messageId, coalesce(messages.body, '') as body, messages.at
       from conversations join contacts on contacts.id = conversations.contact_id
         join messages on messages.id = (
           select max(id) from messages where contact_id = contacts.id and status = 'received' and read = 0)
       where conversations.id in (
         select id from conversations indexed by conversations_unread where unread_count > 0
         order by last_message_at limit ?)
         and contacts.opted_out = 0
         and not exists (select 1 from opt_out_reviews where opt_out_reviews.phone = contacts.phone)
       order by messages.at`,
    )
    .all(MAX_UNREAD);
}

export interface InboundText {
  readonly providerId: string;
  readonly phone: string;
  readonly contactId: number;
  readonly body: string;
  readonly segments: number;
  readonly at: number;
}

/** Returns the text's id. No other text may have its provider id. */
export function insertInbound(db: Database, text: InboundText): number {
  const id = insertRow(db, "messages", {
    phone: phoneKey(text.phone),
    contactId: text.contactId,
    body: text.body,
    segments: text.segments,
    status: "received",
    providerId: providerKey(text.providerId),
    at: text.at,
    settledAfter: 0,
  });
  recordAsked(db, text.contactId, text.at);
  return id;
}

/** Adds a chat or inbound text to the search index. Campaign texts are left out: one would match a thousand times. */
export function indexBody(db: Database, id: number, body: string): void {
  db.query("insert into messages_search (rowid, body) values (?, ?)").run(id, body);
}

/** Indexes the texts of all conversations, of a database whose index is empty. */
export function indexAllBodies(db: Database): void {
  db.run(
    `insert into messages_search (rowid, body) select id, body from messages
     where body is not null and hidden = 0 and kind is null and campaign_id is null`,
  );
}

/** When any conversation last had a text, in epoch milliseconds. Texts up to then were received; a catch-up begins there. */
export function lastConversationAt(db: Database): number | undefined {
  return findValue<number>(db, "select max(last_message_at) as at from conversations");
}

export function markThreadRead(db: Database, contactId: number): number {
  return db
    .query("update messages set read = 1 where contact_id = ? and status = 'received' and read = 0")
    .run(contactId).changes;
}

/** Hides a conversation's texts from every screen. The ledger (number, time, status, cost) remains. */
export function hideThread(db: Database, contactId: number): void {
  deleteThreadMedia(db, contactId);
  db.query(
    // `at is not null` selects the thread's index; without it each deletion would scan all texts. Other texts are not in the search index.
    `delete from messages_search where rowid in
       (select id from messages where contact_id = ? and at is not null and hidden = 0)`,
  ).run(contactId);
  db.query(
    `update messages set hidden = 1, read = 1, body = iif(status in ('pending', 'claimed', 'in_doubt'), body, null)
     where contact_id = ? and at is not null and hidden = 0`,
  ).run(contactId);
}

/** Prepares a contact's deletion: its texts lose their body and their contact, and waiting texts are skipped. */
export function detachFromContact(db: Database, contactId: number, now: number): void {
  hideThread(db, contactId);
  const waiting = db
    .query<{ id: number }, [number]>(
      `select m.id from campaigns join messages m
         on m.campaign_id = campaigns.id and m.contact_id = ? and m.retry_of is null
       where campaigns.status in ('scheduled', 'sending', 'stopped', 'failed') and m.status = 'pending'`,
    )
    .all(contactId);
  for (const { id } of waiting) {
    skipText(db, id, "The contact was deleted", now);
    db.query("update messages set contact_id = null, hidden = 1 where id = ?").run(id);
  }
  // The rows in the thread's index, including hidden ones; a row outside it has no body.
  db.query("update messages set contact_id = null where contact_id = ? and at is not null").run(
    contactId,
  );
}
