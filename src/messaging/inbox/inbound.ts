import { firstAdmin } from "#db/accounts/users.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { countOptOut } from "#db/messaging/campaign-report.ts";
import { noteLastMessage } from "#db/messaging/conversations.ts";
import { insertNamed } from "#db/messaging/media.ts";
import { isKnownProviderId } from "#db/messaging/message-outcomes.ts";
import { indexBody, insertInbound } from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import { grant, revoke } from "#src/clients/consent.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { creditReply } from "./attribution.ts";
import { asksToStop, keywordIn } from "./keywords.ts";
import { previewOf } from "./preview.ts";

export interface Inbound {
  readonly providerId: string;
  /** E.164, or a short code. */
  readonly from: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Twilio has acted on the keyword and answered the client itself. */
  readonly carrierAnswered: boolean;
  /** Where the provider keeps each picture or file; null where it does not say. */
  readonly media?: readonly (string | null)[];
}

/** A client wrote. False when the provider told of it before: then nothing changes. */
export function receiveText(app: App, text: Inbound): boolean {
  return inTransaction(app.db, () => {
    // Looked up first: a contact who was deleted since must not come back with the repeat.
    if (isKnownProviderId(app.db, text.providerId)) return false;
    const contactId = contactFor(app, text.from);
    const id = insertInbound(app.db, {
      providerId: text.providerId,
      phone: text.from,
      contactId,
      body: text.body,
      segments: Math.max(1, countSegments(text.body).segments),
      at: text.at,
    });
    if (id === undefined) return false;

    indexBody(app.db, id, text.body);
    const { media = [] } = text;
    media.forEach((source, place) => {
      const error = source === null ? "Twilio did not say where it is" : null;
      insertNamed(app.db, { messageId: id, place, source, error }, app.now());
    });
    noteLastMessage(app.db, contactId, {
      id,
      preview: previewOf(text.body, media.length),
      at: text.at,
      unread: true,
    });
    const campaignId = creditReply(app, { id, contactId, at: text.at });
    obey(app, text, contactId, campaignId);
    app.events.changed("messages", id);
    app.events.changed("conversations");
    app.events.changed("stats");
    return true;
  });
}

/** Keywords and clear words: consent first, then at most one answer, and none where the carrier gave it. */
function obey(app: App, text: Inbound, contactId: number, campaignId: number | undefined): void {
  const keyword = keywordIn(text.body);
  const optedOut = findContactByPhone(app.db, text.from)?.optedOut ?? false;
  const word = { phone: text.from, wording: text.body };

  if (keyword === "stop" || asksToStop(text.body)) {
    if (optedOut) return;
    revoke(app, { ...word, source: keyword === "stop" ? "keyword" : "words" });
    if (campaignId !== undefined) countOptOut(app.db, campaignId);
    recordSystem(app, {
      action: "contact.opt_out",
      target: ["contact", contactId],
      metadata: { by: keyword ?? "words" },
    });
    answer(
      app,
      text,
      contactId,
      `${business(app)}You are unsubscribed and will get no more texts. Reply START to resubscribe.`,
    );
  } else if (keyword === "start" && optedOut) {
    grant(app, { ...word, source: "keyword" });
    recordSystem(app, {
      action: "contact.opt_in",
      target: ["contact", contactId],
      metadata: { by: "keyword" },
    });
    answer(
      app,
      text,
      contactId,
      `${business(app)}You are subscribed again. Reply STOP to unsubscribe.`,
    );
  } else if (keyword === "help") {
    answer(app, text, contactId, helpText(app));
  } else if (keyword === "confirm" || keyword === "cancel") {
    app.hooks.answerReminder(app, text.from, keyword);
  }
}

function answer(app: App, text: Inbound, contactId: number, body: string): void {
  if (!text.carrierAnswered)
    sendText(app, { purpose: "keyword", phone: text.from, contactId, body });
}

function helpText(app: App): string {
  const { businessPhone, businessEmail } = settingsOf(app);
  const reach = [businessPhone, businessEmail].filter(Boolean).join(" or ");
  return `${business(app)}${reach ? `Contact us at ${reach}. ` : ""}Reply STOP to unsubscribe. Message and data rates may apply.`;
}

function business(app: App): string {
  const { businessName } = settingsOf(app);
  return businessName ? `${businessName}: ` : "";
}

/** An unknown number becomes a contact named by its number. */
function contactFor(app: App, phone: string): number {
  const known = findContactByPhone(app.db, phone);
  if (known) return known.id;
  const owner = firstAdmin(app.db);
  if (owner === undefined) throw new Error("A text came in before there was an administrator");
  const id = addContact(app, { name: phone, phone, email: null, userId: owner });
  recordSystem(app, {
    action: "contact.create",
    target: ["contact", id],
    metadata: { by: "text" },
  });
  return id;
}
