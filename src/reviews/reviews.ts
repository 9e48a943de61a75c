import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import * as store from "#db/reviews/reviews.ts";
import type { App, Staff } from "#src/app.ts";
import { findOnlyContactByName } from "#src/clients/name-matching/name-matching.ts";
import { record } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { requireNames } from "#src/platform/masking/masking.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import type { Review, ReviewStats } from "./contract.ts";
import { toReview } from "./list.ts";

interface RematchResult {
  readonly message: string;
  /** Reviews whose contact was added or changed. */
  readonly matched: number;
}

const runningRematches = new WeakMap<App, Promise<RematchResult>>();

export function getReviewStats(app: App): ReviewStats {
  return {
    total: readCounter(app.db, "reviews"),
    matched: readCounter(app.db, "reviews-matched"),
    discounted: readCounter(app.db, "reviews-discounted"),
  };
}

/**
 * Matches a review to a contact by hand. Automatic matching never changes it.
 * @throws Problem 400 for a deleted contact, 403 when the actor may not see names, 404, 409 when another
 * contact has the discount
 */
export function matchReview(app: App, actor: Staff, id: number, contactId: number): Review {
  requireNames(actor);
  return inTransaction(app.db, () => {
    const review = getReview(app, id);
    if (!findContact(app.db, contactId))
      throw fieldProblem(400, "contactId", "This contact no longer exists.");
    if (review.contactId !== contactId) requireNoDiscount(review);
    store.setManualMatch(app.db, id, contactId, app.now());
    return publishReview(app, actor, "review.match", id, { contact: contactId });
  });
}

/**
 * Marks a review as not from a client, which undoes a wrong match.
 * @throws Problem 403 when the actor may not see names, 404, 409 when a discount is recorded
 */
export function unmatchReview(app: App, actor: Staff, id: number): Review {
  requireNames(actor);
  return inTransaction(app.db, () => {
    const review = getReview(app, id);
    requireNoDiscount(review);
    store.setManualMatch(app.db, id, null, app.now());
    return publishReview(app, actor, "review.unmatch", id, { contact: review.contactId });
  });
}

/** Records that the discount was given. Idempotent. @throws Problem 404, 409 for an unmatched review */
export function checkOff(app: App, actor: Staff, id: number): Review {
  return inTransaction(app.db, () => {
    const review = getMatchedReview(app, id);
    if (review.checkedOff) return toReview(review);
    store.setCheckedOff(app.db, id, actor.id, app.now());
    return publishReview(app, actor, "review.check_off", id, { contact: review.contactId });
  });
}

/** Removes the discount. Idempotent. @throws Problem 404, 409 for an unmatched review */
export function uncheck(app: App, actor: Staff, id: number): Review {
  return inTransaction(app.db, () => {
    const review = getMatchedReview(app, id);
    if (!review.checkedOff) return toReview(review);
    store.setCheckedOff(app.db, id, null, app.now());
    return publishReview(app, actor, "review.uncheck", id, { contact: review.contactId });
  });
}

function publishReview(
  app: App,
  actor: Staff,
  action: string,
  id: number,
  metadata: object,
): Review {
  record(app, actor, { action, target: ["review", id], metadata: { ...metadata } });
  app.events.changed("reviews", id);
  return toReview(getReview(app, id));
}

function getReview(app: App, id: number): store.ReviewRow {
  return requireFound(store.findReview(app.db, id), "This review no longer exists.");
}

function getMatchedReview(app: App, id: number): store.ReviewRow {
  const review = getReview(app, id);
  if (review.contactId === null) throw new Problem(409, "Match this review to a contact first.");
  return review;
}

function requireNoDiscount({ checkedOff }: store.ReviewRow): void {
  if (checkedOff)
    throw new Problem(
      409,
      "This client already got a discount. Press Mark Discount Pending first, then change the match.",
    );
}

/** Matches all reviews by name again, because contacts change. Concurrent requests share one run. */
export function rematch(app: App, actor: Staff): Promise<RematchResult> {
  const run =
    runningRematches.get(app) ?? rematchAll(app, actor).finally(() => runningRematches.delete(app));
  runningRematches.set(app, run);
  return run;
}

async function rematchAll(app: App, actor: Staff): Promise<RematchResult> {
  const { matched, undone } = await matchByName(app, {
    includeMatched: true,
    onChanges(changes) {
      const { matched, undone } = changes;
      record(app, actor, {
        action: "review.rematch",
        metadata: { matched, ...(undone > 0 && { matchesRemoved: undone }) },
      });
      app.events.changed("reviews");
    },
  });
  return { message: formatRematch(matched, undone), matched };
}

function formatRematch(matched: number, undone: number): string {
  const plural = (number: number, single: string, several: string) =>
    number === 1 ? single : `${formatNumber(number)} ${several}`;
  const lines = [
    matched === 0
      ? "No other reviews match a contact by name."
      : `Matched ${plural(matched, "1 review to a contact", "reviews to contacts")}.`,
    undone === 0
      ? ""
      : `${plural(undone, "1 match was", "matches were")} removed because the name no longer matches exactly one contact.`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

interface MatchOptions {
  /** Also checks matched reviews, because their contact's name may have become ambiguous. */
  readonly includeMatched: boolean;
  /** Called in the transaction of the changes. */
  readonly onChanges: (changes: { readonly matched: number; readonly undone: number }) => void;
}

/** Rows per slice, each of which needs a search. */
const SLICE_SIZE = 100;

/**
 * Matches each review to the only contact with its reviewer's name, or to none if the name is ambiguous.
 * Skips reviews that a person has matched or that have a discount.
 */
export async function matchByName(app: App, { includeMatched, onChanges }: MatchOptions) {
  return inSlices(app, { after: 0, matched: 0, undone: 0 }, (before, hasTime) => {
    const rows = store.listMatchableReviews(app.db, before.after, SLICE_SIZE, includeMatched);
    let { after, matched, undone } = before;
    let processed = 0;
    while (processed < rows.length && (processed === 0 || hasTime())) {
      const row = rows[processed];
      if (!row) break;
      const contactId = findOnlyContactByName(app, row.reviewerName)?.id ?? null;
      if (contactId !== row.contactId) {
        store.setMatch(app.db, row.id, contactId, app.now());
        if (contactId === null) undone += 1;
        else matched += 1;
      }
      after = row.id;
      processed += 1;
    }
    const changes = { matched: matched - before.matched, undone: undone - before.undone };
    if (changes.matched + changes.undone > 0) onChanges(changes);
    return { after, matched, undone, done: processed === rows.length && rows.length < SLICE_SIZE };
  });
}
