import * as z from "zod/mini";
import { PermissionsShape } from "#src/accounts/sign-in/contract.ts";
import { get, post, put, remove } from "#src/shared/endpoint.ts";

const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(["admin", "user"]),
  approved: z.boolean(),
  /** Signing in asks for a code of the authenticator app. */
  secondFactor: z.boolean(),
  permissions: PermissionsShape,
  /** Browsers that are signed in. */
  sessions: z.number(),
  /** To the hour, of those browsers; null when there is none. */
  lastSeenAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

const PermissionsChange = z.object({
  permissions: z.object({
    /** An empty list falls back to the dashboard only. */
    pages: z.array(z.string()),
    /** Whose schedules; an empty list means nobody's. Left out: everybody's at the approval, as before later. */
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
  /** What would go with a user, or become the acting admin's. */
  belongings: get("/api/users/:id/belongings", { reply: Belongings }),
  approve: post("/api/users/:id/approve", { body: PermissionsChange, reply: User }),
  /** Ends all of the user's sessions. */
  changePermissions: put("/api/users/:id/permissions", { body: PermissionsChange, reply: User }),
  /** Making somebody an admin, or an ordinary user again. */
  changeRole: post("/api/users/:id/role", {
    body: z.object({ role: z.enum(["admin", "user"]) }),
    reply: User,
  }),
  /** For a lost phone. */
  removeSecondFactor: remove("/api/users/:id/second-factor", { reply: User }),
  /** Contacts and campaigns become the acting admin's; with cascade they are deleted too. */
  remove: remove("/api/users/:id", {
    query: z.object({ cascade: z.optional(z.enum(["true", "false"])) }),
  }),
};
