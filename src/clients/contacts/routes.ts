import { wasRevokedByKeyword } from "#db/clients/consents.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { grantConsent, revokeConsent } from "#src/clients/consent.ts";
import { record } from "#src/platform/audit/audit.ts";
import { adminWithPassword, defineModule, staff } from "#src/platform/http/routes.ts";
import {
  changeContact,
  createContact,
  deleteContact,
  getContact,
  getContactRow,
  listLightContacts,
} from "./contacts.ts";
import { type Contact, contacts } from "./contract.ts";
import { exportContacts, listContacts } from "./list.ts";

/** Screens that embed a contact picker or show a contact. */
const PICKERS = [
  "/contacts",
  "/inbox",
  "/contact-updates",
  "/reviews",
  "/memberships",
  "/payment-plans",
  "/waitlist",
] as const;

export const contactModule = defineModule(contacts, {
  list: staff(PICKERS, ({ app, actor, query }) => listContacts(app, actor, query)),
  all: staff(PICKERS, ({ app }) => listLightContacts(app)),
  exportCsv: adminWithPassword(({ app, actor, query }) => exportContacts(app, actor, query)),
  create: staff("/contacts", ({ app, actor, body }) => createContact(app, actor, body)),
  change: staff(["/contacts", "/inbox"], ({ app, actor, id, body }) =>
    changeContact(app, actor, id, body),
  ),
  remove: staff("/contacts", ({ app, actor, id }) => deleteContact(app, actor, id)),
  optOut: staff("/contacts", ({ app, actor, id }) => optOut(app, actor, id)),
  optIn: staff("/contacts", ({ app, actor, id }) => optIn(app, actor, id)),
});

/** Records that staff opted the client out. Idempotent. @throws Problem 404 */
function optOut(app: App, actor: Staff, id: number): Contact {
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
function optIn(app: App, actor: Staff, id: number): Contact & { warning: string | null } {
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
