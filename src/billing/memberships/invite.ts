import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { getMembership } from "./memberships.ts";

const INVITES_PER_HOUR = 100;

/** Texts a client the sign-up link. @throws Problem 403, 404, 409, 429 */
export function sendInvite(app: App, actor: Staff, id: string, contactId: number) {
  const membership = getMembership(app, id);
  if (membership.status !== "approved")
    throw new Problem(409, "Only an approved membership can be offered to clients.");
  const contact = findContact(app.db, contactId);
  if (!contact) throw new Problem(404, "This contact no longer exists.");
  if (optedOutSince(app, contact.phone) !== undefined)
    throw new Problem(403, "This contact has opted out and cannot receive messages");
  if (!canSend(app))
    throw new Problem(409, "Texting is not set up. Add your Twilio account in Settings.");
  limit(app, `invites of ${actor.id}`, INVITES_PER_HOUR, 3600);

  const { businessName } = settingsOf(app);
  const from = businessName === "" ? "" : `${businessName}: `;
  inTransaction(app.db, () => {
    sendText(app, {
      purpose: "invite",
      phone: contact.phone,
      contactId,
      body: `${from}you are invited to join ${membership.name}. Sign up here: ${clientPagesUrl(app)}/membership/signup/${id}`,
    });
    record(app, actor, {
      action: "membership.invite",
      target: ["membership", id],
      metadata: { contactId },
    });
    app.events.changed("conversations");
  });
  return { message: "Invite sent successfully" };
}
