import { audienceOf, reachableContactIds } from "#db/messaging/campaign-audience.ts";
import type { App } from "#src/app.ts";
import type { CampaignDetail } from "./contract.ts";

/** A longer list is returned unfiltered, because filtering it would block the event loop. */
const FILTER_LIMIT = 10_000;

/** The recipients chosen for a campaign, without those that can no longer be texted. */
export function remainingAudience(
  app: App,
  campaignId: number,
): Pick<CampaignDetail, "contactIds" | "audience"> {
  const audience = audienceOf(app.db, campaignId);
  if (!audience) return { contactIds: null, audience: null };
  if ("ids" in audience)
    return { contactIds: withoutUnreachable(app, audience.ids, null), audience: null };
  const except = withoutUnreachable(app, audience.except, audience.tag);
  return { contactIds: null, audience: { ...audience, except } };
}

function withoutUnreachable(app: App, ids: readonly number[], tag: number | null): number[] {
  return ids.length > FILTER_LIMIT ? [...ids] : reachableContactIds(app.db, ids, tag);
}
