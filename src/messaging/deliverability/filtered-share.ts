import type { App } from "#src/app.ts";

const WINDOW = 100;
const MAX_FILTERED = 5;

/** Whether each of a campaign's last outcomes was filtered. In memory only: a restart starts a new count. */
const outcomes = new WeakMap<App, Map<number, boolean[]>>();

/** Records an outcome. Returns true when carriers filtered more than 5 of the campaign's last 100 texts. */
export function recordFilterOutcome(app: App, campaignId: number, filtered: boolean): boolean {
  const campaigns = outcomes.getOrInsertComputed(app, () => new Map());
  const recent = campaigns.getOrInsertComputed(campaignId, () => []);
  recent.push(filtered);
  if (recent.length > WINDOW) recent.shift();
  return recent.filter(Boolean).length > MAX_FILTERED;
}

/** Starts a new count, because staff resumed a campaign that was paused for filtered texts. */
export function clearFilterOutcomes(app: App, campaignId: number): void {
  outcomes.get(app)?.delete(campaignId);
}
