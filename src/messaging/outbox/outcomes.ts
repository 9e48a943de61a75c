import { addToCounter } from "#db/counters.ts";
import { finishedCampaigns } from "#db/messaging/campaign-sending.ts";
import { setCampaignStatus } from "#db/messaging/campaigns.ts";
import * as store from "#db/messaging/message-outcomes.ts";
import { addToDay } from "#db/messaging/message-receipts.ts";
import type { App } from "#src/app.ts";
import {
  applyFailure,
  recordOutcome,
  toFailure,
} from "#src/messaging/deliverability/apply-failure.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { countTextOutcome } from "#src/platform/metrics/metrics.ts";
import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { isUnreachable, recordReach } from "#src/platform/reachability.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import type { ClaimedText } from "./claimed-text.ts";
import { slowDown } from "./pace.ts";

export interface TextOutcome {
  readonly text: ClaimedText;
  readonly outcome: SendOutcome;
}

const DOWN_AFTER_MS = 10_000;
const DOWN_PAUSE_MS = 5_000;

/** Records what the provider answered for a batch of texts, in the caller's transaction. */
export function recordOutcomes(app: App, outcomes: readonly TextOutcome[]): void {
  if (outcomes.length === 0) return;
  const accepted = outcomes.flatMap(({ text, outcome }) =>
    outcome.kind === "accepted" ? [{ ...outcome, id: text.id, recipientOf: text.recipientOf }] : [],
  );
  // Before the refusals, because a campaign that one of them pauses has failed only if it sent no text.
  const sent = store.markAccepted(app.db, accepted, app.now());
  let failed = 0;
  for (const { text, outcome } of outcomes) {
    countTextOutcome(app, outcome.kind === "in-doubt" ? "in_doubt" : outcome.kind);
    recordReach(app, "carrier", isAnswer(outcome));
    if (outcome.kind === "accepted" && text.campaignId !== null)
      recordOutcome(app, text.campaignId, "request", "success");
    if (outcome.kind === "refused") failed += Number(recordRefusal(app, text, outcome));
    if (outcome.kind === "in-doubt") store.markInDoubt(app.db, text.id);
    if (outcome.kind === "busy") requeueAfter(app, text, outcome.pauseMs);
  }
  // Each text in doubt costs a request later, so a provider that is down gets few of them.
  if (isUnreachable(app, "carrier", DOWN_AFTER_MS)) slowDown(app, app.now() + DOWN_PAUSE_MS);
  countTexts(app, sent, failed);
  publishOutcomes(app, outcomes);
}

function isAnswer(outcome: SendOutcome): boolean {
  if (outcome.kind === "busy") return outcome.unreachable !== true;
  return outcome.kind !== "in-doubt";
}

/** Adds to the counts of the current day in the business's time zone, and `sent` to the total. */
export function countTexts(app: App, sent: number, failed: number): void {
  if (sent === 0 && failed === 0) return;
  addToCounter(app.db, "messages-sent", sent);
  addToDay(app.db, businessDay(app), sent, failed);
  app.events.changed("stats");
}

function recordRefusal(
  app: App,
  text: ClaimedText,
  { code, reason }: { code: number | null; reason: string },
): boolean {
  const failure = toFailure(app, text, { stage: "request", code, reason });
  // The provider did not process the text, so it goes back to the queue.
  const isSlow = failure.verdict === "slow-down";
  if (isSlow || failure.verdict === "pause-campaign" || failure.verdict === "pause-sending") {
    requeueAfter(app, text, isSlow ? 2_000 : 0, code);
    applyFailure(app, text, failure);
    return false;
  }
  const moved = store.markRefused(app.db, text.id, failure, app.now());
  if (moved) applyFailure(app, text, failure);
  return moved;
}

function requeueAfter(app: App, text: ClaimedText, pauseMs: number, code?: number | null): void {
  const until = app.now() + pauseMs;
  store.requeue(app.db, text.id, until, code);
  if (pauseMs > 0) slowDown(app, until);
}

function publishOutcomes(app: App, outcomes: readonly TextOutcome[]): void {
  const campaigns = new Set(outcomes.flatMap(({ text }) => text.campaignId ?? []));
  for (const id of campaigns) app.events.changed("campaign-progress", id);
  app.events.changed("messages");
  if (outcomes.some(({ text }) => text.campaignId === null)) app.events.changed("conversations");
}

/** Completes campaigns whose texts all have an outcome, in the caller's transaction. */
export function completeCampaigns(app: App): void {
  for (const id of finishedCampaigns(app.db)) {
    setCampaignStatus(app.db, id, "completed", null, app.now());
    recordSystem(app, { action: "campaign.complete", target: ["campaign", id] });
    app.events.changed("campaigns", id);
  }
}
