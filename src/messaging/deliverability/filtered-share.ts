import type { App } from "#src/app.ts";

const LAST = 100;
const MOST = 5;

/** The last outcomes of each campaign: was it filtered? A restart begins a new count. */
const outcomes = new WeakMap<App, Map<number, boolean[]>>();

/** Adds an outcome; true when more than 5 of the campaign's last 100 were filtered by carriers. */
export function tooManyFiltered(app: App, campaignId: number, filtered: boolean): boolean {
  const campaigns = outcomes.get(app) ?? new Map<number, boolean[]>();
  outcomes.set(app, campaigns);
  const recent = campaigns.get(campaignId) ?? [];
  campaigns.set(campaignId, recent);
  recent.push(filtered);
  if (recent.length > LAST) recent.shift();
  return recent.filter(Boolean).length > MOST;
}

/** Staff resume a campaign that was paused for it: it is judged anew. */
export function forgetFiltering(app: App, campaignId: number): void {
  outcomes.get(app)?.delete(campaignId);
}
