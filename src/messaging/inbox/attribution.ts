import { countReply, hasWrittenSince, lastCampaignOf } from "#db/messaging/campaign-report.ts";
import type { App } from "#src/app.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Attributes a client's text to the last campaign that texted the client within a week. Only the
 * client's first text after it counts as a reply. Returns the campaign's id.
 */
export function attributeReply(
  app: App,
  text: { id: number; contactId: number; at: number },
): number | undefined {
  const campaign = lastCampaignOf(app.db, text.contactId, text.at - WEEK_MS);
  if (!campaign) return undefined;
  if (!hasWrittenSince(app.db, text.contactId, campaign.at, text.id)) {
    countReply(app.db, campaign.campaignId, text.at);
    app.events.changed("campaigns", campaign.campaignId);
  }
  return campaign.campaignId;
}
