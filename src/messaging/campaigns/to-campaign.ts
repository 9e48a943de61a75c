import type { CampaignRow } from "#db/messaging/campaigns.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatMicros } from "#src/shared/money.ts";
import type { Campaign } from "./contract.ts";

export function toCampaign(row: CampaignRow): Campaign {
  const isDraft = row.status === "draft";
  return {
    ...row,
    version: row.textVersion,
    includeAsked: row.includeAsked === 1,
    isDraft,
    needsApproval: isDraft,
    costPerSegment: formatMicros(row.segmentCost),
    totalCost: formatMicros(row.totalCost),
    preparing: row.freezeAfter !== null,
    scheduledAt: isDraft || row.status === "scheduled" ? toIso(row.scheduledAt) : null,
    heldUntil: toIso(row.heldUntil),
    deliverabilityCheckStatus: row.checkStatus,
    deliverabilityCheckProgress: JSON.stringify(checkedPercent(row)),
    createdAt: toIso(row.createdAt),
  };
}

function checkedPercent({ checkStatus, checkDone, checkTotal }: CampaignRow): number {
  if (checkStatus === "completed" || checkStatus === "skipped") return 100;
  return checkTotal === 0 ? 0 : Math.min(99, Math.floor((100 * checkDone) / checkTotal));
}
