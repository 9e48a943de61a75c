import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { exists } from "#db/rows.ts";
import { DAY_MS } from "#src/shared/durations.ts";

export interface ClientText {
  readonly id: number;
  readonly at: number;
  readonly direction: string;
  readonly purpose: string;
  readonly campaign: string | null;
  /** Null when the body was deleted and only the ledger remains. */
  readonly body: string | null;
  readonly status: string;
  readonly error: string | null;
  readonly segments: number;
  /** Millionths of the currency. */
  readonly price: number | null;
}

/** A contact's texts after a position, oldest first. Texts of deleted conversations are included, without their body. */
export function clientTextsAfter(
  db: Database,
  contactId: number,
  after: { at: number; id: number },
  limit: number,
): ClientText[] {
  return db
    .query<ClientText, { contactId: number; at: number; id: number; limit: number }>(
      `select m.id, m.at, m.direction, m.purpose, campaigns.name as campaign,
         iif(m.hidden = 1, null, coalesce(m.body, campaign_texts.message)) as body,
         m.status, m.error, m.segments, m.price
       from messages m
         left join campaigns on campaigns.id = m.campaign_id
         left join campaign_texts on campaign_texts.campaign_id = m.campaign_id and version = m.text_version
       where m.contact_id = $contactId and m.at is not null and (m.at, m.id) > ($at, $id)
       order by m.at, m.id limit $limit`,
    )
    .all({ contactId, limit, ...after });
}

/** The bodies of texts that client and staff wrote to each other since then, newest first. */
export function chatBodiesSince(
  db: Database,
  contactId: number,
  since: number,
  limit: number,
): string[] {
  return db
    .query<{ body: string }, [number, number, number]>(
      `select body from messages
       where contact_id = ? and at >= ? and purpose = 'chat' and hidden = 0 and body is not null
       order by at desc, id desc limit ?`,
    )
    .all(contactId, since, limit)
    .map(({ body }) => body);
}

/** Campaigns with a text for this client that is not in the thread yet. */
export function upcomingCampaigns(
  db: Database,
  contactId: number,
): { campaign: string; status: string; error: string | null }[] {
  return db
    .query<{ campaign: string; status: string; error: string | null }, [number]>(
      `select campaigns.name as campaign, m.status, m.error from campaigns cross join messages m
         on m.campaign_id = campaigns.id and m.contact_id = ? and m.retry_of is null
       where m.at is null order by campaigns.id`,
    )
    .all(contactId);
}

/** Whether a text to these numbers or in this thread is in flight. Its body is still needed to reconcile it. */
export function hasTextInFlight(
  db: Database,
  contactId: number,
  phones: readonly string[],
): boolean {
  return exists(
    db,
    `select 1 from messages where status in ('claimed', 'in_doubt')
       and (phone in (select value from json_each(?)) or contact_id = ?)`,
    JSON.stringify(phones.map(phoneKey)),
    contactId,
  );
}

/** Deletes the client's media and waiting texts, except those of campaigns, which are included in the campaigns' counts. */
export function deleteWaitingTexts(db: Database, contactId: number): void {
  deleteContactMedia(db, contactId);
  db.query(
    `delete from messages where contact_id = ? and at is not null and status = 'pending'
       and campaign_id is null`,
  ).run(contactId);
}

/** Erases the bodies that a hidden thread still has. */
export function eraseTextBodies(db: Database, contactId: number): void {
  db.query(
    "update messages set body = null where contact_id = ? and at is not null and body is not null",
  ).run(contactId);
}

/**
 * Deletes the pictures of a thread that is about to be hidden. Those of a text that is still being
 * sent are scheduled for deletion a day after they were created.
 */
export function deleteThreadMedia(db: Database, contactId: number): void {
  db.query(
    `delete from media where message_id in (select id from messages
       where contact_id = ? and at is not null and hidden = 0
         and status not in ('pending', 'claimed', 'in_doubt'))`,
  ).run(contactId);
  db.query(
    `update media set delete_at = created_at + ?2 where message_id in (select id from messages
       where contact_id = ?1 and at is not null and hidden = 0)`,
  ).run(contactId, DAY_MS);
}

/** Deletes all media of a contact, including that of hidden and waiting texts. */
function deleteContactMedia(db: Database, contactId: number): void {
  db.query(
    `delete from media where message_id in
       (select id from messages where contact_id = ? and at is not null)`,
  ).run(contactId);
}
