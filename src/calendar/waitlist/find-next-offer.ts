import { type Candidate, listCandidates } from "#db/calendar/waitlist-candidates.ts";
import { type GapRow, hasPassedOn } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { findSlots } from "#src/calendar/availability/availability.ts";
import type { Slot } from "#src/calendar/availability/reasons.ts";
import { mayText } from "#src/calendar/reminders/texting.ts";
import { performersOf } from "#src/calendar/visits.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { addMinutes, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { answerTerms } from "./answer-terms.ts";
import { fitsPreferences } from "./fits-preferences.ts";

/** Until the client has answered another offer. */
const BUSY_MS = MINUTE_MS / 2;
const NOT_CONNECTED_MS = 10 * MINUTE_MS;

export type NextOffer =
  | { readonly candidate: Candidate; readonly slot: Slot }
  /** When to look again, in epoch milliseconds; null when the gap can be offered to no one. */
  | { readonly candidate?: undefined; readonly retryAt: number | null };

/**
 * Finds the first client who can be offered a gap, and the time in it. Where the text must wait for the end of quiet
 * hours, so does the gap, as long as the client could still answer before the visit.
 */
export async function findNextOffer(app: App, gap: GapRow): Promise<NextOffer> {
  const now = app.now();
  if (toInstant(app, gap.endsAt) <= now) return { retryAt: null };
  if (!canSend(app)) return { retryAt: now + NOT_CONNECTED_MS };
  const offerMs = getSettings(app).waitlistOfferMinutes * MINUTE_MS;
  const findTimes = timesOfGap(app, gap);
  let busyUntil: number | null = null;
  for (const candidate of listCandidates(app.db, { ...gap, day: dayOf(gap.startsAt) })) {
    if (!mayText(app, candidate.phone)) continue;
    const offeredAt = allowedAt(app, "offer", candidate.phone);
    const expiresAt = offeredAt + offerMs;
    const slot = (await findTimes(candidate.serviceId)).find(
      (time) =>
        fitsPreferences(candidate, time) &&
        toInstant(app, time.startsAt) > expiresAt &&
        // The time may have been booked and canceled again since.
        !hasPassedOn(app.db, candidate.id, {
          ...time,
          endsAt: addMinutes(time.startsAt, time.minutes),
        }) &&
        toInstant(app, time.startsAt) > expiresAt + answerTerms(app, candidate).leadMs,
    );
    if (!slot) continue;
    if (candidate.isBusy || candidate.status === "offered") {
      busyUntil = now + BUSY_MS;
      continue;
    }
    if (offeredAt > now) return { retryAt: offeredAt };
    const { startsAt, employeeId } = slot;
    return { candidate, slot: { startsAt, employeeId } };
  }
  return { retryAt: busyUntil };
}

/**
 * Returns the search for free times of a service that overlap a gap: those that were not free before. The one closest
 * to the gap's start comes first, so that little time is lost between visits.
 */
function timesOfGap(app: App, gap: GapRow) {
  const found = new Map<number, Promise<(Slot & { minutes: number })[]>>();
  const search = async (serviceId: number) => {
    const visit = { serviceIds: [serviceId] };
    const terms = performersOf(app, visit, gap.employeeId).get(gap.employeeId);
    if (!terms) return [];
    const { minutes, bufferMinutes } = terms;
    const days = { from: dayOf(gap.startsAt), to: dayOf(gap.endsAt) };
    const slots = await findSlots(app, visit, { employeeId: gap.employeeId, ...days });
    const distance = ({ startsAt }: Slot) => Math.abs(minutesBetween(gap.startsAt, startsAt));
    return slots
      .filter(
        ({ startsAt }) =>
          startsAt < gap.endsAt && addMinutes(startsAt, minutes + bufferMinutes) > gap.startsAt,
      )
      .map((slot) => ({ ...slot, minutes }))
      .sort((a, b) => distance(a) - distance(b));
  };
  return (serviceId: number) => found.getOrInsertComputed(serviceId, () => search(serviceId));
}
