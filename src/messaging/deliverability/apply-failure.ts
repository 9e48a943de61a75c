import { countOptOut } from "#db/messaging/campaign-report.ts";
import { findCampaign, setCampaignStatus } from "#db/messaging/campaigns.ts";
import { countAttempts, queueAgain } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { pauseSending } from "#src/platform/sending-state.ts";
import { judgeNumber, meaningOf } from "./deliverability.ts";
import { tooManyFiltered } from "./filtered-share.ts";

const ATTEMPTS = 2;
const AGAIN_MS = 60_000;

export interface FailedText {
  readonly id: number;
  readonly phone: string;
  readonly campaignId: number | null;
  /** Epoch milliseconds; absent where it was refused just now. */
  readonly sentAt?: number | null;
}

/** What a failure means for the number, the campaign and the engine, beside the text itself. */
export function drawConsequences(app: App, text: FailedText, code: number | null): void {
  const change = judgeNumber(app, { phone: text.phone, at: text.sentAt ?? app.now(), code });
  if (change === "opted-out" && text.campaignId !== null) countOptOut(app.db, text.campaignId);

  const { verdict, words } = meaningOf(code);
  switch (verdict) {
    case "filtered":
      if (text.campaignId !== null && tooManyFiltered(app, text.campaignId, true))
        haltCampaign(
          app,
          text.campaignId,
          "Paused: carriers filter too many of its texts as unwanted",
        );
      break;
    case "try-again":
      if (countAttempts(app.db, text.id) < ATTEMPTS) tryAgain(app, text);
      break;
    case "stop-engine":
      stopEngine(app, text.campaignId, words);
      break;
    case "opted-out":
    case "undeliverable":
    case "strike":
    case "slow-down":
    case "failed":
      break;
  }
}

/** A campaign that had ended goes on for this one text. */
function tryAgain(app: App, text: FailedText): void {
  queueAgain(app.db, text.id, app.now() + AGAIN_MS);
  const campaign = text.campaignId === null ? null : findCampaign(app.db, text.campaignId);
  if (campaign?.status !== "completed") return;
  setCampaignStatus(app.db, campaign.id, "sending", null, null);
  recordSystem(app, { action: "campaign.reopen", target: ["campaign", campaign.id] });
}

/** Nothing more will be accepted until an admin has looked: every campaign would fail text by text. */
function stopEngine(app: App, campaignId: number | null, words: string): void {
  pauseSending(app, words);
  if (campaignId !== null) haltCampaign(app, campaignId, words);
  recordSystem(app, { action: "sending.paused", metadata: { reason: words } });
  app.log("error", "sending paused", { reason: words });
}

/** `failed` says that nothing of it was sent; both can be resumed. */
function haltCampaign(app: App, id: number, reason: string): void {
  const campaign = findCampaign(app.db, id);
  if (campaign?.status !== "sending") return;
  const status = campaign.sentCount === 0 ? "failed" : "stopped";
  setCampaignStatus(app.db, id, status, reason, app.now());
  recordSystem(app, { action: "campaign.halt", target: ["campaign", id], metadata: { status } });
  app.events.changed("campaigns", id);
}
