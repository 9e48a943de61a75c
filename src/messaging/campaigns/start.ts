import { countBases, MOST_BY_TAG } from "#db/clients/marketing-basis.ts";
import { findTag } from "#db/clients/tags.ts";
import {
  beginAudienceSnapshot,
  countTextable,
  reachedContactIds,
  type StoredAudience,
} from "#db/messaging/campaign-audience.ts";
import * as store from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { clearOutcomes } from "#src/messaging/deliverability/campaign-outcomes.ts";
import { canSend, NOT_CONNECTED } from "#src/messaging/outbox/outbox.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { campaignCost } from "#src/shared/money.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import type { Recipients } from "./contract.ts";
import { parseSchedule } from "./schedule.ts";
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
    store.setCampaignStatus(app.db, campaign.id, "failed", NOT_CONNECTED, app.now());
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
    store.setCampaignStatus(app.db, campaign.id, "failed", NOT_CONNECTED, app.now());
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
