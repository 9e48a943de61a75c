import * as store from "#db/clients/contact-updates.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { searchContacts } from "#db/clients/contacts-list.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import {
  createContact,
  replaceContactDetails,
  toLightContact,
} from "#src/clients/contacts/contacts.ts";
import type { Client } from "#src/hook-shapes.ts";
import { record } from "#src/platform/audit/audit.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { nameKey } from "#src/shared/names.ts";
import type { Page } from "#src/shared/page-shape.ts";
import { mayOpen, seesClients, seesNames } from "#src/shared/permissions.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import {
  type ContactUpdate,
  contactUpdates,
  type ListedUpdate,
  type Suggestion,
} from "./contract.ts";

const PAGE = "/contact-updates";

export const contactUpdateModule = defineModule(contactUpdates, {
  list: staff(PAGE, ({ app, actor, query }) => listUpdates(app, actor, query)),
  count: staff(PAGE, ({ app }) => ({ count: store.countPendingUpdates(app.db) })),
  suggestions: staff(PAGE, ({ app, actor, id }) => suggestContacts(app, actor, id)),
  approve: staff(PAGE, ({ app, actor, id, body }) => approveUpdate(app, actor, id, body.contactId)),
  reject: staff(PAGE, ({ app, actor, id }) => rejectUpdate(app, actor, id)),
});

const MAX_WAITING = 100;
/** Of a page, because each takes a search. */
const MAX_MATCHED = 30;
/** Of the dashboard's list, which every page reads for its menu. */
const MAX_DESCRIBED = 5;
const MAX_SUGGESTIONS = 10;
const SEARCH_LIMIT = 50;

type RequestedDetails = Pick<store.ContactUpdateRow, "firstName" | "lastName" | "phone">;

/**
 * Records a request made by another program with this user's API key. Returns the request's id; a
 * request equal to a pending one returns the pending one's id.
 */
export function requestUpdate(app: App, owner: Staff, details: RequestedDetails): number {
  return inTransaction(app.db, () => {
    const pending = store.findPendingDuplicate(app.db, details);
    if (pending !== undefined) return pending;
    const id = store.insertUpdate(app.db, { ...details, userId: owner.id, createdAt: app.now() });
    record(app, owner, { action: "contact_update.request", target: ["contact_update", id] });
    app.events.changed("contact-updates", id);
    return id;
  });
}

function listUpdates(app: App, actor: Staff, page: Page): ListedUpdate[] {
  return store.pendingUpdates(app.db, page).map((row, index) => {
    const isShown = index < MAX_MATCHED && seesClients(actor);
    const [contact = null, ...others] = isShown ? findSuggestions(app, row) : [];
    return { ...toContactUpdate(actor, row), contact: others.length === 0 ? contact : null };
  });
}

/** Lists the requests to decide on, for the dashboard. */
export function listWaitingUpdates(app: App, actor: Staff) {
  if (!mayOpen(actor, PAGE)) return [];
  return store.pendingUpdates(app.db, { limit: MAX_WAITING }).map((row, index) => {
    const words = seesClients(actor) ? describeUpdate(app, row, index < MAX_DESCRIBED) : null;
    return {
      ...{ kind: "contact-update" as const, id: row.id, contactId: null, name: fullName(row) },
      ...{ since: toIso(row.createdAt), expiresAt: null, visit: null, messageId: null },
      words,
    };
  });
}

/** "Change the number to +15125550120" */
function describeUpdate(app: App, row: store.ContactUpdateRow, isMatched: boolean): string {
  const [contact, ...others] = isMatched ? findSuggestions(app, row) : [];
  if (!contact || others.length > 0) return `Another program sent the number ${row.phone}`;
  const changes = [
    ...(contact.sameName ? [] : [`the name from ${contact.name} to ${fullName(row)}`]),
    ...(contact.samePhone ? [] : [`the number to ${row.phone}`]),
  ];
  return changes.length === 0
    ? "Another program sent the same name and number again"
    : `Change ${changes.join(" and ")}`;
}

/** Contacts that the request may be about. @throws Problem 403 for users who may not see names and numbers, 404 */
function suggestContacts(app: App, actor: Staff, id: number): Suggestion[] {
  requireNamesAndPhones(actor);
  return findSuggestions(app, getUpdateRow(app, id));
}

function findSuggestions(app: App, update: RequestedDetails): Suggestion[] {
  const name = fullName(update);
  const key = nameKey(name);
  const byPhone = findContactByPhone(app.db, update.phone);
  // In any order, so "Lindqvist, Grace" too.
  const byName = searchContacts(app.db, name, SEARCH_LIMIT);
  const all = new Map(
    [...(byPhone ? [byPhone] : []), ...byName].map((contact) => [contact.id, contact]),
  );
  return [...all.values()]
    .map((contact) => ({
      ...toLightContact(contact),
      samePhone: contact.phone === update.phone,
      sameName: nameKey(contact.name) === key,
    }))
    .filter(({ samePhone, sameName }) => samePhone || sameName)
    .slice(0, MAX_SUGGESTIONS);
}

/**
 * Gives the contact the name and number of the request, without texting it.
 * Null adds a new client.
 * @throws Problem 403 for users who may not see names and numbers, 404, 409 when the request was
 * already resolved or another contact has the number
 */
function approveUpdate(
  app: App,
  actor: Staff,
  id: number,
  contactId: number | null,
): ContactUpdate {
  requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    const update = getPendingUpdate(app, id);
    const details = { name: fullName(update), phone: update.phone };
    if (contactId !== null) replaceContactDetails(app, actor, contactId, details);
    return resolve(app, actor, id, "approved", contactId ?? addClient(app, actor, details));
  });
}

/** @throws Problem 403, 409 */
function addClient(app: App, actor: Staff, { name, phone }: { name: string; phone: string }) {
  if (!mayOpen(actor, "/contacts"))
    throw new Problem(403, "Only users who may open Contacts can add a client.");
  return createContact(app, actor, { name, phoneNumber: phone }).id;
}

/** @throws Problem 404, 409 */
function rejectUpdate(app: App, actor: Staff, id: number): ContactUpdate {
  return inTransaction(app.db, () => {
    getPendingUpdate(app, id);
    return resolve(app, actor, id, "rejected", null);
  });
}

/** Deletes a client's requests, in the transaction that erases the client. */
export function deleteUpdatesOf(app: App, client: Pick<Client, "id" | "traces">): void {
  store.deleteUpdatesOf(app.db, client.id, client.traces);
  app.events.changed("contact-updates");
}

function resolve(
  app: App,
  actor: Staff,
  id: number,
  status: "approved" | "rejected",
  contactId: number | null,
): ContactUpdate {
  store.resolveUpdate(app.db, id, { status, at: app.now(), by: actor.id, contactId });
  record(app, actor, {
    action: status === "approved" ? "contact_update.approve" : "contact_update.reject",
    target: ["contact_update", id],
    ...(contactId !== null && { metadata: { contact: contactId } }),
  });
  app.events.changed("contact-updates", id);
  return toContactUpdate(actor, getUpdateRow(app, id));
}

function getUpdateRow(app: App, id: number): store.ContactUpdateRow {
  return requireFound(store.findUpdate(app.db, id), "This request no longer exists.");
}

function getPendingUpdate(app: App, id: number): store.ContactUpdateRow {
  const row = getUpdateRow(app, id);
  if (row.status !== "pending") throw new Problem(409, `This request was already ${row.status}.`);
  return row;
}

function fullName({
  firstName,
  lastName,
}: Pick<RequestedDetails, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

function toContactUpdate(actor: Staff, row: store.ContactUpdateRow): ContactUpdate {
  return {
    ...row,
    lastName: seesNames(actor) ? row.lastName : "",
    phoneNumber: row.phone,
    createdAt: toIso(row.createdAt),
  };
}
