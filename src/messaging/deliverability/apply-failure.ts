import { countOptOut } from "#db/messaging/campaign-report.ts";
import { findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import { countAttempts, queueRetry } from "#db/messaging/queue-text.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { explainError } from "#src/platform/providers/carrier.ts";
import { pauseSending } from "#src/platform/sending-state.ts";
import { classifyNumber } from "./deliverability.ts";
import { recordFilterOutcome } from "./filtered-share.ts";

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 60_000;

export interface FailedText {
  readonly id: number;
  readonly phone: string;
  readonly campaignId: number | null;
  /** Epoch milliseconds; absent when it was refused just now. */
  readonly sentAt?: number | null;
}

/** Applies a failure to the number, the campaign and the sending state; the text itself is already updated. */
export function applyFailure(app: App, text: FailedText, code: number | null): void {
  const change = classifyNumber(app, { phone: text.phone, at: text.sentAt ?? app.now(), code });
  if (change === "opted-out" && text.campaignId !== null) countOptOut(app.db, text.campaignId);

  const { verdict, reason } = explainError(code);
  switch (verdict) {
    case "filtered":
      if (text.campaignId !== null && recordFilterOutcome(app, text.campaignId, true))
        haltCampaign(
          app,
          text.campaignId,
          "Paused: carriers filter too many of its texts as unwanted",
        );
      break;
    case "try-again":
      if (countAttempts(app.db, text.id) < MAX_RETRIES) retryText(app, text);
      break;
    case "pause-sending":
      pauseAllSending(app, text.campaignId, reason);
      break;
    case "opted-out":
    case "undeliverable":
    case "strike":
    case "slow-down":
    case "failed":
      break;
  }
}

/** Queues a retry. A completed campaign sends again for this one text. */
function retryText(app: App, text: FailedText): void {
  queueRetry(app.db, text.id, app.now() + RETRY_DELAY_MS);
  const campaign = text.campaignId === null ? null : findCampaign(app.db, text.campaignId);
  if (campaign?.status !== "completed") return;
  setCampaignStatus(app.db, campaign.id, "sending", null, null);
  recordSystem(app, { action: "campaign.reopen", target: ["campaign", campaign.id] });
}

/** Until an admin resolves the problem, the provider accepts no texts, and campaigns would fail text by text. */
function pauseAllSending(app: App, campaignId: number | null, reason: string): void {
  pauseSending(app, reason);
  if (campaignId !== null) haltCampaign(app, campaignId, reason);
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
