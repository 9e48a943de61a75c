import * as z from "zod/mini";
import { PermissionsShape } from "#src/accounts/sign-in/contract.ts";
import { get, post, put, remove } from "#src/shared/endpoint.ts";

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

export const users = {
  list: get("/api/users", { reply: z.array(User), reads: ["users"] }),
  pending: get("/api/users/pending", { reply: z.array(User), reads: ["users"] }),
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
  /** Changes whether the user is an admin. */
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
