import {
  type CampaignRow,
  type HoldReason,
  sendingCampaigns,
  setCampaignHold,
  setCampaignStatus,
  setNextSend,
} from "#db/messaging/campaigns.ts";
import { mediaIdsOf } from "#db/messaging/media.ts";
import {
  claimText,
  type DueText,
  dueRecipients,
  dueTexts,
  hasInFlight,
  holdText,
  nextDueAt,
  nextRecipientDueAt,
  skipText,
} from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import {
  getSettings,
  nextBusinessDay,
  type SettingsValues,
} from "#src/platform/settings/settings.ts";
import { pickMergeDetails } from "#src/shared/contact-fields.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { campaignRefusal, remainingToday, textRefusal } from "./caps.ts";
import { nextSlot, savePace } from "./pace.ts";
import { businessQuietUntil, quietUntil } from "./quiet-hours.ts";
import { Slots } from "./slots.ts";
import { orderByTurn, recordServed } from "./turns.ts";

export interface ClaimedText {
  readonly id: number;
  readonly phone: string;
  readonly body: string;
  /** Pictures of an MMS. */
  readonly mediaIds: readonly number[];
  readonly campaignId: number | null;
  /** The campaign that counts this text as a recipient; null for other texts and for a retry. */
  readonly recipientOf: number | null;
  /** Its slot in the pace, in epoch milliseconds. */
  readonly sendAt: number;
  /** Milliseconds until the next campaign text may be sent after this one. */
  readonly gap: number;
}

export interface ClaimedBatch {
  readonly texts: readonly ClaimedText[];
  /** When to look for due texts again, in epoch milliseconds, unless an event wakes the sender before. */
  readonly nextAt: number;
}

/** How far ahead slots are claimed, so that one durable write covers several texts. */
const AHEAD_MS = 100;
const BLOCKED_MS = 1_000;
const LONGEST_SLEEP_MS = 5_000;
/** The most texts of one campaign examined in a row, so that a run of held or skipped texts does not block the event loop. */
const SCAN_LIMIT = 500;

/**
 * Claims the texts that may be sent now, at most `capacity`, in the caller's transaction. Texts that
 * belong to no campaign come first and are not paced; campaigns share the slots of the
 * installation's pace.
 */
export function claimDue(app: App, quietHours: boolean, capacity: number): ClaimedBatch {
  const now = app.now();
  const texts: ClaimedText[] = [];
  for (const due of dueTexts(app.db, now, capacity)) {
    const refusal = textRefusal(app, due, now);
    if (refusal) {
      skipText(app.db, due.id, refusal, now);
      app.events.changed("messages", due.id);
      app.events.changed("conversations");
    } else {
      const mediaIds = due.purpose === "chat" ? mediaIdsOf(app.db, due.id) : [];
      if (claimWithBody(app, due, due.body ?? "", null, now, mediaIds.length > 0))
        texts.push(toClaimedText(due, due.body ?? "", { at: now, gap: 0 }, mediaIds));
    }
  }

  const campaigns = orderByTurn(app.db, sendingCampaigns(app.db));
  const settings = getSettings(app);
  const pace = nextSlot(app, settings, now);
  const today = campaigns.length > 0 ? remainingToday(app, settings) : 0;
  const slots = new Slots(pace.at, now + AHEAD_MS, Math.min(capacity - texts.length, today), pace);
  let nextAt = nextDueAt(app.db) ?? Number.POSITIVE_INFINITY;
  campaigns.forEach((campaign, index) => {
    const share = Math.ceil(slots.left / (campaigns.length - index));
    const before = slots.taken;
    const round = { settings, quietHours, share, now, slots, texts, isCapped: today === 0 };
    nextAt = Math.min(nextAt, claimCampaign(app, campaign, round));
    if (slots.taken > before) recordServed(app.db, campaign.id);
  });
  if (slots.taken > 0) savePace(app, slots.next);
  return { texts, nextAt: Math.min(Math.max(nextAt, now), now + LONGEST_SLEEP_MS) };
}

interface ClaimRound {
  readonly settings: SettingsValues;
  readonly quietHours: boolean;
  readonly share: number;
  readonly now: number;
  readonly slots: Slots;
  readonly texts: ClaimedText[];
  /** The daily cap is reached. */
  readonly isCapped: boolean;
}

/** Claims texts of one campaign. Returns when to look at it again, in epoch milliseconds. */
function claimCampaign(app: App, campaign: CampaignRow, round: ClaimRound): number {
  const { settings, now, slots } = round;
  const businessQuiet = round.quietHours ? businessQuietUntil(settings, now) : undefined;
  const hold: Hold | undefined =
    businessQuiet !== undefined
      ? { until: businessQuiet, by: "quiet-hours" }
      : round.isCapped
        ? { until: nextBusinessDay(app), by: "daily-cap" }
        : undefined;
  if (hold) {
    if (completeIfDone(app, campaign, now)) return Number.POSITIVE_INFINITY;
    updateHold(app, campaign, hold);
    return hold.until;
  }
  if (slots.left <= 0 || campaign.nextSendAt > now + AHEAD_MS)
    return Math.max(slots.next - AHEAD_MS / 2, campaign.nextSendAt - AHEAD_MS / 2);

  const share = campaign.paceInterval === null ? round.share : 1;
  const taken = claimRecipients(app, campaign, Math.min(share, slots.left), round);
  if (campaign.paceInterval !== null && taken > 0)
    setNextSend(app.db, campaign.id, Math.max(campaign.nextSendAt, now) + campaign.paceInterval);

  const due = nextRecipientDueAt(app.db, campaign.id);
  if (due === undefined) {
    completeIfDone(app, campaign, now);
    return Number.POSITIVE_INFINITY;
  }
  const isQuiet = due > now + BLOCKED_MS * 60;
  updateHold(app, campaign, isQuiet ? { until: due, by: "quiet-hours" } : undefined);
  if (due > now) return due;
  // Texts are due, but their numbers have another text in flight; its outcome wakes the sender.
  return taken > 0 ? slots.next - AHEAD_MS / 2 : now + BLOCKED_MS;
}

interface Hold {
  readonly until: number;
  readonly by: HoldReason;
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
      const refusal = campaignRefusal(app, text, settings, now);
      const quiet =
        refusal || !round.quietHours ? undefined : quietUntil(settings, text.phone, now);
      if (refusal) skipText(app.db, text.id, refusal, now);
      else if (quiet !== undefined) holdText(app.db, text.id, quiet);
      else {
        if (slots.left === 0) break;
        const body = fillFields(campaign.message, {
          ...pickMergeDetails(text.contact ?? {}),
          name: text.contact?.name ?? "",
          phoneNumber: text.phone,
        });
        const segments = segmentsOf(body, campaign);
        if (!claimWithBody(app, text, body, campaign, now)) continue;
        texts.push(
          toClaimedText(text, body, { gap: slots.gap(segments), at: slots.take(segments) }),
        );
        taken += 1;
      }
    }
  }
  return taken;
}

function claimWithBody(
  app: App,
  text: DueText,
  body: string,
  campaign: CampaignRow | null,
  now: number,
  isMms = false,
): boolean {
  return claimText(
    app.db,
    {
      id: text.id,
      body: body === campaign?.message ? null : body,
      textVersion: campaign?.textVersion ?? null,
      segments: isMms ? 1 : segmentsOf(body, campaign),
    },
    now,
  );
}

function segmentsOf(body: string, campaign: CampaignRow | null): number {
  return body === campaign?.message ? campaign.segments : countSegments(body).segments;
}

function toClaimedText(
  text: DueText,
  body: string,
  slot: { at: number; gap: number },
  mediaIds: readonly number[] = [],
): ClaimedText {
  const { id, phone, campaignId } = text;
  return {
    id,
    phone,
    body,
    mediaIds,
    campaignId,
    recipientOf: text.retryOf === null ? campaignId : null,
    sendAt: slot.at,
    gap: slot.gap,
  };
}

/** Completes a campaign when none of its texts waits or is in flight. Returns true when it did. */
function completeIfDone(app: App, campaign: CampaignRow, now: number): boolean {
  if (campaign.freezeAfter !== null) return false;
  if (nextRecipientDueAt(app.db, campaign.id) !== undefined || hasInFlight(app.db, campaign.id))
    return false;
  setCampaignStatus(app.db, campaign.id, "completed", null, now);
  recordSystem(app, { action: "campaign.complete", target: ["campaign", campaign.id] });
  app.events.changed("campaigns", campaign.id);
  return true;
}
