import { isReminderOpen } from "#db/calendar/appointment-texts.ts";
import { isOfferOpen } from "#db/calendar/waitlist-offers.ts";
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
import { optedOutSince } from "#src/clients/consent.ts";
import { isUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { businessDay, type SettingsValues } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { isReached } from "#src/shared/marketing-basis.ts";

const CODE_MS = 10 * 60 * 1000;
const NO_HOUR = "Quiet hours leave no time of the day for this number";
const OPTED_OUT = "The client has opted out";
const HELD = "The client may have opted out: decide in the inbox";
/** What the client asked for and what they owe. The rest waits until staff decide whether they opted out. */
const SENT_IN_REVIEW: ReadonlySet<Purpose> = new Set(["confirmation", "decline", "billing"]);
const DAY_MS = 24 * 60 * 60 * 1000;

/** How many campaign texts may still be sent today. Texts in flight count as sent. */
export function remainingToday(app: App, { dailyCap }: SettingsValues): number {
  if (dailyCap === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, dailyCap - countSentOnDay(app.db, businessDay(app)) - countInFlight(app.db));
}

/** Skips a text that may not be sent, and holds one until its quiet hours end. Returns false when it may be claimed. */
export function isHeldBack(
  app: App,
  { id }: DueText,
  { refusal, quiet }: { refusal: string | undefined; quiet: number | undefined },
): boolean {
  const reason = refusal ?? (quiet === Number.POSITIVE_INFINITY ? NO_HOUR : undefined);
  if (reason !== undefined) skipText(app.db, id, reason, app.now());
  else if (quiet !== undefined) holdText(app.db, id, quiet);
  return reason !== undefined || quiet !== undefined;
}

/** Why a campaign may not text this contact now, evaluated just before each text; undefined when it may. */
export function campaignRefusal(
  app: App,
  { contact, inReview }: DueText,
  { includeAsked }: CampaignRow,
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
    case "keyword":
    case "test":
      // The answer to a STOP is sent after the opt-out, and a test goes to the writer's own phone.
      return undefined;
    default:
      if (text.purpose === "reminder" && !isReminderOpen(app.db, text.id, toWallTime(app, now)))
        return "The appointment is canceled, moved or over";
      if (text.purpose === "offer" && !isOfferOpen(app.db, text.id, now))
        return "The offer has ended";
      if (text.purpose !== "billing" && now - text.since > DAY_MS)
        return "It was too late to send it";
      if (optedOutSince(app, text.phone) !== undefined) return OPTED_OUT;
      if (text.inReview && !SENT_IN_REVIEW.has(text.purpose)) return HELD;
      return isUndeliverable(app, text.phone) ? "The number is undeliverable" : undefined;
  }
}
