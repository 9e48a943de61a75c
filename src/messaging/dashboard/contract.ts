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
  campaigns: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      status: z.enum(["draft", "scheduled", "sending", "completed", "failed", "stopped"]),
      sentCount: z.number(),
      totalRecipients: z.number(),
      createdAt: z.string(),
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
      unreadCount: z.number(),
    }),
  ),
});
export type Activity = z.infer<typeof Activity>;

export const dashboard = {
  stats: get("/api/stats", {
    reply: Stats,
    reads: ["stats", "campaigns", "contacts", "conversations"],
  }),
  activity: get("/api/activity", {
    reply: Activity,
    reads: ["campaigns", "campaign-progress", "conversations", "contacts"],
  }),
};
