import {
  campaignsWithOpenSnapshot,
  findAudienceSnapshot,
  insertAudienceSlice,
  recordSnapshotProgress,
} from "#db/messaging/campaign-audience.ts";
import { setCampaignStatus } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { campaignCost } from "#src/shared/money.ts";

export const UNREACHABLE = "None of the selected contacts can get offers.";
/** Contacts per slice, which takes about 15 ms of the event loop. */
const SLICE = 4_000;

/** Inserts the next slice of recipients, in the caller's transaction. Returns true while there is more. */
export function snapshotNextSlice(app: App, id: number): boolean {
  const campaign = findAudienceSnapshot(app.db, id);
  if (!campaign) return false;
  const slice = insertAudienceSlice(app.db, campaign, SLICE, app.now());
  const inserted = campaign.inserted + slice.inserted;
  const isLast = slice.next === undefined;
  recordSnapshotProgress(app.db, id, {
    inserted,
    next: slice.next,
    totalCost: isLast ? campaignCost(campaign.segments, campaign.segmentCost, inserted) : undefined,
  });
  if (isLast && inserted === 0) setCampaignStatus(app.db, id, "failed", UNREACHABLE, app.now());
  app.events.changed("campaigns", id);
  return !isLast;
}

/** Inserts the rest of large audiences slice by slice, and yields to other work in between. */
export async function snapshotAudiences(app: App): Promise<void> {
  for (const id of campaignsWithOpenSnapshot(app.db))
    await inSlices(app, {}, () => ({ done: !snapshotNextSlice(app, id) }));
}
