import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";

const WINDOW = 100;
const MAX_FILTERED = 5;
export const MAX_FAILED = 10;

/** A text fails when the provider refuses the request, or later on its way to the phone. */
export type Stage = "request" | "delivery";

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
export function isFailing(app: App, campaignId: number): boolean {
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
