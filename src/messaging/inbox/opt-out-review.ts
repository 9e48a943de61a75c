import { findContactByPhone } from "#db/clients/contacts.ts";
import {
  closeOptOutReview,
  findOptOutReview,
  listOptOutReviews,
} from "#db/clients/opt-out-reviews.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { revokeConsent } from "#src/clients/consent.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { subtractWeekdays } from "#src/platform/time.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Conversation } from "./contract.ts";
import { getConversationRow } from "./inbox.ts";
import { toConversation } from "./lists.ts";

/**
 * Decides whether a client's unclear words were an opt-out. The client gets no confirmation: one may be
 * sent only within minutes of the request (47 CFR 64.1200(a)(12)).
 * @throws Problem 404 without a conversation, 409 when nothing is left to decide
 */
export function decideOptOut(app: App, actor: Staff, id: number, isOptOut: boolean): Conversation {
  return inTransaction(app.db, () => {
    const { phone, contactId } = getConversationRow(app, id);
    const review = findOptOutReview(app.db, phone);
    if (!review) throw new Problem(409, "This was already decided.");
    if (isOptOut)
      revokeConsent(app, {
        phone,
        source: "staff",
        wording: review.wording || `Opted out by ${actor.username}`,
        actorId: actor.id,
        ipAddress: actor.caller.ip,
      });
    else closeOptOutReview(app.db, phone);
    record(app, actor, {
      action: isOptOut ? "contact.opt_out" : "contact.opt_out_dismiss",
      target: ["contact", contactId],
    });
    app.events.changed("conversations", id);
    app.events.changed("contacts", contactId);
    return toConversation(getConversationRow(app, id));
  });
}

/** Weekdays after which a text that no one decided on is an opt-out. The law allows ten business days (47 CFR 64.1200(a)(10)). */
const DECIDED_AFTER = 5;
const ALERT_AFTER = 1;
const PER_RUN = 100;

/** Opts out clients whose unclear text waited too long for a decision. */
export function optOutUndecided(app: App): void {
  const due = subtractWeekdays(app, app.now(), DECIDED_AFTER);
  for (const { phone, wording } of listOptOutReviews(app.db, due, PER_RUN))
    inTransaction(app.db, () => {
      revokeConsent(app, { phone, source: "words", wording: wording || "An unclear text" });
      const contact = findContactByPhone(app.db, phone);
      recordSystem(app, {
        action: "contact.opt_out",
        metadata: { by: "no decision" },
        ...(contact && { target: ["contact", contact.id] }),
      });
    });
}

/** Counts texts that wait for a decision for more than one weekday, up to a hundred. */
export function countUndecided(app: App): number {
  const since = subtractWeekdays(app, app.now(), ALERT_AFTER);
  return listOptOutReviews(app.db, since, PER_RUN).length;
}
