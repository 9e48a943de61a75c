import type { OfferCandidate } from "#db/calendar/offer-candidates.ts";
import { countCampaignTexts } from "#db/messaging/campaign-report.ts";
import type { App } from "#src/app.ts";
import { allowedAt } from "#src/messaging/outbox/outbox.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { OFFER_EVERY_MS } from "#src/shared/constants.ts";
import { DAY_MS, HOUR_MS } from "#src/shared/durations.ts";
import { isReached } from "#src/shared/marketing-basis.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import type { LeftOut } from "./contract.ts";
import { OFFERS } from "./offers.ts";
import type { OfferId } from "./texts-contract.ts";

/** An offer that would have to wait longer is written by a later run, so that it is true when it leaves. */
const LONGEST_WAIT_MS = 23 * HOUR_MS;

/** Why a client doesn't get an offer at that time; undefined if they do. The strongest reason comes first. */
export function findLeftOut(
  app: App,
  kind: OfferId,
  candidate: OfferCandidate,
  at: number,
): LeftOut | undefined {
  if (candidate.optedOut) return "opted-out";
  if (candidate.inReview) return "in-review";
  if (candidate.undeliverable) return "undeliverable";
  if (candidate.refusesOffers) return "appointments-only";
  if (!isReached(candidate.basis, false)) return "never-agreed";
  const ownReason = OFFERS[kind].leavesOut(candidate, at);
  if (ownReason) return ownReason;
  const { lastOfferAt } = candidate;
  if (lastOfferAt !== null && lastOfferAt > at - OFFER_EVERY_MS) return "recent-offer";
  if (isOverCap(app, candidate.contactId, at)) return "frequency-cap";
  return canLeave(app, kind, candidate.phone, at) ? undefined : "no-day";
}

function isOverCap(app: App, contactId: number, at: number): boolean {
  const { frequencyCapMessages: limit, frequencyCapDays: days } = getSettings(app);
  return (
    limit !== null && countCampaignTexts(app.db, contactId, at - days * DAY_MS, limit) >= limit
  );
}

/** Whether quiet hours, Sundays and holidays let the text leave soon enough. */
function canLeave(app: App, kind: OfferId, phone: string, at: number): boolean {
  const leavesAt = allowedAt(app, "marketing", phone, at);
  if (!Number.isFinite(leavesAt)) return false;
  return OFFERS[kind].patienceDays === 0
    ? dayOf(toWallTime(app, leavesAt)) === dayOf(toWallTime(app, at))
    : leavesAt - at <= LONGEST_WAIT_MS;
}
