import { closeEntry } from "#db/calendar/waitlist.ts";
import { findOpenOffer } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { closeOffer } from "./close-offer.ts";

/** Takes a client off the list whose deposit booked their time, in the caller's transaction. */
export function closePaidEntry(app: App, id: number, appointmentId: number): void {
  const offer = findOpenOffer(app.db, id);
  if (offer) closeOffer(app, offer, "withdrawn");
  closeEntry(app.db, id, { status: "booked", appointmentId, at: app.now() });
  recordSystem(app, {
    action: "waitlist.book",
    target: ["waitlist", id],
    metadata: { appointment: appointmentId },
  });
  app.events.changed("waitlist", id);
}
