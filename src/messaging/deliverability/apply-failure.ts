import { countOptOut } from "#db/messaging/campaign-report.ts";
import { findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import { hasErrorCode } from "#db/messaging/message-outcomes.ts";
import { countAttempts, queueRetry } from "#db/messaging/queue-text.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { countryOf } from "#src/platform/phone-numbers.ts";
import { explainError } from "#src/platform/providers/carrier.ts";
import { pausedReason, pauseSending } from "#src/platform/sending-state.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { MAX_FAILED, recordOutcome, type Stage } from "./campaign-outcomes.ts";
import { classifyNumber } from "./deliverability.ts";

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 60_000;
/** An older text would come too late. */
const MAX_RETRY_AGE_MS = 24 * 60 * 60 * 1000;

export interface FailedText {
  readonly id: number;
  readonly phone: string;
  readonly campaignId: number | null;
  /** Epoch milliseconds; absent when it was refused just now. */
  readonly sentAt?: number | null;
}

export type Failure = ReturnType<typeof explainError> & {
  readonly code: number | null;
  readonly stage: Stage;
};

/**
 * Explains why a text failed, with a verdict that fits the text. What is true only for one number must not pause all
 * sending again and again: a region that is blocked pauses it for the business's own country, and for each text once.
 */
export function toFailure(
  app: App,
  text: FailedText,
  { stage, code, reason }: { stage: Stage; code: number | null; reason: string },
): Failure {
  const failure = { ...explainError(code, reason), code, stage };
  const { verdict } = failure;
  const isOneNumber =
    (verdict === "pause-campaign" && text.campaignId === null) ||
    (verdict === "region-blocked" &&
      (countryOf(text.phone) !== getSettings(app).country || hasErrorCode(app.db, text.id, code)));
  if (isOneNumber) return { ...failure, verdict: "failed" };
  return verdict === "region-blocked" ? { ...failure, verdict: "pause-sending" } : failure;
}

/** Applies a failure to the number, the campaign and the sending state; the text itself is already updated. */
export function applyFailure(app: App, text: FailedText, failure: Failure): void {
  const { code, verdict, reason, stage } = failure;
  const { campaignId } = text;
  const change = classifyNumber(app, { phone: text.phone, at: text.sentAt ?? app.now(), code });
  if (change === "opted-out" && campaignId !== null) countOptOut(app.db, campaignId);

  switch (verdict) {
    case "filtered":
    case "failed":
      if (campaignId !== null && recordOutcome(app, campaignId, stage, verdict))
        haltCampaign(app, campaignId, verdict === "filtered" ? FILTERED : renderFailing(reason));
      break;
    case "expired":
      if (campaignId !== null) retryText(app, text);
      break;
    case "try-again":
      retryText(app, text);
      break;
    case "pause-campaign":
    case "pause-sending":
      // The carriers certainly did not deliver it, so it waits for the campaign to be resumed.
      if (stage === "delivery") retryText(app, text);
      if (verdict === "pause-sending") pauseAllSending(app, reason);
      if (campaignId !== null) haltCampaign(app, campaignId, reason);
      break;
    case "opted-out":
    case "undeliverable":
    case "strike":
    case "slow-down":
    case "region-blocked":
      break;
  }
}

const FILTERED = "Paused: carriers filter too many of its texts as unwanted";

function renderFailing(reason: string): string {
  return `Paused because ${MAX_FAILED} texts in a row failed: ${reason}. Resume when the cause is fixed`;
}

/** Queues a retry. A completed campaign sends again for this one text. */
function retryText(app: App, text: FailedText): void {
  if (app.now() - (text.sentAt ?? app.now()) > MAX_RETRY_AGE_MS) return;
  if (countAttempts(app.db, text.id) >= MAX_RETRIES) return;
  queueRetry(app.db, text.id, app.now() + RETRY_DELAY_MS);
  const campaign = text.campaignId === null ? null : findCampaign(app.db, text.campaignId);
  if (campaign?.status !== "completed") return;
  setCampaignStatus(app.db, campaign.id, "sending", null, null);
  recordSystem(app, { action: "campaign.reopen", target: ["campaign", campaign.id] });
}

/** Until an admin resolves the problem, the provider accepts no texts, and campaigns would fail text by text. */
function pauseAllSending(app: App, reason: string): void {
  if (pausedReason(app) === reason) return;
  pauseSending(app, reason);
  recordSystem(app, { action: "sending.paused", metadata: { reason } });
  app.log("error", "sending paused", { reason });
}

/** The status is `failed` when no text was sent, else `stopped`. Either can be resumed. */
function haltCampaign(app: App, id: number, reason: string): void {
  const campaign = findCampaign(app.db, id);
  if (campaign?.status !== "sending") return;
  const status = campaign.sentCount === 0 ? "failed" : "stopped";
  setCampaignStatus(app.db, id, status, reason, app.now());
  recordSystem(app, { action: "campaign.halt", target: ["campaign", id], metadata: { status } });
  app.events.changed("campaigns", id);
}
