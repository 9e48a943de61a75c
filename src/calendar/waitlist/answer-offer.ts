import { findServices } from "#db/calendar/services.ts";
import * as entries from "#db/calendar/waitlist.ts";
import * as store from "#db/calendar/waitlist-offers.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { areFree } from "#src/calendar/availability/availability.ts";
import { layOutParts } from "#src/calendar/availability/find-parts.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { addVisit } from "#src/calendar/book-visit.ts";
import { moneyOf } from "#src/calendar/online-booking/deposit-texts.ts";
import { manageUrl } from "#src/calendar/online-booking/manage-link.ts";
import { placeBooking } from "#src/calendar/online-booking/place-booking.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { textClient } from "#src/calendar/reminders/texting.ts";
import {
  findVisitTerms,
  processingWithin,
  type VisitPart,
  type VisitTerms,
} from "#src/calendar/visits.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import { answerTerms, isInTime } from "./answer-terms.ts";
import { bookEntry } from "./book-entry.ts";
import { closeOffer, MAX_UNANSWERED_DAYS } from "./close-offer.ts";
import type { NextClient, WaitlistEntry } from "./contract.ts";
import { findNextOffer } from "./offer-gaps.ts";
import { maySeePerformers, toEntry } from "./to-entry.ts";
import { getEntry, getOpenOffer } from "./waitlist.ts";
import {
  renderDeclined,
  renderDepositDue,
  renderGone,
  renderRejoined,
  renderRequested,
} from "./wording.ts";

/** A YES after this time answers something else. */
const LATE_MS = HOUR_MS;

const WAITING = { status: "waiting", unanswered: 0, unansweredOn: null } as const;

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
 * after the offer ended while it is still free; see `answerTerms` for approvals and deposits. WAIT undoes a removal for unanswered offers.
 * "stop" came with an opt-out, which has its own answer and audit entry, and says nothing about the time.
 */
export function answerOffer(app: App, phone: string, answer: "yes" | "no" | "wait" | "stop"): void {
  if (answer === "wait") {
    rejoin(app, phone);
    return;
  }
  const offer = store.findLastOffer(app.db, phone);
  if (!offer || findOffer(app, phone) === undefined) return;
  if (answer === "yes") {
    if (bookOffer(app, offer)) return;
    if (offer.status === "open") closeOffer(app, offer, "withdrawn");
    const isStillWaiting = entries.findEntry(app.db, offer.entryId)?.status === "waiting";
    textClient(app, "keyword", phone, renderGone(app, offer, isStillWaiting));
  } else if (offer.status === "open" && answer === "no") {
    recordSystem(app, { action: "waitlist.decline", target: ["waitlist", offer.entryId] });
    closeOffer(app, offer, "declined");
    textClient(app, "keyword", phone, renderDeclined());
  } else if (offer.status === "open") closeOffer(app, offer, "withdrawn");
}

/** Books the offered time for a client who says yes at the desk. @throws Problem 404, 409 without an open offer, or when its time is taken */
export async function acceptOffer(app: App, actor: Staff, id: number): Promise<WaitlistEntry> {
  const { entry, gapId } = inTransaction(app.db, () => {
    const offer = getOpenOffer(app, actor, id);
    if (!bookOffer(app, offer, actor))
      throw new Problem(409, "This time is no longer free. Stop the offer.");
    record(app, actor, { action: "waitlist.accept_offer", target: ["waitlist", id] });
    return { entry: toEntry(app, actor, getEntry(app, actor, id)), gapId: offer.gapId };
  });
  // The client is booked, so a failure must not look like one of the booking. The job meets and reports it, too.
  const nextOffer = await previewNextOffer(app, actor, gapId).catch((error: unknown) => {
    app.log("error", "bug", { while: "searching for the next client to offer a time", error });
    return null;
  });
  return { ...entry, nextOffer };
}

/** Returns the client who will be offered the rest of a gap; null for none, and if the actor may not see the employee. */
async function previewNextOffer(app: App, actor: Staff, gapId: number): Promise<NextClient | null> {
  const gap = store.findGap(app.db, gapId);
  if (!gap) return null;
  const { candidate, slot } = await findNextOffer(app, gap);
  const { employeeId } = gap;
  if (!candidate || !maySeePerformers(actor, { employeeId, performers: slot.employeeIds }))
    return null;
  return {
    contactId: candidate.contactId,
    clientName: candidate.clientName,
    start: slot.startsAt,
  };
}

function rejoin(app: App, phone: string): void {
  const left = { today: businessDay(app), unanswered: MAX_UNANSWERED_DAYS };
  const back = entries.listEntriesToRejoin(app.db, phone, left);
  for (const { id } of back) {
    entries.setEntryOpen(app.db, id, WAITING);
    recordSystem(app, { action: "waitlist.rejoin", target: ["waitlist", id] });
    app.events.changed("waitlist", id);
  }
  const services = back.map(({ serviceName }) => serviceName);
  if (services.length > 0) textClient(app, "keyword", phone, renderRejoined(services));
}

/** Returns false when the time is no longer free. */
function bookOffer(app: App, offer: store.OfferRow, actor: Staff | null = null): boolean {
  const entry = entries.findEntry(app.db, offer.entryId);
  if (!entry || entry.status === "booked" || entry.status === "canceled") return false;
  const { startsAt, holdId } = offer;
  const except = holdId === null ? {} : { hold: holdId };
  const parts = partsOfOffer(app, entry, offer);
  if (!parts || !areFree(app, parts, except)) return false;
  if (!isInTime(app, entry, startsAt, app.now())) return false;

  if (holdId !== null) releaseHold(app, holdId);
  store.endOffer(app.db, offer.id, { status: "accepted", at: app.now() });
  // The rest of a long gap may suit someone else.
  store.setGapDue(app.db, offer.gapId, app.now());
  const appointmentId = placeOffer(app, actor, entry, offer, parts);
  if (appointmentId !== null) bookEntry(app, entry.id, appointmentId);
  else {
    if (entry.status === "offered") entries.setEntryOpen(app.db, entry.id, WAITING);
    recordSystem(app, { action: "waitlist.accept", target: ["waitlist", entry.id] });
  }
  app.events.changed("waitlist", entry.id);
  return true;
}

/**
 * Books an offered time as the entry's terms say, and texts the client. Returns the appointment's id; null while the time
 * is held for the deposit, whose payment closes the entry.
 */
function placeOffer(
  app: App,
  actor: Staff | null,
  entry: entries.WaitlistRow,
  offer: store.OfferRow,
  parts: readonly [VisitPart, ...VisitPart[]],
): number | null {
  const { phone } = offer;
  const { clientName, serviceIds, serviceName } = entry;
  const services = findServices(app.db, serviceIds);
  const client = { clientName, phone, source: "waitlist" } as const;
  if (!services || answerTerms(app, entry).status === "booked") {
    const id = addVisit(app, actor, client, parts, serviceName);
    confirmBooking(app, id);
    return id;
  }
  const { booking, status } = placeBooking(app, {
    ...{ ...client, services, parts },
    ...{ email: null, marketing: false },
  });
  const url = manageUrl(app, booking);
  const body =
    status === "deposit"
      ? renderDepositDue(app, offer, { service: serviceName, deposit: moneyOf(app, booking), url })
      : renderRequested(app, offer, url);
  textClient(app, "keyword", phone, body);
  return booking.appointmentId;
}

/** Returns who performs what of an offer; undefined if someone no longer performs their service. */
function partsOfOffer(
  app: App,
  entry: entries.WaitlistRow,
  offer: store.OfferRow,
): [VisitPart, ...VisitPart[]] | undefined {
  const { startsAt, employeeId, performers } = offer;
  if (!performers) return [{ startsAt, employeeId, terms: termsOf(app, entry, offer) }];
  const services = (findServices(app.db, entry.serviceIds) ?? []).flatMap((row, at) => {
    const performer = performers[at] ?? 0;
    const terms = findVisitTerms([row], performer);
    return terms ? { employeeId: performer, terms } : [];
  });
  const [first, ...others] = layOutParts(app, startsAt, services);
  return first && services.length === performers.length ? [first, ...others] : undefined;
}

/** The services as they are now, for the length and price that were offered. */
function termsOf(
  { db }: App,
  { serviceIds }: entries.WaitlistRow,
  { employeeId, durationMinutes, bufferMinutes, priceCents }: store.OfferRow,
): VisitTerms {
  const now = findVisitTerms(findServices(db, serviceIds) ?? [], employeeId);
  const { services = [], processing = [] } = now ?? {};
  return {
    services,
    processing: processingWithin(processing, durationMinutes),
    ...{ minutes: durationMinutes, bufferMinutes, priceCents },
  };
}
