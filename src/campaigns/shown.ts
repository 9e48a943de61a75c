import type { CampaignRow } from "#db/campaigns.ts";
import { decimalOf } from "#src/shared/money.ts";
import type { Campaign } from "./contract.ts";

export function shown(row: CampaignRow): Campaign {
  const isDraft = row.status === "draft";
  return {
    id: row.id,
    name: row.name,
    message: row.message,
    userId: row.userId,
    author: row.author,
    status: row.status,
    isDraft,
    needsApproval: isDraft,
    segments: row.segments,
    costPerSegment: decimalOf(row.segmentCost),
    totalCost: decimalOf(row.totalCost),
    totalRecipients: row.totalRecipients,
    sentCount: row.sentCount,
    deliveredCount: row.deliveredCount,
    failedCount: row.failedCount,
    skippedCount: row.skippedCount,
    unknownCount: row.unknownCount,
    reason: row.reason,
    heldUntil: row.heldUntil === null ? null : new Date(row.heldUntil).toISOString(),
    deliverabilityCheckStatus: "skipped",
    deliverabilityCheckProgress: JSON.stringify(100),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
