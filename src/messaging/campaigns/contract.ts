import * as z from "zod/mini";
import { clientName, clientPhone } from "#src/shared/client-fields.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Page as ListPage } from "#src/shared/page-shape.ts";
import { requiredText } from "#src/shared/required-text.ts";
import { Resolution, UnknownList } from "./unknown-contract.ts";

const CampaignStatus = z.enum(["draft", "scheduled", "sending", "completed", "failed", "stopped"]);

const Campaign = z.object({
  id: z.number(),
  name: z.string(),
  message: z.string(),
  /** Grows with each change of the message. An approval carries the version that was read. */
  version: z.number(),
  userId: z.string(),
  /** The username of its creator. */
  author: z.string(),
  status: CampaignStatus,
  /** A draft with recipients was approved before and then changed by its author. It keeps its remaining recipients. */
  isDraft: z.boolean(),
  needsApproval: z.boolean(),
  includeAsked: z.boolean(),
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
  /** Why these were skipped, most frequent first. */
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Texts that may or may not have been sent because of a crash; staff resolve them. */
  unknownCount: z.number(),
  /** Clients who replied, and clients who opted out, within a week of its text. */
  replyCount: z.number(),
  optOutCount: z.number(),
  /** Recipients are still being inserted; totalRecipients is an estimate until then. */
  preparing: z.boolean(),
  /** When it will start, while it is scheduled; also of a draft that was scheduled before an edit. */
  scheduledAt: z.nullable(z.string()),
  /** Why it failed, was stopped or paused, as text for staff. */
  reason: z.nullable(z.string()),
  /** Until when its texts are held, and the cause. */
  heldUntil: z.nullable(z.string()),
  heldBy: z.nullable(z.enum(["quiet-hours", "daily-cap"])),
  deliverabilityCheckStatus: z.enum(["pending", "in_progress", "completed", "skipped"]),
  /** A percentage as JSON text, as the specification requires. */
  deliverabilityCheckProgress: z.string(),
  createdAt: z.string(),
});
export type Campaign = z.infer<typeof Campaign>;

const Name = requiredText("Name", 120);
const Message = z.string().check(
  z.refine((text) => text.trim() !== "", "Message cannot be empty"),
  z.maxLength(1600, "A text can be up to 1,600 characters"),
);
const Id = z.int();

/** All contacts with a basis for offers, or all with a tag, except some. */
const Audience = z.object({
  all: z.literal(true),
  except: z._default(z.array(Id).check(z.maxLength(10_000)), []),
  tag: z._default(z.nullable(Id), null),
});

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const WallTime = z.string().check(z.regex(WALL_TIME, "Use a time such as 2026-11-27T10:00"));

const recipients = {
  /** Exactly one of the two; ignored when a non-admin creates a draft. */
  contactIds: z.optional(z.array(Id).check(z.maxLength(100_000))),
  audience: z.optional(Audience),
  /** Also those who only wrote or called; administrators only. */
  includeAsked: z.optional(z.boolean()),
  skipCheck: z._default(z.boolean(), false),
  /** Absent or null: the campaign starts immediately. */
  scheduledFor: z.optional(z.nullable(WallTime)),
};

const NewCampaign = z.object({ name: Name, message: Message, ...recipients });
export type NewCampaign = z.infer<typeof NewCampaign>;

const Approval = z.object({
  /** Ignored for a draft that has its recipients already. */
  ...recipients,
  /** The draft's version that was read. Without it, only a draft that was never changed can be approved. */
  version: z._default(Id, 1),
  /** Replaces the draft's message when given. */
  message: z.optional(Message),
});
export type Approval = z.infer<typeof Approval>;
export type Recipients = Omit<Approval, "message" | "version">;

/** What the composer needs in addition to the settings. */
const ComposerInfo = z.object({
  /** The longest names, with letters replaced so that only their length and alphabet remain. */
  longestNames: z.array(z.string()),
  /** The business's name and "Reply STOP to opt out" are added to every campaign. */
  noticeAlways: z.boolean(),
  /** Where test texts go; null until an administrator adds it in Settings. */
  testPhoneNumber: z.nullable(clientPhone()),
  /** Why US carriers would block the texts; null while that isn't known. */
  registrationWarning: z.nullable(z.string()),
});
export type ComposerInfo = z.infer<typeof ComposerInfo>;

/** Includes the chosen recipients that can still be texted, which a duplicate starts with. */
const CampaignDetail = z.extend(Campaign, {
  contactIds: z.nullable(z.array(z.number())),
  audience: z.nullable(Audience),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;

const Report = z.object({
  campaign: Campaign,
  /** Clients who made an appointment within 14 days of its text, and the value of their appointments. */
  bookings: z.number(),
  bookedValue: z.string(),
  /** Why texts were not delivered or not sent, most frequent first. */
  failures: z.array(
    z.object({ kind: z.enum(["failed", "skipped"]), reason: z.string(), count: z.number() }),
  ),
  /** Up to 50 clients who were skipped because they may have opted out, until staff decide. */
  held: z.array(
    z.object({
      contactId: z.number(),
      name: clientName("contactId"),
      conversationId: z.nullable(z.number()),
    }),
  ),
  /** Oldest first; an hour without events is left out. */
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
  /** What the provider charged for the texts it has priced so far; null until it has priced one. */
  realCost: z.nullable(z.string()),
  pricedCount: z.number(),
});
export type Report = z.infer<typeof Report>;

export const CAMPAIGNS_PER_PAGE = 50;
const BODY_LIMIT = 2 * 1024 * 1024;

const Page = z.extend(ListPage, {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), CAMPAIGNS_PER_PAGE),
  status: z.optional(CampaignStatus),
  /** Absent: drafts and all others. */
  drafts: z.optional(z.enum(["only", "none"])),
});
export type Page = z.infer<typeof Page>;

export const campaigns = {
  /** Newest first. */
  list: get("/api/campaigns", {
    query: Page,
    reply: z.array(Campaign),
    reads: ["campaigns", "campaign-progress"],
  }),
  composer: get("/api/campaigns/composing", {
    reply: ComposerInfo,
    reads: ["campaigns", "contacts", "settings"],
  }),
  /** Whether a campaign would wait that starts now, or at a local time of the business. */
  start: get("/api/campaigns/start", {
    query: z.object({ at: z.optional(WallTime) }),
    reply: z.pick(Campaign, { heldUntil: true, heldBy: true }),
    reads: ["settings"],
    // The reply also depends on the time, and on what was sent today.
    etag: false,
  }),
  one: get("/api/campaigns/:id", {
    reply: CampaignDetail,
    reads: ["campaigns", "campaign-progress", "contacts", "tags"],
  }),
  report: get("/api/campaigns/:id/report", {
    reply: Report,
    reads: ["campaigns", "campaign-progress", "messages", "appointments"],
  }),
  create: post("/api/campaigns", {
    body: NewCampaign,
    reply: Campaign,
    status: 201,
    limit: BODY_LIMIT,
    changes: ["campaigns", "stats"],
  }),
  /** Sends one text to the test number in Settings, with a sample name filled in. */
  test: post("/api/campaigns/test", {
    body: z.object({
      message: Message,
      /** When given, it must be the test number. */
      phoneNumber: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: z.object({ phoneNumber: clientPhone() }),
    status: 201,
  }),
  editMessage: patch("/api/campaigns/:id/message", {
    body: z.object({ message: Message }),
    reply: Campaign,
    changes: ["campaigns"],
  }),
  approve: post("/api/campaigns/:id/approve", {
    body: Approval,
    reply: Campaign,
    limit: BODY_LIMIT,
    changes: ["campaigns"],
  }),
  /** Sets another time for a scheduled campaign; null starts it now. */
  reschedule: patch("/api/campaigns/:id/schedule", {
    body: z.object({ scheduledFor: z.nullable(WallTime) }),
    reply: Campaign,
    changes: ["campaigns"],
  }),
  stop: post("/api/campaigns/:id/stop", { reply: Campaign, changes: ["campaigns"] }),
  resume: post("/api/campaigns/:id/resume", { reply: Campaign, changes: ["campaigns"] }),
  remove: remove("/api/campaigns/:id", { changes: ["campaigns", "messages", "stats"] }),
  unknown: get("/api/campaigns/:id/unknown", {
    query: z.object({ cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))) }),
    reply: UnknownList,
    reads: ["campaigns", "messages", "contacts"],
  }),
  /** `id` is a recipient's from the `unknown` list. */
  resolve: post("/api/campaigns/unknown/:id/settle", {
    body: z.object({ as: Resolution }),
    reply: Campaign,
    changes: ["campaigns", "messages", "stats"],
  }),
};
