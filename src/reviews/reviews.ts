import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import * as store from "#db/reviews/reviews.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireNames } from "#src/platform/masking/masking.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Review, ReviewStats } from "./contract.ts";
import { shown } from "./to-review.ts";

export function reviewStats(app: App): ReviewStats {
  return {
    total: readCounter(app.db, "reviews"),
    matched: readCounter(app.db, "reviews-matched"),
    discounted: readCounter(app.db, "reviews-discounted"),
  };
}

/**
 * A person says whose review it is, whatever the name; the machine never says otherwise.
 * @throws Problem 403 for who may not see names, 404, 409 while a discount is noted for somebody else
 */
export function matchReview(app: App, actor: Staff, id: number, contactId: number): Review {
  requireNames(actor);
  return inTransaction(app.db, () => {
    const review = found(app, id);
    if (!findContact(app.db, contactId)) {
      const words = "This contact does not exist any more.";
      throw new Problem(400, words, { errors: { contactId: words } });
    }
    if (review.contactId !== contactId) refuseDiscounted(review);
    store.decideMatch(app.db, id, contactId, app.now());
    return told(app, actor, "review.match", id, { contact: contactId });
  });
}

/**
 * A person says that it is none of the clients: the way back from a wrong match.
 * @throws Problem 403 for who may not see names, 404, 409 while a discount is noted
 */
export function unmatchReview(app: App, actor: Staff, id: number): Review {
  requireNames(actor);
  return inTransaction(app.db, () => {
    const review = found(app, id);
    refuseDiscounted(review);
    store.decideMatch(app.db, id, null, app.now());
    return told(app, actor, "review.unmatch", id, { contact: review.contactId });
  });
}

/** The discount was given. Again is the same. @throws Problem 404, 409 for one that is nobody's */
export function checkOff(app: App, actor: Staff, id: number): Review {
  return inTransaction(app.db, () => {
    const review = matched(app, id);
    if (review.checkedOff) return shown(review);
    store.setCheckedOff(app.db, id, actor.id, app.now());
    return told(app, actor, "review.check_off", id, { contact: review.contactId });
  });
}

/** @throws Problem 404, 409 for one that is nobody's */
export function uncheck(app: App, actor: Staff, id: number): Review {
  return inTransaction(app.db, () => {
    const review = matched(app, id);
    if (!review.checkedOff) return shown(review);
    store.setCheckedOff(app.db, id, null, app.now());
    return told(app, actor, "review.uncheck", id, { contact: review.contactId });
  });
}

function told(app: App, actor: Staff, action: string, id: number, metadata: object): Review {
  record(app, actor, { action, target: ["review", id], metadata: { ...metadata } });
  app.events.changed("reviews", id);
  return shown(found(app, id));
}

function found(app: App, id: number): store.ReviewRow {
  const row = store.findReview(app.db, id);
  if (!row) throw new Problem(404, "This review does not exist any more.");
  return row;
}

function matched(app: App, id: number): store.ReviewRow {
  const review = found(app, id);
  if (review.contactId === null)
    throw new Problem(409, "Match this review to a contact first: nobody is known for it yet.");
  return review;
}

function refuseDiscounted({ checkedOff }: store.ReviewRow): void {
  if (checkedOff)
    throw new Problem(
      409,
      "A discount is noted for this client. Uncheck it first, then change the match.",
    );
}
