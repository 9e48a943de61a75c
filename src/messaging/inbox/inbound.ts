import { firstAdminId } from "#db/accounts/users.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { countOptOut } from "#db/messaging/campaign-report.ts";
import { recordLastMessage } from "#db/messaging/conversations.ts";
import { insertInboundMedia } from "#db/messaging/media.ts";
import { isKnownProviderId } from "#db/messaging/message-outcomes.ts";
import { indexBody, insertInbound } from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import { grantConsent, revokeConsent } from "#src/clients/consent.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { attributeReply } from "./attribution.ts";
import { asksToStop, findKeyword } from "./keywords.ts";
import { previewOf } from "./preview.ts";

export interface IncomingText {
  readonly providerId: string;
  /** E.164, or a short code. */
  readonly from: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Twilio has already handled the keyword and answered the client. */
  readonly carrierAnswered: boolean;
  /** The provider's address of each picture or file; null when it gave none. */
  readonly media?: readonly (string | null)[];
}

/** Records a text from a client. Returns false, without any change, when it was recorded before. */
export function receiveText(app: App, text: IncomingText): boolean {
  return inTransaction(app.db, () => {
    // Checked first, so that a repeated webhook does not create a deleted contact again.
    if (isKnownProviderId(app.db, text.providerId)) return false;
    const contactId = findOrAddContact(app, text.from);
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
      insertInboundMedia(app.db, { messageId: id, place, source, error }, app.now());
    });
    recordLastMessage(app.db, contactId, {
      id,
      preview: previewOf(text.body, media.length),
      at: text.at,
      unread: true,
    });
    const campaignId = attributeReply(app, { id, contactId, at: text.at });
    applyKeyword(app, text, contactId, campaignId);
    app.events.changed("messages", id);
    app.events.changed("conversations");
    app.events.changed("stats");
    return true;
  });
}

/** Handles keywords and clear requests to stop: changes consent, then sends at most one answer, unless the carrier did. */
function applyKeyword(
  app: App,
  text: IncomingText,
  contactId: number,
  campaignId: number | undefined,
): void {
  const keyword = findKeyword(text.body);
  const optedOut = findContactByPhone(app.db, text.from)?.optedOut ?? false;
  const statement = { phone: text.from, wording: text.body };

  if (keyword === "stop" || asksToStop(text.body)) {
    if (optedOut) return;
    revokeConsent(app, { ...statement, source: keyword === "stop" ? "keyword" : "words" });
    if (campaignId !== undefined) countOptOut(app.db, campaignId);
    recordSystem(app, {
      action: "contact.opt_out",
      target: ["contact", contactId],
      metadata: { by: keyword ?? "words" },
    });
    sendAnswer(
      app,
      text,
      contactId,
      `${businessPrefix(app)}You are unsubscribed and will get no more texts. Reply START to resubscribe.`,
    );
  } else if (keyword === "start" && optedOut) {
    grantConsent(app, { ...statement, source: "keyword" });
    recordSystem(app, {
      action: "contact.opt_in",
      target: ["contact", contactId],
      metadata: { by: "keyword" },
    });
    sendAnswer(
      app,
      text,
      contactId,
      `${businessPrefix(app)}You are subscribed again. Reply STOP to unsubscribe.`,
    );
  } else if (keyword === "help") {
    sendAnswer(app, text, contactId, helpText(app));
  } else if (keyword === "confirm" || keyword === "cancel") {
    app.hooks.answerReminder(app, text.from, keyword);
  }
}

function sendAnswer(app: App, text: IncomingText, contactId: number, body: string): void {
  if (!text.carrierAnswered)
    sendText(app, { purpose: "keyword", phone: text.from, contactId, body });
}

function helpText(app: App): string {
  const { businessPhone, businessEmail } = getSettings(app);
  const contact = [businessPhone, businessEmail].filter(Boolean).join(" or ");
  return `${businessPrefix(app)}${contact ? `Contact us at ${contact}. ` : ""}Reply STOP to unsubscribe. Message and data rates may apply.`;
}

function businessPrefix(app: App): string {
  const { businessName } = getSettings(app);
  return businessName ? `${businessName}: ` : "";
}

/** Returns the contact's id. An unknown number becomes a contact named by its number. */
function findOrAddContact(app: App, phone: string): number {
  const existing = findContactByPhone(app.db, phone);
  if (existing) return existing.id;
  const owner = firstAdminId(app.db);
  if (owner === undefined) throw new Error("Received a text before there was an administrator");
  const id = addContact(app, { name: phone, phone, userId: owner });
  recordSystem(app, {
    action: "contact.create",
    target: ["contact", id],
    metadata: { by: "text" },
  });
  return id;
}
