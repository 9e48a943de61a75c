import type { Database } from "#db/connection.ts";
import {
  type CampaignRow,
  type HeldBy,
  sendingCampaigns,
  setCampaignStatus,
  setHeld,
  setNextSend,
} from "#db/messaging/campaigns.ts";
import { mediaIdsOf } from "#db/messaging/media.ts";
import {
  claim,
  type DueText,
  dueRecipients,
  dueTexts,
  hasInFlight,
  hold,
  nextDue,
  nextRecipientDue,
  skip,
} from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import {
  nextBusinessDay,
  type SettingsValues,
  settingsOf,
} from "#src/platform/settings/settings.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { leftToday, refusalOf, refusalOfText } from "./caps.ts";
import { keepPace, nextSlot } from "./pace.ts";
import { businessQuietUntil, quietUntil } from "./quiet-hours.ts";
import { Slots } from "./slots.ts";

export interface ClaimedText {
  readonly id: number;
  readonly phone: string;
  readonly body: string;
  /** Pictures that go along. */
  readonly mediaIds: readonly number[];
  readonly campaignId: number | null;
  /** The campaign whose recipient this is; null for other texts and for a further attempt. */
  readonly recipientOf: number | null;
  /** Epoch milliseconds: its slot in the pace. */
  readonly sendAt: number;
  /** Milliseconds that a campaign's text keeps the next one waiting. */
  readonly gap: number;
}

export interface Claimed {
  readonly texts: readonly ClaimedText[];
  /** When there may be something to do again, without anybody waking the sender. */
  readonly nextAt: number;
}

/** Slots are claimed this far ahead, so that one durable write serves several texts. */
const AHEAD_MS = 100;
const BLOCKED_MS = 1_000;
const LONGEST_SLEEP_MS = 5_000;
/** A campaign whose next texts are all held or skipped must not hold the loop while we look on. */
const LOOKED_AT = 500;

/**
 * Claims what may leave now, at most `room` texts, in the caller's transaction. Texts that somebody
 * waits for go first and know no pace; campaigns share the slots of the installation's pace.
 */
export function claimDue(app: App, quietHours: boolean, room: number): Claimed {
  const now = app.now();
  const texts: ClaimedText[] = [];
  for (const due of dueTexts(app.db, now, room)) {
    const refusal = refusalOfText(app, due, now);
    if (refusal) {
      skip(app.db, due.id, refusal, now);
      app.events.changed("messages", due.id);
      app.events.changed("conversations");
    } else {
      const mediaIds = due.purpose === "chat" ? mediaIdsOf(app.db, due.id) : [];
      if (claimOne(app, due, due.body ?? "", null, now, mediaIds.length > 0))
        texts.push(claimedAs(due, due.body ?? "", { at: now, gap: 0 }, mediaIds));
    }
  }

  const campaigns = inTurn(app.db, sendingCampaigns(app.db));
  const settings = settingsOf(app);
  const pace = nextSlot(app, settings, now);
  const today = campaigns.length > 0 ? leftToday(app, settings) : 0;
  const slots = new Slots(pace.at, now + AHEAD_MS, Math.min(room - texts.length, today), pace);
  let nextAt = nextDue(app.db) ?? Number.POSITIVE_INFINITY;
  campaigns.forEach((campaign, index) => {
    const share = Math.ceil(slots.left / (campaigns.length - index));
    const before = slots.taken;
    const round = { settings, quietHours, share, now, slots, texts, isCapped: today === 0 };
    const again = claimCampaign(app, campaign, round);
    nextAt = Math.min(nextAt, again);
    if (slots.taken > before) lastServed.set(app.db, campaign.id);
  });
  if (slots.taken > 0) keepPace(app, slots.next);
  return {
    texts,
    nextAt: Math.min(Math.max(nextAt, now), now + LONGEST_SLEEP_MS),
  };
}

interface Round {
  readonly settings: SettingsValues;
  readonly quietHours: boolean;
  readonly share: number;
  readonly now: number;
  readonly slots: Slots;
  readonly texts: ClaimedText[];
  /** Today's texts have all left. */
  readonly isCapped: boolean;
}

/** Answers when to look at this campaign again. */
function claimCampaign(app: App, campaign: CampaignRow, round: Round): number {
  const { settings, now, slots } = round;
  const businessQuiet = round.quietHours ? businessQuietUntil(settings, now) : undefined;
  const closed: Held | undefined =
    businessQuiet !== undefined
      ? { until: businessQuiet, by: "quiet-hours" }
      : round.isCapped
        ? { until: nextBusinessDay(app), by: "daily-cap" }
        : undefined;
  if (closed) {
    if (finished(app, campaign, now)) return Number.POSITIVE_INFINITY;
    holdUntil(app, campaign, closed);
    return closed.until;
  }
  if (slots.left <= 0 || campaign.nextSendAt > now + AHEAD_MS)
    return Math.max(slots.next - AHEAD_MS / 2, campaign.nextSendAt - AHEAD_MS / 2);

  const wanted = campaign.paceInterval === null ? round.share : 1;
  const taken = claimRecipients(app, campaign, Math.min(wanted, slots.left), round);
  if (campaign.paceInterval !== null && taken > 0)
    setNextSend(app.db, campaign.id, Math.max(campaign.nextSendAt, now) + campaign.paceInterval);

  const due = nextRecipientDue(app.db, campaign.id);
  if (due === undefined) {
    finished(app, campaign, now);
    return Number.POSITIVE_INFINITY;
  }
  const isQuiet = due > now + BLOCKED_MS * 60;
  holdUntil(app, campaign, isQuiet ? { until: due, by: "quiet-hours" } : undefined);
  if (due > now) return due;
  // Texts are due but their numbers have another one in flight: an outcome will wake the sender.
  return taken > 0 ? slots.next - AHEAD_MS / 2 : now + BLOCKED_MS;
}

interface Held {
  readonly until: number;
  readonly by: HeldBy;
}

function holdUntil(app: App, campaign: CampaignRow, held: Held | undefined): void {
  if (setHeld(app.db, campaign.id, held)) app.events.changed("campaigns", campaign.id);
}

/** Reads consent, reach and the hour of each text again, just before it is claimed. */
function claimRecipients(app: App, campaign: CampaignRow, wanted: number, round: Round): number {
  const { settings, now, slots, texts } = round;
  let taken = 0;
  let lookedAt = 0;
  while (taken < wanted && lookedAt < LOOKED_AT) {
    if (slots.left === 0) break;
    const due = dueRecipients(app.db, campaign.id, now, wanted - taken);
    if (due.length === 0) break;
    lookedAt += due.length;
    for (const text of due) {
      const refusal = refusalOf(app, text, settings, now);
      const quiet =
        refusal || !round.quietHours ? undefined : quietUntil(settings, text.phone, now);
      if (refusal) skip(app.db, text.id, refusal, now);
      else if (quiet !== undefined) hold(app.db, text.id, quiet);
      else {
        if (slots.left === 0) break;
        const body = fillFields(campaign.message, {
          name: text.contact?.name ?? "",
          phoneNumber: text.phone,
        });
        const segments = segmentsOf(body, campaign);
        if (!claimOne(app, text, body, campaign, now)) continue;
        texts.push(claimedAs(text, body, { gap: slots.gap(segments), at: slots.take(segments) }));
        taken += 1;
      }
    }
  }
  return taken;
}

function claimOne(
  app: App,
  text: DueText,
  body: string,
  campaign: CampaignRow | null,
  now: number,
  isMms = false,
): boolean {
  return claim(
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

function claimedAs(
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

/** A campaign is over when none of its texts waits or is with the provider. */
function finished(app: App, campaign: CampaignRow, now: number): boolean {
  if (campaign.freezeAfter !== null) return false;
  if (nextRecipientDue(app.db, campaign.id) !== undefined || hasInFlight(app.db, campaign.id))
    return false;
  setCampaignStatus(app.db, campaign.id, "completed", null, now);
  recordSystem(app, { action: "campaign.complete", target: ["campaign", campaign.id] });
  app.events.changed("campaigns", campaign.id);
  return true;
}

const lastServed = new WeakMap<Database, number>();

/** Whoever was served last comes last: with one slot at a time each campaign gets its turn. */
function inTurn(db: Database, campaigns: readonly CampaignRow[]): CampaignRow[] {
  const last = lastServed.get(db) ?? 0;
  const next = campaigns.findIndex((campaign) => campaign.id > last);
  return next <= 0 ? [...campaigns] : [...campaigns.slice(next), ...campaigns.slice(0, next)];
}
