import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { getPlan } from "./payment-plans.ts";

const INVITES_PER_HOUR = 100;

/** Texts a client the plan's sign-up link. @throws Problem 403, 404, 409, 429 */
export function sendInvite(
  app: App,
  actor: Staff,
  planId: string,
  contactId: number,
): { message: string } {
  limit(app, `invites of ${actor.id}`, INVITES_PER_HOUR, 3600);
  inTransaction(app.db, () => {
    const plan = getPlan(app, planId);
    const client = findContact(app.db, contactId);
    if (!client) throw new Problem(404, "This client no longer exists.");
    if (plan.agreementText === "")
      throw new Problem(
        409,
        "Write the plan's agreement first: clients sign it when they sign up.",
      );
    if (client.optedOut)
      throw new Problem(403, "This contact has opted out and cannot receive messages");
    if (client.undeliverable)
      throw new Problem(
        409,
        "This client's number can't receive texts, so the invite wasn't sent.",
      );
    if (!canSend(app))
      throw new Problem(409, "Texting is not set up. Add your Twilio account in Settings.");
    const { businessName } = settingsOf(app);
    sendText(app, {
      purpose: "invite",
      phone: client.phone,
      contactId,
      body: `${businessName ? `${businessName}: ` : ""}you are invited to the payment plan "${plan.name}". See it and sign up: ${clientPagesUrl(app)}/financing/signup/${plan.id}`,
    });
    record(app, actor, {
      action: "payment_plan.invite",
      target: ["payment_plan", planId],
      metadata: { contact: contactId },
    });
    app.events.changed("conversations");
  });
  return { message: "Invite sent successfully" };
}
