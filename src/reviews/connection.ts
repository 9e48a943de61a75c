import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { sourceOf } from "#src/platform/providers/reviews.ts";
import { reviewsAccess, settingsOf } from "#src/platform/settings/settings.ts";
import type { ReviewConnection } from "./contract.ts";

const LAST_TRY = "reviews-last-try";

interface LastTry {
  readonly at: number;
  /** Null where it went well. */
  readonly problem: string | null;
  /** Of which settings it tells: what was wrong may have been put right since. */
  readonly settingsOf: number | null;
}

export function connectionOf(app: App): ReviewConnection {
  const values = settingsOf(app);
  const fetchedAt = values.googleReviewsLastFetchedAt;
  return {
    source: sourceOf(reviewsAccess(app)),
    businessName: values.googleBusinessName,
    lastFetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString(),
    problem: lastTry(app)?.problem ?? null,
  };
}

/** In the transaction of what came of it. */
export function noteTry(app: App, problem: string | null): void {
  const kept: LastTry = { at: app.now(), problem, settingsOf: settingsOf(app).updatedAt };
  writeState(app.db, LAST_TRY, kept);
  app.events.changed("reviews");
}

/** Is what was fetched as old as the settings allow? What has failed is not tried sooner either. */
export function isFetchDue(app: App): boolean {
  if (sourceOf(reviewsAccess(app)) === "none") return false;
  const values = settingsOf(app);
  const last = Math.max(values.googleReviewsLastFetchedAt ?? 0, lastTry(app)?.at ?? 0);
  return last + values.googleReviewsCacheDurationMinutes * 60_000 <= app.now();
}

function lastTry(app: App): LastTry | undefined {
  const kept = readState<LastTry>(app.db, LAST_TRY);
  return kept?.settingsOf === settingsOf(app).updatedAt ? kept : undefined;
}
