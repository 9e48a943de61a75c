import { deleteNumber, findNumberMark, saveNumber } from "#db/clients/contact-numbers.ts";
import * as store from "#db/clients/contacts.ts";
import {
  type LongestNames,
  readLongestNames,
  writeLongestNames,
} from "#db/clients/longest-names.ts";
import { recountAgreed, recountSpans } from "#db/clients/marketing-basis.ts";
import { moveOptOutReview } from "#db/clients/opt-out-reviews.ts";
import { tagsOfContacts } from "#db/clients/tags.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { grantOffers, optedOutSince } from "#src/clients/consent.ts";
import { record } from "#src/platform/audit/audit.ts";
import {
  requireNames,
  requireNamesAndPhones,
  requirePhones,
} from "#src/platform/masking/masking.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import {
  CONTACT_FIELD_NAMES,
  type ContactDetails,
  fieldOf,
  type PartialDetails,
  pickDetails,
} from "#src/shared/contact-fields.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { basisOf } from "#src/shared/marketing-basis.ts";
import { mayOpen, seesNames } from "#src/shared/permissions.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import { requireUnchanged } from "#src/shared/unchanged.ts";
import type { Contact, ContactChange, LightContact, NewContact } from "./contract.ts";
import { maskName, recordNames } from "./longest-names.ts";

/** @throws Problem 400 for an invalid number, 403, 409 when another contact has the number */
export function createContact(app: App, actor: Staff, input: NewContact): Contact {
  requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    const phone = requirePhone(input.phoneNumber, getSettings(app).country);
    refuseDuplicate(app, actor, phone);
    const id = addContact(app, {
      name: input.name,
      phone,
      ...pickDetails(input),
      userId: actor.id,
    });
    if (input.agreement) grantOffers(app, actor, phone, input.agreement);
    record(app, actor, { action: "contact.create", target: ["contact", id] });
    return getContact(app, id);
  });
}

/** Inserts a contact with the consent of its number: a STOP outlives the contact that sent it. Returns its id. */
export function addContact(
  app: App,
  contact: { name: string; phone: string; userId: string } & PartialDetails<ContactDetails>,
): number {
  const since = optedOutSince(app, contact.phone);
  const [id] = store.insertContacts(app.db, [
    {
      ...contact,
      ...pickDetails(contact),
      optedOut: since !== undefined,
      optedOutAt: since ?? null,
      createdAt: app.now(),
    },
  ]);
  if (id === undefined) throw new Error("The contact was not inserted");
  recordNames(app, [contact.name]);
  app.events.changed("contacts", id);
  return id;
}

/** A user with access to the inbox but not to contacts may only name an unknown number. @throws Problem 400, 403, 404, 409 */
export function changeContact(app: App, actor: Staff, id: number, change: ContactChange): Contact {
  const changed = CONTACT_FIELD_NAMES.filter((name) => change[name] !== undefined);
  if (changed.some((name) => fieldOf(name).hiddenWith === "names")) requireNames(actor);
  if (changed.some((name) => fieldOf(name).hiddenWith === "phones")) requirePhones(actor);
  return inTransaction(app.db, () => {
    const current = getContactRow(app, id);
    const changesOnlyName = !change.agreement && changed.every((name) => name === "name");
    if (!mayOpen(actor, "/contacts") && !(changesOnlyName && current.name === current.phone))
      throw new Problem(403, "Only an unknown contact can be renamed here.");

    requireUnchanged(getContact(app, id), change.was, changed);
    const phone =
      change.phoneNumber === undefined
        ? current.phone
        : requirePhone(change.phoneNumber, getSettings(app).country);
    saveDetails(app, actor, current, {
      name: change.name ?? current.name,
      phone,
      ...pickDetails({ ...current, ...change }),
      fields: changed,
    });
    if (change.agreement) grantOffers(app, actor, phone, change.agreement);
    return getContact(app, id);
  });
}

/** Applies an approved contact update. @throws Problem 404, 409 */
export function replaceContactDetails(
  app: App,
  actor: Staff,
  id: number,
  to: { readonly name: string; readonly phone: string },
): void {
  const current = getContactRow(app, id);
  saveDetails(app, actor, current, {
    ...pickDetails(current),
    ...to,
    fields: ["name", "phoneNumber"],
  });
}

interface DetailsToSave extends ContactDetails {
  readonly name: string;
  readonly phone: string;
  readonly fields: readonly string[];
}

function saveDetails(
  app: App,
  actor: Staff,
  current: store.ContactRow,
  { fields, ...details }: DetailsToSave,
): void {
  const { name, phone } = details;
  if (phone !== current.phone) refuseDuplicate(app, actor, phone, current.id);
  store.changeContact(app.db, current.id, details);
  if (name !== current.name) recordNames(app, [name]);
  if (phone !== current.phone) applyNumberChange(app, current, phone);
  record(app, actor, {
    action: "contact.update",
    target: ["contact", current.id],
    metadata: { fields },
  });
  app.events.changed("contacts", current.id);
  app.events.changed("conversations");
}

/**
 * Deletes a contact with its name and the bodies of its texts. The ledger of texts and the number's
 * consent remain.
 * @throws Problem 404, 409 with an active membership or payment plan
 */
export function deleteContact(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    getContactRow(app, id);
    if (app.hooks.queries.hasLiveSubscription(app.db, id))
      throw new Problem(
        409,
        "This contact has an active membership or payment plan. Cancel it first.",
      );
    removeContact(app, id);
    record(app, actor, { action: "contact.delete", target: ["contact", id] });
  });
}

/** Deletes a contact in the caller's transaction. The caller writes the audit entry. */
export function removeContact(app: App, id: number): void {
  for (const { remove } of app.hooks.clientParts) remove?.(app, id);
  store.deleteContact(app.db, id);
  for (const resource of ["contacts", "conversations", "messages", "campaigns"] as const)
    app.events.changed(resource);
}

/** The longest contact names, for which a campaign's longest text is priced. */
export function longestNames(app: App): LongestNames {
  return readLongestNames(app.db);
}

/** Masks an erased client's name if it is one of the longest: only its length and kind of characters remain. */
export function maskLongestName(app: App, name: string): void {
  const names = readLongestNames(app.db);
  const masked = (longest: string) => (longest === name ? maskName(longest) : longest);
  if (names.includes(name)) writeLongestNames(app.db, [masked(names[0]), masked(names[1])]);
}

export function listLightContacts(app: App): LightContact[] {
  return store.allContacts(app.db).map(toLightContact);
}

export function toLightContact(contact: store.ContactRow): LightContact {
  const { id, name, phone: phoneNumber, optedOut, undeliverable } = contact;
  return { id, name, phoneNumber, optedOut, undeliverable };
}

/** Converts rows to contacts. The tags of all of them are read with one query. */
export function toContacts(app: App, contacts: readonly store.ContactRow[]): Contact[] {
  const tags = tagsOfContacts(
    app.db,
    contacts.map(({ id }) => id),
  );
  return contacts.map((contact) => ({
    id: contact.id,
    name: contact.name,
    phoneNumber: contact.phone,
    ...pickDetails(contact),
    userId: contact.userId,
    optedOut: contact.optedOut,
    optOutDate: toIso(contact.optedOutAt),
    undeliverable: contact.undeliverable,
    basis: basisOf(contact, app.now()),
    createdAt: toIso(contact.createdAt),
    tags: tags.get(contact.id) ?? [],
  }));
}

/** @throws Problem 404 */
export function getContact(app: App, id: number): Contact {
  const [contact] = toContacts(app, [getContactRow(app, id)]);
  if (!contact) throw new Error("The contact was not converted");
  return contact;
}

/** @throws Problem 404 */
export function getContactRow(app: App, id: number): store.ContactRow {
  return requireFound(store.findContact(app.db, id), "This contact no longer exists.");
}

function refuseDuplicate(app: App, actor: Staff, phone: string, exceptId?: number): void {
  const existing = store.findContactByPhone(app.db, phone);
  if (!existing || existing.id === exceptId) return;
  const refusal = seesNames(actor)
    ? `${formatPhone(existing.name)} already has this number.`
    : "This contact already exists.";
  throw fieldProblem(409, "phoneNumber", refusal);
}

/** The former number is remembered for the client's history and erasure. Its next owner is someone else. */
function applyNumberChange(app: App, { id, phone: from }: store.ContactRow, phone: string): void {
  deleteNumber(app.db, id, phone);
  saveNumber(app.db, id, { phone: from, until: app.now() });
  moveOptOutReview(app.db, from, phone);
  adoptNumber(app, id, phone);
  for (const { changeNumber } of app.hooks.clientParts) changeNumber?.(app, id, from);
}

/** Consent and deliverability belong to the number: the contact takes over those of its new number. */
export function adoptNumber(app: App, id: number, phone: string): void {
  const since = optedOutSince(app, phone);
  store.setOptedOut(app.db, phone, since !== undefined, since ?? 0);
  store.setUndeliverable(app.db, phone, findNumberMark(app.db, phone)?.clearedAt === null);
  recountAgreed(app.db, id);
  recountSpans(app.db, id);
}
