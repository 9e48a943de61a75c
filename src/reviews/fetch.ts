import { writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Refusal, type ReviewsAccess, reviewSource } from "#src/platform/providers/reviews.ts";
import {
  recordGoogleSignInEnded,
  recordReviewsFetched,
} from "#src/platform/settings/google-connection.ts";
import { getSettings, reviewsAccess } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem, type ProblemStatus } from "#src/shared/problem.ts";
import type { ReviewConnection } from "./contract.ts";
import { matchByName } from "./reviews.ts";
import { type ListingChanges, writeListing } from "./write-listing.ts";

type Outcome = FetchResult | Refusal;

/** Minimum pause between manual fetches, to save Google's quota. */
const PAUSE_SECONDS = 10;

const runningFetches = new WeakMap<App, Promise<Outcome>>();
const lastManualFetch = new WeakMap<App, number>();

/**
 * Fetches reviews regardless of their age and returns a message about the result. Concurrent requests share
 * one fetch.
 * @throws Problem 409 when Google is not connected or refuses, 429 with Retry-After, 503
 */
export async function fetchNow(app: App, actor: Staff): Promise<string> {
  const running = runningFetches.get(app);
  if (!running) {
    requireConnection(app);
    requirePause(app);
    lastManualFetch.set(app, app.now());
  }
  const outcome = await (running ?? fetchOnce(app, actor));
  if (outcome.kind === "fetched") return formatFetchResult(outcome);
  throw new Problem(STATUS[outcome.kind], refusalMessage(outcome), {
    ...(outcome.kind === "busy" && { retryAfter: 60 }),
  });
}

/** Fetches reviews if they are due. Runs every minute. */
export async function fetchIfDue(app: App): Promise<void> {
  if (runningFetches.has(app) || !isFetchDue(app)) return;
  const outcome = await fetchOnce(app, undefined);
  if (outcome.kind !== "fetched")
    app.log("warn", "could not fetch reviews", { kind: outcome.kind, reason: outcome.message });
}

function fetchOnce(app: App, actor: Staff | undefined): Promise<Outcome> {
  const run = fetchAll(app, actor).finally(() => runningFetches.delete(app));
  runningFetches.set(app, run);
  return run;
}

async function fetchAll(app: App, actor: Staff | undefined): Promise<Outcome> {
  const access = reviewsAccess(app);
  const listing = await app.providers.reviews(access).list();
  if (listing.kind !== "listed") {
    await recordRefusal(app, access, listing);
    return listing;
  }
  // After a change of the connection, the listing may be of another business.
  if (!isUnchanged(app, access)) return CONNECTION_CHANGED;

  const onChanges = (changes: object) => {
    record(app, actor ?? null, { action: "review.fetch", metadata: { ...changes } });
    app.events.changed("reviews");
  };
  const written = await writeListing(app, listing, onChanges);
  const { matched } = await matchByName(app, { includeMatched: false, onChanges });
  await writeWhenFree(app.db, () => {
    recordReviewsFetched(app);
    recordFetch(app, null);
  });
  const { isComplete } = listing;
  return { kind: "fetched", ...written, matched, isComplete, source: reviewSource(access) };
}

const CONNECTION_CHANGED: Refusal = {
  kind: "refused",
  message: "The Google connection changed during the fetch. Fetch again.",
};

function isUnchanged(app: App, access: ReviewsAccess): boolean {
  return JSON.stringify(reviewsAccess(app)) === JSON.stringify(access);
}

async function recordRefusal(app: App, access: ReviewsAccess, { kind, message }: Refusal) {
  await writeWhenFree(app.db, () => {
    if (kind === "disconnected" && access.refreshToken)
      recordGoogleSignInEnded(app, access.refreshToken);
    recordFetch(app, message);
  });
}

const STATUS: Readonly<Record<Refusal["kind"], ProblemStatus>> = {
  disconnected: 409,
  refused: 409,
  busy: 429,
  unavailable: 503,
};

function refusalMessage({ kind, message }: Refusal): string {
  return kind === "disconnected"
    ? `${message}\nAn administrator can do that in Settings.`
    : message;
}

function requireConnection(app: App): void {
  const access = reviewsAccess(app);
  if (reviewSource(access) !== "none") return;
  throw new Problem(
    409,
    access.refreshToken
      ? "The Google account doesn't manage a business.\nAn administrator can sign in again in Settings with the account that does."
      : "Google isn't connected.\nAn administrator can connect it in Settings.",
  );
}

function requirePause(app: App): void {
  const wait =
    (lastManualFetch.get(app) ?? Number.NEGATIVE_INFINITY) + PAUSE_SECONDS * 1000 - app.now();
  if (wait <= 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw new Problem(
    429,
    `We just checked Google. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    { retryAfter: seconds },
  );
}

interface FetchResult extends ListingChanges {
  readonly kind: "fetched";
  readonly matched: number;
  readonly isComplete: boolean;
  readonly source: "account" | "place" | "none";
}

/** Formats the result of a fetch, one statement per line. */
function formatFetchResult(result: FetchResult): string {
  const { added, edited, deleted, matched, isComplete, source } = result;
  const parts = [
    added > 0 ? `${formatCount(added, "review")} added` : "",
    edited > 0 ? `${formatCount(edited, "review")} edited` : "",
    deleted > 0 ? `${formatCount(deleted, "review")} removed at Google` : "",
  ].filter((part) => part !== "");
  const lines = [
    parts.length === 0 ? "Nothing has changed at Google." : `${parts.join(", ")}.`,
    matched > 0
      ? `${formatCount(matched, "review")} matched to ${matched === 1 ? "a contact" : "contacts"}.`
      : "",
    source === "place"
      ? "With an API key, Google only shares the newest 5 reviews. Connect your Google account to get them all."
      : "",
    source === "account" && !isComplete
      ? "Reviews changed while we were fetching them, so none were marked as removed."
      : "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}

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
function recordFetch(app: App, problem: string | null): void {
  const stored: LastFetch = { at: app.now(), problem, settingsOf: getSettings(app).updatedAt };
  writeState(app.db, STATE_KEY, stored);
  app.events.changed("reviews");
}

/** Returns whether the last fetch, successful or not, is older than the settings allow. */
function isFetchDue(app: App): boolean {
  if (reviewSource(reviewsAccess(app)) === "none") return false;
  const { googleReviewsLastFetchedAt, googleReviewsCacheDurationMinutes } = getSettings(app);
  const since = app.now() - googleReviewsCacheDurationMinutes * MINUTE_MS;
  // One from the future was made while the clock was wrong.
  return ![googleReviewsLastFetchedAt, findLastFetch(app)?.at].some(
    (at) => at !== null && at !== undefined && at > since && at <= app.now(),
  );
}

function findLastFetch(app: App): LastFetch | undefined {
  const stored = readState<LastFetch>(app.db, STATE_KEY);
  return stored?.settingsOf === getSettings(app).updatedAt ? stored : undefined;
}
