import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { reviewSource } from "#src/platform/providers/reviews.ts";
import { getSettings, reviewsAccess } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { ReviewConnection } from "./contract.ts";

const STATE_KEY = "reviews-last-try";

interface LastFetch {
  readonly at: number;
  /** Null after a success. */
  readonly problem: string | null;
  /** The version of the settings it used. After a change the result no longer applies. */
  readonly settingsOf: number | null;
}

export function getConnection(app: App): ReviewConnection {
  const values = getSettings(app);
  const fetchedAt = values.googleReviewsLastFetchedAt;
  return {
    source: reviewSource(reviewsAccess(app)),
    businessName: values.googleBusinessName,
    lastFetchedAt: toIso(fetchedAt),
    problem: findLastFetch(app)?.problem ?? null,
  };
}

/** Records a fetch, in the transaction of its result. */
export function recordFetch(app: App, problem: string | null): void {
  const stored: LastFetch = { at: app.now(), problem, settingsOf: getSettings(app).updatedAt };
  writeState(app.db, STATE_KEY, stored);
  app.events.changed("reviews");
}

/** Returns whether the last fetch, successful or not, is older than the settings allow. */
export function isFetchDue(app: App): boolean {
  if (reviewSource(reviewsAccess(app)) === "none") return false;
  const values = getSettings(app);
  const last = Math.max(values.googleReviewsLastFetchedAt ?? 0, findLastFetch(app)?.at ?? 0);
  return last + values.googleReviewsCacheDurationMinutes * 60_000 <= app.now();
}

function findLastFetch(app: App): LastFetch | undefined {
  const stored = readState<LastFetch>(app.db, STATE_KEY);
  return stored?.settingsOf === getSettings(app).updatedAt ? stored : undefined;
}
