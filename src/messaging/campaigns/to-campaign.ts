import type { CampaignRow } from "#db/messaging/campaigns.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatMicros } from "#src/shared/money.ts";
import type { Campaign } from "./contract.ts";

export function toCampaign(row: CampaignRow): Campaign {
  const isDraft = row.status === "draft";
  return {
    id: row.id,
    name: row.name,
    message: row.message,
    version: row.textVersion,
    userId: row.userId,
    author: row.author,
    status: row.status,
    isDraft,
    needsApproval: isDraft,
    segments: row.segments,
    costPerSegment: formatMicros(row.segmentCost),
    totalCost: formatMicros(row.totalCost),
    totalRecipients: row.totalRecipients,
    sentCount: row.sentCount,
    deliveredCount: row.deliveredCount,
    failedCount: row.failedCount,
    skippedCount: row.skippedCount,
    unknownCount: row.unknownCount,
    replyCount: row.replyCount,
    optOutCount: row.optOutCount,
    preparing: row.freezeAfter !== null,
    scheduledAt: isDraft || row.status === "scheduled" ? toIso(row.scheduledAt) : null,
    reason: row.reason,
    heldUntil: toIso(row.heldUntil),
    heldBy: row.heldBy,
    deliverabilityCheckStatus: row.checkStatus,
    deliverabilityCheckProgress: JSON.stringify(checkedPercent(row)),
    createdAt: toIso(row.createdAt),
  };
}

function checkedPercent({ checkStatus, checkDone, checkTotal }: CampaignRow): number {
  if (checkStatus === "completed" || checkStatus === "skipped") return 100;
  return checkTotal === 0 ? 0 : Math.min(99, Math.floor((100 * checkDone) / checkTotal));
}
