import {
  type CampaignRow,
  sendingCampaigns,
  setCampaignStatus,
  setHeldUntil,
  setNextSend,
} from "#db/campaigns.ts";
import type { Database } from "#db/connection.ts";
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
} from "#db/messages-queue.ts";
import type { App } from "#src/app.ts";
import { type SettingsValues, settingsOf } from "#src/settings/settings.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { keepPace, nextSlot } from "./pace.ts";
import { businessQuietUntil, quietUntil } from "./quiet-hours.ts";

export interface ClaimedText {
  readonly id: number;
  readonly phone: string;
  readonly body: string;
  readonly campaignId: number | null;
  /** The campaign whose recipient this is; null for other texts and for a further attempt. */
  readonly recipientOf: number | null;
  /** Epoch milliseconds: its slot in the pace. */
  readonly sendAt: number;
}

export interface Claimed {
  readonly texts: readonly ClaimedText[];
  /** Milliseconds between two campaign texts, as the pace is now. */
  readonly interval: number;
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
    // The one answer to a STOP leaves after the opt-out; a chat text does not.
    if (due.purpose === "chat" && (!due.contact || due.contact.optedOut)) {
      const words = due.contact ? "The client has opted out" : "The contact was deleted";
      skip(app.db, due.id, words, now);
      app.events.changed("messages", due.id);
      app.events.changed("conversations");
    } else if (claimOne(app, due, due.body ?? "", null, now))
      texts.push(claimedAs(due, due.body ?? "", now));
  }

  const campaigns = inTurn(app.db, sendingCampaigns(app.db));
  const settings = settingsOf(app);
  const pace = nextSlot(app, settings, now);
  const slots = new Slots(pace.at, pace.interval, now + AHEAD_MS, room - texts.length);
  let nextAt = nextDue(app.db) ?? Number.POSITIVE_INFINITY;
  campaigns.forEach((campaign, index) => {
    const share = Math.ceil(slots.left / (campaigns.length - index));
    const before = slots.taken;
    const again = claimCampaign(app, campaign, { settings, quietHours, share, now, slots, texts });
    nextAt = Math.min(nextAt, again);
    if (slots.taken > before) lastServed.set(app.db, campaign.id);
  });
  if (slots.taken > 0) keepPace(app, slots.next);
  return {
    texts,
    interval: pace.interval,
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
}

/** Answers when to look at this campaign again. */
function claimCampaign(app: App, campaign: CampaignRow, round: Round): number {
  const { settings, now, slots } = round;
  const businessQuiet = round.quietHours ? businessQuietUntil(settings, now) : undefined;
  if (businessQuiet !== undefined) {
    holdUntil(app, campaign, businessQuiet);
    return finished(app, campaign, now) ? Number.POSITIVE_INFINITY : businessQuiet;
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
  holdUntil(app, campaign, due > now + BLOCKED_MS * 60 ? due : null);
  if (due > now) return due;
  // Texts are due but their numbers have another one in flight: an outcome will wake the sender.
  return taken > 0 ? slots.next - AHEAD_MS / 2 : now + BLOCKED_MS;
}

function holdUntil(app: App, campaign: CampaignRow, until: number | null): void {
  if (setHeldUntil(app.db, campaign.id, until)) app.events.changed("campaigns", campaign.id);
}

/** Reads consent, reach and the hour of each text again, just before it is claimed. */
function claimRecipients(app: App, campaign: CampaignRow, wanted: number, round: Round): number {
  const { settings, now, slots, texts } = round;
  let taken = 0;
  let lookedAt = 0;
  while (taken < wanted && lookedAt < LOOKED_AT) {
    const due = dueRecipients(app.db, campaign.id, now, wanted - taken);
    if (due.length === 0) break;
    lookedAt += due.length;
    for (const text of due) {
      const refusal = refusalOf(text);
      const quiet =
        refusal || !round.quietHours ? undefined : quietUntil(settings, text.phone, now);
      if (refusal) skip(app.db, text.id, refusal, now);
      else if (quiet !== undefined) hold(app.db, text.id, quiet);
      else {
        const body = fillFields(campaign.message, {
          name: text.contact?.name ?? "",
          phoneNumber: text.phone,
        });
        if (!claimOne(app, text, body, campaign, now)) continue;
        texts.push(claimedAs(text, body, slots.take()));
        taken += 1;
      }
    }
  }
  return taken;
}

function refusalOf({ contact }: DueText): string | undefined {
  if (!contact) return "The contact was deleted";
  if (contact.optedOut) return "The client has opted out";
  return contact.undeliverable ? "The number is undeliverable" : undefined;
}

function claimOne(
  app: App,
  text: DueText,
  body: string,
  campaign: CampaignRow | null,
  now: number,
): boolean {
  return claim(
    app.db,
    {
      id: text.id,
      body: body === campaign?.message ? null : body,
      textVersion: campaign?.textVersion ?? null,
      segments: body === campaign?.message ? campaign.segments : countSegments(body).segments,
    },
    now,
  );
}

function claimedAs(text: DueText, body: string, sendAt: number): ClaimedText {
  const { id, phone, campaignId } = text;
  return {
    id,
    phone,
    body,
    campaignId,
    recipientOf: text.retryOf === null ? campaignId : null,
    sendAt,
  };
}

/** A campaign is over when none of its texts waits or is with the provider. */
function finished(app: App, campaign: CampaignRow, now: number): boolean {
  if (nextRecipientDue(app.db, campaign.id) !== undefined || hasInFlight(app.db, campaign.id))
    return false;
  setCampaignStatus(app.db, campaign.id, "completed", null, now);
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

/** The places in the pace up to a horizon. */
class Slots {
  next: number;
  taken = 0;
  readonly #interval: number;
  readonly #most: number;

  constructor(first: number, interval: number, horizon: number, room: number) {
    this.next = first;
    this.#interval = interval;
    const fit = first > horizon ? 0 : Math.floor((horizon - first) / interval) + 1;
    this.#most = Math.max(0, Math.min(room, fit));
  }

  get left(): number {
    return this.#most - this.taken;
  }

  take(): number {
    const at = this.next;
    this.next += this.#interval;
    this.taken += 1;
    return at;
  }
}
