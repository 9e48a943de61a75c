import * as entries from "#db/calendar/waitlist.ts";
import * as store from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { canText, mayText, textClient } from "#src/calendar/reminders/texting.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { toWallTime } from "#src/platform/time.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { renderGone, renderLeft } from "./wording.ts";

/** Days in a row with unanswered offers, which take the client off the list. One day's offers may come at a bad time. */
export const MAX_UNANSWERED_DAYS = 3;

/**
 * Ends an open offer in the caller's transaction and frees its slot. The client keeps waiting for other times, unless
 * they left offers unanswered for too many days, and a text says so. The next client is offered the time, unless
 * `passOn` is false.
 */
export function closeOffer(
  app: App,
  offer: store.OfferRow,
  status: "declined" | "unanswered" | "withdrawn",
  passOn = true,
): void {
  store.endOffer(app.db, offer.id, { status, at: app.now() });
  if (offer.holdId !== null) releaseHold(app, offer.holdId);
  store.setGapDue(app.db, offer.gapId, passOn ? app.now() : null);
  const entry = entries.findEntry(app.db, offer.entryId);
  if (entry?.status === "offered") {
    const patience = countUnanswered(app, offer, status, entry);
    entries.setEntryOpen(app.db, entry.id, { status: "waiting", ...patience });
    if (patience.unanswered >= MAX_UNANSWERED_DAYS) {
      expireEntry(app, entry.id, "unanswered");
      // Not an answer to the client, so it keeps quiet hours.
      if (canText(app, entry.phone))
        textClient(app, "decline", entry.phone, renderLeft(app, entry.serviceName));
    }
  }
  app.events.changed("waitlist", offer.entryId);
}

/** Withdraws an open offer, in the caller's transaction, and texts the client that the time is gone. */
export function withdrawOffer(
  app: App,
  offer: store.OfferRow,
  { passOn, purpose }: { passOn: boolean; purpose?: "decline" },
): void {
  closeOffer(app, offer, "withdrawn", passOn);
  textGone(app, offer, purpose);
}

/** Texts the client that the offered time is gone. "decline" waits for quiet hours to end, "confirmation" doesn't. */
export function textGone(
  app: App,
  offer: store.OfferRow,
  purpose: "confirmation" | "decline" = "confirmation",
): void {
  const isStillWaiting = entries.findEntry(app.db, offer.entryId)?.status === "waiting";
  if (mayText(app, offer.phone))
    textClient(app, purpose, offer.phone, renderGone(app, offer, isStillWaiting));
}

export function expireEntry(app: App, id: number, by: "unanswered" | "last day"): void {
  entries.closeEntry(app.db, id, { status: "expired", at: app.now() });
  recordSystem(app, { action: "waitlist.expire", target: ["waitlist", id], metadata: { by } });
  app.events.changed("waitlist", id);
}

/** A client can't be blamed for a text that never left, nor twice for one day. */
function countUnanswered(
  app: App,
  offer: store.OfferRow,
  status: "declined" | "unanswered" | "withdrawn",
  { unanswered, unansweredOn }: entries.WaitlistRow,
): Pick<entries.WaitlistRow, "unanswered" | "unansweredOn"> {
  if (status === "declined") return { unanswered: 0, unansweredOn: null };
  const day = dayOf(toWallTime(app, offer.createdAt));
  const counts =
    status === "unanswered" && unansweredOn !== day && store.wasOfferSent(app.db, offer.messageId);
  return counts ? { unanswered: unanswered + 1, unansweredOn: day } : { unanswered, unansweredOn };
}
