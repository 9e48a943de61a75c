import { findAutomaticTextOf, hasUpcomingVisit, tookPlace } from "#db/calendar/automatic-texts.ts";
import type { App } from "#src/app.ts";
import { businessDay, getSettings, toZonedTime } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { AUTOMATIC_TEXTS, isOffer } from "./texts-contract.ts";

const UNKNOWN = "Parlor doesn't know what this text is for";

/** Why an offer in the queue isn't due anymore, evaluated just before it is sent; undefined when it is. */
export function automaticTextRefusal(app: App, messageId: number): string | undefined {
  const text = findAutomaticTextOf(app.db, messageId);
  if (!text || !isOffer(text.kind)) return UNKNOWN;
  if (!getSettings(app)[AUTOMATIC_TEXTS[text.kind].enabled]) return "The text was switched off";
  switch (text.kind) {
    case "review-request":
      return tookPlace(app.db, visitIn(text.reason)) ? undefined : "The visit didn't take place";
    case "birthday": {
      const day = toZonedTime(app, text.createdAt).toPlainDate().toString();
      return day === businessDay(app) ? undefined : "The birthday is over";
    }
    case "next-visit":
    case "miss-you": {
      const now = toWallTime(app, app.now());
      const isBooked = text.contactId !== null && hasUpcomingVisit(app.db, text.contactId, now);
      return isBooked ? "The client booked a visit" : undefined;
    }
  }
}

/** 12 for "visit 12 after 6 weeks". */
function visitIn(reason: string): number {
  return Number(/^visit (\d+)/.exec(reason)?.[1] ?? 0);
}
