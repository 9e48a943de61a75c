import * as z from "zod/mini";
import { MAX_PICTURES, Media } from "#src/messaging/media/contract.ts";
import { clientText } from "#src/shared/client-fields.ts";
import { contactFields, mergeReplies } from "#src/shared/contact-fields.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";
import { formatNumber } from "#src/shared/format-count.ts";

const CONVERSATIONS_PER_PAGE = 50;
const MESSAGES_PER_PAGE = 50;

const ConversationContact = z.object({ ...contactFields(), ...mergeReplies });

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
  lastMessageId: z.nullable(z.number()),
  lastMessagePreview: z.nullable(
    clientText({ kind: "message", idFrom: "lastMessageId", part: "preview" }),
  ),
  lastMessageAt: z.string(),
  lastMessageDirection: z.nullable(z.enum(["inbound", "outbound"])),
  lastMessageStatus: z.nullable(MessageStatus),
  unreadCount: z.number(),
  /** Set while staff have to decide whether the client's words were an opt-out. */
  optOutReview: z.nullable(z.object({ wording: clientText() })),
  /** The newest text that matches the search, with an excerpt. */
  found: z.nullable(
    z.object({
      messageId: z.number(),
      excerpt: clientText({ kind: "message", idFrom: "messageId", part: "excerpt" }),
    }),
  ),
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
    "payment",
    "invite",
    "confirmation",
    "decline",
    "visit-change",
    "missed-call",
    "offer",
    "marketing",
    "code",
  ]),
  /** Set on a campaign's text. */
  campaignName: z.nullable(z.string()),
  body: clientText({ kind: "message", idFrom: "id" }),
  status: MessageStatus,
  /** Why it was not sent or not delivered, as text for staff. */
  error: z.nullable(clientText()),
  /** Whether staff can retry it. Retrying a text with the status `unknown` requires `evenIfItArrived`. */
  canRetry: z.boolean(),
  read: z.boolean(),
  media: z.array(Media),
  createdAt: z.string(),
});
export type Message = z.infer<typeof Message>;

const ConversationList = z.object({
  conversations: z.array(Conversation),
  nextCursor: z.nullable(z.string()),
  /** The number of all conversations with unread texts. */
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

export const MAX_CHARACTERS = 1600;

const Body = z
  .string()
  .check(
    z.maxLength(MAX_CHARACTERS, `A text can be up to ${formatNumber(MAX_CHARACTERS)} characters`),
  );

const NewMessage = z
  .object({
    conversationId: z.coerce.number().check(z.int()),
    body: z._default(Body, ""),
    /** Ids of uploads. The body may be empty when there is at least one. */
    mediaIds: z._default(
      z
        .array(z.number().check(z.int()))
        .check(z.maxLength(MAX_PICTURES, `Add up to ${MAX_PICTURES} pictures`)),
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

/** Other users' activity in a conversation; never that of the requesting user. */
const Presence = z.object({
  typing: z.array(z.string()),
  /** Milliseconds until this expires unless they continue typing. */
  forMs: z.number(),
  /** The last text that another user sent within the last minutes. */
  replied: z.nullable(z.object({ name: z.string(), messageId: z.number() })),
});
export type Presence = z.infer<typeof Presence>;

/** The client's details in the panel next to the thread. */
const SidePanel = z.object({
  /** The latest consent record of the number; null if there is none. */
  consent: z.nullable(
    z.object({
      given: z.boolean(),
      since: z.string(),
      wording: clientText(),
      source: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  /** The last campaigns that the client got, newest first. */
  campaigns: z.array(z.object({ id: z.number(), name: z.string(), at: z.string() })),
});
export type SidePanel = z.infer<typeof SidePanel>;

const Cursor = z.optional(z.string().check(z.maxLength(100)));

export const inbox = {
  list: get("/api/conversations", {
    query: z.object({
      limit: z._default(
        z.coerce.number().check(z.int(), z.gte(1), z.lte(200)),
        CONVERSATIONS_PER_PAGE,
      ),
      cursor: Cursor,
      /** Ignored by a search. */
      show: z._default(z.enum(["all", "unread"]), "all"),
      /** Matches the contact's name or number, or the texts. */
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
      /** A message's id: returns the page around it. */
      at: z.optional(z.coerce.number().check(z.int())),
    }),
    reply: Thread,
    reads: ["messages", "campaigns"],
  }),
  send: post("/api/conversations/messages", {
    body: NewMessage,
    reply: z.extend(Message, { conversationId: z.number() }),
    status: 201,
  }),
  retry: post("/api/conversations/messages/:id/retry", {
    body: z.object({ evenIfItArrived: z._default(z.boolean(), false) }),
    reply: Message,
    status: 201,
    changes: ["messages", "conversations"],
  }),
  /** Opens the conversation with a contact, or returns the existing one, so that staff can write first. */
  start: post("/api/conversations", {
    body: z.object({ contactId: z.coerce.number().check(z.int()) }),
    reply: Conversation,
    status: 201,
    changes: ["conversations", "stats"],
  }),
  /** Decides whether the client's unclear words were an opt-out. */
  decideOptOut: post("/api/conversations/:id/opt-out-review", {
    body: z.object({ optOut: z.boolean() }),
    reply: Conversation,
    changes: ["conversations", "contacts", "messages"],
  }),
  markRead: post("/api/conversations/:id/mark-read", { changes: ["conversations", "stats"] }),
  remove: remove("/api/conversations/:id", { changes: ["conversations", "messages", "stats"] }),
  /** Shows the user as typing, for a few seconds, to others who have the conversation open. */
  typing: post("/api/conversations/:id/typing"),
  presence: get("/api/conversations/:id/typing", {
    reply: Presence,
    reads: ["typing"],
    etag: false,
  }),
  /** The user's unsent drafts, from any device, newest first. */
  drafts: get("/api/drafts", { reply: z.array(Draft), reads: ["drafts"] }),
  /** An empty body deletes the draft. */
  saveDraft: post("/api/conversations/:id/draft", { body: z.object({ body: Body }) }),
  client: get("/api/conversations/:id/client", {
    reply: SidePanel,
    reads: ["contacts", "messages", "campaigns"],
  }),
};
