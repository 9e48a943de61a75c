import { hasLiveSubscription } from "#db/billing/subscriptions-list.ts";
import { revokedByKeyword } from "#db/clients/consents.ts";
import * as store from "#db/clients/contacts.ts";
import {
  type LongestNames,
  readLongestNames,
  writeLongestNames,
} from "#db/clients/longest-names.ts";
import { tagsOfContacts } from "#db/clients/tags.ts";
import { inTransaction } from "#db/connection.ts";
import { readdress } from "#db/messaging/messages-queue.ts";
import { detachFromContact } from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import { grant, optedOutSince, revoke } from "#src/clients/consent.ts";
import { record } from "#src/platform/audit/audit.ts";
import {
  requireNames,
  requireNamesAndPhones,
  requirePhones,
} from "#src/platform/masking/masking.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { mayOpen, seesNames } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Contact, ContactChange, LightContact, NewContact } from "./contract.ts";
import { noteNames, veiled } from "./longest-names.ts";

export function createContact(app: App, actor: Staff, wanted: NewContact): Contact {
  requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    const phone = requirePhone(wanted.phoneNumber, settingsOf(app).country);
    refuseSecond(app, actor, phone);
    const id = addContact(app, {
      name: wanted.name,
      phone,
      email: wanted.email ?? null,
      userId: actor.id,
    });
    record(app, actor, { action: "contact.create", target: ["contact", id] });
    return getContact(app, id);
  });
}

/** A new row with what is already known of the number: a STOP outlives the contact who said it. */
export function addContact(
  app: App,
  contact: { name: string; phone: string; email: string | null; userId: string },
): number {
  const since = optedOutSince(app, contact.phone);
  const [id] = store.insertContacts(app.db, [
    {
      ...contact,
      optedOut: since !== undefined,
      optedOutAt: since ?? null,
      createdAt: app.now(),
    },
  ]);
  if (id === undefined) throw new Error("one row in, one id out");
  noteNames(app, [contact.name]);
  app.events.changed("contacts", id);
  return id;
}

/** Who sees the inbox but not the contacts may only give a name to an unknown number. */
export function changeContact(app: App, actor: Staff, id: number, change: ContactChange): Contact {
  if (change.name !== undefined || change.email !== undefined) requireNames(actor);
  if (change.phoneNumber !== undefined) requirePhones(actor);
  return inTransaction(app.db, () => {
    const former = found(app, id);
    const onlyNames = change.phoneNumber === undefined && change.email === undefined;
    if (!mayOpen(actor, "/contacts") && !(onlyNames && former.name === former.phone))
      throw new Problem(403, "Only an unknown contact can be renamed here.");

    const phone =
      change.phoneNumber === undefined
        ? former.phone
        : requirePhone(change.phoneNumber, settingsOf(app).country);
    write(app, actor, former, {
      name: change.name ?? former.name,
      phone,
      email: change.email === undefined ? former.email : change.email,
      fields: Object.keys(change),
    });
    return getContact(app, id);
  });
}

/** As an outside program told it, once somebody has said which contact it is. @throws Problem 404, 409 */
export function rewriteContact(
  app: App,
  actor: Staff,
  id: number,
  to: { readonly name: string; readonly phone: string },
): void {
  const former = found(app, id);
  write(app, actor, former, { ...to, email: former.email, fields: ["name", "phoneNumber"] });
}

interface Written {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly fields: readonly string[];
}

function write(
  app: App,
  actor: Staff,
  former: store.ContactRow,
  { name, phone, email, fields }: Written,
): void {
  if (phone !== former.phone) refuseSecond(app, actor, phone);
  store.changeContact(app.db, former.id, { name, phone, email });
  if (name !== former.name) noteNames(app, [name]);
  if (phone !== former.phone) becomeNumber(app, former.id, phone);
  record(app, actor, {
    action: "contact.update",
    target: ["contact", former.id],
    metadata: { fields },
  });
  app.events.changed("contacts", former.id);
  app.events.changed("conversations");
}

/** The ledger of what was texted and the number's consent stay; names and bodies go. */
export function deleteContact(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    found(app, id);
    if (hasLiveSubscription(app.db, id))
      throw new Problem(
        409,
        "This contact has a membership or payment plan that goes on. Cancel it first.",
      );
    dropContact(app, id);
    record(app, actor, { action: "contact.delete", target: ["contact", id] });
  });
}

/** In the transaction of who deletes it, and who tells of it. */
export function dropContact(app: App, id: number): void {
  detachFromContact(app.db, id, app.now());
  store.deleteContact(app.db, id);
  for (const resource of ["contacts", "conversations", "messages", "campaigns"] as const)
    app.events.changed(resource);
}

export function optOut(app: App, actor: Staff, id: number): Contact {
  return inTransaction(app.db, () => {
    const contact = found(app, id);
    if (!contact.optedOut) {
      revoke(app, {
        ...byStaff(actor),
        phone: contact.phone,
        wording: `Opted out by ${actor.username}`,
      });
      record(app, actor, { action: "contact.opt_out", target: ["contact", id] });
    }
    return getContact(app, id);
  });
}

export function optIn(app: App, actor: Staff, id: number): Contact & { warning: string | null } {
  return inTransaction(app.db, () => {
    const contact = found(app, id);
    const blocked = contact.optedOut && revokedByKeyword(app.db, contact.phone);
    if (contact.optedOut) {
      grant(app, {
        ...byStaff(actor),
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

/** A campaign is priced for its longest text; no contact's name is longer than these. */
export function longestNames(app: App): LongestNames {
  return readLongestNames(app.db);
}

/** An erased client's may be one of them: its length and kind of letters stay as the bound, not its words. */
export function forgetName(app: App, name: string): void {
  const names = readLongestNames(app.db);
  const hidden = (one: string) => (one === name ? veiled(one) : one);
  if (names.includes(name)) writeLongestNames(app.db, [hidden(names[0]), hidden(names[1])]);
}

export function lightContacts(app: App): LightContact[] {
  return store.allContacts(app.db).map((contact) => ({
    id: contact.id,
    name: contact.name,
    phoneNumber: contact.phone,
    optedOut: contact.optedOut,
    undeliverable: contact.undeliverable,
  }));
}

/** A page of contacts with their tags, read at once. */
export function shown(app: App, contacts: readonly store.ContactRow[]): Contact[] {
  const tags = tagsOfContacts(
    app.db,
    contacts.map(({ id }) => id),
  );
  return contacts.map((contact) => ({
    id: contact.id,
    name: contact.name,
    phoneNumber: contact.phone,
    email: contact.email,
    optedOut: contact.optedOut,
    optOutDate: contact.optedOutAt === null ? null : new Date(contact.optedOutAt).toISOString(),
    undeliverable: contact.undeliverable,
    createdAt: new Date(contact.createdAt).toISOString(),
    tags: tags.get(contact.id) ?? [],
  }));
}

/** @throws Problem 404 */
export function getContact(app: App, id: number): Contact {
  const [contact] = shown(app, [found(app, id)]);
  if (!contact) throw new Error("one row in, one row out");
  return contact;
}

function found(app: App, id: number): store.ContactRow {
  const contact = store.findContact(app.db, id);
  if (!contact) throw new Problem(404, "This contact does not exist any more.");
  return contact;
}

function refuseSecond(app: App, actor: Staff, phone: string): void {
  const first = store.findContactByPhone(app.db, phone);
  if (!first) return;
  const words = seesNames(actor)
    ? `${first.name} already has this number.`
    : "This contact already exists.";
  throw new Problem(409, words, { errors: { phoneNumber: words } });
}

/**
 * Consent and reach belong to the number: the contact shows what its new number said, and what
 * waits for the contact no longer leaves for the old one.
 */
function becomeNumber(app: App, id: number, phone: string): void {
  const since = optedOutSince(app, phone);
  store.setOptedOut(app.db, phone, since !== undefined, since ?? 0);
  store.setUndeliverable(app.db, phone, false);
  readdress(app.db, id, phone);
}

function byStaff(actor: Staff) {
  return { source: "staff", actorId: actor.id, ipAddress: actor.caller.ip } as const;
}
