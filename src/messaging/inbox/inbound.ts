import { findContactByPhone } from "#db/clients/contacts.ts";
import { findOptOutReview, openOptOutReview } from "#db/clients/opt-out-reviews.ts";
import { deleteSignUp, type TextSignUp } from "#db/clients/text-sign-ups.ts";
import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/campaign-report.ts";
import { recordLastMessage } from "#db/messaging/conversations.ts";
import { insertInboundMedia } from "#db/messaging/media.ts";
import { isKnownProviderId } from "#db/messaging/message-outcomes.ts";
import { indexBody, insertInbound } from "#db/messaging/messages-thread.ts";
import { firstAdminId } from "#db/platform/users.ts";
import type { App } from "#src/app.ts";
import {
  grantCategories,
  grantConsent,
  optedOutSince,
  revokeConsent,
} from "#src/clients/consent.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { confirmSignUp, findOpenSignUp } from "#src/messaging/sign-ups/sign-ups.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { OptOutType } from "#src/platform/providers/carrier.ts";
import { notifyStaff } from "#src/platform/push/push.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toPreview } from "#src/shared/message-preview.ts";
import { countSegments } from "#src/shared/sms-segments.ts";
import { helpAnswer, optInAnswer, optOutAnswer } from "./keyword-answers.ts";
import { decideMeaning, type Meaning } from "./meaning.ts";

export interface IncomingText {
  readonly providerId: string;
  /** E.164, or a short code. */
  readonly from: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** How the carrier classified the text, which overrides our own reading. */
  readonly optOutType?: OptOutType | undefined;
  /** The carrier has already handled the keyword and answered the client. */
  readonly carrierAnswered: boolean;
  /** The provider's address of each picture or file; null when it gave none. */
  readonly media?: readonly (string | null)[];
}

/** Records a text from a client. Returns false, without any change, when it was recorded before. */
export function receiveText(app: App, text: IncomingText): boolean {
  return inTransaction(app.db, () => {
    // Checked first, so that a repeated webhook does not create a deleted contact again.
    if (isKnownProviderId(app.db, text.providerId)) return false;
    const contact = findContactByPhone(app.db, text.from);
    const attribution = contact && findAttribution(app, contact.id, text.at);
    const signUp = findOpenSignUp(app, text.from);
    const isOptedOut = optedOutSince(app, text.from) !== undefined;
    const meaning = decideMeaning(text, isOptedOut, {
      isTexted: contact?.optedOut === false,
      hasSignUp: signUp !== undefined,
      isInReview: findOptOutReview(app.db, contact?.phone ?? text.from) !== null,
      offer: app.hooks.findOffer(app, text.from),
    });

    const name = meaning.kind === "sign-up" ? signUp?.name : undefined;
    const contactId = contact?.id ?? addUnknownContact(app, text.from, name);
    const conversationId = recordText(app, text, contactId);
    if (attribution) recordReply(app, attribution, text.at);
    const textedPhone = contact?.phone ?? text.from;
    applyMeaning(app, { text, textedPhone, contactId, attribution, meaning, signUp });
    notifyStaff(app, {
      kind: "reply",
      title: "",
      client: { id: contactId, name: contact?.name ?? name ?? text.from, phone: text.from },
      body: toPreview(text.body, text.media?.length ?? 0),
      path: `/inbox?c=${conversationId}`,
      tag: `contact-${contactId}`,
    });
    for (const resource of ["messages", "conversations", "stats"] as const)
      app.events.changed(resource);
    return true;
  });
}

/** Adds an unknown number as a contact, with the name from its sign-up, or the number in place of a name. */
function addUnknownContact(app: App, phone: string, name = phone): number {
  const owner = firstAdminId(app.db);
  if (owner === undefined) throw new Error("Received a text before there was an administrator");
  const id = addContact(app, { name, phone, userId: owner });
  recordSystem(app, {
    action: "contact.create",
    target: ["contact", id],
    metadata: { by: "text" },
  });
  return id;
}

/** Stores the text in the thread, the search index and the conversation list. Returns the conversation's id. */
function recordText(app: App, text: IncomingText, contactId: number): number {
  const { providerId, from: phone, body, at, media = [] } = text;
  const segments = Math.max(1, countSegments(body).segments);
  const id = insertInbound(app.db, { providerId, phone, contactId, body, segments, at });
  indexBody(app.db, id, body);
  media.forEach((source, place) => {
    const error = source === null ? `${app.providers.carrier.name} didn't say where it is` : null;
    insertInboundMedia(app.db, { messageId: id, place, source, error }, app.now());
  });
  const preview = toPreview(body, media.length);
  return recordLastMessage(app.db, contactId, { id, preview, at, unread: true });
}

interface Decision {
  readonly text: IncomingText;
  /** Another one than the text's if a merged client writes from their other number. */
  readonly textedPhone: string;
  readonly contactId: number;
  readonly attribution: Attribution | undefined | null;
  readonly meaning: Meaning;
  readonly signUp: TextSignUp | undefined;
}

/** Changes consent and sends at most one answer, unless the carrier did. */
function applyMeaning(
  app: App,
  { text, textedPhone, contactId, attribution, meaning, signUp }: Decision,
): void {
  const statement = { phone: text.from, wording: text.body };
  const audit = (action: string, by: string) =>
    recordSystem(app, { action, target: ["contact", contactId], metadata: { by } });
  const answer = (body: string) => {
    if (!text.carrierAnswered)
      sendText(app, { purpose: "keyword", phone: text.from, contactId, body, at: text.at });
  };

  switch (meaning.kind) {
    case "opt-out":
      revokeConsent(app, { ...statement, source: meaning.source });
      if (attribution) store.countOptOut(app.db, attribution.campaignId);
      audit("contact.opt_out", meaning.source);
      answer(optOutAnswer(app));
      break;
    case "opt-in":
      // The form may be a stranger's, so only the client's own text is consent. The form's choice can narrow it.
      if (signUp?.offers === null)
        grantCategories(app, { phone: text.from, source: meaning.source }, { reminder: text.body });
      else grantConsent(app, { ...statement, source: meaning.source });
      deleteSignUp(app.db, text.from);
      audit("contact.opt_in", meaning.source);
      answer(optInAnswer(app));
      break;
    case "sign-up":
      if (!signUp) break;
      answer(confirmSignUp(app, signUp, text.body));
      audit("contact.opt_in", "form");
      break;
    case "unclear":
      openOptOutReview(app.db, textedPhone, { wording: text.body, askedAt: app.now() });
      audit("contact.opt_out_review", "words");
      break;
    case "help":
      answer(helpAnswer(app));
      break;
    case "reminder":
      app.hooks.answerReminder(app, text.from, meaning.answer);
      break;
    case "offer":
      app.hooks.answerOffer(app, text.from, meaning.answer);
      break;
    case "plain":
      break;
  }
}

const WEEK_MS = 7 * DAY_MS;

/** The campaign that a client's text answers. */
interface Attribution {
  readonly campaignId: number;
  /** Only the client's first text after the campaign counts as a reply. */
  readonly isFirstReply: boolean;
}

/** Attributes a client's text to the last campaign that texted the client within a week. */
function findAttribution(app: App, contactId: number, at: number): Attribution | undefined {
  const campaign = store.lastCampaignOf(app.db, contactId, at - WEEK_MS);
  return campaign
    ? {
        campaignId: campaign.campaignId,
        isFirstReply: !store.hasWrittenSince(app.db, contactId, campaign.at),
      }
    : undefined;
}

function recordReply(app: App, { campaignId, isFirstReply }: Attribution, at: number): void {
  if (!isFirstReply) return;
  store.countReply(app.db, campaignId, at);
  app.events.changed("campaigns", campaignId);
}
