import { listExpiredHolds } from "#db/calendar/busy-times.ts";
import * as entries from "#db/calendar/waitlist.ts";
import { listCandidates } from "#db/calendar/waitlist-candidates.ts";
import * as store from "#db/calendar/waitlist-offers.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { findObstacle } from "#src/calendar/availability/availability.ts";
import { holdSlot } from "#src/calendar/availability/holds.ts";
import { mayText, textClient } from "#src/calendar/reminders/texting.ts";
import { performersOf } from "#src/calendar/visits.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { answerTerms } from "./answer-terms.ts";
import { closeOffer, expireEntry } from "./close-offer.ts";
import { findNextOffer, type NextOffer } from "./find-next-offer.ts";
import { releaseUnbooked } from "./gaps.ts";
import { renderOffer } from "./wording.ts";

const PER_RUN = 50;

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
  const visit = { serviceIds: [candidate.serviceId] };
  const terms = performersOf(app, visit, slot.employeeId).get(slot.employeeId);
  if (!isStillNext || !terms || !mayText(app, candidate.phone)) return;
  if (findObstacle(app, visit, slot) !== undefined) return;

  const expiresAt = app.now() + getSettings(app).waitlistOfferMinutes * MINUTE_MS;
  const { serviceName: service } = candidate;
  const body = renderOffer(app, slot, { service, expiresAt, terms: answerTerms(app, candidate) });
  store.insertOffer(app.db, {
    entryId: candidate.id,
    gapId,
    phone: candidate.phone,
    ...slot,
    durationMinutes: terms.minutes,
    bufferMinutes: terms.bufferMinutes,
    priceCents: terms.priceCents,
    holdId: holdSlot(app, { ...slot, ...terms, until: expiresAt }),
    messageId: textClient(app, "offer", candidate.phone, body),
    createdAt: app.now(),
    expiresAt,
  });
  const { unanswered } = candidate;
  entries.setEntryOpen(app.db, candidate.id, { status: "offered", unanswered });
  // Deleting the client deletes the offer too. The gap is then still offered to the next client.
  store.setGapDue(app.db, gapId, expiresAt);
  recordSystem(app, {
    action: "waitlist.offer",
    target: ["waitlist", candidate.id],
    metadata: { start: slot.startsAt, employee: slot.employeeId },
  });
  app.events.changed("waitlist", candidate.id);
}
