import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { providerKey } from "#db/provider-id.ts";
import { deleteThreadMedia } from "./media-of-thread.ts";
import { type Purpose, skip } from "./messages-queue.ts";

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
  /** 1 when staff have sent it again. */
  readonly retried: number;
}

const COLUMNS = `m.id, m.direction, m.purpose, campaigns.name as campaignName,
  coalesce(m.body, campaign_texts.message, '') as body, m.status, m.error, m.error_code as errorCode,
  m.read, m.at, m.contact_id as contactId,
  exists (select 1 from messages again where again.retry_of = m.id) as retried`;
const FROM = `messages m
  left join campaigns on campaigns.id = m.campaign_id
  left join campaign_texts on campaign_texts.campaign_id = m.campaign_id and version = m.text_version`;

/** Newest first, the ones before a place in time; a campaign's text stands where it was sent. */
export function threadOf(
  db: Database,
  contactId: number,
  before: { at: number; id: number },
  limit: number,
): ThreadRow[] {
  return db
    .query<ThreadRow, { contactId: number; at: number; id: number; limit: number }>(
      `select ${COLUMNS} from ${FROM}
       where m.contact_id = $contactId and m.at is not null and m.hidden = 0
         and (m.campaign_id is null or campaigns.id is not null) and (m.at, m.id) < ($at, $id)
       order by m.at desc, m.id desc limit $limit`,
    )
    .all({ contactId, limit, ...before });
}

/** Oldest first, the ones after a place in time. */
export function threadAfter(
  db: Database,
  contactId: number,
  after: { at: number; id: number },
  limit: number,
): ThreadRow[] {
  return db
    .query<ThreadRow, { contactId: number; at: number; id: number; limit: number }>(
      `select ${COLUMNS} from ${FROM}
       where m.contact_id = $contactId and m.at is not null and m.hidden = 0
         and (m.campaign_id is null or campaigns.id is not null) and (m.at, m.id) > ($at, $id)
       order by m.at, m.id limit $limit`,
    )
    .all({ contactId, limit, ...after });
}

export function findInThread(db: Database, id: number): ThreadRow | null {
  return db
    .query<ThreadRow, [number]>(
      `select ${COLUMNS} from ${FROM} where m.id = ? and m.hidden = 0 and m.contact_id is not null`,
    )
    .get(id);
}

export interface InboundText {
  readonly providerId: string;
  readonly phone: string;
  readonly contactId: number;
  readonly body: string;
  readonly segments: number;
  readonly at: number;
}

/** Its id, or undefined when the provider told of it before. */
export function insertInbound(db: Database, text: InboundText): number | undefined {
  const { changes, lastInsertRowid } = db
    .query(
      `insert or ignore into messages
         (phone, contact_id, body, segments, status, provider_id, at, settled_after)
       values ($phone, $contactId, $body, $segments, 'received', $providerId, $at, 0)`,
    )
    .run({
      phone: phoneKey(text.phone),
      contactId: text.contactId,
      body: text.body,
      segments: text.segments,
      at: text.at,
      providerId: providerKey(text.providerId),
    });
  return changes > 0 ? Number(lastInsertRowid) : undefined;
}

/** Chat and inbound bodies only: a campaign's text would be found a thousand times. */
export function indexBody(db: Database, id: number, body: string): void {
  db.query("insert into messages_search (rowid, body) values (?, ?)").run(id, body);
}

/** When a conversation last moved, in epoch milliseconds: up to then texts were heard, and a catch-up begins there. */
export function lastTalkAt(db: Database): number | undefined {
  return (
    db
      .query<{ at: number | null }, []>("select max(last_message_at) as at from conversations")
      .get()?.at ?? undefined
  );
}

export function markThreadRead(db: Database, contactId: number): number {
  return db
    .query("update messages set read = 1 where contact_id = ? and status = 'received' and read = 0")
    .run(contactId).changes;
}

/** A conversation goes from every screen; the ledger (number, time, status, cost) stays. */
export function hideThread(db: Database, contactId: number): void {
  deleteThreadMedia(db, contactId);
  db.query(
    // By the thread's index, or every deletion would walk over all texts; words without a place are not indexed.
    `delete from messages_search where rowid in
       (select id from messages where contact_id = ? and at is not null and hidden = 0)`,
  ).run(contactId);
  db.query(
    `update messages set hidden = 1, read = 1, body = iif(status in ('pending', 'claimed', 'in_doubt'), body, null)
     where contact_id = ? and at is not null and hidden = 0`,
  ).run(contactId);
}

/** Before a contact is deleted: its texts lose their words and their contact, and those that wait are not sent. */
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
    skip(db, id, "The contact was deleted", now);
    db.query("update messages set contact_id = null, hidden = 1 where id = ?").run(id);
  }
  // Those in the thread's index, hidden ones among them; a row without a place in it holds no words.
  db.query("update messages set contact_id = null where contact_id = ? and at is not null").run(
    contactId,
  );
}
