import { countOptOut } from "#db/messaging/campaign-report.ts";
import { findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import { replaceLastMessage } from "#db/messaging/conversations.ts";
import { copyMedia } from "#db/messaging/media.ts";
import { hasErrorCode } from "#db/messaging/message-outcomes.ts";
import { indexBody } from "#db/messaging/messages-thread.ts";
import { countAttempts, queueRetry } from "#db/messaging/queue-text.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { copyOwnWords } from "#src/platform/masking/own-words.ts";
import { perApp } from "#src/platform/per-app.ts";
import { countryOf } from "#src/platform/phone-numbers.ts";
import type { ErrorMeaning, Verdict } from "#src/platform/providers/carrier.ts";
import { pausedReason, pauseSending } from "#src/platform/sending-state.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { classifyNumber, explainError } from "./deliverability.ts";

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 60_000;
/** An older text would come too late. */
const MAX_RETRY_AGE_MS = DAY_MS;

export interface FailedText {
  readonly id: number;
  readonly phone: string;
  readonly campaignId: number | null;
  /** Epoch milliseconds; absent when it was refused just now. */
  readonly sentAt?: number | null;
}

type Failure = ReturnType<typeof toFailure>;

/** Explains why a text failed, with a verdict that fits it. */
export function toFailure(
  app: App,
  text: FailedText,
  { stage, code, reason }: { stage: Stage; code: number | null; reason: string },
) {
  const meaning = explainError(app, code, reason);
  return { ...meaning, verdict: adjustVerdict(app, text, meaning, { stage, code }), code, stage };
}

function adjustVerdict(
  app: App,
  { id, phone, campaignId }: FailedText,
  { verdict }: ErrorMeaning,
  { stage, code }: { stage: Stage; code: number | null },
): Verdict {
  // A blocked region pauses sending only where the business's clients are, and a second time it is about this number.
  if (verdict === "region-blocked") {
    const isHome = countryOf(phone) === getSettings(app).country;
    return isHome && !hasErrorCode(app.db, id, code) ? "pause-sending" : "failed";
  }
  if (verdict === "pause-campaign" && campaignId === null) return "failed";
  // The campaign is paused already, so texts that were in flight wait with the others.
  const isPaused = campaignId !== null && stage === "request" && isFailing(app, campaignId);
  return verdict === "failed" && isPaused ? "pause-campaign" : verdict;
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
        haltCampaign(app, campaignId, renderPause(verdict, reason));
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

function renderPause(verdict: Failure["verdict"], reason: string): string {
  if (verdict === "filtered") return "Paused: carriers filter too many of its texts as unwanted";
  return `Paused because ${MAX_FAILED} texts in a row failed: ${reason}. Resume when the cause is fixed`;
}

/** Queues a retry. A completed campaign sends again for this one text. */
function retryText(app: App, text: FailedText): void {
  if (app.now() - (text.sentAt ?? app.now()) > MAX_RETRY_AGE_MS) return;
  if (countAttempts(app.db, text.id) >= MAX_RETRIES) return;
  const now = app.now();
  const retry = queueRetry(app.db, text.id, { now, dueAt: now + RETRY_DELAY_MS });
  if (!retry) return;
  copyMedia(app.db, text.id, retry.id, now);
  copyOwnWords(app, "message", text.id, retry.id);
  if (retry.purpose === "chat") indexBody(app.db, retry.id, retry.body ?? "");
  replaceLastMessage(app.db, text.id, retry.id);
  app.events.changed("messages", retry.id);
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

const WINDOW = 100;
const MAX_FILTERED = 5;
const MAX_FAILED = 10;

/** A text fails when the provider refuses the request, or later on its way to the phone. */
type Stage = "request" | "delivery";

/** A campaign's last outcomes. In memory only: a restart starts a new count. */
interface Outcomes {
  /** Whether each of the last texts was filtered. */
  readonly filtered: boolean[];
  /** Failures since the last success. A request succeeds before its text is delivered, so each stage has its count. */
  readonly failed: Record<Stage, number>;
}

const outcomesByCampaign = perApp(() => new Map<number, Outcomes>());

/**
 * Records an outcome. Returns true when the campaign should pause: carriers filtered more than 5 of its last 100 texts,
 * or ten of its texts in a row failed.
 */
export function recordOutcome(
  app: App,
  campaignId: number,
  stage: Stage,
  outcome: "success" | "failed" | "filtered",
): boolean {
  const { filtered, failed } = outcomesOf(app, campaignId);
  if (outcome === "success") failed[stage] = 0;
  if (outcome === "failed") failed[stage] += 1;
  else if (outcome === "filtered" || stage === "delivery") filtered.push(outcome === "filtered");
  if (filtered.length > WINDOW) filtered.shift();
  return outcome === "filtered"
    ? filtered.filter(Boolean).length > MAX_FILTERED
    : failed[stage] >= MAX_FAILED;
}

/** Whether the provider refused ten of the campaign's texts in a row, so that no further refusal is final. */
function isFailing(app: App, campaignId: number): boolean {
  return outcomesOf(app, campaignId).failed.request >= MAX_FAILED;
}

/** Starts a new count, because staff resumed a campaign that was paused. */
export function clearOutcomes(app: App, campaignId: number): void {
  outcomesByCampaign(app).delete(campaignId);
}

function outcomesOf(app: App, campaignId: number): Outcomes {
  return outcomesByCampaign(app).getOrInsertComputed(campaignId, () => ({
    filtered: [],
    failed: { request: 0, delivery: 0 },
  }));
}
