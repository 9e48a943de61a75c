import type { Database } from "#db/connection.ts";
import { insertRow, pluck, reader, updateRow } from "#db/rows.ts";
import { insertTextVersion } from "./campaign-texts.ts";

export type CampaignStatus = "draft" | "scheduled" | "sending" | "completed" | "failed" | "stopped";
export type HoldReason = "quiet-hours" | "daily-cap";
type CheckStatus = "pending" | "in_progress" | "completed" | "skipped";

export interface CampaignRow {
  readonly id: number;
  readonly name: string;
  readonly message: string;
  readonly textVersion: number;
  readonly userId: string;
  readonly author: string;
  readonly status: CampaignStatus;
  /** 1: it also goes to clients who only wrote or called. */
  readonly includeAsked: number;
  readonly segments: number;
  /** Millionths of the currency, like totalCost. */
  readonly segmentCost: number;
  readonly totalCost: number;
  readonly totalRecipients: number;
  readonly sentCount: number;
  readonly deliveredCount: number;
  readonly failedCount: number;
  readonly skippedCount: number;
  /** Why recipients were skipped, most frequent first: a JSON array of {reason, count}. */
  readonly skipped: string;
  readonly unknownCount: number;
  readonly replyCount: number;
  readonly optOutCount: number;
  /** Millionths, for the texts that the provider has priced. */
  readonly realCost: number;
  readonly pricedCount: number;
  readonly reason: string | null;
  readonly paceInterval: number | null;
  readonly nextSendAt: number;
  readonly heldUntil: number | null;
  readonly heldBy: HoldReason | null;
  readonly scheduledAt: number | null;
  /** Not null while recipients are still being inserted for its audience. */
  readonly freezeAfter: number | null;
  readonly checkStatus: CheckStatus;
  readonly checkTotal: number;
  readonly checkDone: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

const campaigns = reader<CampaignRow>(
  `select campaigns.id, campaigns.name, message, text_version, user_id, users.username as author,
    status, include_asked, segments, segment_cost, total_cost, total_recipients, sent_count, delivered_count,
    failed_count, skipped_count, unknown_count, reply_count, opt_out_count, real_cost,
    priced_count, reason, pace_interval, next_send_at, held_until, held_by, scheduled_at,
    freeze_after, check_status, check_total, check_done, campaigns.created_at, started_at,
    ended_at,
    (select json_group_array(json_object('reason', words, 'count', count)) from
      (select words, count from campaign_failures
       where campaign_id = campaigns.id and kind = 'skipped' and count > 0 order by count desc, words)) as skipped
  from campaigns
  join campaign_texts on campaign_texts.campaign_id = campaigns.id and version = text_version
  join users on users.id = campaigns.user_id`,
);

export function findCampaign(db: Database, id: number): CampaignRow | null {
  return campaigns.find(db, "where campaigns.id = ?", id);
}

export interface CampaignPage {
  /** Drafts are limited to those of this user; undefined includes all drafts. */
  readonly draftsOf: string | undefined;
  readonly status?: CampaignStatus | undefined;
  readonly drafts?: "only" | "none" | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** One page, newest first. */
export function listCampaigns(db: Database, page: CampaignPage): CampaignRow[] {
  const { draftsOf, drafts, before = Number.MAX_SAFE_INTEGER, limit } = page;
  const status = page.status ?? (drafts === "only" ? "draft" : null);
  return campaigns.list(
    db,
    `where campaigns.id < $before ${status === null ? "" : "and status = $status"}
       ${drafts === "none" ? "and status <> 'draft'" : ""}
       and (status <> 'draft' or $author is null or user_id = $author)
     order by campaigns.id desc limit $limit`,
    { before, limit, author: draftsOf ?? null, ...(status !== null && { status }) },
  );
}

export function recentCampaigns(db: Database, limit: number): CampaignRow[] {
  return campaigns.list(db, "where status <> 'draft' order by campaigns.id desc limit ?", limit);
}

/** Campaigns whose texts may be sent. A campaign whose numbers are still being checked is not among them. */
export function sendingCampaigns(db: Database): CampaignRow[] {
  return campaigns.list(
    db,
    "where status = 'sending' and check_status in ('completed', 'skipped') order by campaigns.id",
  );
}

export function campaignsScheduledBefore(db: Database, now: number): number[] {
  return pluck(
    db,
    "select id from campaigns where status = 'scheduled' and scheduled_at <= ? order by scheduled_at",
    now,
  );
}

export interface CampaignToInsert {
  readonly name: string;
  readonly message: string;
  readonly userId: string;
  readonly segments: number;
  readonly segmentCost: number;
  readonly createdAt: number;
}

export function insertCampaign(db: Database, { message, ...fields }: CampaignToInsert): number {
  const id = insertRow(db, "campaigns", {
    ...fields,
    status: "draft",
    textVersion: 1,
    totalCost: 0,
  });
  insertTextVersion(db, id, 1, message);
  return id;
}

export interface CampaignStart {
  readonly status: "sending" | "scheduled";
  readonly scheduledAt: number | null;
  readonly includeAsked: boolean;
  readonly totalRecipients: number;
  readonly totalCost: number;
  readonly paceInterval: number | null;
  readonly checkStatus: CheckStatus;
  readonly now: number;
}

export function startCampaign(db: Database, id: number, start: CampaignStart): void {
  db.query(
    `update campaigns set status = $status, scheduled_at = $scheduledAt, include_asked = $includeAsked, total_recipients = $totalRecipients,
       total_cost = $totalCost, pace_interval = $paceInterval, check_status = $checkStatus, check_total = $totalRecipients,
       started_at = iif($status = 'sending', $now, null), reason = null where id = $id`,
  ).run({ id, ...start });
}

/** Starts a scheduled campaign, at its time or when staff choose to send it now. */
export function beginSending(db: Database, id: number, now: number): void {
  db.query(
    `update campaigns set status = 'sending', started_at = ?1, scheduled_at = min(scheduled_at, ?1)
     where id = ?2 and status = 'scheduled'`,
  ).run(now, id);
}

/** Continues with the remaining recipients: now, or at the campaign's time if that is ahead. */
export function continueCampaign(
  db: Database,
  id: number,
  scheduledAt: number | null,
  now: number,
): void {
  db.query(
    `update campaigns set scheduled_at = $scheduledAt, status = iif($scheduledAt > $now, 'scheduled', 'sending'),
       started_at = iif($scheduledAt > $now, started_at, coalesce(started_at, $now)), reason = null, ended_at = null
     where id = $id`,
  ).run({ id, scheduledAt, now });
}

/** Makes a campaign wait for approval again. It keeps its waiting texts, and its time if it has not started. */
export function returnToDraft(db: Database, id: number): void {
  db.query(
    `update campaigns set status = 'draft', scheduled_at = iif(started_at is null, scheduled_at, null),
       reason = null, ended_at = null, held_until = null, held_by = null where id = ?`,
  ).run(id);
}

export function setSchedule(db: Database, id: number, scheduledAt: number): void {
  updateRow(db, "campaigns", id, { scheduledAt });
}

export function setCampaignStatus(
  db: Database,
  id: number,
  status: CampaignStatus,
  reason: string | null,
  endedAt: number | null,
): void {
  updateRow(db, "campaigns", id, { status, reason, endedAt, heldUntil: null, heldBy: null });
}

/** Removes the campaign from every screen. The bodies of its texts are erased in slices (campaign-texts.ts). */
export function deleteCampaign(db: Database, id: number): void {
  db.query("delete from campaigns where id = ?").run(id);
  insertRow(db, "deleted_campaigns", { id });
}

export type CampaignCounter =
  | "delivered_count"
  | "failed_count"
  | "skipped_count"
  | "unknown_count";

/**
 * Changes a counter of the campaign that this text belongs to. A retry is not a new recipient and is
 * not counted. This is done in code because a trigger costs each text a tenth of its CPU time, even
 * when it does not fire; `parlor doctor` and the tests verify the counters.
 */
export function countRecipient(
  db: Database,
  messageId: number,
  count: CampaignCounter,
  by: 1 | -1,
): void {
  db.query(
    `update campaigns set ${count} = ${count} + ? where id = (select campaign_id from messages where id = ? and retry_of is null)`,
  ).run(by, messageId);
}

/** All campaigns of a user, drafts included. */
export function campaignsOfUser(
  db: Database,
  userId: string,
): { id: number; status: CampaignStatus; name: string }[] {
  return db
    .query<{ id: number; status: CampaignStatus; name: string }, [string]>(
      "select id, status, name from campaigns where user_id = ?",
    )
    .all(userId);
}

export function transferCampaigns(db: Database, from: string, to: string): void {
  db.query("update campaigns set user_id = ? where user_id = ?").run(to, from);
}
