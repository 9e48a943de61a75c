import type { App } from "#src/app.ts";
import { readDetails } from "#src/messaging/registration/registration.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { DAY_MS, HOUR_MS } from "#src/shared/durations.ts";
import { addDays, dayOf, type WallTime } from "#src/shared/wall-time.ts";

/** The words that are recorded with the consent. */
export function consentWords(
  app: App,
): Readonly<Record<"reminder" | "marketing" | "waitlist" | "call", string>> {
  const { businessName, waitlistOfferMinutes, bookingApproval } = getSettings(app);
  const { offersPerMonth } = readDetails(app);
  const name = businessName || "us";
  return {
    reminder:
      "We'll text you about this appointment, such as a confirmation or a reminder. Reply STOP to opt out.",
    waitlist: `When a time opens up, we'll text you an offer from ${name}, one at a time. We hold it for ${waitlistOfferMinutes} minutes: reply YES to ${bookingApproval ? "request" : "book"} it or NO to pass. Message and data rates may apply. Reply HELP for help or STOP to opt out of all texts.`,
    call: "The caller agreed to texts with offers when a time opens up.",
    marketing: `Text me offers from ${name}, up to ${offersPerMonth} a month. You can book without this. Message and data rates may apply. Reply HELP for help or STOP to opt out.`,
  };
}

/** A later answer would leave the client no time for other plans. */
const DECIDED_BEFORE_MS = 2 * HOUR_MS;
const MAX_WAIT_MS = DAY_MS;
/** Staff have at least an hour to decide on a request. */
export const MIN_REQUEST_NOTICE_MS = DECIDED_BEFORE_MS + HOUR_MS;

/**
 * Until when staff decide on a request made at `since`, or a client pays the deposit of one approved then, in epoch
 * milliseconds: a day later, at the latest two hours before the visit.
 */
export function decisionDeadline(app: App, since: number, startsAt: WallTime): number {
  return Math.min(since + MAX_WAIT_MS, toInstant(app, startsAt) - DECIDED_BEFORE_MS);
}

/** Returns the first instant that can be booked, in epoch milliseconds. */
export function earliestStart(app: App): number {
  const { bookingNoticeHours, bookingApproval } = getSettings(app);
  const least = bookingApproval ? MIN_REQUEST_NOTICE_MS : 0;
  return app.now() + Math.max(bookingNoticeHours * HOUR_MS, least);
}

export function lastBookableDay(app: App): string {
  return addDays(businessDay(app), getSettings(app).bookingHorizonDays);
}

export function isBookable(app: App, startsAt: WallTime): boolean {
  return toInstant(app, startsAt) > earliestStart(app) && dayOf(startsAt) <= lastBookableDay(app);
}

/**
 * Returns until when a client can reschedule, or cancel with a refund, in epoch milliseconds. A visit that the salon moved
 * keeps the deadline of the time it was moved from, where that is later.
 */
export function deadlineOf(app: App, startsAt: WallTime, movedFrom: WallTime | null): number {
  const start = toInstant(app, startsAt);
  const agreed = movedFrom === null ? start : Math.max(start, toInstant(app, movedFrom));
  return Math.min(start, agreed - getSettings(app).bookingCancellationHours * HOUR_MS);
}
