import { failuresOf, hoursOf } from "#db/messaging/campaign-report.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { decimalOf } from "#src/shared/money.ts";
import type { Report } from "./contract.ts";
import { shown } from "./to-campaign.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A campaign that sends for longer than six weeks shows the first of them. */
const MOST_HOURS = 1_000;

/** What became of a campaign, from kept counts only. */
export function reportOf(app: App, campaign: CampaignRow): Report {
  return {
    campaign: shown(campaign),
    failures: failuresOf(app.db, campaign.id),
    hours: hoursOf(app.db, campaign.id, MOST_HOURS).map(({ hour, ...counts }) => ({
      at: new Date(hour * HOUR_MS).toISOString(),
      ...counts,
    })),
    plannedCost: decimalOf(campaign.totalCost),
    realCost: campaign.pricedCount === 0 ? null : decimalOf(campaign.realCost),
    pricedCount: campaign.pricedCount,
  };
}
