import { inTransaction } from "#db/connection.ts";
import {
  findUnknown,
  settleAsArrived,
  settleAsFailed,
  settleAsUnsent,
  type UnknownText,
  unknownTexts,
} from "#db/messaging/campaign-unknown.ts";
import { findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Campaign, Settlement, UnknownList } from "./contract.ts";
import { shown } from "./to-campaign.ts";

const PER_PAGE = 50;

/** Recipients of whom a crash left it undecided whether they were texted; staff may know. */
export function listUnknown(app: App, campaignId: number, cursor: string | undefined): UnknownList {
  const rows = unknownTexts(app.db, campaignId, Number(cursor ?? 0), PER_PAGE + 1);
  const page = rows.slice(0, PER_PAGE);
  return {
    recipients: page.map((row) => ({
      id: row.id,
      contactId: row.contactId,
      name: row.name,
      phoneNumber: row.phone,
      at: new Date(row.claimedAt).toISOString(),
      reason: row.words ?? "It could not be decided whether this text was sent",
    })),
    nextCursor: rows.length > PER_PAGE ? String(page.at(-1)?.id) : null,
  };
}

/** Staff decide: it arrived, it is sent again, or it is left as it is. */
export function settleUnknown(app: App, actor: Staff, id: number, as: Settlement): Campaign {
  return inTransaction(app.db, () => {
    const text = findUnknown(app.db, id);
    if (!text) throw new Problem(404, "This text has been settled already.");
    settle(app, actor, text, as);
    record(app, actor, {
      action: "campaign.settle_unknown",
      target: ["campaign", text.campaignId],
      metadata: { message: id, as },
    });
    app.events.changed("campaigns", text.campaignId);
    app.events.changed("messages", id);
    const campaign = findCampaign(app.db, text.campaignId);
    if (!campaign) throw new Problem(404, "This campaign does not exist any more.");
    return shown(campaign);
  });
}

function settle(app: App, actor: Staff, { id, campaignId }: UnknownText, as: Settlement): void {
  if (as === "arrived") settleAsArrived(app.db, id, app.now());
  else if (as === "leave")
    settleAsFailed(app.db, id, `Left unsent by ${actor.username}`, app.now());
  else {
    settleAsUnsent(app.db, id, app.now());
    // It goes on for this one text.
    if (findCampaign(app.db, campaignId)?.status === "completed")
      setCampaignStatus(app.db, campaignId, "sending", null, null);
  }
}
