import type { Database } from "#db/connection.ts";
import { setCampaignHold, setNextSend } from "#db/messaging/campaign-sending.ts";
import { type CampaignRow, sendingCampaigns } from "#db/messaging/campaigns.ts";
import { dueRecipients, nextRecipientDueAt } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { getSettings, type SettingsValues } from "#src/platform/settings/settings.ts";
import { pickMergeDetails } from "#src/shared/contact-fields.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { type Hold, holdAt } from "./campaign-hold.ts";
import { campaignRefusal, isHeldBack, remainingToday } from "./caps.ts";
import { claimWithBody, type PacedText, segmentsOf } from "./claimed-text.ts";
import {
  AHEAD_MS,
  gapAfter,
  isFast,
  nextSendOf,
  nextSlot,
  type Rates,
  ratesOf,
  type Slot,
  saveLastSlot,
} from "./pace.ts";
import { quietUntil } from "./quiet-hours.ts";

/** When to look again at texts whose numbers have another text in flight. */
export const BLOCKED_MS = 1_000;
/** The most texts of one campaign examined in a row, so that a run of held or skipped texts does not block the event loop. */
const SCAN_LIMIT = 500;

interface PacedBatch {
  readonly paced: readonly PacedText[];
  /** When to look again, in epoch milliseconds. */
  readonly nextAt: number;
}

/** Claims texts of campaigns for the slots of the next moment, in the caller's transaction. */
export function claimCampaigns(
  app: App,
  quietHours: boolean,
  capacity: number,
  now: number,
): PacedBatch {
  const campaigns = orderByTurn(app.db, sendingCampaigns(app.db));
  const settings = getSettings(app);
  const rates = ratesOf(settings);
  const today = campaigns.length > 0 ? remainingToday(app, settings) : 0;
  const hold = holdAt(app, now, { quietHours, isCapped: today === 0 });
  const first = nextSlot(app, rates, now);
  const ahead = isFast(rates) ? AHEAD_MS.fast : AHEAD_MS.slow;
  const slots = new Slots(first, now + ahead, Math.min(capacity, today), rates);
  const texts: PacedText[] = [];
  let nextAt = Number.POSITIVE_INFINITY;
  campaigns.forEach((campaign, index) => {
    const share = Math.ceil(slots.left / (campaigns.length - index));
    const before = slots.taken;
    const round = { settings, quietHours, share, now, ahead, slots, texts, hold };
    nextAt = Math.min(nextAt, claimCampaign(app, campaign, round));
    if (slots.taken > before) lastServed.set(app.db, campaign.id);
  });
  if (slots.taken > 0) saveLastSlot(app, slots.last);
  return { paced: texts, nextAt };
}

interface ClaimRound {
  readonly settings: SettingsValues;
  readonly quietHours: boolean;
  readonly share: number;
  readonly now: number;
  /** How far ahead slots are claimed, in milliseconds. */
  readonly ahead: number;
  readonly slots: Slots;
  readonly texts: PacedText[];
  /** Set while no campaign may send. */
  readonly hold: Hold | undefined;
}

/** Claims texts of one campaign. Returns when to look at it again, in epoch milliseconds. */
function claimCampaign(app: App, campaign: CampaignRow, round: ClaimRound): number {
  const { hold, now, ahead, slots } = round;
  // All its texts are claimed; the outcome of the last one completes it.
  if (nextRecipientDueAt(app.db, campaign.id) === undefined) return Number.POSITIVE_INFINITY;
  if (hold) {
    updateHold(app, campaign, hold);
    return hold.until;
  }
  const nextSendAt = nextSendOf(campaign, now);
  if (nextSendAt < campaign.nextSendAt) setNextSend(app.db, campaign.id, nextSendAt);
  if (slots.left <= 0 || nextSendAt > now + AHEAD_MS.slow)
    return Math.max(slots.next - ahead / 2, nextSendAt - AHEAD_MS.slow / 2);

  const share = campaign.paceInterval === null ? round.share : 1;
  const taken = claimRecipients(app, campaign, Math.min(share, slots.left), round);
  if (campaign.paceInterval !== null && taken > 0)
    setNextSend(app.db, campaign.id, Math.max(nextSendAt, now) + campaign.paceInterval);

  const due = nextRecipientDueAt(app.db, campaign.id);
  if (due === undefined) return Number.POSITIVE_INFINITY;
  const isQuiet = due > now + BLOCKED_MS * 60;
  updateHold(app, campaign, isQuiet ? { until: due, by: "quiet-hours" } : undefined);
  if (due > now) return due;
  // Texts are due, but their numbers have another text in flight; its outcome wakes the sender.
  return taken > 0 ? slots.next - ahead / 2 : now + BLOCKED_MS;
}

function updateHold(app: App, campaign: CampaignRow, hold: Hold | undefined): void {
  if (setCampaignHold(app.db, campaign.id, hold)) app.events.changed("campaigns", campaign.id);
}

/** Checks consent, deliverability and quiet hours of each text just before claiming it. Returns the number claimed. */
function claimRecipients(
  app: App,
  campaign: CampaignRow,
  count: number,
  round: ClaimRound,
): number {
  const { settings, now, slots, texts } = round;
  let taken = 0;
  let examined = 0;
  while (taken < count && examined < SCAN_LIMIT) {
    if (slots.left === 0) break;
    const due = dueRecipients(app.db, campaign.id, now, count - taken);
    if (due.length === 0) break;
    examined += due.length;
    for (const text of due) {
      const refusal = campaignRefusal(app, text, campaign, settings, now);
      // Slots have fractions of milliseconds.
      const slotAt = Math.ceil(slots.next);
      const quiet = round.quietHours ? quietUntil(settings, text, slotAt) : undefined;
      if (isHeldBack(app, text, { refusal, until: quiet })) continue;
      if (slots.left === 0) break;
      const body = fillFields(campaign.message, {
        ...pickMergeDetails(text.contact ?? {}),
        name: text.contact?.name ?? "",
        phoneNumber: text.phone,
      });
      const claimed = claimWithBody(app, text, body, { campaign });
      if (!claimed) continue;
      const previous = slots.last;
      const slot = slots.take(segmentsOf(body, campaign));
      texts.push({ ...claimed, campaignId: campaign.id, slot, previous });
      taken += 1;
    }
  }
  return taken;
}

const lastServed = new WeakMap<Database, number>();

/** Rotates the campaigns so that the one served last comes last, and each gets its turn even with one slot at a time. */
function orderByTurn<Campaign extends { readonly id: number }>(
  db: Database,
  campaigns: readonly Campaign[],
): Campaign[] {
  const last = lastServed.get(db) ?? 0;
  const next = campaigns.findIndex((campaign) => campaign.id > last);
  return next <= 0 ? [...campaigns] : [...campaigns.slice(next), ...campaigns.slice(0, next)];
}

/** Assigns the slots of the pace up to a horizon, at most `capacity` of them. */
class Slots {
  next: number;
  taken = 0;
  /** The slot taken last; null when the pace has never been used. */
  last: Slot | null;
  readonly #horizon: number;
  readonly #capacity: number;
  readonly #rates: Rates;

  constructor(
    first: { readonly at: number; readonly last: Slot | null },
    horizon: number,
    capacity: number,
    rates: Rates,
  ) {
    this.next = first.at;
    this.last = first.last;
    this.#horizon = horizon;
    this.#capacity = capacity;
    this.#rates = rates;
  }

  /** How many texts of one segment still fit. */
  get left(): number {
    if (this.next > this.#horizon) return 0;
    const fit = Math.floor((this.#horizon - this.next) / gapAfter(1, this.#rates)) + 1;
    return Math.max(0, Math.min(this.#capacity - this.taken, fit));
  }

  take(segments: number): Slot {
    const slot = { at: this.next, segments };
    this.next += gapAfter(segments, this.#rates);
    this.last = slot;
    this.taken += 1;
    return slot;
  }
}
