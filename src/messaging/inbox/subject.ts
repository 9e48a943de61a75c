import { findConversation, findConversationOfContact } from "#db/messaging/conversations.ts";
import { findThreadMessage } from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import type { Client } from "#src/platform/masking/masking.ts";

/** The client of a conversation. */
export function clientOfConversation(app: App, conversationId: number): Client | undefined {
  return findConversation(app.db, conversationId) ?? undefined;
}

export function clientOfMessage(app: App, messageId: number): Client | undefined {
  const message = findThreadMessage(app.db, messageId);
  return (message && findConversationOfContact(app.db, message.contactId)) ?? undefined;
}
