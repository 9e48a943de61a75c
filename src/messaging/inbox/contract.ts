import * as z from "zod/mini";
import { Media, MOST_PICTURES } from "#src/messaging/media/contract.ts";
import { clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";

const CONVERSATIONS_PER_PAGE = 50;
const MESSAGES_PER_PAGE = 50;

const ConversationContact = z.object({
  id: z.number(),
  name: clientName("id"),
  phoneNumber: clientPhone(),
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
  lastMessagePreview: z.nullable(clientWords()),
  lastMessageAt: z.string(),
  lastMessageDirection: z.nullable(z.enum(["inbound", "outbound"])),
  lastMessageStatus: z.nullable(MessageStatus),
  unreadCount: z.number(),
  /** The newest text that holds what was searched, and those of its words. */
  found: z.nullable(z.object({ messageId: z.number(), excerpt: clientWords() })),
});
export type Conversation = z.infer<typeof Conversation>;

const Message = z.object({
  id: z.number(),
  direction: z.enum(["inbound", "outbound"]),
  purpose: z.enum([
    "chat",
    "campaign",
    "keyword",
    "test",
    "thank-you",
    "reminder",
    "billing",
    "invite",
    "confirmation",
    "missed-call",
    "code",
  ]),
  /** Set on a campaign's text. */
  campaignName: z.nullable(z.string()),
  body: clientWords(),
  status: MessageStatus,
  /** Why it was not sent or not delivered, in plain words. */
  error: z.nullable(clientWords()),
  /** May staff try it again? One of which nobody knows whether it arrived needs `evenIfItArrived`. */
  canRetry: z.boolean(),
  read: z.boolean(),
  media: z.array(Media),
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
  /** Pass it as `after` for the page after this one; null at the newest. */
  newerCursor: z.nullable(z.string()),
});
export type Thread = z.infer<typeof Thread>;

const Body = z.string().check(z.maxLength(1600, "A text holds at most 1600 characters"));

const NewMessage = z
  .object({
    conversationId: z.coerce.number().check(z.int()),
    body: z._default(Body, ""),
    /** Uploaded before; with a picture no words are needed. */
    mediaIds: z._default(
      z
        .array(z.number().check(z.int()))
        .check(z.maxLength(MOST_PICTURES, `A text holds at most ${MOST_PICTURES} pictures`)),
      [],
    ),
  })
  .check(
    z.refine(({ body, mediaIds }) => body.trim() !== "" || mediaIds.length > 0, {
      path: ["body"],
      error: "Write a message first",
    }),
  );

const Draft = z.object({ conversationId: z.number(), body: z.string() });
export type Draft = z.infer<typeof Draft>;

/** Who else is at a conversation just now; never the one who asks. */
const Company = z.object({
  typing: z.array(z.string()),
  /** How long that holds unless they go on, in milliseconds. */
  forMs: z.number(),
  /** The last text that somebody else sent within minutes. */
  replied: z.nullable(z.object({ name: z.string(), messageId: z.number() })),
});
export type Company = z.infer<typeof Company>;

/** What stands beside the thread; the client's own page has the rest. */
const ClientAside = z.object({
  /** The last word on texts to the number; null where nothing was ever said. */
  consent: z.nullable(
    z.object({
      given: z.boolean(),
      since: z.string(),
      wording: clientWords(),
      source: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  /** The last campaigns that the client got, newest first. */
  campaigns: z.array(z.object({ id: z.number(), name: z.string(), at: z.string() })),
});
export type ClientAside = z.infer<typeof ClientAside>;

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
      after: Cursor,
      /** A message's id: the page has it in its middle. */
      at: z.optional(z.coerce.number().check(z.int())),
    }),
    reply: Thread,
    reads: ["messages", "campaigns"],
  }),
  send: post("/api/conversations/messages", { body: NewMessage, reply: Message, status: 201 }),
  retry: post("/api/conversations/messages/:id/retry", {
    body: z.object({ evenIfItArrived: z._default(z.boolean(), false) }),
    reply: Message,
    status: 201,
  }),
  /** Opens (or finds) the conversation with a contact, so that staff can write first. */
  start: post("/api/conversations", {
    body: z.object({ contactId: z.coerce.number().check(z.int()) }),
    reply: Conversation,
    status: 201,
  }),
  markRead: post("/api/conversations/:id/mark-read"),
  remove: remove("/api/conversations/:id"),
  /** Somebody is writing; the others who have the conversation open are told for a few seconds. */
  typing: post("/api/conversations/:id/typing"),
  company: get("/api/conversations/:id/typing", { reply: Company }),
  /** What the caller has typed and not sent, on any device, newest first. */
  drafts: get("/api/drafts", { reply: z.array(Draft), reads: ["drafts"] }),
  /** An empty one is forgotten. */
  keepDraft: post("/api/conversations/:id/draft", { body: z.object({ body: Body }) }),
  client: get("/api/conversations/:id/client", {
    reply: ClientAside,
    reads: ["contacts", "messages", "campaigns"],
  }),
};
