import * as store from "#db/clients/contact-updates.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { searchContacts } from "#db/clients/contacts-list.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { rewriteContact } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { nameKey } from "#src/shared/names.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { ContactUpdate, Suggestion } from "./contract.ts";

/** Of a long list the newest: who has so many waiting works them off, or rejects. */
const MOST_SHOWN = 500;
const MOST_SUGGESTED = 10;
const LOOKED_AT = 50;

interface Asked {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phone: string;
}

/** An outside program asks, with this person's key. The same again answers the one that waits. */
export function requestUpdate(app: App, owner: Staff, asked: Asked): number {
  return inTransaction(app.db, () => {
    const waiting = store.findEqualPending(app.db, asked);
    if (waiting !== undefined) return waiting;
    const id = store.insertUpdate(app.db, { ...asked, userId: owner.id, createdAt: app.now() });
    record(app, owner, { action: "contact_update.request", target: ["contact_update", id] });
    app.events.changed("contact-updates", id);
    return id;
  });
}

export function listUpdates(app: App, actor: Staff): ContactUpdate[] {
  return store.pendingUpdates(app.db, MOST_SHOWN).map((row) => shown(actor, row));
}

export function countUpdates(app: App): number {
  return store.countPendingUpdates(app.db);
}

/** @throws Problem 403 for who may not see names and numbers, 404 */
export function suggestContacts(app: App, actor: Staff, id: number): Suggestion[] {
  requireNamesAndPhones(actor);
  const asked = found(app, id);
  const name = nameOf(asked);
  const key = nameKey(name);
  const byPhone = findContactByPhone(app.db, asked.phone);
  const byName = [name, `${asked.lastName}, ${asked.firstName}`].flatMap((search) =>
    searchContacts(app.db, search, LOOKED_AT),
  );
  const all = new Map([...(byPhone ? [byPhone] : []), ...byName].map((one) => [one.id, one]));
  return [...all.values()]
    .map((contact) => ({
      id: contact.id,
      name: contact.name,
      phoneNumber: contact.phone,
      optedOut: contact.optedOut,
      undeliverable: contact.undeliverable,
      samePhone: contact.phone === asked.phone,
      sameName: nameKey(contact.name) === key,
    }))
    .filter(({ samePhone, sameName }) => samePhone || sameName)
    .slice(0, MOST_SUGGESTED);
}

/**
 * The contact gets the name and the number of the request, and no text.
 * @throws Problem 403 for who may not see names and numbers, 404, 409 when somebody else was quicker
 * or another contact has the number
 */
export function approveUpdate(
  app: App,
  actor: Staff,
  id: number,
  contactId: number,
): ContactUpdate {
  requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    const asked = pending(app, id);
    rewriteContact(app, actor, contactId, { name: nameOf(asked), phone: asked.phone });
    return settled(app, actor, id, "approved", contactId);
  });
}

/** @throws Problem 404, 409 */
export function rejectUpdate(app: App, actor: Staff, id: number): ContactUpdate {
  return inTransaction(app.db, () => {
    pending(app, id);
    return settled(app, actor, id, "rejected", null);
  });
}

/** In the transaction that erases a client. */
export function forgetUpdatesOf(app: App, contact: { id: number; phone: string }): void {
  store.deleteUpdatesOf(app.db, contact);
  app.events.changed("contact-updates");
}

function settled(
  app: App,
  actor: Staff,
  id: number,
  status: "approved" | "rejected",
  contactId: number | null,
): ContactUpdate {
  store.settleUpdate(app.db, id, { status, at: app.now(), by: actor.id, contactId });
  record(app, actor, {
    action: status === "approved" ? "contact_update.approve" : "contact_update.reject",
    target: ["contact_update", id],
    ...(contactId !== null && { metadata: { contact: contactId } }),
  });
  app.events.changed("contact-updates", id);
  return shown(actor, found(app, id));
}

function found(app: App, id: number): store.ContactUpdateRow {
  const row = store.findUpdate(app.db, id);
  if (!row) throw new Problem(404, "This request does not exist any more.");
  return row;
}

function pending(app: App, id: number): store.ContactUpdateRow {
  const row = found(app, id);
  if (row.status !== "pending")
    throw new Problem(409, `This request was ${row.status} by somebody meanwhile.`);
  return row;
}

function nameOf({ firstName, lastName }: Pick<Asked, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

function shown(actor: Staff, row: store.ContactUpdateRow): ContactUpdate {
  return {
    id: row.id,
    userId: row.userId,
    username: row.username,
    firstName: row.firstName,
    lastName: seesNames(actor) ? row.lastName : "",
    phoneNumber: row.phone,
    status: row.status,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
