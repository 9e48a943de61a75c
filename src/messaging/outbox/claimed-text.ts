import { allowSendingFrom } from "#db/messaging/campaign-sending.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import { requeue } from "#db/messaging/message-outcomes.ts";
import { claimText, type DueText, type Purpose } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { type Slot, saveLastSlot } from "./pace.ts";

export interface ClaimedText {
  readonly id: number;
  readonly purpose: Purpose;
  readonly phone: string;
  readonly body: string;
  /** Pictures of an MMS. */
  readonly mediaIds: readonly number[];
  /** The campaign that counts this text as a recipient; null for other texts and for a retry. */
  readonly recipientOf: number | null;
  readonly campaignId: number | null;
}

/** A campaign's text with its slot in the pace. */
export interface PacedText extends ClaimedText {
  readonly campaignId: number;
  readonly slot: Slot;
  /** The previous slot, to which the pace returns when this text is not sent. */
  readonly previous: Slot | null;
}

/** Claims a text with the body to be sent. Returns undefined when its number has another text in flight. */
export function claimWithBody(
  app: App,
  text: DueText,
  body: string,
  { campaign = null, mediaIds = [] }: { campaign?: CampaignRow | null; mediaIds?: number[] },
): ClaimedText | undefined {
  const { id, purpose, phone, campaignId, retryOf } = text;
  const isOriginal = body === campaign?.message;
  const claimed = claimText(
    app.db,
    {
      id,
      body: isOriginal ? null : body,
      textVersion: campaign?.textVersion ?? null,
      // An MMS is charged as one segment, however long its text is.
      segments: mediaIds.length > 0 ? 1 : segmentsOf(body, campaign),
    },
    app.now(),
  );
  if (!claimed) return undefined;
  return {
    id,
    purpose,
    phone,
    body,
    mediaIds,
    campaignId,
    recipientOf: retryOf === null ? campaignId : null,
  };
}

export function segmentsOf(body: string, campaign: CampaignRow | null): number {
  return body === campaign?.message ? campaign.segments : countSegments(body).segments;
}

/** Returns claimed texts that were certainly not sent to the queue, in the caller's transaction. */
export function releaseTexts(app: App, texts: readonly ClaimedText[]): void {
  for (const { id } of texts) requeue(app.db, id, 0);
}

/** As `releaseTexts`, and frees their slots. They must be the last ones that were assigned. */
export function releasePaced(app: App, texts: readonly PacedText[]): void {
  releaseTexts(app, texts);
  const [first] = texts;
  if (first) saveLastSlot(app, first.previous);
  for (const { campaignId, slot } of texts) allowSendingFrom(app.db, campaignId, slot.at);
}
