import * as entries from "#db/calendar/waitlist.ts";
import * as store from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { addAppointment } from "#src/calendar/appointments/appointments.ts";
import { findObstacle } from "#src/calendar/availability/availability.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { textClient } from "#src/calendar/reminders/texting.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { toInstant } from "#src/platform/time.ts";
import { closeOffer } from "./close-offer.ts";
import { renderDeclined, renderGone } from "./wording.ts";

/** A YES after this time answers something else. */
const LATE_MS = 60 * 60 * 1000;

/** Returns whether a number has an offer that a YES would answer: an open one, or the last text, which just ended. */
export function findOffer(app: App, phone: string): "open" | "ended" | undefined {
  const offer = store.findLastOffer(app.db, phone);
  if (offer?.status === "open") return "open";
  if (offer?.status !== "unanswered" || offer.endedAt === null) return undefined;
  const isOver = toInstant(app, offer.startsAt) <= app.now();
  const isLate = app.now() - offer.endedAt <= LATE_MS;
  return isLate && !isOver && !store.wasTextedSince(app.db, offer) ? "ended" : undefined;
}

/**
 * Applies a client's reply to their offer and texts one answer, in the caller's transaction. YES books the time, also
 * after the offer ended while it is still free. "stop" came with an opt-out, which has its own answer.
 */
export function answerOffer(app: App, phone: string, answer: "yes" | "no" | "stop"): void {
  const offer = store.findLastOffer(app.db, phone);
  if (!offer || findOffer(app, phone) === undefined) return;
  if (answer === "yes") {
    if (bookOffer(app, offer)) return;
    if (offer.status === "open") closeOffer(app, offer, "withdrawn");
    const isStillWaiting = entries.findEntry(app.db, offer.entryId)?.status === "waiting";
    textClient(app, "keyword", phone, renderGone(app, offer, isStillWaiting));
  } else if (offer.status === "open") {
    recordSystem(app, { action: "waitlist.decline", target: ["waitlist", offer.entryId] });
    closeOffer(app, offer, "declined");
    if (answer === "no") textClient(app, "keyword", phone, renderDeclined());
  }
}

/** Returns false when the time is no longer free. */
function bookOffer(app: App, offer: store.OfferRow): boolean {
  const entry = entries.findEntry(app.db, offer.entryId);
  if (!entry || entry.status === "booked" || entry.status === "canceled") return false;
  const { startsAt, employeeId, durationMinutes, bufferMinutes, priceCents, holdId } = offer;
  const visit = { minutes: durationMinutes, bufferMinutes };
  const except = holdId === null ? {} : { hold: holdId };
  if (findObstacle(app, visit, { startsAt, employeeId }, except) !== undefined) return false;

  if (holdId !== null) releaseHold(app, holdId);
  const { serviceName: service, serviceId } = entry;
  const appointmentId = addAppointment(app, null, {
    employeeId,
    clientName: entry.clientName,
    phone: offer.phone,
    startsAt,
    durationMinutes,
    service,
    booked: { service, serviceId, priceCents, bufferMinutes, durationMinutes },
    source: "waitlist",
  });
  store.endOffer(app.db, offer.id, { status: "accepted", at: app.now() });
  entries.closeEntry(app.db, entry.id, { status: "booked", appointmentId, at: app.now() });
  // The rest of a long gap may suit someone else.
  store.setGapDue(app.db, offer.gapId, app.now());
  recordSystem(app, {
    action: "waitlist.book",
    target: ["waitlist", entry.id],
    metadata: { appointment: appointmentId },
  });
  confirmBooking(app, appointmentId);
  app.events.changed("waitlist", entry.id);
  return true;
}
