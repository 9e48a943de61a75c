import { insertAutomaticText } from "#db/calendar/automatic-texts.ts";
import type { OfferCandidate } from "#db/calendar/offer-candidates.ts";
import { countCampaignTexts } from "#db/messaging/campaign-report.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { allowedAt, canSend, sendText, textsPerMinute } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { isRestored } from "#src/platform/sending-state.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { OFFER_EVERY_MS } from "#src/shared/constants.ts";
import { DAY_MS, HOUR_MS } from "#src/shared/durations.ts";
import { isReached } from "#src/shared/marketing-basis.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import type { LeftOut } from "./contract.ts";
import { dueAt, OFFERS, switchedOnAt } from "./offers.ts";
import { OFFER_IDS, type OfferId } from "./texts-contract.ts";
import { findObstacle, renderOffer, savedMessage, valuesOf } from "./wording.ts";

/** Candidates per transaction; each takes about 40 µs. */
const SLICE_SIZE = 100;

/** A client gets one of several on a day: the one that can't wait. */
const BY_PATIENCE = OFFER_IDS.toSorted(
  (one, other) => OFFERS[one].patienceDays - OFFERS[other].patienceDays,
);

/** How far today's run of an offer has come. */
interface Progress {
  /** The business's day of the run. */
  readonly day: string;
  /** The day whose offers are written, up to `day`. */
  readonly dueDay: string;
  readonly step: number;
  /** The position of the last candidate that is done. */
  readonly after: number;
}

/**
 * Writes the offers that bring clients back, each kind once a day at its time, and no more in a minute than the pace lets
 * leave. A text and its reason are stored in one transaction with the progress, so that a restart neither loses nor repeats
 * one. What was due before the text was switched on is left out. After a restore, all are written at once, because those
 * that were sent since the backup must be matched to their rows before any leaves.
 */
export async function sendOffers(app: App): Promise<void> {
  for (const kind of BY_PATIENCE) await sendKind(app, kind);
}

async function sendKind(app: App, kind: OfferId): Promise<void> {
  const isOn = Number.isFinite(switchedOnAt(app, kind));
  if (!isOn || !canSend(app) || findObstacle(app, kind) !== null) return;
  if (app.now() < dueAt(app, kind, businessDay(app))) return;
  const first = readProgress(app, kind);
  if (first.dueDay > first.day) return;
  const left = isRestored(app) ? Number.POSITIVE_INFINITY : textsPerMinute(app);
  await inSlices(app, { left }, (before) => sendSlice(app, kind, before.left));
}

function readProgress(app: App, kind: OfferId): Progress {
  const day = businessDay(app);
  const stored = readState<Progress>(app.db, stateOf(kind));
  if (stored?.day === day) return stored;
  return { day, dueDay: addDays(day, -OFFERS[kind].patienceDays), step: 0, after: 0 };
}

function stateOf(kind: OfferId): string {
  return `automatic-texts ${kind}`;
}

/** Writes at most `left` texts. */
function sendSlice(app: App, kind: OfferId, left: number): { left: number; done: boolean } {
  const progress = readProgress(app, kind);
  const save = (change: Partial<Progress>) =>
    writeState(app.db, stateOf(kind), { ...progress, ...change });
  const { day, dueDay, step: at, after } = progress;
  if (dueDay > day || left === 0) return { left, done: true };

  const isWanted = dueAt(app, kind, dueDay) >= switchedOnAt(app, kind);
  const step = isWanted ? OFFERS[kind].stepsOn(app, dueDay)[at] : undefined;
  if (!step) {
    save({ dueDay: addDays(dueDay, 1), step: 0, after: 0 });
    return { left, done: false };
  }
  const candidates = step.list(app, { now: app.now(), after, limit: SLICE_SIZE });
  const texted = new Set<number>();
  let position = after;
  for (const candidate of candidates) {
    if (texted.size === left) break;
    position = candidate.position;
    // The facts of a client's second row in this slice are older than the text.
    if (candidate.isDone || texted.has(candidate.contactId)) continue;
    if (findLeftOut(app, kind, candidate, app.now()) !== undefined) continue;
    sendOffer(app, kind, candidate, step.reasonOf(candidate));
    texted.add(candidate.contactId);
  }
  const isEnd =
    candidates.length < SLICE_SIZE && position === (candidates.at(-1)?.position ?? after);
  save(isEnd ? { step: at + 1, after: 0 } : { after: position });
  return { left: left - texted.size, done: false };
}

function sendOffer(app: App, kind: OfferId, candidate: OfferCandidate, reason: string): void {
  const { contactId, phone } = candidate;
  const body = renderOffer(app, savedMessage(app, kind), valuesOf(app, candidate));
  const messageId = sendText(app, { purpose: "marketing", phone, contactId, body });
  insertAutomaticText(app.db, { kind, contactId, reason, messageId, createdAt: app.now() });
  recordSystem(app, {
    action: "contact.automatic_text",
    target: ["contact", contactId],
    metadata: { text: kind },
  });
}

/** An offer that would have to wait longer is written by a later run, so that it is true when it leaves. */
const LONGEST_WAIT_MS = 23 * HOUR_MS;

/** Why a client doesn't get an offer at that time; undefined if they do. The strongest reason comes first. */
export function findLeftOut(
  app: App,
  kind: OfferId,
  candidate: OfferCandidate,
  at: number,
): LeftOut | undefined {
  if (candidate.optedOut) return "opted-out";
  if (candidate.inReview) return "in-review";
  if (candidate.undeliverable) return "undeliverable";
  if (candidate.refusesOffers) return "appointments-only";
  if (!isReached(candidate.basis, false)) return "never-agreed";
  const ownReason = OFFERS[kind].leavesOut(candidate, at);
  if (ownReason) return ownReason;
  const { lastOfferAt } = candidate;
  if (lastOfferAt !== null && lastOfferAt > at - OFFER_EVERY_MS) return "recent-offer";
  if (isOverCap(app, candidate.contactId, at)) return "frequency-cap";
  return canLeave(app, kind, candidate.phone, at) ? undefined : "no-day";
}

function isOverCap(app: App, contactId: number, at: number): boolean {
  const { frequencyCapMessages: limit, frequencyCapDays: days } = getSettings(app);
  return (
    limit !== null && countCampaignTexts(app.db, contactId, at - days * DAY_MS, limit) >= limit
  );
}

/** Whether quiet hours, Sundays and holidays let the text leave soon enough. */
function canLeave(app: App, kind: OfferId, phone: string, at: number): boolean {
  const leavesAt = allowedAt(app, "marketing", phone, at);
  if (!Number.isFinite(leavesAt)) return false;
  return OFFERS[kind].patienceDays === 0
    ? dayOf(toWallTime(app, leavesAt)) === dayOf(toWallTime(app, at))
    : leavesAt - at <= LONGEST_WAIT_MS;
}
