import * as z from "zod/mini";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";

const CampaignStatus = z.enum(["draft", "sending", "completed", "failed", "stopped"]);

const Campaign = z.object({
  id: z.number(),
  name: z.string(),
  message: z.string(),
  userId: z.string(),
  /** Who wrote it. */
  author: z.string(),
  status: CampaignStatus,
  isDraft: z.boolean(),
  needsApproval: z.boolean(),
  segments: z.number(),
  /** Decimal text such as "0.0079". */
  costPerSegment: z.string(),
  /** Decimal text with two decimals or more, for all recipients. */
  totalCost: z.string(),
  totalRecipients: z.number(),
  sentCount: z.number(),
  deliveredCount: z.number(),
  failedCount: z.number(),
  skippedCount: z.number(),
  /** A crash left it undecidable whether these were sent; staff look at them. */
  unknownCount: z.number(),
  /** Why it failed, was stopped or paused, in words. */
  reason: z.nullable(z.string()),
  /** Quiet hours: its texts wait until then. */
  heldUntil: z.nullable(z.string()),
  deliverabilityCheckStatus: z.enum(["pending", "in_progress", "completed", "skipped"]),
  /** JSON text holding a percentage, as the specification has it. */
  deliverabilityCheckProgress: z.string(),
  createdAt: z.string(),
});
export type Campaign = z.infer<typeof Campaign>;

const Name = z.string().check(z.trim(), z.minLength(1, "Name is required"), z.maxLength(120));
const Message = z.string().check(
  z.refine((text) => text.trim() !== "", "Message cannot be empty"),
  z.maxLength(1600, "A text holds at most 1600 characters"),
);
const ContactIds = z.array(z.number().check(z.int())).check(z.maxLength(100_000));

const NewCampaign = z.object({
  name: Name,
  message: Message,
  /** An admin's choice; ignored for a draft. */
  contactIds: z.optional(ContactIds),
  skipCheck: z._default(z.boolean(), false),
});
export type NewCampaign = z.infer<typeof NewCampaign>;

const Approval = z.object({
  contactIds: ContactIds,
  skipCheck: z._default(z.boolean(), false),
  /** Replaces the draft's message when given. */
  message: z.optional(Message),
});
export type Approval = z.infer<typeof Approval>;

const BODY_LIMIT = 2 * 1024 * 1024;

export const campaigns = {
  list: get("/api/campaigns", { reply: z.array(Campaign), reads: ["campaigns"] }),
  create: post("/api/campaigns", {
    body: NewCampaign,
    reply: Campaign,
    status: 201,
    limit: BODY_LIMIT,
  }),
  editMessage: patch("/api/campaigns/:id/message", {
    body: z.object({ message: Message }),
    reply: Campaign,
  }),
  approve: post("/api/campaigns/:id/approve", {
    body: Approval,
    reply: Campaign,
    limit: BODY_LIMIT,
  }),
  stop: post("/api/campaigns/:id/stop", { reply: Campaign }),
  resume: post("/api/campaigns/:id/resume", { reply: Campaign }),
  remove: remove("/api/campaigns/:id"),
};
