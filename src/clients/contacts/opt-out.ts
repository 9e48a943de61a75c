import { wasRevokedByKeyword } from "#db/clients/consents.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { grantConsent, revokeConsent } from "#src/clients/consent.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getContact, getContactRow } from "./contacts.ts";
import type { Contact } from "./contract.ts";

/** Records that staff opted the client out. Idempotent. @throws Problem 404 */
export function optOut(app: App, actor: Staff, id: number): Contact {
  return inTransaction(app.db, () => {
    const contact = getContactRow(app, id);
    if (!contact.optedOut) {
      revokeConsent(app, {
        ...staffSource(actor),
        phone: contact.phone,
        wording: `Opted out by ${actor.username}`,
      });
      record(app, actor, { action: "contact.opt_out", target: ["contact", id] });
    }
    return getContact(app, id);
  });
}

/** Records that staff opted the client in. Idempotent. @throws Problem 404 */
export function optIn(app: App, actor: Staff, id: number): Contact & { warning: string | null } {
  return inTransaction(app.db, () => {
    const contact = getContactRow(app, id);
    const blocked = contact.optedOut && wasRevokedByKeyword(app.db, contact.phone);
    if (contact.optedOut) {
      grantConsent(app, {
        ...staffSource(actor),
        phone: contact.phone,
        wording: `Opted in by ${actor.username}`,
      });
      record(app, actor, { action: "contact.opt_in", target: ["contact", id] });
    }
    const warning = blocked
      ? "This client texted STOP, so the carrier still blocks the number until they text START."
      : null;
    return { ...getContact(app, id), warning };
  });
}

function staffSource(actor: Staff) {
  return { source: "staff", actorId: actor.id, ipAddress: actor.caller.ip } as const;
}
