import * as z from "zod/mini";
import { PermissionsShape } from "#src/accounts/sign-in/contract.ts";
import { get, post, put, remove } from "#src/shared/endpoint.ts";
import { UuidPage } from "#src/shared/page-shape.ts";

const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(["admin", "user"]),
  approved: z.boolean(),
  /** Whether two-step sign-in is on. */
  secondFactor: z.boolean(),
  permissions: PermissionsShape,
  /** The number of open sessions. */
  sessions: z.number(),
  /** When one of the sessions was last used, accurate to the hour; null when there is none. */
  lastSeenAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

const PermissionsChange = z.object({
  permissions: z.object({
    /** An empty list grants the dashboard only. */
    pages: z.array(z.string()),
    /** Employees whose schedules the user sees; an empty list means none. Absent: all at approval, unchanged later. */
    employeeIds: z.optional(z.array(z.number().check(z.int()))),
    canViewClientPhoneNumbers: z.optional(z.boolean()),
    canViewClientNames: z.optional(z.boolean()),
  }),
});
export type PermissionsChange = z.infer<typeof PermissionsChange>;

const Belongings = z.object({
  contacts: z.number(),
  campaigns: z.number(),
  drafts: z.number(),
});
export type Belongings = z.infer<typeof Belongings>;

const NewInvitation = z.object({
  role: z.enum(["admin", "user"]),
  /** Absent for a user: the account waits for approval. */
  permissions: z.optional(PermissionsChange.shape.permissions),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

const Invitation = z.object({
  id: z.number(),
  role: z.enum(["admin", "user"]),
  /** Null: the account waits for approval. */
  pages: z.nullable(z.array(z.string())),
  /** The username of the admin. */
  createdBy: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

export const users = {
  list: get("/api/users", { query: UuidPage, reply: z.array(User), reads: ["users"] }),
  pending: get("/api/users/pending", { reply: z.array(User), reads: ["users"] }),
  /** Invitations that are still open, newest first. */
  invitations: get("/api/invitations", { reply: z.array(Invitation), reads: ["users"] }),
  /** The link is shown once, works once and is valid for seven days. */
  invite: post("/api/invitations", {
    body: NewInvitation,
    reply: z.object({ url: z.string(), expiresAt: z.string() }),
    status: 201,
    showsSecret: true,
    changes: ["users"],
  }),
  withdrawInvitation: remove("/api/invitations/:id", { changes: ["users"] }),
  /** What would be deleted with a user, or transferred to the acting admin. */
  belongings: get("/api/users/:id/belongings", { reply: Belongings }),
  approve: post("/api/users/:id/approve", {
    body: PermissionsChange,
    reply: User,
    changes: ["users"],
  }),
  /** Ends all of the user's sessions. */
  changePermissions: put("/api/users/:id/permissions", {
    body: PermissionsChange,
    reply: User,
    changes: ["users"],
  }),
  changeRole: post("/api/users/:id/role", {
    body: z.object({ role: z.enum(["admin", "user"]) }),
    reply: User,
    changes: ["users"],
  }),
  /** For a user who lost their phone. */
  removeSecondFactor: remove("/api/users/:id/second-factor", {
    reply: User,
    changes: ["users", "account"],
  }),
  /** Transfers contacts and campaigns to the acting admin, or deletes them with `cascade`. */
  remove: remove("/api/users/:id", {
    query: z.object({ cascade: z.optional(z.enum(["true", "false"])) }),
    changes: ["users", "contacts", "campaigns"],
  }),
};
