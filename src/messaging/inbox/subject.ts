import { findConversation, findConversationOf } from "#db/messaging/conversations.ts";
import { findInThread } from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import type { Client } from "#src/platform/masking/masking.ts";

/** Whom the texts of a conversation are with. */
export function clientOf(app: App, conversationId: number): Client | undefined {
  return findConversation(app.db, conversationId) ?? undefined;
}

export function clientOfMessage(app: App, messageId: number): Client | undefined {
  const message = findInThread(app.db, messageId);
  return (message && findConversationOf(app.db, message.contactId)) ?? undefined;
}
