import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/conversations.ts";
import { copyMedia, mediaIdsOf } from "#db/messaging/media.ts";
import {
  findInThread,
  hideThread,
  indexBody,
  markThreadRead,
  type ThreadRow,
} from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import { attachUploads, mediaAddresses, mediaByMessage } from "#src/messaging/media/media.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Conversation, Message } from "./contract.ts";
import { forgetDraft } from "./drafts.ts";
import { noteReply } from "./presence.ts";
import { previewOf } from "./preview.ts";
import { isRetryable, shownConversation, shownMessage } from "./to-conversation.ts";

const OPTED_OUT = "This contact has opted out and cannot receive messages";

/** Queues a staff member's text; it goes ahead of every campaign. */
export function sendMessage(
  app: App,
  actor: Staff,
  wanted: { conversationId: number; body: string; mediaIds?: readonly number[] | undefined },
): Message {
  return inTransaction(app.db, () => {
    const conversation = found(app, wanted.conversationId);
    const { mediaIds = [] } = wanted;
    const message = write(app, actor, conversation, {
      body: wanted.body.trim() === "" ? "" : filled(actor, conversation, wanted.body),
      pictures: mediaIds.length,
      takeAlong: (id) => attachUploads(app, actor, mediaIds, id),
    });
    forgetDraft(app, actor, conversation.id);
    return message;
  });
}

/** Who may not see the name leaves a quick reply's fields in place; they are filled in here. */
function filled(actor: Staff, { name, phone }: store.ConversationRow, body: string): string {
  return seesNames(actor) ? body : fillFields(body, { name, phoneNumber: phone });
}

/** The same words again, as a new text: the failed one stays in the thread with its reason. */
export function retryMessage(app: App, actor: Staff, id: number, evenIfItArrived = false): Message {
  return inTransaction(app.db, () => {
    const failed = findInThread(app.db, id);
    const conversation = failed && store.findConversationOf(app.db, failed.contactId);
    if (!failed || !conversation) throw new Problem(404, "This message does not exist any more.");
    if (!isRetryable(failed)) throw new Problem(409, "This message is not one to send again.");
    if (failed.status === "unknown" && !evenIfItArrived)
      throw new Problem(
        409,
        "It may have arrived. Send it again only if the client should risk getting it twice.",
      );
    return write(app, actor, conversation, {
      body: failed.body,
      pictures: mediaIdsOf(app.db, failed.id).length,
      takeAlong: (again) => copyMedia(app.db, failed.id, again, app.now()),
      retryOf: failed.id,
    });
  });
}

/** Opens the conversation with a contact, or finds it, so that staff can write first. */
export function startConversation(app: App, actor: Staff, contactId: number): Conversation {
  return inTransaction(app.db, () => {
    if (!findContact(app.db, contactId))
      throw new Problem(404, "This contact does not exist any more.");
    const known = store.findConversationOf(app.db, contactId);
    if (known) return shownConversation(known);
    store.openConversation(app.db, contactId, app.now());
    const opened = store.findConversationOf(app.db, contactId);
    if (!opened) throw new Error("The conversation was not opened");
    record(app, actor, { action: "conversation.start", target: ["conversation", opened.id] });
    app.events.changed("conversations", opened.id);
    app.events.changed("stats");
    return shownConversation(opened);
  });
}

export function markRead(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const conversation = found(app, id);
    if (conversation.unreadCount === 0) return;
    markThreadRead(app.db, conversation.contactId);
    store.setRead(app.db, id);
    record(app, actor, { action: "conversation.read", target: ["conversation", id] });
    app.events.changed("messages");
    app.events.changed("conversations", id);
    app.events.changed("stats");
  });
}

export function deleteConversation(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const conversation = found(app, id);
    hideThread(app.db, conversation.contactId);
    store.deleteConversation(app.db, id);
    record(app, actor, { action: "conversation.delete", target: ["conversation", id] });
    for (const resource of ["conversations", "messages", "stats"] as const)
      app.events.changed(resource);
  });
}

export function found(app: App, id: number): store.ConversationRow {
  const conversation = store.findConversation(app.db, id);
  if (!conversation) throw new Problem(404, "This conversation does not exist any more.");
  return conversation;
}

interface Writing {
  readonly body: string;
  readonly pictures: number;
  /** Gives the pictures to the text of this id. */
  readonly takeAlong: (id: number) => void;
  readonly retryOf?: number;
}

function write(
  app: App,
  actor: Staff,
  conversation: store.ConversationRow,
  { body, pictures, takeAlong, retryOf }: Writing,
): Message {
  if (conversation.optedOut) throw new Problem(403, OPTED_OUT);
  if (!canSend(app))
    throw new Problem(409, "Texting is not set up. Add your Twilio account in Settings.");
  if (body === "" && pictures === 0)
    throw new Problem(409, "The pictures of this text do not exist any more.");
  if (pictures > 0 && mediaAddresses(app, [0]) === undefined)
    throw new Problem(
      409,
      "Pictures need a public address of this server, where the carrier can fetch them. Set the webhook address in Settings.",
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
  takeAlong(id);
  indexBody(app.db, id, body);
  store.noteLastMessage(app.db, contactId, {
    id,
    preview: previewOf(body, pictures),
    at: app.now(),
    unread: false,
  });
  record(app, actor, {
    action: "message.send",
    target: ["conversation", conversation.id],
    ...(pictures > 0 && { metadata: { pictures } }),
  });
  app.events.changed("conversations", conversation.id);
  noteReply(app, actor, conversation.id, id);
  return shownMessage(written(app, id), mediaByMessage(app, [id]).get(id));
}

function written(app: App, id: number): ThreadRow {
  const row = findInThread(app.db, id);
  if (!row) throw new Error("The message was not written");
  return row;
}
