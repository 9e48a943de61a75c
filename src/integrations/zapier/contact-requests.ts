import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requestUpdate } from "#src/clients/contact-updates/contact-updates.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { readPhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { type Payload, payloadOf, type Raw } from "./payload.ts";
import type { Answer } from "./reply.ts";

const LONGEST_NAME = 60;

/** Nothing is overwritten: who is there already is answered as they are. */
export function createContactByCall(app: App, owner: Staff, raw: Raw): Answer {
  const { firstName, lastName, phone } = personOf(app, raw);
  return inTransaction(app.db, () => {
    const there = findContactByPhone(app.db, phone);
    if (there)
      return {
        status: 200,
        body: {
          message: "This number is a contact already. Nothing was changed.",
          contactId: there.id,
        },
      };
    const contact = { name: `${firstName} ${lastName}`, phone, email: null, userId: owner.id };
    const id = addContact(app, contact);
    record(app, owner, {
      action: "contact.create",
      target: ["contact", id],
      metadata: { by: "webhook" },
    });
    return { status: 201, body: { message: "Contact created.", contactId: id } };
  });
}

/** Somebody has to say which contact it is. */
export function updateContactByCall(app: App, owner: Staff, raw: Raw): Answer {
  const requestId = requestUpdate(app, owner, personOf(app, raw));
  return {
    status: 202,
    body: { message: "Waiting for approval in Contact Updates.", requestId },
  };
}

/** @throws Problem 400 */
function personOf(app: App, raw: Raw) {
  const payload = payloadOf(raw);
  const firstName = payload.required("first_name", LONGEST_NAME);
  const lastName = payload.required("last_name", LONGEST_NAME);
  payload.clientName();
  const phone = phoneOf(app, payload, payload.required("phone_number", 40)) ?? "";
  payload.check();
  return { firstName, lastName, phone };
}

export function phoneOf(app: App, payload: Payload, typed: string | undefined): string | undefined {
  if (!typed) return undefined;
  return (
    readPhone(typed, settingsOf(app).country) ??
    payload.refuse("phone_number", "is not a phone number (include the country code, as in +1)")
  );
}
