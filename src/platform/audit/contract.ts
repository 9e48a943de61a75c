import * as z from "zod/mini";
import { clientName, clientText } from "#src/shared/client-fields.ts";
import { file, get } from "#src/shared/endpoint.ts";
import { formatNumber } from "#src/shared/format-count.ts";

export const AUDIT_PAGE = 50;
/** Beyond this offset, pages are reached by cursor. */
export const MAX_OFFSET = 10_000;

const ActorType = z.enum(["user", "system"]);

/** What an entry is about, by its present name; nulls for what was erased or deleted since. */
const AuditSubject = z.object({
  contactId: z.nullable(z.number()),
  clientName: z.nullable(clientName("contactId")),
  visitId: z.nullable(z.number()),
  /** Of the visit, today. */
  day: z.nullable(z.string()),
  /** Of the visit, when the entry was recorded; null in entries that don't store it. */
  startsAt: z.nullable(z.string()),
  service: z.nullable(clientText({ kind: "appointment", idFrom: "visitId" })),
  /** Of a campaign, service, employee or another target that isn't a client's. */
  name: z.nullable(z.string()),
});
export type AuditSubject = z.infer<typeof AuditSubject>;

const AuditLog = z.object({
  id: z.number(),
  actorId: z.nullable(z.string()),
  /** Null for the system and for deleted users. */
  actorName: z.nullable(z.string()),
  actorType: ActorType,
  action: z.string(),
  targetType: z.nullable(z.string()),
  targetId: z.nullable(z.string()),
  /** Null without a target, and for visits that the reader may not see. */
  subject: z.nullable(AuditSubject),
  metadata: z.record(z.string(), z.unknown()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: z.string(),
});
export type AuditLog = z.infer<typeof AuditLog>;

const Filter = z.object({
  action: z.optional(z.string().check(z.maxLength(100))),
  actorType: z.optional(ActorType),
  /** A user's id. */
  actor: z.optional(z.string().check(z.maxLength(100))),
  /** Matches the action, the actor's user name and, from three letters on, the metadata. */
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
});
export type AuditFilter = z.infer<typeof Filter>;

const Page = z.extend(Filter, {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), AUDIT_PAGE),
  offset: z._default(
    z.coerce
      .number()
      .check(
        z.int(),
        z.gte(0),
        z.lte(
          MAX_OFFSET,
          `Numbered pages end at ${formatNumber(MAX_OFFSET)}. Continue with the previous page's cursor.`,
        ),
      ),
    0,
  ),
  /** `nextCursor` of the previous page; replaces the offset. */
  cursor: z.optional(
    z.string().check(z.regex(/^\d{1,15}$/, "cursor: this isn't a cursor from Parlor.")),
  ),
});
export type AuditPage = z.infer<typeof Page>;

const AuditPageReply = z.object({
  logs: z.array(AuditLog),
  total: z.number(),
  /** False when there are more than `total`, because counting them all would take too long. */
  totalIsExact: z.boolean(),
  nextCursor: z.nullable(z.string()),
});
export type AuditPageReply = z.infer<typeof AuditPageReply>;

/** The available filter values. */
const AuditKinds = z.object({
  actions: z.array(z.object({ action: z.string(), count: z.number() })),
  /** Existing users with entries, by name. */
  actors: z.array(z.object({ id: z.string(), username: z.string() })),
});
export type AuditKinds = z.infer<typeof AuditKinds>;

export const audits = {
  /** Newest first. */
  list: get("/api/audit-logs", {
    query: Page,
    reply: AuditPageReply,
    reads: ["audit-logs", "users"],
  }),
  kinds: get("/api/audit-logs/kinds", { reply: AuditKinds, reads: ["audit-logs", "users"] }),
  /** The whole filtered list as CSV. */
  exportCsv: file("/api/audit-logs/export", { query: Filter }),
};
