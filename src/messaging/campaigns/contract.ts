import * as z from "zod/mini";
import { clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";

const CampaignStatus = z.enum(["draft", "scheduled", "sending", "completed", "failed", "stopped"]);

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
  /** Clients who answered, and who opted out, within a week of its text. */
  replyCount: z.number(),
  optOutCount: z.number(),
  /** Its audience is still being written down; totalRecipients is an estimate until then. */
  preparing: z.boolean(),
  /** When it will begin, while it is scheduled. */
  scheduledAt: z.nullable(z.string()),
  /** Why it failed, was stopped or paused, in words. */
  reason: z.nullable(z.string()),
  /** Its texts wait until then, and for which of the two. */
  heldUntil: z.nullable(z.string()),
  heldBy: z.nullable(z.enum(["quiet-hours", "daily-cap"])),
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
const Id = z.number().check(z.int());
const ContactIds = z.array(Id).check(z.maxLength(100_000));

/** Everybody who can be texted, or all who carry a tag, except some. */
const Audience = z.object({
  all: z.literal(true),
  except: z._default(z.array(Id).check(z.maxLength(10_000)), []),
  tag: z._default(z.nullable(Id), null),
});

/** Wall time in the business's zone, such as "2026-11-27T10:00". */
const WallTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Use a time such as 2026-11-27T10:00"));

const recipients = {
  /** An admin's choice, one of the two; ignored for a draft. */
  contactIds: z.optional(ContactIds),
  audience: z.optional(Audience),
  skipCheck: z._default(z.boolean(), false),
  /** Absent: at once. */
  scheduledFor: z.optional(z.nullable(WallTime)),
};

const NewCampaign = z.object({ name: Name, message: Message, ...recipients });
export type NewCampaign = z.infer<typeof NewCampaign>;

const Approval = z.object({
  ...recipients,
  /** Replaces the draft's message when given. */
  message: z.optional(Message),
});
export type Approval = z.infer<typeof Approval>;
export type Recipients = Omit<Approval, "message">;

/** What a composer needs beside the settings. */
const Composing = z.object({
  /** The shapes of the longest names there are: letters are replaced, lengths and alphabet are kept. */
  longestNames: z.array(z.string()),
  /** Name and "Reply STOP to opt out" are added to every campaign. */
  noticeAlways: z.boolean(),
});
export type Composing = z.infer<typeof Composing>;

/** With whom it was made for, as far as they can still be texted: what a duplicate begins with. */
const CampaignDetail = z.extend(Campaign, {
  contactIds: z.nullable(z.array(z.number())),
  audience: z.nullable(Audience),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;

const Report = z.object({
  campaign: Campaign,
  /** Why texts did not arrive or were not sent at all, most frequent first. */
  failures: z.array(
    z.object({ kind: z.enum(["failed", "skipped"]), words: z.string(), count: z.number() }),
  ),
  /** Oldest first; an hour in which nothing happened is left out. */
  hours: z.array(
    z.object({
      at: z.string(),
      sent: z.number(),
      delivered: z.number(),
      failed: z.number(),
      replies: z.number(),
    }),
  ),
  /** Decimal text. */
  plannedCost: z.string(),
  /** What the provider charged for the texts that it has priced so far; null while there is none. */
  realCost: z.nullable(z.string()),
  pricedCount: z.number(),
});
export type Report = z.infer<typeof Report>;

const UnknownRecipient = z.object({
  id: z.number(),
  contactId: z.nullable(z.number()),
  name: z.nullable(clientName("contactId", "id")),
  phoneNumber: clientPhone(),
  /** When it was handed to the provider, or was about to be. */
  at: z.string(),
  reason: clientWords(),
});

const UnknownList = z.object({
  recipients: z.array(UnknownRecipient),
  nextCursor: z.nullable(z.string()),
});
export type UnknownList = z.infer<typeof UnknownList>;

const Settlement = z.enum(["arrived", "send-again", "leave"]);
export type Settlement = z.infer<typeof Settlement>;

const BODY_LIMIT = 2 * 1024 * 1024;

export const campaigns = {
  list: get("/api/campaigns", { reply: z.array(Campaign), reads: ["campaigns"] }),
  composing: get("/api/campaigns/composing", {
    reply: Composing,
    reads: ["campaigns", "contacts", "settings"],
  }),
  one: get("/api/campaigns/:id", {
    reply: CampaignDetail,
    reads: ["campaigns", "contacts", "tags"],
  }),
  report: get("/api/campaigns/:id/report", { reply: Report, reads: ["campaigns", "messages"] }),
  create: post("/api/campaigns", {
    body: NewCampaign,
    reply: Campaign,
    status: 201,
    limit: BODY_LIMIT,
  }),
  /** One text to the writer's own phone, with a sample name filled in. */
  test: post("/api/campaigns/test", {
    body: z.object({ message: Message, phoneNumber: z.string().check(z.maxLength(40)) }),
    reply: z.object({ phoneNumber: z.string() }),
    status: 201,
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
  /** Another time for a scheduled campaign; null begins it now. */
  reschedule: patch("/api/campaigns/:id/schedule", {
    body: z.object({ scheduledFor: z.nullable(WallTime) }),
    reply: Campaign,
  }),
  stop: post("/api/campaigns/:id/stop", { reply: Campaign }),
  resume: post("/api/campaigns/:id/resume", { reply: Campaign }),
  remove: remove("/api/campaigns/:id"),
  unknown: get("/api/campaigns/:id/unknown", {
    query: z.object({ cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))) }),
    reply: UnknownList,
    reads: ["campaigns", "messages", "contacts"],
  }),
  /** `id` is the recipient's, of the list of unknown ones. */
  settle: post("/api/campaigns/unknown/:id/settle", {
    body: z.object({ as: Settlement }),
    reply: Campaign,
  }),
};
