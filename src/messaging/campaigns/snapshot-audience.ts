import { inTransaction, whenFree } from "#db/connection.ts";
import {
  findFreezing,
  freezeSlice,
  freezingCampaigns,
  noteFrozen,
} from "#db/messaging/campaign-audience.ts";
import { setCampaignStatus } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { campaignCost } from "#src/shared/money.ts";

export const UNREACHABLE = "None of the selected contacts can receive texts.";
/** Contacts at a time: some 15 ms of the loop. */
const SLICE = 4_000;

/** The next slice of an audience becomes rows, in the caller's transaction. True while there is more. */
export function freezeNext(app: App, id: number): boolean {
  const campaign = findFreezing(app.db, id);
  if (!campaign) return false;
  const slice = freezeSlice(app.db, campaign, SLICE);
  const frozen = campaign.frozen + slice.frozen;
  const isLast = slice.next === undefined;
  noteFrozen(app.db, id, {
    frozen,
    next: slice.next,
    totalCost: isLast ? campaignCost(campaign.segments, campaign.segmentCost, frozen) : undefined,
  });
  if (isLast && frozen === 0) setCampaignStatus(app.db, id, "failed", UNREACHABLE, app.now());
  app.events.changed("campaigns", id);
  return !isLast;
}

/** The rest of large audiences, slice by slice, with room for others in between. */
export async function freezeAudiences(app: App): Promise<void> {
  for (const id of freezingCampaigns(app.db))
    while (await whenFree(() => inTransaction(app.db, () => freezeNext(app, id))))
      await Bun.sleep(1);
}
