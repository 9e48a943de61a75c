import { audienceOf, reachedContactIds } from "#db/messaging/campaign-audience.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import type { CampaignDetail } from "./contract.ts";

/** A longer list is returned unfiltered, because filtering it would block the event loop. */
const FILTER_LIMIT = 10_000;

/** The recipients chosen for a campaign, without those that can no longer be texted. */
export function remainingAudience(
  app: App,
  { id: campaignId, includeAsked }: CampaignRow,
): Pick<CampaignDetail, "contactIds" | "audience"> {
  const audience = audienceOf(app.db, campaignId);
  if (!audience) return { contactIds: null, audience: null };
  const withoutLost = (ids: readonly number[], tag: number | null) =>
    ids.length > FILTER_LIMIT
      ? [...ids]
      : reachedContactIds(app.db, ids, { tag, includeAsked: includeAsked === 1, now: app.now() });
  if ("ids" in audience) return { contactIds: withoutLost(audience.ids, null), audience: null };
  const except = withoutLost(audience.except, audience.tag);
  return { contactIds: null, audience: { ...audience, except } };
}
