import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { type Refusal, type ReviewsAccess, sourceOf } from "#src/platform/providers/reviews.ts";
import { loseGoogle, noteReviewsFetched, reviewsAccess } from "#src/platform/settings/settings.ts";
import { Problem, type ProblemStatus } from "#src/shared/problem.ts";
import { isFetchDue, noteTry } from "./connection.ts";
import { type Fetched, fetchedWords } from "./fetch-message.ts";
import { matchByName } from "./matching.ts";
import { writeListing } from "./write-listing.ts";

type Outcome = Fetched | Refusal;

/** Between two fetches by hand; who presses twice is no reason to spend Google's quota. */
const PAUSE_SECONDS = 10;

const underWay = new WeakMap<App, Promise<Outcome>>();
const lastByHand = new WeakMap<App, number>();

/**
 * Asks Google, however old what we have is, and answers what came of it in words, line by line. Who
 * asks while it is being done gets the same answer.
 * @throws Problem 409 when Google is not connected or says no, 429 with Retry-After, 503
 */
export async function fetchByHand(app: App, actor: Staff): Promise<string> {
  const running = underWay.get(app);
  if (!running) {
    refuseUnconnected(app);
    refuseTooSoon(app);
    lastByHand.set(app, app.now());
  }
  const outcome = await (running ?? fetchOnce(app, actor));
  if (outcome.kind === "fetched") return fetchedWords(outcome);
  throw new Problem(STATUS[outcome.kind], wordsFor(outcome), {
    ...(outcome.kind === "busy" && { retryAfter: 60 }),
  });
}

/** The machine, every minute: looks at when it fetched last, and mostly that is all. */
export async function fetchByItself(app: App): Promise<void> {
  if (underWay.has(app) || !isFetchDue(app)) return;
  const outcome = await fetchOnce(app, undefined);
  if (outcome.kind !== "fetched")
    app.log("warn", "reviews could not be fetched", { kind: outcome.kind, words: outcome.words });
}

function fetchOnce(app: App, actor: Staff | undefined): Promise<Outcome> {
  const run = fetchAll(app, actor).finally(() => underWay.delete(app));
  underWay.set(app, run);
  return run;
}

async function fetchAll(app: App, actor: Staff | undefined): Promise<Outcome> {
  const access = reviewsAccess(app);
  const listing = await app.providers.reviews(access).list();
  if (listing.kind !== "listed") {
    await noteRefusal(app, access, listing);
    return listing;
  }
  // Else what is gone at one business would be marked at another.
  if (!isStill(app, access)) return CHANGED;

  const tell = (changes: object) => {
    const deed = { action: "review.fetch", metadata: { ...changes } };
    if (actor) record(app, actor, deed);
    else recordSystem(app, deed);
    app.events.changed("reviews");
  };
  const written = await writeListing(app, listing, tell);
  const { matched } = await matchByName(app, { again: false, tell });
  await whenFree(() =>
    inTransaction(app.db, () => {
      noteReviewsFetched(app);
      noteTry(app, null);
    }),
  );
  const { isComplete } = listing;
  return { kind: "fetched", ...written, matched, isComplete, source: sourceOf(access) };
}

const CHANGED: Refusal = {
  kind: "refused",
  words: "The connection to Google was changed meanwhile. Fetch again.",
};

function isStill(app: App, access: ReviewsAccess): boolean {
  return JSON.stringify(reviewsAccess(app)) === JSON.stringify(access);
}

async function noteRefusal(app: App, access: ReviewsAccess, { kind, words }: Refusal) {
  await whenFree(() =>
    inTransaction(app.db, () => {
      if (kind === "disconnected" && access.refreshToken) loseGoogle(app, access.refreshToken);
      noteTry(app, words);
    }),
  );
}

const STATUS: Readonly<Record<Refusal["kind"], ProblemStatus>> = {
  disconnected: 409,
  refused: 409,
  busy: 429,
  unavailable: 503,
};

function wordsFor({ kind, words }: Refusal): string {
  return kind === "disconnected" ? `${words}\nAn administrator does that in Settings.` : words;
}

function refuseUnconnected(app: App): void {
  const access = reviewsAccess(app);
  if (sourceOf(access) !== "none") return;
  throw new Problem(
    409,
    access.refreshToken
      ? "Google showed no business when it was signed in to.\nAn administrator can sign in again in Settings, with the account that manages it."
      : "Google is not connected.\nAn administrator can connect it in Settings.",
  );
}

function refuseTooSoon(app: App): void {
  const wait = (lastByHand.get(app) ?? Number.NEGATIVE_INFINITY) + PAUSE_SECONDS * 1000 - app.now();
  if (wait <= 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw new Problem(
    429,
    `Google was asked just now. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    { retryAfter: seconds },
  );
}
