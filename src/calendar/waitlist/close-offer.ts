import * as entries from "#db/calendar/waitlist.ts";
import * as store from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";

/** The second unanswered offer in a row takes the client off the list. */
const MAX_UNANSWERED = 2;

/**
 * Ends an open offer in the caller's transaction and frees its slot. The client keeps waiting for other times, unless
 * they left too many offers unanswered. The next client is offered the time, unless `passOn` is false.
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
    const unanswered = countUnanswered(app, offer, status, entry.unanswered);
    if (unanswered >= MAX_UNANSWERED) expireEntry(app, entry.id, "unanswered");
    else entries.setEntryOpen(app.db, entry.id, { status: "waiting", unanswered });
  }
  app.events.changed("waitlist", offer.entryId);
}

export function expireEntry(app: App, id: number, by: "unanswered" | "last day"): void {
  entries.closeEntry(app.db, id, { status: "expired", at: app.now() });
  recordSystem(app, { action: "waitlist.expire", target: ["waitlist", id], metadata: { by } });
  app.events.changed("waitlist", id);
}

/** A client can't be blamed for a text that never left. */
function countUnanswered(
  app: App,
  offer: store.OfferRow,
  status: "declined" | "unanswered" | "withdrawn",
  before: number,
): number {
  if (status === "declined") return 0;
  const counts = status === "unanswered" && store.wasOfferSent(app.db, offer.messageId);
  return counts ? before + 1 : before;
}
