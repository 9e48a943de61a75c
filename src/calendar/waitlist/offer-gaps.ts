import { listExpiredHolds } from "#db/calendar/busy-times.ts";
import * as entries from "#db/calendar/waitlist.ts";
import { type Candidate, listCandidates } from "#db/calendar/waitlist-candidates.ts";
import * as store from "#db/calendar/waitlist-offers.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { findParts, findSlots } from "#src/calendar/availability/availability.ts";
import { holdParts } from "#src/calendar/availability/holds.ts";
import type { Slot } from "#src/calendar/availability/reasons.ts";
import { mayText, textClient } from "#src/calendar/reminders/texting.ts";
import { minutesOf, performersOf } from "#src/calendar/visits.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { addMinutes, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { answerTerms, isInTime } from "./answer-terms.ts";
import { closeOffer, expireEntry } from "./close-offer.ts";
import { fitsPreferences } from "./fits-preferences.ts";
import { releaseUnbooked } from "./gaps.ts";
import { renderOffer } from "./wording.ts";

const PER_RUN = 50;
/** Until the client has answered another offer. */
const BUSY_MS = MINUTE_MS / 2;
const NOT_SENDING_MS = 10 * MINUTE_MS;

type NextOffer =
  | { readonly candidate: Candidate; readonly slot: Slot & Taken }
  /** When to look again, in epoch milliseconds; null when the gap can be offered to no one. */
  | {
      readonly candidate?: undefined;
      readonly slot?: undefined;
      readonly retryAt: number | null;
    };

/**
 * Ends expired holds, passes on offers without a reply, then offers each free gap to the next client. Gaps and offers are rows, so a restart
 * continues where it stopped. The search runs outside of the transaction, which checks the result again.
 */
export async function offerGaps(app: App): Promise<void> {
  await writeWhenFree(app.db, () => expireAll(app));
  for (const gap of store.listDueGaps(app.db, app.now(), PER_RUN)) {
    const next = await findNextOffer(app, gap);
    await writeWhenFree(app.db, () => applyNext(app, gap.id, next));
  }
}

function expireAll(app: App): void {
  for (const { id } of listExpiredHolds(app.db, app.now(), PER_RUN)) releaseUnbooked(app, id);
  for (const offer of store.listExpiredOffers(app.db, app.now(), PER_RUN)) {
    recordSystem(app, { action: "waitlist.no_reply", target: ["waitlist", offer.entryId] });
    closeOffer(app, offer, "unanswered");
  }
  for (const id of entries.listPastEntries(app.db, businessDay(app), PER_RUN))
    expireEntry(app, id, "last day");
}

function applyNext(app: App, gapId: number, next: NextOffer): void {
  const gap = store.findGap(app.db, gapId);
  if (!gap || gap.dueAt === null || gap.dueAt > app.now()) return;
  if (!next.candidate) {
    store.setGapDue(app.db, gapId, next.retryAt);
    return;
  }
  const { candidate, slot } = next;
  // What changed since the search is seen in the next run, a second later.
  const isStillNext = listCandidates(app.db, { ...gap, day: slot.startsAt.slice(0, 10) }).some(
    ({ id, isBusy, status }) => id === candidate.id && !isBusy && status === "waiting",
  );
  const visit = { serviceIds: candidate.serviceIds };
  const { startsAt } = slot;
  const parts = findParts(app, visit, { startsAt, employeeId: gap.employeeId });
  if (!isStillNext || !parts?.[0] || !mayText(app, candidate.phone)) return;
  const offered = {
    startsAt,
    employeeId: parts[0].employeeId,
    performers:
      parts.length === 1
        ? null
        : parts.flatMap((part) => part.terms.services.map(() => part.employeeId)),
  };

  const expiresAt = app.now() + getSettings(app).waitlistOfferMinutes * MINUTE_MS;
  const { serviceName: service } = candidate;
  const { clientName } = candidate;
  const offer = { clientName, service, expiresAt, terms: answerTerms(app, candidate) };
  const body = renderOffer(app, offered, offer);
  store.insertOffer(app.db, {
    entryId: candidate.id,
    gapId,
    phone: candidate.phone,
    ...offered,
    durationMinutes: minutesOf(parts),
    bufferMinutes: parts.at(-1)?.terms.bufferMinutes ?? 0,
    priceCents: parts.reduce((total, { terms }) => total + terms.priceCents, 0),
    holdId: holdParts(app, parts, expiresAt),
    messageId: textClient(app, "offer", candidate.phone, body, "waitlist-offer"),
    createdAt: app.now(),
    expiresAt,
  });
  const { unanswered, unansweredOn } = candidate;
  entries.setEntryOpen(app.db, candidate.id, { status: "offered", unanswered, unansweredOn });
  // Deleting the client deletes the offer too. The gap is then still offered to the next client.
  store.setGapDue(app.db, gapId, expiresAt);
  recordSystem(app, {
    action: "waitlist.offer",
    target: ["waitlist", candidate.id],
    metadata: { start: startsAt, employee: offered.employeeId },
  });
  app.events.changed("waitlist", candidate.id);
}

/**
 * Finds the first client who can be offered a gap, and the time in it. Where the text must wait for the end of quiet
 * hours, so does the gap, as long as the client could still answer before the visit.
 */
export async function findNextOffer(app: App, gap: store.GapRow): Promise<NextOffer> {
  const now = app.now();
  if (toInstant(app, gap.endsAt) <= now) return { retryAt: null };
  const { waitlistOfferMinutes, waitlistOffersEnabled } = getSettings(app);
  // Switched on again, the gap is offered if it is still ahead.
  if (!canSend(app) || !waitlistOffersEnabled) return { retryAt: now + NOT_SENDING_MS };
  const offerMs = waitlistOfferMinutes * MINUTE_MS;
  const findTimes = timesOfGap(app, gap);
  let busyUntil: number | null = null;
  for (const candidate of listCandidates(app.db, { ...gap, day: dayOf(gap.startsAt) })) {
    if (!mayText(app, candidate.phone)) continue;
    const offeredAt = allowedAt(app, "offer", candidate.phone, now);
    const expiresAt = offeredAt + offerMs;
    const slot = (await findTimes(candidate.serviceIds)).find(
      (time) =>
        fitsPreferences(candidate, time) &&
        isInTime(app, candidate, time.startsAt, expiresAt) &&
        // The time may have been booked and canceled again since.
        !store.hasPassedOn(app.db, candidate.id, {
          ...time,
          endsAt: addMinutes(time.startsAt, time.minutes),
        }),
    );
    if (!slot) continue;
    if (candidate.isBusy || candidate.status === "offered") {
      busyUntil = now + BUSY_MS;
      continue;
    }
    if (offeredAt > now) return { retryAt: offeredAt };
    return { candidate, slot };
  }
  return { retryAt: busyUntil };
}

interface Taken {
  readonly minutes: number;
  readonly employeeIds: readonly number[];
}

/**
 * Returns the search for free times of services that overlap a gap: those that were not free before. The one closest
 * to the gap's start comes first, so that little time is lost between visits.
 */
function timesOfGap(app: App, gap: store.GapRow) {
  const found = new Map<string, Promise<(Slot & Taken)[]>>();
  const search = async (serviceIds: readonly number[]) => {
    const visit = { serviceIds };
    const terms = performersOf(app, visit, gap.employeeId).get(gap.employeeId);
    const days = { from: dayOf(gap.startsAt), to: dayOf(gap.endsAt) };
    const slots = await findSlots(app, visit, { employeeId: gap.employeeId, ...days });
    return slots
      .flatMap(({ parts, ...slot }) => {
        const all = parts ?? (terms ? [{ ...slot, terms }] : []);
        const within = all.find(
          (part) =>
            part.employeeId === gap.employeeId &&
            part.startsAt < gap.endsAt &&
            addMinutes(part.startsAt, part.terms.minutes + part.terms.bufferMinutes) > gap.startsAt,
        );
        if (!within) return [];
        const employeeIds = all.map(({ employeeId }) => employeeId);
        const distance = Math.abs(minutesBetween(gap.startsAt, within.startsAt));
        return [{ ...slot, minutes: minutesOf(all), employeeIds, distance }];
      })
      .sort((a, b) => a.distance - b.distance);
  };
  return (serviceIds: readonly number[]) =>
    found.getOrInsertComputed(serviceIds.join(), () => search(serviceIds));
}
