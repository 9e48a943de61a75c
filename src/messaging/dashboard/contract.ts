import * as z from "zod/mini";
import { clientName, clientText } from "#src/shared/client-fields.ts";
import { get } from "#src/shared/endpoint.ts";

const Stats = z.object({
  totalCampaigns: z.number(),
  totalMessages: z.number(),
  totalContacts: z.number(),
  /** All conversations. */
  activeConversations: z.number(),
  /** Conversations with unread texts. */
  unreadConversations: z.number(),
  /** The last 14 days in the business's zone, oldest first, today last. */
  days: z.array(z.object({ day: z.string(), sent: z.number(), failed: z.number() })),
});
export type Stats = z.infer<typeof Stats>;

const Activity = z.object({
  /** What clients did with their visits. */
  bookings: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(["booked", "moved", "canceled"]),
      contactId: z.nullable(z.number()),
      clientName: clientName("contactId", "id"),
      service: clientText(),
      /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
      start: z.string(),
      at: z.string(),
    }),
  ),
  campaigns: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      status: z.enum(["draft", "scheduled", "sending", "completed", "failed", "stopped"]),
      sentCount: z.number(),
      totalRecipients: z.number(),
      createdAt: z.string(),
      /** When it will start, while it is scheduled. */
      scheduledAt: z.nullable(z.string()),
    }),
  ),
  conversations: z.array(
    z.object({
      id: z.number(),
      contactId: z.nullable(z.number()),
      contactName: z.nullable(clientName("contactId")),
      lastMessageId: z.nullable(z.number()),
      lastMessagePreview: z.nullable(
        clientText({ kind: "message", idFrom: "lastMessageId", part: "preview" }),
      ),
      lastMessageAt: z.nullable(z.string()),
      lastMessageDirection: z.nullable(z.enum(["inbound", "outbound"])),
      unreadCount: z.number(),
    }),
  ),
});
export type Activity = z.infer<typeof Activity>;

/** Response header of the list: how much waits in all, up to a few hundred. */
export const WAITING_COUNT_HEADER = "x-waiting-count";

const Waiting = z.object({
  /**
   * "affected": visits that hours or time off no longer allow, in one row. "fee": one that its client canceled late.
   * "text": an unread text, or several in one row.
   */
  kind: z.enum([
    "request",
    "opt-out",
    "deposit",
    "call",
    "text",
    "affected",
    "fee",
    "contact-update",
    "conflict",
  ]),
  /** Of the appointment, the caller's or program's request or the conversation, by kind. */
  id: z.number(),
  /** How many visits are affected, or conversations unread; the row describes the first of them. */
  count: z.optional(z.number()),
  contactId: z.nullable(z.number()),
  name: clientName("contactId", "id"),
  since: z.string(),
  /** When Parlor declines, opts out or releases without a decision, or an affected visit begins. */
  expiresAt: z.nullable(z.string()),
  /** Of a request, a deposit, an affected visit or a fee; of a call the free time that matched it. */
  visit: z.nullable(
    z.object({
      /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
      start: z.string(),
      service: clientText(),
      employeeName: z.string(),
      /** The unpaid one, decimal text; of a fee the one that is kept. */
      deposit: z.nullable(z.string()),
      /** What can be charged to the client's card. */
      fee: z.nullable(z.string()),
      /** Why the client can't be texted, as a sentence; null if they can. */
      textingBarrier: z.nullable(z.string()),
    }),
  ),
  /** What the client asked for, or the last text of the conversation, whose id this is. */
  words: z.nullable(clientText({ kind: "message", idFrom: "messageId", part: "preview" })),
  messageId: z.nullable(z.number()),
});
export type Waiting = z.infer<typeof Waiting>;

export const dashboard = {
  /**
   * What waits for staff on the reader's pages, at most 50. The soonest deadline first, then what has none: clients who
   * wait for a decision, texts, and records to correct, each from the one that waits the longest.
   */
  waiting: get("/api/waiting", {
    reply: z.array(Waiting),
    reads: [
      "appointments",
      "contact-updates",
      "contacts",
      "conversations",
      "deletion-conflicts",
      "employees",
      "potential-appointments",
      "settings",
    ],
  }),
  stats: get("/api/stats", {
    reply: Stats,
    reads: ["stats", "campaigns", "contacts", "conversations"],
  }),
  activity: get("/api/activity", {
    reply: Activity,
    reads: ["campaigns", "campaign-progress", "conversations", "contacts", "appointments"],
  }),
};
