import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { grantOffers, optedOutSince } from "#src/clients/consent.ts";
import { requestUpdate } from "#src/clients/contact-updates/contact-updates.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { createPayload, type Payload, type RawFields } from "./payload.ts";

const MAX_NAME_LENGTH = 60;

/** Creates a contact, or returns the unchanged contact with the number. @throws Problem 400 */
export function createContactFromRequest(app: App, owner: Staff, raw: RawFields): WebhookReply {
  const { firstName, lastName, phone, consent } = parsePerson(app, raw);
  return inTransaction(app.db, () => {
    const existing = findContactByPhone(app.db, phone);
    if (existing)
      return {
        status: 200,
        body: {
          message: "A contact with this number already exists. Nothing was changed.",
          contactId: existing.id,
        },
      };
    const contact = { name: `${firstName} ${lastName}`, phone, email: null, userId: owner.id };
    const id = addContact(app, contact);
    if (consent && optedOutSince(app, phone) === undefined) grantOffers(app, owner, phone, consent);
    record(app, owner, {
      action: "contact.create",
      target: ["contact", id],
      metadata: { by: "webhook" },
    });
    return { status: 201, body: { message: "Contact created.", contactId: id } };
  });
}

/** Requests an update that staff must match to a contact. @throws Problem 400 */
export function updateContactFromRequest(app: App, owner: Staff, raw: RawFields): WebhookReply {
  const { consent: _, ...person } = parsePerson(app, raw);
  const requestId = requestUpdate(app, owner, person);
  return {
    status: 202,
    body: { message: "Waiting for approval in Contact Updates.", requestId },
  };
}

/** @throws Problem 400 */
function parsePerson(app: App, raw: RawFields) {
  const payload = createPayload(raw);
  const firstName = payload.required("first_name", MAX_NAME_LENGTH);
  const lastName = payload.required("last_name", MAX_NAME_LENGTH);
  payload.clientName();
  const phone = parsePayloadPhone(app, payload, payload.required("phone_number", 40)) ?? "";
  // How the client agreed to offers, in words.
  const consent = payload.optional("consent", 300);
  payload.check();
  return { firstName, lastName, phone, consent };
}

export function parsePayloadPhone(
  app: App,
  payload: Payload,
  text: string | undefined,
): string | undefined {
  if (!text) return undefined;
  return (
    parseValidPhone(text, getSettings(app).country) ??
    payload.refuse("phone_number", "is not a phone number (include the country code, as in +1)")
  );
}

/** The reply to an outside program: a message for the person who set it up, and ids for the program. */
export interface WebhookReply {
  readonly status: 200 | 201 | 202;
  readonly body: { readonly message: string } & Readonly<Record<string, unknown>>;
}
