import { type ContactRow, findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireCarrier, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { recordOwnWords } from "#src/platform/masking/own-words.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { sayFrom } from "#src/shared/business-name.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";

const INVITES: Limit = { name: "invites", most: 100, seconds: 3600 };

interface Invite {
  /** The audit entry. */
  readonly action: "membership.invite" | "payment_plan.invite";
  readonly target: readonly ["membership" | "payment_plan", string];
  /** The name of the contact's id in the entry's metadata. */
  readonly contactField: "contact" | "contactId";
  /** Renders the text for the link to the client pages. */
  readonly render: (pagesUrl: string) => string;
}

/**
 * Texts a client the link to an offer. `prepare` runs in the transaction and refuses an offer that isn't open.
 * @throws Problem 403, 404, 409, 429
 */
export function sendOfferInvite(
  app: App,
  actor: Staff,
  contactId: number,
  prepare: () => Invite,
): { message: string } {
  limitRate(app, INVITES, actor.id);
  inTransaction(app.db, () => {
    const { action, target, contactField, render } = prepare();
    const { phone } = getInvitable(app, contactId);
    const body = `${sayFrom(getSettings(app).businessName)}${render(clientPagesUrl(app))}`;
    const message = sendText(app, { purpose: "invite", phone, contactId, body });
    // The name of the offer may be the actor's own guess at the client's name.
    recordOwnWords(app, actor, "message", message, body);
    record(app, actor, { action, target, metadata: { [contactField]: contactId } });
    app.events.changed("conversations");
  });
  return { message: "Invite sent successfully" };
}

function getInvitable(app: App, contactId: number): ContactRow {
  const contact = requireFound(findContact(app.db, contactId), "This contact no longer exists.");
  if (contact.optedOut)
    throw new Problem(403, "This contact has opted out and cannot receive messages");
  if (contact.undeliverable)
    throw new Problem(409, "This client's number can't receive texts, so the invite wasn't sent.");
  requireCarrier(app);
  return contact;
}
