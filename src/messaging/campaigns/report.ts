import { inTransaction } from "#db/connection.ts";
import { failuresOf, heldOf, hoursOf } from "#db/messaging/campaign-report.ts";
import {
  findUnknownText,
  resolveAsDelivered,
  resolveAsFailed,
  resolveAsUnsent,
  type UnknownText,
  unknownTexts,
} from "#db/messaging/campaign-sending.ts";
import { type CampaignRow, findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import type { App, Staff } from "#src/app.ts";
import { countTexts } from "#src/messaging/outbox/outcomes.ts";
import { record } from "#src/platform/audit/audit.ts";
import { forEachDay } from "#src/platform/jobs/slices.ts";
import { BOOKED_WITHIN_MS } from "#src/shared/constants.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents, formatMicros } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Campaign, Report } from "./contract.ts";
import type { Resolution, UnknownList } from "./unknown-contract.ts";

/** About six weeks. The report of a longer campaign shows only its first hours. */
const MAX_HOURS = 1_000;
const MAX_HELD = 50;
/** Unresolved texts. */
const PER_PAGE = 50;

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

/** Lists recipients who may or may not have been texted because of a crash. */
export function listUnknown(app: App, campaignId: number, cursor: string | undefined): UnknownList {
  const rows = unknownTexts(app.db, campaignId, Number(cursor ?? 0), PER_PAGE + 1);
  const page = rows.slice(0, PER_PAGE);
  return {
    recipients: page.map((row) => ({
      ...row,
      phoneNumber: row.phone,
      at: toIso(row.claimedAt),
      reason: row.reason ?? "We couldn't determine whether this text was sent",
    })),
    nextCursor: rows.length > PER_PAGE ? String(page.at(-1)?.id) : null,
  };
}

/**
 * Records what staff decided about a text: it arrived, it is sent again, or it is left unsent.
 * @throws Problem 404 when it was already resolved or its campaign was deleted
 */
export function resolveUnknown(app: App, actor: Staff, id: number, as: Resolution): Campaign {
  return inTransaction(app.db, () => {
    const text = findUnknownText(app.db, id);
    if (!text) throw new Problem(404, "This text was already resolved.");
    applyResolution(app, actor, text, as);
    record(app, actor, {
      action: "campaign.settle_unknown",
      target: ["campaign", text.campaignId],
      metadata: { message: id, as },
    });
    app.events.changed("campaigns", text.campaignId);
    app.events.changed("messages", id);
    const campaign = findCampaign(app.db, text.campaignId);
    if (!campaign) throw new Problem(404, "This campaign no longer exists.");
    return toCampaign(campaign);
  });
}

function applyResolution(
  app: App,
  actor: Staff,
  { id, campaignId }: UnknownText,
  as: Resolution,
): void {
  if (as === "arrived") {
    resolveAsDelivered(app.db, id, app.now());
    countTexts(app, 1, 0);
  } else if (as === "leave") {
    resolveAsFailed(app.db, id, `Marked as not sent by ${actor.username}`, app.now());
    countTexts(app, 0, 1);
  } else {
    resolveAsUnsent(app.db, id, app.now());
    // A completed campaign sends again for this one text.
    if (findCampaign(app.db, campaignId)?.status === "completed")
      setCampaignStatus(app.db, campaignId, "sending", null, null);
  }
}
