import { failuresOf, hoursOf } from "#db/messaging/campaign-report.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { formatMicros } from "#src/shared/money.ts";
import type { Report } from "./contract.ts";
import { toCampaign } from "./to-campaign.ts";

const HOUR_MS = 60 * 60 * 1000;
/** About six weeks. The report of a longer campaign shows only its first hours. */
const MAX_HOURS = 1_000;

/** A campaign's results, from stored counts only. */
export function toReport(app: App, campaign: CampaignRow): Report {
  return {
    campaign: toCampaign(campaign),
    failures: failuresOf(app.db, campaign.id),
    hours: hoursOf(app.db, campaign.id, MAX_HOURS).map(({ hour, ...counts }) => ({
      at: new Date(hour * HOUR_MS).toISOString(),
      ...counts,
    })),
    plannedCost: formatMicros(campaign.totalCost),
    realCost: campaign.pricedCount === 0 ? null : formatMicros(campaign.realCost),
    pricedCount: campaign.pricedCount,
  };
}
