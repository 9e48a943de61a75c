import { countReply, lastCampaignOf, wroteSince } from "#db/messaging/campaign-report.ts";
import type { App } from "#src/app.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The campaign that a client's text answers: the last one within a week. The client counts as one
 * reply, however much is written. Answers the campaign's id.
 */
export function creditReply(
  app: App,
  text: { id: number; contactId: number; at: number },
): number | undefined {
  const campaign = lastCampaignOf(app.db, text.contactId, text.at - WEEK_MS);
  if (!campaign) return undefined;
  if (!wroteSince(app.db, text.contactId, campaign.at, text.id)) {
    countReply(app.db, campaign.campaignId, text.at);
    app.events.changed("campaigns", campaign.campaignId);
  }
  return campaign.campaignId;
}
