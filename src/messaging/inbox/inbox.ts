import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/conversations.ts";
import { copyMedia, mediaIdsOf } from "#db/messaging/media.ts";
import {
  findThreadMessage,
  hideThread,
  indexBody,
  markThreadRead,
  type ThreadRow,
  threadBefore,
} from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import { attachUploads, mediaAddresses, mediaByMessage } from "#src/messaging/media/media.ts";
import { requireCarrier, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { copyOwnWords, recordOwnWords } from "#src/platform/masking/own-words.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { toPreview } from "#src/shared/message-preview.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import type { Conversation, Draft, Message } from "./contract.ts";
import { isRetryable, NEWEST, toConversation, toMessage } from "./lists.ts";
import { recordReply } from "./presence.ts";

const OPTED_OUT = "This contact has opted out and cannot receive messages";

/**
 * Queues a staff member's text, which is sent before those of campaigns.
 * @throws Problem 404 without a conversation, 403 when the client has opted out, 409 when it can't be sent
 */
export function sendMessage(
  app: App,
  actor: Staff,
  input: { conversationId: number; body: string; mediaIds?: readonly number[] | undefined },
): Message {
  return inTransaction(app.db, () => {
    const conversation = getConversationRow(app, input.conversationId);
    const { mediaIds = [] } = input;
    return queueMessage(app, actor, conversation, {
      body: input.body.trim() === "" ? "" : fillHiddenFields(actor, conversation, input.body),
      pictures: mediaIds.length,
      onQueued(id) {
        attachUploads(app, actor, mediaIds, id);
        recordOwnWords(app, actor, "message", id, input.body);
        deleteDraft(app, actor, conversation.id);
      },
    });
  });
}

/** Fills in a quick reply's fields for a user who may not see names: their browser leaves the fields in place. */
function fillHiddenFields(
  actor: Staff,
  { phone, ...client }: store.ConversationRow,
  body: string,
): string {
  return seesNames(actor) ? body : fillFields(body, { ...client, phoneNumber: phone });
}

/**
 * Sends a failed text again as a new text. The failed one remains in the thread with its reason.
 * @throws Problem 404 when it does not exist, 409 when it can't be resent
 */
export function retryMessage(app: App, actor: Staff, id: number, evenIfItArrived = false): Message {
  return inTransaction(app.db, () => {
    const failed = findThreadMessage(app.db, id);
    const conversation = failed && store.findConversationOfContact(app.db, failed.contactId);
    if (!failed || !conversation) throw new Problem(404, "This message no longer exists.");
    if (!isRetryable(failed)) throw new Problem(409, "This message can't be resent.");
    if (failed.status === "unknown" && !evenIfItArrived)
      throw new Problem(
        409,
        "This text may have arrived. Send it again only if it's fine for the client to get it twice.",
      );
    return queueMessage(app, actor, conversation, {
      body: failed.body,
      pictures: mediaIdsOf(app.db, failed.id).length,
      onQueued(newId) {
        copyMedia(app.db, failed.id, newId, app.now());
        copyOwnWords(app, "message", failed.id, newId);
      },
      retryOf: failed.id,
    });
  });
}

/** Opens the conversation with a contact, or returns the existing one. @throws Problem 404 */
export function startConversation(app: App, actor: Staff, contactId: number): Conversation {
  return inTransaction(app.db, () => {
    if (!findContact(app.db, contactId)) throw new Problem(404, "This contact no longer exists.");
    const existing = store.findConversationOfContact(app.db, contactId);
    if (existing) return toConversation(existing);
    store.openConversation(app.db, contactId, app.now());
    const [last] = threadBefore(app.db, contactId, NEWEST, 1);
    if (last) {
      const preview = toPreview(last.body, mediaIdsOf(app.db, last.id).length);
      store.showLastMessage(app.db, contactId, { id: last.id, preview, at: app.now() });
    }
    const opened = store.findConversationOfContact(app.db, contactId);
    if (!opened) throw new Error("The conversation was not opened");
    record(app, actor, { action: "conversation.start", target: ["conversation", opened.id] });
    app.events.changed("conversations", opened.id);
    app.events.changed("stats");
    return toConversation(opened);
  });
}

export function markRead(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const conversation = getConversationRow(app, id);
    if (conversation.unreadCount === 0) return;
    markThreadRead(app.db, conversation.contactId);
    store.markConversationRead(app.db, id);
    record(app, actor, { action: "conversation.read", target: ["conversation", id] });
    app.events.changed("messages");
    app.events.changed("conversations", id);
    app.events.changed("stats");
  });
}

export function deleteConversation(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const conversation = getConversationRow(app, id);
    hideThread(app.db, conversation.contactId);
    store.deleteConversation(app.db, id);
    record(app, actor, { action: "conversation.delete", target: ["conversation", id] });
    for (const resource of ["conversations", "messages", "stats"] as const)
      app.events.changed(resource);
  });
}

export function getConversationRow(app: App, id: number): store.ConversationRow {
  return requireFound(store.findConversation(app.db, id), "This conversation no longer exists.");
}

interface MessageToQueue {
  readonly body: string;
  readonly pictures: number;
  /** Attaches the pictures to the text with this id, and records its author. */
  readonly onQueued: (id: number) => void;
  readonly retryOf?: number;
}

function queueMessage(
  app: App,
  actor: Staff,
  conversation: store.ConversationRow,
  { body, pictures, onQueued, retryOf }: MessageToQueue,
): Message {
  if (conversation.optedOut) throw new Problem(403, OPTED_OUT);
  requireCarrier(app);
  if (body === "" && pictures === 0)
    throw new Problem(409, "The pictures in this text are no longer available.");
  if (pictures > 0 && mediaAddresses(app, [0]) === undefined)
    throw new Problem(
      409,
      "The carrier needs a public address to fetch pictures from. Set the webhook base URL in Settings.",
    );

  const { contactId, phone } = conversation;
  const id = sendText(app, {
    purpose: "chat",
    phone,
    contactId,
    body,
    isMms: pictures > 0,
    ...(retryOf !== undefined && { retryOf }),
  });
  onQueued(id);
  indexBody(app.db, id, body);
  store.recordLastMessage(app.db, contactId, {
    id,
    preview: toPreview(body, pictures),
    at: app.now(),
    unread: false,
  });
  record(app, actor, {
    action: "message.send",
    target: ["conversation", conversation.id],
    ...(pictures > 0 && { metadata: { pictures } }),
  });
  app.events.changed("conversations", conversation.id);
  recordReply(app, actor, conversation.id, id);
  return toMessage(getThreadRow(app, id), mediaByMessage(app, [id]).get(id));
}

function getThreadRow(app: App, id: number): ThreadRow {
  const row = findThreadMessage(app.db, id);
  if (!row) throw new Error("The message was not written");
  return row;
}

const MAX_DRAFTS = 500;

export function listDrafts(app: App, actor: Staff): Draft[] {
  return store.draftsOf(app.db, actor.id, MAX_DRAFTS);
}

/** Saved while the user types. There is no audit entry, because only the author sees a draft. */
export function saveDraft(app: App, actor: Staff, conversationId: number, body: string): void {
  if (body.trim() === "") {
    deleteDraft(app, actor, conversationId);
    return;
  }
  inTransaction(app.db, () => {
    store.saveDraft(app.db, { conversationId, userId: actor.id, body }, app.now());
    app.events.changed("drafts", actor.id);
  });
}

/** Called when the draft was sent or emptied. */
function deleteDraft(app: App, actor: Staff, conversationId: number): void {
  inTransaction(app.db, () => {
    if (store.deleteDraft(app.db, conversationId, actor.id)) app.events.changed("drafts", actor.id);
  });
}
