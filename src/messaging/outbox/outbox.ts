import { showLastMessage } from "#db/messaging/conversations.ts";
import type { Purpose } from "#db/messaging/messages-queue.ts";
import { queueText } from "#db/messaging/queue-text.ts";
import type { App } from "#src/app.ts";
import type { Carrier } from "#src/platform/providers/carrier.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { toPreview } from "#src/shared/message-preview.ts";
import { Problem } from "#src/shared/problem.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { gapAfter, ratesOf } from "./pace.ts";
import { isMarketingDay, quietUntil } from "./quiet-hours.ts";

export interface OutgoingText {
  readonly purpose: Exclude<Purpose, "campaign">;
  /** E.164. */
  readonly phone: string;
  /** Null for a text that is not part of a thread. */
  readonly contactId: number | null;
  readonly body: string;
  /** The failed text that this one retries. */
  readonly retryOf?: number;
  /** True for a text with pictures, which carriers handle as MMS. */
  readonly isMms?: boolean;
  /** When the client asked for it, in epoch milliseconds; now by default. */
  readonly at?: number;
}

/**
 * What is sent to one client because of their visit or payment, and so answers them in the inbox. Reminders and offers go
 * to many: they would push aside the conversations that wait.
 */
const IN_INBOX: ReadonlySet<Purpose> = new Set([
  "confirmation",
  "visit-change",
  "payment",
  "invite",
]);

/** Queues a text that belongs to no campaign, in the caller's transaction. Returns its id. */
export function sendText(app: App, text: OutgoingText): number {
  const id = queueText(
    app.db,
    {
      purpose: text.purpose,
      phone: text.phone,
      contactId: text.contactId,
      body: text.body,
      // An MMS is charged as one segment, however long its text is.
      segments: text.isMms ? 1 : countSegments(text.body).segments,
      retryOf: text.retryOf ?? null,
    },
    text.at ?? app.now(),
  );
  app.events.changed("messages", id);
  if (text.contactId !== null && IN_INBOX.has(text.purpose)) {
    const preview = toPreview(text.body);
    showLastMessage(app.db, text.contactId, { id, preview, at: app.now() });
    app.events.changed("conversations");
  }
  return id;
}

/** Why a campaign can't be sent while no carrier is set up. */
export function notConnectedReason({ providers }: App): string {
  return `Texting isn't set up. Add your ${providers.carrier.name} account in Settings, then resume the campaign.`;
}

/** Whether a carrier is set up. Does not load its SDK. */
export function canSend(app: App): boolean {
  return app.providers.carrier.isReady(app);
}

/** @throws Problem 409 while no carrier is set up */
export function requireCarrier(app: App): void {
  if (!canSend(app))
    throw new Problem(
      409,
      `Texting isn't set up. Add your ${app.providers.carrier.name} account in Settings.`,
    );
}

/** When quiet hours allow such a text to this number, in epoch milliseconds: at `now`, or later; Infinity for never. */
export function allowedAt(app: App, purpose: Purpose, phone: string, now = app.now()): number {
  if (!app.providers.carrier.reachesPhones) return now;
  return quietUntil(getSettings(app), { purpose, phone }, now) ?? now;
}

/** Whether offers may leave on a day of the business, such as "2026-11-29". */
export function mayOfferOn(app: App, day: string): boolean {
  return !app.providers.carrier.reachesPhones || isMarketingDay(getSettings(app), day);
}

/** How many texts of usual length the pace lets leave in a minute: at least one. */
export function textsPerMinute(app: App): number {
  const gap = gapAfter(USUAL_SEGMENTS, ratesOf(getSettings(app)));
  return Math.max(1, Math.min(MOST_PER_MINUTE, Math.floor(MINUTE_MS / gap)));
}

const USUAL_SEGMENTS = 2;
const MOST_PER_MINUTE = 1_000;

/** The carrier that sends texts; undefined while texting is not set up. */
export function carrierOf(app: App): Promise<Carrier | undefined> {
  return app.providers.carrier.connect(app);
}
