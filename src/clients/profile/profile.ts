import { type ContactRow, findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { shownOne } from "#src/clients/contacts/contacts.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { clearUndeliverable as clearMark } from "#src/messaging/deliverability/undeliverable-numbers.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";

/** The number is worth another try. A dead line is no STOP, so clearing it undoes none. */
export function clearUndeliverable(app: App, actor: Staff, id: number): Contact {
  return inTransaction(app.db, () => {
    const { phone } = foundClient(app, id);
    if (clearMark(app, phone, app.now())) {
      record(app, actor, { action: "contact.clear_undeliverable", target: ["contact", id] });
      app.events.changed("conversations");
    }
    return shownOne(app, id);
  });
}

/** @throws Problem 404 */
export function foundClient(app: App, id: number): ContactRow {
  const contact = findContact(app.db, id);
  if (!contact) throw new Problem(404, "This contact does not exist any more.");
  return contact;
}
