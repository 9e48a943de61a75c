import type { Database } from "#db/connection.ts";
import { count, exists } from "#db/rows.ts";
import { HOUR_MS } from "#src/shared/durations.ts";

export interface HourRow {
  readonly hour: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly replies: number;
}

export type HourCount = Partial<Record<"sent" | "delivered" | "failed" | "replies", number>>;

/** Adds to the counts of an hour as events happen, so that a report never scans the messages. */
export function addToHour(db: Database, campaignId: number, at: number, counts: HourCount): void {
  // Selecting from `campaigns` skips a campaign that was deleted.
  db.query(
    `insert into campaign_hours (campaign_id, hour, sent, delivered, failed, replies)
     select id, $hour, $sent, $delivered, $failed, $replies from campaigns where id = $campaignId
     on conflict do update set sent = sent + excluded.sent, delivered = delivered + excluded.delivered,
       failed = failed + excluded.failed, replies = replies + excluded.replies`,
  ).run({
    campaignId,
    hour: Math.floor(at / HOUR_MS),
    sent: 0,
    delivered: 0,
    failed: 0,
    replies: 0,
    ...counts,
  });
}

export function hoursOf(db: Database, campaignId: number, limit: number): HourRow[] {
  return db
    .query<HourRow, [number, number]>(
      "select hour, sent, delivered, failed, replies from campaign_hours where campaign_id = ? order by hour limit ?",
    )
    .all(campaignId, limit);
}

export interface FailureRow {
  readonly kind: "failed" | "skipped";
  readonly reason: string;
  readonly count: number;
}

/** Counts a recipient's failure by its reason. A retry is not a new recipient and is not counted. */
export function countFailure(
  db: Database,
  messageId: number,
  kind: FailureRow["kind"],
  by: 1 | -1,
): void {
  db.query(
    `insert into campaign_failures (campaign_id, kind, words, count)
     select campaign_id, $kind, coalesce(error, 'The text could not be sent'), $by from messages
     where id = $messageId and retry_of is null and campaign_id in (select id from campaigns)
     on conflict do update set count = count + excluded.count`,
  ).run({ messageId, kind, by });
}

export function failuresOf(db: Database, campaignId: number): FailureRow[] {
  return db
    .query<FailureRow, [number]>(
      "select kind, words as reason, count from campaign_failures where campaign_id = ? and count > 0 order by count desc, words",
    )
    .all(campaignId);
}

export interface HeldRow {
  readonly contactId: number;
  readonly name: string;
  readonly conversationId: number | null;
}

/** Recipients without a text whose clients may have opted out, which staff have not decided yet; oldest first. */
export function heldOf(db: Database, campaignId: number, limit: number): HeldRow[] {
  return db
    .query<HeldRow, [number, number]>(
      `select c.id as contactId, c.name, v.id as conversationId from opt_out_reviews r
       join contacts c on c.phone = r.phone
       join messages m on m.campaign_id = ? and m.contact_id = c.id and m.retry_of is null and m.status = 'skipped'
       left join conversations v on v.contact_id = c.id order by r.asked_at limit ?`,
    )
    .all(campaignId, limit);
}

/** The campaign whose text was the last one sent to this contact, at `since` or later. */
export function lastCampaignOf(
  db: Database,
  contactId: number,
  since: number,
): { campaignId: number; at: number } | null {
  return db
    .query<{ campaignId: number; at: number }, [number, number]>(
      `select campaign_id as campaignId, at from messages
       where contact_id = ? and at is not null and at >= ? and campaign_id is not null
         and status in ('claimed', 'in_doubt', 'sent', 'delivered', 'unknown')
       order by at desc limit 1`,
    )
    .get(contactId, since);
}

/** Whether the contact sent a text at `since` or later. */
export function hasWrittenSince(db: Database, contactId: number, since: number): boolean {
  return exists(
    db,
    `select 1 from messages
     where contact_id = ? and at is not null and at >= ? and status = 'received' limit 1`,
    contactId,
    since,
  );
}

export function countReply(db: Database, campaignId: number, at: number): void {
  db.query("update campaigns set reply_count = reply_count + 1 where id = ?").run(campaignId);
  addToHour(db, campaignId, at, { replies: 1 });
}

export function countOptOut(db: Database, campaignId: number): void {
  db.query("update campaigns set opt_out_count = opt_out_count + 1 where id = ?").run(campaignId);
}

/** Counts campaign and automatic offers that reached this contact, or may have, since then, up to `limit`; for the frequency cap. */
export function countCampaignTexts(
  db: Database,
  contactId: number,
  since: number,
  limit: number,
): number {
  return count(
    db,
    `select count(*) from (select 1 from messages
     where contact_id = ? and at is not null and at >= ? and (campaign_id is not null or kind = 'marketing')
       and status in ('claimed', 'in_doubt', 'sent', 'delivered', 'unknown') limit ?)`,
    contactId,
    since,
    limit,
  );
}

const SCAN_LIMIT = 500;

/** The last campaigns that sent a text to a contact, newest first, among the contact's last `SCAN_LIMIT` texts. */
export function campaignsSentTo(
  db: Database,
  contactId: number,
  limit: number,
): { id: number; name: string; at: number }[] {
  return db
    .query<{ id: number; name: string; at: number }, [number, number, number]>(
      `select campaigns.id, campaigns.name, sent.at from (
         select campaign_id, at from messages
         where contact_id = ? and at is not null and status in ('sent', 'delivered')
         order by at desc limit ?) sent
       join campaigns on campaigns.id = sent.campaign_id
       order by sent.at desc limit ?`,
    )
    .all(contactId, SCAN_LIMIT, limit);
}
