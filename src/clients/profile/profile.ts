import { type ContactRow, findContact } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";

/** @throws Problem 404 */
export function foundClient(app: App, id: number): ContactRow {
  const contact = findContact(app.db, id);
  if (!contact) throw new Problem(404, "This contact does not exist any more.");
  return contact;
}
