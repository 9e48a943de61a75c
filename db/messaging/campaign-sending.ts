import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { exists, pluck, reader, type Stored } from "#db/rows.ts";
import { countRecipient, type HoldReason } from "./campaigns.ts";
import { countFailed, countSent, findCampaignOfRecipient } from "./message-outcomes.ts";
import { countDelivered } from "./message-receipts.ts";

/** Moves the next text of a campaign with its own pace back to `at`, when the text of that slot was not sent. */
export function allowSendingFrom(db: Database, id: number, at: number): void {
  db.query(
    "update campaigns set next_send_at = min(next_send_at, ?) where id = ? and pace_interval is not null",
  ).run(at, id);
}

export function isSending(db: Database, id: number): boolean {
  return exists(db, "select 1 from campaigns where id = ? and status = 'sending'", id);
}

/** Campaigns that are sending but have no waiting or in-flight texts. */
export function finishedCampaigns(db: Database): number[] {
  return pluck(
    db,
    `select id from campaigns
     where status = 'sending' and check_status in ('completed', 'skipped') and freeze_after is null
       and not exists (select 1 from messages where status = 'pending' and campaign_id = campaigns.id)
       and not exists (select 1 from messages where status in ('claimed', 'in_doubt') and campaign_id = campaigns.id)`,
  );
}

/** Returns true when the hold changed. */
export function setCampaignHold(
  db: Database,
  id: number,
  held: { until: number; by: HoldReason } | undefined,
): boolean {
  const { changes } = db
    .query(
      "update campaigns set held_until = $until, held_by = $by where id = $id and (held_until is not $until or held_by is not $by)",
    )
    .run({ id, until: held?.until ?? null, by: held?.by ?? null });
  return changes > 0;
}

export function setNextSend(db: Database, id: number, at: number): void {
  db.query("update campaigns set next_send_at = ? where id = ?").run(at, id);
}

export interface UnknownText {
  readonly id: number;
  readonly campaignId: number;
  readonly contactId: number | null;
  readonly name: string | null;
  readonly phone: string;
  readonly claimedAt: number;
  readonly reason: string | null;
}

const unknown = reader<Stored<UnknownText, "phone">, UnknownText>(
  `select m.id, m.campaign_id as campaignId, m.contact_id as contactId, c.name, m.phone,
    coalesce(m.claimed_at, 0) as claimedAt, m.error as reason
  from messages m left join contacts c on c.id = m.contact_id`,
  (row) => ({ ...row, phone: phoneText(row.phone) }),
);

/** Texts that may or may not have been sent, in the order of their ids. */
export function unknownTexts(
  db: Database,
  campaignId: number,
  after: number,
  limit: number,
): UnknownText[] {
  return unknown.list(
    db,
    "where m.status = 'unknown' and m.campaign_id = ? and m.id > ? order by m.id limit ?",
    campaignId,
    after,
    limit,
  );
}

export function findUnknownText(db: Database, id: number): UnknownText | undefined {
  const rest = "where m.id = ? and m.status = 'unknown' and m.campaign_id is not null";
  return unknown.find(db, rest, id) ?? undefined;
}

/** Staff confirmed that the text arrived. */
export function resolveAsDelivered(db: Database, id: number, now: number): void {
  resolveUnknown(
    db,
    id,
    "status = 'delivered', error = null, sent_after = 0, settled_after = $now - coalesce(at, 0)",
    now,
  );
  const campaignId = findCampaignOfRecipient(db, id);
  if (campaignId) countSent(db, campaignId, 1, now);
  countDelivered(db, id, now);
}

/** Staff confirmed that the text did not arrive and want it sent: it goes back to the queue. */
export function resolveAsUnsent(db: Database, id: number, now: number): void {
  resolveUnknown(
    db,
    id,
    `status = 'pending', error = null, claimed_at = null, at = null, due_at = $now,
       phone = coalesce((select phone from contacts where contacts.id = contact_id), phone)`,
    now,
  );
}

/** Staff decided not to send the text again. */
export function resolveAsFailed(db: Database, id: number, reason: string, now: number): void {
  resolveUnknown(
    db,
    id,
    "status = 'failed', error = $reason, settled_after = $now - coalesce(at, 0)",
    now,
    reason,
  );
  countFailed(db, id, now);
}

function resolveUnknown(db: Database, id: number, set: string, now: number, reason?: string): void {
  db.query(`update messages set ${set} where id = $id and status = 'unknown'`).run({
    id,
    now,
    ...(reason !== undefined && { reason }),
  });
  countRecipient(db, id, "unknown_count", -1);
}
