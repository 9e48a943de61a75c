import type { Database } from "#db/connection.ts";
import { exists, pluck } from "#db/rows.ts";
import type { HoldReason } from "./campaigns.ts";

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
