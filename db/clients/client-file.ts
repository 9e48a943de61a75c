import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";

/** Everything that is held on one client, read for its export. */

export interface HeldText {
  readonly id: number;
  readonly at: number;
  readonly direction: string;
  readonly purpose: string;
  readonly campaign: string | null;
  /** Null where the words were deleted and only the ledger is left. */
  readonly body: string | null;
  readonly status: string;
  readonly error: string | null;
  readonly segments: number;
  /** Millionths of the currency. */
  readonly price: number | null;
}

/** Oldest first, from a place on; those of deleted conversations too, without words. */
export function textsHeld(
  db: Database,
  contactId: number,
  after: { at: number; id: number },
  limit: number,
): HeldText[] {
  return db
    .query<HeldText, { contactId: number; at: number; id: number; limit: number }>(
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

/** Campaigns that have a text for this client which is not in the thread yet. */
export function campaignsAhead(
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

export interface HeldDeed {
  readonly at: number;
  readonly action: string;
  readonly by: string | null;
  readonly ip: string | null;
  readonly metadata: string;
}

export function deedsOn(db: Database, contactId: number): HeldDeed[] {
  return db
    .query<HeldDeed, [string]>(
      `select audit_logs.created_at as at, action, users.username as by, ip_address as ip, metadata
       from audit_logs left join users on users.id = actor_id
       where target_type = 'contact' and target_id = ? order by audit_logs.id`,
    )
    .all(String(contactId));
}

export function strikesOf(db: Database, phone: string): string[] {
  return db
    .query<{ day: string }, [number]>("select day from strikes where phone = ? order by day")
    .all(phoneKey(phone))
    .map(({ day }) => day);
}
