import { finishedCampaigns } from "#db/messaging/campaign-sending.ts";
import { setCampaignStatus } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";

/** Completes campaigns whose texts all have an outcome, in the caller's transaction. */
export function completeCampaigns(app: App): void {
  for (const id of finishedCampaigns(app.db)) {
    setCampaignStatus(app.db, id, "completed", null, app.now());
    recordSystem(app, { action: "campaign.complete", target: ["campaign", id] });
    app.events.changed("campaigns", id);
  }
}
