import { type ContactRow, changeContact, findContactByPhone } from "#db/clients/contacts.ts";
import { firstAdminId } from "#db/platform/users.ts";
import type { App, Staff } from "#src/app.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { recordNames } from "#src/clients/contacts/longest-names.ts";
import { record } from "#src/platform/audit/audit.ts";
import { pickDetails } from "#src/shared/contact-fields.ts";
import { nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";

interface Signer {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/**
 * Returns the contact of the number, or adds one. A booking gives an unknown contact its name; otherwise the contact
 * stays unchanged. Runs in the caller's transaction. `actor` is null where the client did it. @throws Problem 409
 */
export function ensureContact(
  app: App,
  signer: Signer,
  by: "sign-up" | "checkout" | "booking" | "call" | "appointment" | "payment_link",
  actor: Staff | null = null,
): number {
  const existing = findContactByPhone(app.db, signer.phone);
  if (existing && (by === "booking" || by === "appointment"))
    nameUnknownContact(app, existing, { name: signer.name, by, actor });
  if (existing) return existing.id;
  // Whoever books doesn't own the client: the contacts of a deleted user may be deleted with them.
  const userId = firstAdminId(app.db);
  if (userId === undefined) throw new Problem(409, "Sign-up isn't available yet. Call us.");
  const id = addContact(app, { ...signer, userId });
  record(app, actor, { action: "contact.create", target: ["contact", id], metadata: { by } });
  return id;
}

/**
 * Returns a name as the number's contact spells it, if only order, case or accents differ. Any other name stays, such as a
 * child's. `phone` is E.164, or null.
 */
export function spellAsContact(app: App, name: string, phone: string | null): string {
  const contact = phone === null ? undefined : findContactByPhone(app.db, phone);
  const key = nameKey(name);
  return contact && key !== "" && nameKey(contact.name) === key ? contact.name : name;
}

/** Gives an unknown contact the name that it booked with. Any other contact keeps its name. */
function nameUnknownContact(
  app: App,
  current: ContactRow,
  { name, by, actor }: { name: string; by: string; actor: Staff | null },
): void {
  if (current.name !== current.phone || !/\p{L}/u.test(name)) return;
  changeContact(app.db, current.id, { ...pickDetails(current), name, phone: current.phone });
  recordNames(app, [name]);
  record(app, actor, {
    action: "contact.update",
    target: ["contact", current.id],
    metadata: { fields: ["name"], by },
  });
  app.events.changed("contacts", current.id);
  app.events.changed("conversations");
}
