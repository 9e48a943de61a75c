import type { OfferCandidate } from "#db/calendar/offer-candidates.ts";
import type { App } from "#src/app.ts";
import { allowedAt } from "#src/messaging/outbox/outbox.ts";
import { giveWay } from "#src/platform/http/requests.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { addDays, listDays } from "#src/shared/wall-time.ts";
import { type Audience, type LeftOut, MAX_NAMED_CLIENTS } from "./contract.ts";
import { findLeftOut } from "./find-left-out.ts";
import { dueAt, PATIENCE_DAYS, stepsOf } from "./offer-days.ts";
import type { OfferId } from "./texts-contract.ts";
import { bookingLink, reviewLink, valuesOf } from "./wording.ts";

const DAYS = 7;
const SLICE_SIZE = 100;

interface Plan {
  /** Who gets the offer and when, in epoch milliseconds, in this order. */
  readonly texted: ReadonlyMap<number, { readonly candidate: OfferCandidate; readonly at: number }>;
  readonly leftOut: ReadonlyMap<number, LeftOut>;
}

/** Who would get an offer in the next 7 days, as things are now, whether or not it is on. */
export async function planOffer(app: App, kind: OfferId): Promise<Plan> {
  const texted = new Map<number, { candidate: OfferCandidate; at: number }>();
  const leftOut = new Map<number, LeftOut>();
  const today = businessDay(app);
  const isOver = app.now() >= dueAt(app, kind, today);
  const first = isOver ? addDays(today, 1) : today;
  for (const day of listDays(first, addDays(first, DAYS - 1))) {
    const at = dueAt(app, kind, day);
    for await (const candidate of listCandidates(app, kind, day)) {
      const { contactId } = candidate;
      if (candidate.isDone || texted.has(contactId)) continue;
      const reason = findReason(app, kind, candidate, at);
      if (reason === undefined) texted.set(contactId, { candidate, at });
      else if (!leftOut.has(contactId)) leftOut.set(contactId, reason);
    }
  }
  for (const contactId of texted.keys()) leftOut.delete(contactId);
  return { texted, leftOut };
}

async function* listCandidates(app: App, kind: OfferId, day: string) {
  for (const step of stepsOf(app, kind, day))
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice = step.list(app, { now: app.now(), after, limit: SLICE_SIZE });
      yield* slice;
      after = slice.length < SLICE_SIZE ? undefined : slice.at(-1)?.position;
      await giveWay(app);
    }
}

/** An offer that can wait for another day comes then. */
function findReason(app: App, kind: OfferId, candidate: OfferCandidate, at: number) {
  const reason = findLeftOut(app, kind, candidate, at);
  const waits = reason === "no-day" && PATIENCE_DAYS[kind] > 0;
  return waits && Number.isFinite(allowedAt(app, "marketing", candidate.phone, at))
    ? undefined
    : reason;
}

export function toAudience(app: App, { texted, leftOut }: Plan): Audience {
  const reasons = Map.groupBy(leftOut.values(), (reason) => reason);
  return {
    total: texted.size,
    clients: [...texted.values()].slice(0, MAX_NAMED_CLIENTS).map(({ candidate, at }) => ({
      contactId: candidate.contactId,
      name: candidate.name,
      at: toWallTime(app, at),
      ...valuesOf(app, candidate),
    })),
    bookingLink: bookingLink(app),
    reviewLink: reviewLink(app),
    leftOut: [...reasons]
      .map(([reason, all]) => ({ reason, count: all.length }))
      .toSorted((one, other) => other.count - one.count),
  };
}
