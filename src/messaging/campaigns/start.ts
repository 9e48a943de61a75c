import { readCounter } from "#db/counters.ts";
import {
  beginFreezing,
  countReachable,
  reachableOfTag,
  type StoredAudience,
} from "#db/messaging/campaign-audience.ts";
import * as store from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { canSend, NOT_CONNECTED } from "#src/messaging/outbox/outbox.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { campaignCost } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Recipients } from "./contract.ts";
import { momentOf } from "./schedule.ts";
import { freezeNext, UNREACHABLE } from "./snapshot-audience.ts";

const NOBODY = "Please select at least one contact";
/** More are counted as they become rows, so that no look at a list holds the loop. */
const COUNTED_UP_TO = 5_000;

/** Freezes the audience, one waiting text for each valid contact, and begins now or at its time. */
export function start(app: App, campaign: store.CampaignRow, wanted: Recipients): void {
  const audience = audienceFrom(wanted);
  const recipients = estimate(app, audience);
  if (recipients <= 0) throw new Problem(400, UNREACHABLE, { errors: { contactIds: UNREACHABLE } });

  const scheduledAt = wanted.scheduledFor ? momentOf(app, wanted.scheduledFor) : null;
  store.startCampaign(app.db, campaign.id, {
    status: scheduledAt === null ? "sending" : "scheduled",
    scheduledAt,
    totalRecipients: recipients,
    totalCost: campaignCost(campaign.segments, campaign.segmentCost, recipients),
    paceInterval: templatePace(app),
    checkStatus: wanted.skipCheck ? "skipped" : "pending",
    now: app.now(),
  });
  beginFreezing(app.db, campaign.id, audience);
  freezeNext(app, campaign.id);
  if (scheduledAt === null && !canSend(app))
    store.setCampaignStatus(app.db, campaign.id, "failed", NOT_CONNECTED, app.now());
}

function audienceFrom({ contactIds, audience }: Recipients): StoredAudience {
  if (audience) return audience;
  const ids = [...new Set(contactIds)];
  if (ids.length === 0) throw new Problem(400, NOBODY, { errors: { contactIds: NOBODY } });
  return { ids };
}

function estimate(app: App, audience: StoredAudience): number {
  if ("ids" in audience)
    return audience.ids.length > COUNTED_UP_TO
      ? audience.ids.length
      : countReachable(app.db, audience.ids, null);

  const { tag, except } = audience;
  const all = tag === null ? readCounter(app.db, "subscribed") : reachableOfTag(app.db, tag);
  if (all === undefined)
    throw new Problem(400, "This tag does not exist any more.", {
      errors: { audience: "This tag does not exist any more." },
    });
  return all - countReachable(app.db, except, tag);
}

/** The template's pace, in milliseconds a text; it can only slow a campaign below the installation's. */
function templatePace(app: App): number | null {
  const template = settingsOf(app).campaignTemplate;
  return template ? (template.delaySeconds * 1000) / template.messageCount : null;
}
