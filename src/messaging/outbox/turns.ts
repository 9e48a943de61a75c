import type { Database } from "#db/connection.ts";

const lastServed = new WeakMap<Database, number>();

/** Rotates the campaigns so that the one served last comes last, and each gets its turn even with one slot at a time. */
export function orderByTurn<Campaign extends { readonly id: number }>(
  db: Database,
  campaigns: readonly Campaign[],
): Campaign[] {
  const last = lastServed.get(db) ?? 0;
  const next = campaigns.findIndex((campaign) => campaign.id > last);
  return next <= 0 ? [...campaigns] : [...campaigns.slice(next), ...campaigns.slice(0, next)];
}

export function recordServed(db: Database, campaignId: number): void {
  lastServed.set(db, campaignId);
}
