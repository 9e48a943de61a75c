import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { pluck } from "#db/rows.ts";

/** Queries for the export of one client's data. */

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

export interface ClientAuditEntry {
  readonly at: number;
  readonly action: string;
  readonly by: string | null;
  readonly ip: string | null;
  readonly metadata: string;
}

export function auditEntriesOf(db: Database, contactId: number): ClientAuditEntry[] {
  return db
    .query<ClientAuditEntry, [string]>(
      `select audit_logs.created_at as at, action, users.username as by, ip_address as ip, metadata
       from audit_logs left join users on users.id = actor_id
       where target_type = 'contact' and target_id = ? order by audit_logs.id`,
    )
    .all(String(contactId));
}

export function strikesOf(db: Database, phone: string): string[] {
  return pluck<string>(db, "select day from strikes where phone = ? order by day", phoneKey(phone));
}
