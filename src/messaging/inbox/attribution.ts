import { countReply, hasWrittenSince, lastCampaignOf } from "#db/messaging/campaign-report.ts";
import type { App } from "#src/app.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The campaign that a client's text answers. */
export interface Attribution {
  readonly campaignId: number;
  /** Only the client's first text after the campaign counts as a reply. */
  readonly isFirstReply: boolean;
}

/** Attributes a client's text to the last campaign that texted the client within a week. */
export function findAttribution(app: App, contactId: number, at: number): Attribution | undefined {
  const campaign = lastCampaignOf(app.db, contactId, at - WEEK_MS);
  return campaign
    ? {
        campaignId: campaign.campaignId,
        isFirstReply: !hasWrittenSince(app.db, contactId, campaign.at),
      }
    : undefined;
}

export function recordReply(app: App, { campaignId, isFirstReply }: Attribution, at: number): void {
  if (!isFirstReply) return;
  countReply(app.db, campaignId, at);
  app.events.changed("campaigns", campaignId);
}
