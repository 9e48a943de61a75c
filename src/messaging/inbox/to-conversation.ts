import type { ConversationRow } from "#db/messaging/conversations.ts";
import type { ThreadRow } from "#db/messaging/messages-thread.ts";
import type { Media } from "#src/messaging/media/contract.ts";
import { pickMergeDetails } from "#src/shared/contact-fields.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { Conversation, Message, MessageStatus } from "./contract.ts";

export function toConversation(
  row: ConversationRow,
  found: Conversation["found"] = null,
): Conversation {
  return {
    id: row.id,
    contact: {
      ...pickMergeDetails(row),
      id: row.contactId,
      name: row.name,
      phoneNumber: row.phone,
      optedOut: row.optedOut,
      undeliverable: row.undeliverable,
    },
    lastMessageId: row.lastMessageId,
    lastMessagePreview: row.lastMessagePreview,
    lastMessageAt: toIso(row.lastMessageAt),
    lastMessageDirection: row.lastDirection,
    lastMessageStatus: row.lastStatus === null ? null : statusOf(row.lastStatus),
    unreadCount: row.unreadCount,
    optOutReview: row.reviewWording === null ? null : { wording: row.reviewWording },
    found,
  };
}

export function toMessage(row: ThreadRow, media: readonly Media[] = []): Message {
  return {
    id: row.id,
    direction: row.direction,
    purpose: row.purpose,
    campaignName: row.campaignName,
    body: row.body,
    status: statusOf(row.status),
    error: row.error,
    canRetry: isRetryable(row),
    read: row.read === 1,
    media: [...media],
    createdAt: toIso(row.at),
  };
}

/** Whether staff can retry a text: a chat text that failed, or an unknown one with a confirmation. */
export function isRetryable({ purpose, status, retried }: ThreadRow): boolean {
  return purpose === "chat" && retried === 0 && RETRYABLE.has(status);
}

const RETRYABLE = new Set(["failed", "undelivered", "unknown"]);

/** A text in doubt is shown as claimed until it is reconciled, within a minute or two. */
function statusOf(status: string): MessageStatus {
  return (status === "in_doubt" ? "claimed" : status) as MessageStatus;
}
