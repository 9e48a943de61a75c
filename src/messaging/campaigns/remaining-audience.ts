import { audienceOf, reachableAmong } from "#db/messaging/campaign-audience.ts";
import type { App } from "#src/app.ts";
import type { CampaignDetail } from "./contract.ts";

/** A longer list is handed over as it is: a look at all of it would hold the loop. */
const LOOKED_AT = 10_000;

/** Whom a campaign was for, without those who cannot be texted any more: a duplicate counts with it. */
export function remainingAudience(
  app: App,
  campaignId: number,
): Pick<CampaignDetail, "contactIds" | "audience"> {
  const audience = audienceOf(app.db, campaignId);
  if (!audience) return { contactIds: null, audience: null };
  if ("ids" in audience) return { contactIds: remaining(app, audience.ids, null), audience: null };
  const except = remaining(app, audience.except, audience.tag);
  return { contactIds: null, audience: { ...audience, except } };
}

function remaining(app: App, ids: readonly number[], tag: number | null): number[] {
  return ids.length > LOOKED_AT ? [...ids] : reachableAmong(app.db, ids, tag);
}
