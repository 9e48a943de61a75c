import { inTransaction } from "#db/connection.ts";
import {
  findUnknownText,
  resolveAsDelivered,
  resolveAsFailed,
  resolveAsUnsent,
  type UnknownText,
  unknownTexts,
} from "#db/messaging/campaign-sending.ts";
import { findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Campaign } from "./contract.ts";
import { toCampaign } from "./report.ts";
import type { Resolution, UnknownList } from "./unknown-contract.ts";

const PER_PAGE = 50;

/** Lists recipients who may or may not have been texted because of a crash. */
export function listUnknown(app: App, campaignId: number, cursor: string | undefined): UnknownList {
  const rows = unknownTexts(app.db, campaignId, Number(cursor ?? 0), PER_PAGE + 1);
  const page = rows.slice(0, PER_PAGE);
  return {
    recipients: page.map((row) => ({
      ...row,
      phoneNumber: row.phone,
      at: toIso(row.claimedAt),
      reason: row.reason ?? "We couldn't determine whether this text was sent",
    })),
    nextCursor: rows.length > PER_PAGE ? String(page.at(-1)?.id) : null,
  };
}

/**
 * Records what staff decided about a text: it arrived, it is sent again, or it is left unsent.
 * @throws Problem 404 when it was already resolved or its campaign was deleted
 */
export function resolveUnknown(app: App, actor: Staff, id: number, as: Resolution): Campaign {
  return inTransaction(app.db, () => {
    const text = findUnknownText(app.db, id);
    if (!text) throw new Problem(404, "This text was already resolved.");
    applyResolution(app, actor, text, as);
    record(app, actor, {
      action: "campaign.settle_unknown",
      target: ["campaign", text.campaignId],
      metadata: { message: id, as },
    });
    app.events.changed("campaigns", text.campaignId);
    app.events.changed("messages", id);
    const campaign = findCampaign(app.db, text.campaignId);
    if (!campaign) throw new Problem(404, "This campaign no longer exists.");
    return toCampaign(campaign);
  });
}

function applyResolution(
  app: App,
  actor: Staff,
  { id, campaignId }: UnknownText,
  as: Resolution,
): void {
  if (as === "arrived") resolveAsDelivered(app.db, id, app.now());
  else if (as === "leave")
    resolveAsFailed(app.db, id, `Marked as not sent by ${actor.username}`, app.now());
  else {
    resolveAsUnsent(app.db, id, app.now());
    // A completed campaign sends again for this one text.
    if (findCampaign(app.db, campaignId)?.status === "completed")
      setCampaignStatus(app.db, campaignId, "sending", null, null);
  }
}
