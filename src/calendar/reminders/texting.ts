import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { insertOwnWords, ownWordsOf } from "#db/platform/own-words.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { isUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { HIDDEN } from "#src/platform/masking/mask-text.ts";

/** Whether texts to a number can leave at all. */
export function canText(app: App, phone: string): boolean {
  return canSend(app) && mayText(app, phone);
}

export function mayText(app: App, phone: string): boolean {
  return optedOutSince(app, phone) === undefined && !isUndeliverable(app, phone);
}

/**
 * Records what the authors of the appointments' services, if they may not see clients, read of a text that
 * repeats these services: their own words, and dots for the client and all others'.
 */
export function recordAuthors(
  app: App,
  message: number,
  appointments: readonly AppointmentRow[],
  render: (appointments: readonly AppointmentRow[]) => string,
): void {
  const written = appointments.flatMap(({ id }) => ownWordsOf(app.db, "appointment", id));
  for (const [userId, own] of Map.groupBy(written, (words) => words.userId)) {
    const services = new Map(own.map(({ id, body }) => [id, body]));
    const body = render(
      appointments.map((appointment) => ({
        ...appointment,
        clientName: HIDDEN,
        service: services.get(appointment.id) ?? HIDDEN,
      })),
    );
    insertOwnWords(app.db, { kind: "message", id: message, userId, body });
  }
}

/** Queues a text in the conversation of the number's contact and returns its id. */
export function textClient(
  app: App,
  purpose: "thank-you" | "reminder" | "keyword" | "confirmation" | "decline" | "offer",
  phone: string,
  body: string,
): number {
  const contactId = findContactByPhone(app.db, phone)?.id ?? null;
  return sendText(app, { purpose, phone, contactId, body });
}
