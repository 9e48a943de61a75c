import { countBases, MOST_BY_TAG } from "#db/clients/marketing-basis.ts";
import { findTag } from "#db/clients/tags.ts";
import { inTransaction } from "#db/connection.ts";
import {
  beginAudienceSnapshot,
  countTextable,
  reachedContactIds,
  type StoredAudience,
} from "#db/messaging/campaign-audience.ts";
import * as store from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { clearOutcomes } from "#src/messaging/deliverability/apply-failure.ts";
import { canSend, notConnectedReason } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { isSkipped, skippedTimeMessage, toInstant } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { campaignCost } from "#src/shared/money.ts";
import { fieldProblem, type Problem } from "#src/shared/problem.ts";
import { parseWallTime } from "#src/shared/wall-time.ts";
import type { Recipients } from "./contract.ts";
import { snapshotNextSlice, UNREACHABLE } from "./snapshot-audience.ts";

const NO_RECIPIENTS = "Please select at least one contact";
/** A longer list is counted only while its rows are inserted, so that counting does not block the event loop. */
const COUNT_LIMIT = 5_000;

/**
 * Takes a snapshot of the audience, with one waiting text for each contact that can be texted, and
 * starts the campaign now or at its time.
 * @throws Problem 400 when there are no recipients or the time is invalid
 */
export function startCampaign(app: App, campaign: store.CampaignRow, input: Recipients): void {
  const audience = toAudience(input);
  const includeAsked = input.includeAsked ?? false;
  const recipients = estimateRecipients(app, audience, includeAsked);
  if (recipients <= 0) throw fieldProblem(400, "contactIds", UNREACHABLE);

  const scheduledAt = input.scheduledFor ? parseSchedule(app, input.scheduledFor) : null;
  store.startCampaign(app.db, campaign.id, {
    status: scheduledAt === null ? "sending" : "scheduled",
    scheduledAt,
    includeAsked,
    totalRecipients: recipients,
    totalCost: campaignCost(campaign.segments, campaign.segmentCost, recipients),
    paceInterval: templatePace(app),
    checkStatus: input.skipCheck ? "skipped" : "pending",
    now: app.now(),
  });
  beginAudienceSnapshot(app.db, campaign.id, audience);
  snapshotNextSlice(app, campaign.id);
  if (scheduledAt === null && !canSend(app))
    store.setCampaignStatus(app.db, campaign.id, "failed", notConnectedReason(app), app.now());
}

/**
 * Continues a campaign with the recipients it still has, now or at its time if that is ahead.
 * `scheduledFor` sets another time; null means now, and undefined keeps the time.
 * @throws Problem 400 when the time is invalid
 */
export function continueCampaign(
  app: App,
  campaign: store.CampaignRow,
  scheduledFor?: string | null,
): void {
  const at = scheduledFor ? parseSchedule(app, scheduledFor) : null;
  const scheduledAt = scheduledFor === undefined ? campaign.scheduledAt : at;
  clearOutcomes(app, campaign.id);
  store.continueCampaign(app.db, campaign.id, scheduledAt, app.now());
  const starts = scheduledAt === null || scheduledAt <= app.now();
  if (starts && !canSend(app))
    store.setCampaignStatus(app.db, campaign.id, "failed", notConnectedReason(app), app.now());
}

function toAudience({ contactIds, audience }: Recipients): StoredAudience {
  if (audience) return audience;
  const ids = [...new Set(contactIds)];
  if (ids.length === 0) throw fieldProblem(400, "contactIds", NO_RECIPIENTS);
  return { ids };
}

function estimateRecipients(app: App, audience: StoredAudience, includeAsked: boolean): number {
  if ("ids" in audience)
    return audience.ids.length > COUNT_LIMIT
      ? audience.ids.length
      : countTextable(app.db, audience.ids);

  const tag = audience.tag === null ? null : findTag(app.db, audience.tag);
  if (audience.tag !== null && !tag)
    throw fieldProblem(400, "audience", "This tag no longer exists.");
  const now = app.now();
  const { agreed, client, asked } = countBases(app.db, tag, now);
  const all = agreed + client + (includeAsked ? asked : 0);
  const reach = { tag: audience.tag, includeAsked, now };
  const recipients = all - reachedContactIds(app.db, audience.except, reach).length;
  // Of a larger tag not all are looked up, so a count of none is no reason to refuse it.
  return tag && tag.reachableCount > MOST_BY_TAG ? Math.max(1, recipients) : recipients;
}

/** The template's pace, in milliseconds per text. It only has an effect when it is slower than the installation's. */
function templatePace(app: App): number | null {
  const template = getSettings(app).campaignTemplate;
  return template ? (template.delaySeconds * 1000) / template.messageCount : null;
}

const YEAR_MS = 366 * DAY_MS;

/**
 * Converts local time in the business's zone to epoch milliseconds; a time that occurs twice means the first.
 * @throws Problem 400 when it isn't a valid time, is skipped by the clocks, has passed, or is more than a year ahead
 */
export function parseSchedule(app: App, text: string): number {
  const wall = parseWallTime(text);
  if (wall === undefined)
    throw scheduleProblem("This date or time doesn't exist. Choose another one.");
  if (isSkipped(app, wall)) throw scheduleProblem(skippedTimeMessage(app, wall));
  const at = toInstant(app, wall);
  if (at <= app.now()) throw scheduleProblem("Choose a time in the future.");
  if (at > app.now() + YEAR_MS) throw scheduleProblem("Choose a time within the next year.");
  return at;
}

function scheduleProblem(message: string): Problem {
  return fieldProblem(400, "scheduledFor", message);
}

/** Starts campaigns whose time has come, including those that were due while the server was down. */
export function startScheduledCampaigns(app: App): void {
  for (const id of store.campaignsScheduledBefore(app.db, app.now()))
    inTransaction(app.db, () => {
      if (canSend(app)) store.beginSending(app.db, id, app.now());
      else store.setCampaignStatus(app.db, id, "failed", notConnectedReason(app), app.now());
      recordSystem(app, { action: "campaign.begin", target: ["campaign", id] });
      app.events.changed("campaigns", id);
    });
}
