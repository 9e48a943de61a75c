import { setKnown, setNotified, setUnknown } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { insertAutomaticText } from "#db/calendar/automatic-texts.ts";
import { listParts } from "#db/calendar/visit-parts.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { findOptOutReview } from "#db/clients/opt-out-reviews.ts";
import { skipTextOrRetry } from "#db/messaging/messages-queue.ts";
import { insertOwnWords, ownWordsOf } from "#db/platform/own-words.ts";
import type { App } from "#src/app.ts";
import type { AutomaticTextId } from "#src/calendar/automatic-texts/texts-contract.ts";
import { optedOutSince, textingBarrier } from "#src/clients/consent.ts";
import { allowedAt, canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { HIDDEN } from "#src/platform/masking/mask-text.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { addDays, dayOf, type WallTime } from "#src/shared/wall-time.ts";

/** Whether texts to a number can leave at all. */
export function canText(app: App, phone: string): boolean {
  return canSend(app) && mayText(app, phone);
}

export function mayText(app: App, phone: string): boolean {
  return textingBarrier(app, phone) === null;
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
  purpose:
    | "thank-you"
    | "reminder"
    | "keyword"
    | "confirmation"
    | "decline"
    | "visit-change"
    | "offer",
  phone: string,
  body: string,
  /** Whose results it counts in. */
  kind?: AutomaticTextId,
): number {
  const contactId = findContactByPhone(app.db, phone)?.id ?? null;
  const messageId = sendText(app, { purpose, phone, contactId, body });
  // The visit's own row says that it was sent, so its reason is the text itself.
  if (kind) {
    const reason = `text ${messageId}`;
    insertAutomaticText(app.db, { kind, contactId, reason, messageId, createdAt: app.now() });
  }
  return messageId;
}

/** When a reminder of a visit is due, in epoch milliseconds: at the set time on the day before. */
export function reminderDueAt(app: App, startsAt: WallTime): number {
  const { appointmentReminderTime } = getSettings(app);
  return toInstant(app, `${addDays(dayOf(startsAt), -1)}T${appointmentReminderTime}:00`);
}

/** Records that a text told the client what became of a visit. It stands for a reminder that is due by now. */
export function recordNotified(app: App, row: AppointmentRow, messageId: number | null): void {
  const { id, startsAt, status, textMessageId } = row;
  if (textMessageId !== null && textMessageId !== messageId)
    skipTextOrRetry(app.db, textMessageId, "The appointment changed again", app.now());
  const isCanceled = status === "canceled";
  const isDue = !isCanceled && reminderDueAt(app, startsAt) <= app.now();
  const isReminder = isDue && getSettings(app).appointmentReminderEnabled;
  setNotified(app.db, id, {
    messageId,
    isCanceled,
    isReminder,
    ...(isReminder && { remindedAt: app.now() }),
    // The client knows a later text about another time.
    ...(!isDue && { remindedAt: null }),
  });
  for (const part of listParts(app.db, row))
    if (part.id !== id) (part.status === "canceled" ? setUnknown : setKnown)(app.db, part.id);
  app.events.changed("appointments", id);
}

/** All but a "confirmation" wait for quiet hours to end: a "decline" is chosen by no one, a "visit-change" only by the salon. */
export type Answer = "confirmation" | "decline" | "visit-change";

/** Why the owner's switch keeps a text from being sent, as the end of a sentence; undefined if it doesn't. */
export function switchedOffReason(
  app: App,
  text: "confirmation" | "visit-change",
): string | undefined {
  const { appointmentConfirmationEnabled, visitChangeTextEnabled } = getSettings(app);
  if (text === "confirmation")
    return appointmentConfirmationEnabled ? undefined : "confirmations are off in Automatic Texts";
  return visitChangeTextEnabled ? undefined : "texts about changes are off in Automatic Texts";
}

/** Why a client can't be texted about a visit, as the end of a sentence; undefined if they can. */
export function refusalReason(
  app: App,
  { phone, startsAt }: Pick<AppointmentRow, "phone" | "startsAt">,
  purpose: Answer,
): string | undefined {
  if (phone === null) return "the client's number is not known";
  if (purpose !== "decline") {
    const start = toInstant(app, startsAt);
    if (start <= app.now()) return "the appointment has begun or is over";
    if (start <= allowedAt(app, purpose, phone)) return "it begins before quiet hours end";
  }
  if (!canSend(app)) return "texting is not set up";
  if (optedOutSince(app, phone) !== undefined) return "the client has opted out of texts";
  if (purpose === "visit-change" && findOptOutReview(app.db, phone))
    return "the client may have opted out. Decide in the inbox";
  return mayText(app, phone) ? undefined : "the number cannot get texts";
}
