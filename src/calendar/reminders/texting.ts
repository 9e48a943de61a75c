import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { isUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";

export function mayText(app: App, phone: string): boolean {
  return optedOutSince(app, phone) === undefined && !isUndeliverable(app, phone);
}

/** Queues a text in the conversation of the number's contact and returns its id. */
export function textClient(
  app: App,
  purpose: "thank-you" | "reminder" | "keyword" | "confirmation",
  phone: string,
  body: string,
): number {
  const contactId = findContactByPhone(app.db, phone)?.id ?? null;
  return sendText(app, { purpose, phone, contactId, body });
}
