import * as z from "zod/mini";
import { get, post, remove } from "#src/shared/endpoint.ts";

const CONVERSATIONS_PER_PAGE = 50;
const MESSAGES_PER_PAGE = 50;

const ConversationContact = z.object({
  id: z.number(),
  name: z.string(),
  phoneNumber: z.string(),
  optedOut: z.boolean(),
  undeliverable: z.boolean(),
});

export const MessageStatus = z.enum([
  "pending",
  "claimed",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "skipped",
  "unknown",
  "received",
]);
export type MessageStatus = z.infer<typeof MessageStatus>;

const Conversation = z.object({
  id: z.number(),
  contact: ConversationContact,
  lastMessagePreview: z.nullable(z.string()),
  lastMessageAt: z.string(),
  lastMessageDirection: z.nullable(z.enum(["inbound", "outbound"])),
  lastMessageStatus: z.nullable(MessageStatus),
  unreadCount: z.number(),
});
export type Conversation = z.infer<typeof Conversation>;

const Message = z.object({
  id: z.number(),
  direction: z.enum(["inbound", "outbound"]),
  purpose: z.enum(["chat", "campaign", "keyword", "test"]),
  /** Set on a campaign's text. */
  campaignName: z.nullable(z.string()),
  body: z.string(),
  status: MessageStatus,
  /** Why it was not sent or not delivered, in plain words. */
  error: z.nullable(z.string()),
  /** May staff try it again? */
  canRetry: z.boolean(),
  read: z.boolean(),
  createdAt: z.string(),
});
export type Message = z.infer<typeof Message>;

const ConversationList = z.object({
  conversations: z.array(Conversation),
  nextCursor: z.nullable(z.string()),
  /** Conversations with something unread, all of them. */
  unread: z.number(),
});
export type ConversationList = z.infer<typeof ConversationList>;

const Thread = z.object({
  /** Oldest first. */
  messages: z.array(Message),
  /** Pass it as `before` for the page before this one. */
  nextCursor: z.nullable(z.string()),
});
export type Thread = z.infer<typeof Thread>;

const NewMessage = z.object({
  conversationId: z.coerce.number().check(z.int()),
  body: z.string().check(
    z.refine((text) => text.trim() !== "", "Write a message first"),
    z.maxLength(1600, "A text holds at most 1600 characters"),
  ),
});

const Cursor = z.optional(z.string().check(z.maxLength(100)));

export const inbox = {
  list: get("/api/conversations", {
    query: z.object({
      limit: z._default(
        z.coerce.number().check(z.int(), z.gte(1), z.lte(200)),
        CONVERSATIONS_PER_PAGE,
      ),
      cursor: Cursor,
      /** Matches the contact's name, number, or what was written. */
      q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
    }),
    reply: ConversationList,
    reads: ["conversations", "contacts"],
  }),
  one: get("/api/conversations/:id", { reply: Conversation, reads: ["conversations", "contacts"] }),
  thread: get("/api/conversations/:id/messages", {
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), MESSAGES_PER_PAGE),
      before: Cursor,
    }),
    reply: Thread,
    reads: ["messages", "campaigns"],
  }),
  send: post("/api/conversations/messages", { body: NewMessage, reply: Message, status: 201 }),
  retry: post("/api/conversations/messages/:id/retry", { reply: Message, status: 201 }),
  /** Opens (or finds) the conversation with a contact, so that staff can write first. */
  start: post("/api/conversations", {
    body: z.object({ contactId: z.coerce.number().check(z.int()) }),
    reply: Conversation,
    status: 201,
  }),
  markRead: post("/api/conversations/:id/mark-read"),
  remove: remove("/api/conversations/:id"),
};
