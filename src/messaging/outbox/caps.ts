import { countCampaignTexts } from "#db/messaging/campaign-report.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import { countSentOnDay } from "#db/messaging/message-receipts.ts";
import {
  countInFlight,
  type DueText,
  holdText,
  type Purpose,
  skipText,
} from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { isUndeliverable, optedOutSince } from "#src/clients/consent.ts";
import {
  businessDay,
  getSettings,
  nextBusinessDay,
  type SettingsValues,
} from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { OFFER_EVERY_MS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { isReached } from "#src/shared/marketing-basis.ts";

const CODE_MS = 10 * 60 * 1000;
/** Consent to a confirmation is presumed for five minutes after the client opted out (47 CFR 64.1200(a)(12)). */
const KEYWORD_MS = 5 * 60 * 1000;
/** An automatic offer waits for the end of quiet hours, a Sunday and a holiday. */
const OFFER_WAITS_MS = 3 * DAY_MS;
const NO_HOUR = "Quiet hours leave no time of the day for this number";
const OPTED_OUT = "The client has opted out";
const TOO_LATE = "It was too late to send it";
const HELD = "The client may have opted out: decide in the inbox";
/**
 * What staff write, what the client asked for and what they owe. The rest waits until staff decide whether the client
 * opted out, for a day at most.
 */
const SENT_IN_REVIEW: ReadonlySet<Purpose> = new Set([
  "chat",
  "keyword",
  "test",
  "code",
  "confirmation",
  "decline",
  "billing",
  "payment",
]);

/** How many campaign texts may still be sent today. Texts in flight count as sent. */
export function remainingToday(app: App, { dailyCap }: SettingsValues): number {
  if (dailyCap === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, dailyCap - countSentOnDay(app.db, businessDay(app)) - countInFlight(app.db));
}

/**
 * Skips a text that may not be sent, and holds one until its quiet hours end or staff decide on an opt-out. Returns false
 * when it may be claimed.
 */
export function isHeldBack(
  app: App,
  { id }: DueText,
  { refusal, until }: { refusal: string | undefined; until: number | undefined },
): boolean {
  const reason = refusal ?? (until === Number.POSITIVE_INFINITY ? NO_HOUR : undefined);
  if (reason !== undefined) skipText(app.db, id, reason, app.now());
  else if (until !== undefined) holdText(app.db, id, until);
  return reason !== undefined || until !== undefined;
}

/** Why a campaign may not text this contact now, evaluated just before each text; undefined when it may. */
export function campaignRefusal(
  app: App,
  { contact, inReview }: DueText,
  { includeAsked }: Pick<CampaignRow, "includeAsked">,
  settings: SettingsValues,
  now: number,
) {
  if (!contact) return "The contact was deleted";
  if (contact.optedOut) return OPTED_OUT;
  if (inReview) return HELD;
  if (contact.refusesOffers) return "The client agreed to texts about appointments only";
  if (contact.undeliverable) return "The number is undeliverable";
  if (!isReached(contact.basis, includeAsked === 1))
    return contact.basis === "asked" ? "Only wrote or called" : "Never agreed to offers";
  const { frequencyCapMessages: limit, frequencyCapDays: days } = settings;
  if (limit === null || countCampaignTexts(app.db, contact.id, now - days * DAY_MS, limit) < limit)
    return undefined;
  return `Already got ${limit} campaign ${limit === 1 ? "text" : "texts"} within ${days} days`;
}

/** Why a text that belongs to no campaign may not be sent, evaluated just before it is; undefined when it may. */
export function textRefusal(app: App, text: DueText, now: number): string | undefined {
  switch (text.purpose) {
    case "chat":
      if (!text.contact) return "The contact was deleted";
      return text.contact.optedOut ? OPTED_OUT : undefined;
    case "code":
      return now - text.since > CODE_MS ? "The code has expired" : undefined;
    case "marketing":
      return offerRefusal(app, text, now);
    case "keyword":
      // The answer to a STOP is sent after the opt-out.
      return now - text.since > KEYWORD_MS && optedOutSince(app, text.phone) !== undefined
        ? TOO_LATE
        : undefined;
    case "test":
      // It goes to the writer's own phone.
      return undefined;
    default: {
      const outdated = visitRefusal(app, text, now);
      if (outdated !== undefined) return outdated;
      if (text.purpose !== "billing" && now - text.since >= DAY_MS)
        return waitsForDecision(text) ? HELD : TOO_LATE;
      if (optedOutSince(app, text.phone) !== undefined) return OPTED_OUT;
      return isUndeliverable(app, text.phone) ? "The number is undeliverable" : undefined;
    }
  }
}

/** An automatic offer keeps the rules of campaigns, comes once a week at most, and only as long as its reason holds. */
function offerRefusal(app: App, text: DueText, now: number): string | undefined {
  const refusal = campaignRefusal(app, text, { includeAsked: 0 }, getSettings(app), now);
  if (refusal !== undefined || !text.contact) return refusal;
  if (countCampaignTexts(app.db, text.contact.id, now - OFFER_EVERY_MS, 1) > 0)
    return "Already got an offer this week";
  if (now - text.since >= OFFER_WAITS_MS) return TOO_LATE;
  return app.hooks.automaticTextRefusal(app, text.retryOf ?? text.id);
}

/** Why a text about a visit or an offer isn't due anymore; undefined when it is, or is about neither. */
function visitRefusal(app: App, { id, purpose }: DueText, now: number): string | undefined {
  const { isReminderOpen, isNewsOutdated, isOfferOpen } = app.hooks.queries;
  if (purpose === "reminder" && !isReminderOpen(app.db, id, toWallTime(app, now)))
    return "The appointment is canceled, moved or over";
  const isNews = purpose === "visit-change" || purpose === "confirmation";
  if (isNews && isNewsOutdated(app.db, id, toWallTime(app, now)))
    return "The appointment changed again or is over";
  if (purpose === "offer" && !isOfferOpen(app.db, id, now)) return "The offer has ended";
  return undefined;
}

/** When the daily cap lets an automatic offer leave, in epoch milliseconds; undefined for now. */
export function capUntil(app: App, { purpose }: DueText): number | undefined {
  if (purpose !== "marketing" || remainingToday(app, getSettings(app)) > 0) return undefined;
  return nextBusinessDay(app);
}

/** Until when a text waits for staff to decide on an opt-out, in epoch milliseconds; undefined when it doesn't. */
export function decisionUntil(text: DueText): number | undefined {
  return waitsForDecision(text) ? text.since + DAY_MS : undefined;
}

function waitsForDecision({ inReview, purpose }: DueText): boolean {
  return inReview && !SENT_IN_REVIEW.has(purpose);
}
