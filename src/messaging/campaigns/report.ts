import { failuresOf, heldOf, hoursOf } from "#db/messaging/campaign-report.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { forEachDay } from "#src/platform/jobs/slices.ts";
import { BOOKED_WITHIN_MS } from "#src/shared/constants.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents, formatMicros } from "#src/shared/money.ts";
import type { Campaign, Report } from "./contract.ts";

/** About six weeks. The report of a longer campaign shows only its first hours. */
const MAX_HOURS = 1_000;
const MAX_HELD = 50;

/** A campaign's results: stored counts, and what its clients booked. */
export async function toReport(app: App, campaign: CampaignRow): Promise<Report> {
  return {
    campaign: toCampaign(campaign),
    ...(await countBookings(app, campaign)),
    failures: failuresOf(app.db, campaign.id),
    held: heldOf(app.db, campaign.id, MAX_HELD),
    hours: hoursOf(app.db, campaign.id, MAX_HOURS).map(({ hour, ...counts }) => ({
      at: new Date(hour * HOUR_MS).toISOString(),
      ...counts,
    })),
    plannedCost: formatMicros(campaign.totalCost),
    realCost: campaign.pricedCount === 0 ? null : formatMicros(campaign.realCost),
    pricedCount: campaign.pricedCount,
  };
}

async function countBookings(
  app: App,
  { id, startedAt, endedAt }: CampaignRow,
): Promise<Pick<Report, "bookings" | "bookedValue">> {
  const values = new Map<number, number>();
  const end = Math.min(app.now(), (endedAt ?? app.now()) + BOOKED_WITHIN_MS);
  await forEachDay(startedAt ?? end, end + 1, (from, to) => {
    const span = { from, to, within: BOOKED_WITHIN_MS };
    for (const { contactId, cents } of app.hooks.queries.bookingsOfCampaign(app.db, id, span))
      values.set(contactId, (values.get(contactId) ?? 0) + cents);
  });
  const cents = [...values.values()].reduce((total, value) => total + value, 0);
  return { bookings: values.size, bookedValue: formatCents(cents) };
}

export function toCampaign(row: CampaignRow): Campaign {
  const isDraft = row.status === "draft";
  return {
    ...row,
    version: row.textVersion,
    skipped: JSON.parse(row.skipped),
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
