import * as z from "zod/mini";
import { PermissionsShape } from "#src/auth/contract.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";

const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(["admin", "user"]),
  approved: z.boolean(),
  /** Signing in asks for a code of the authenticator app. */
  secondFactor: z.boolean(),
  permissions: PermissionsShape,
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

const Approval = z.object({
  permissions: z.object({
    /** An empty list falls back to the dashboard only. */
    pages: z.array(z.string()),
    employeeIds: z._default(z.array(z.number()), []),
    canViewClientPhoneNumbers: z._default(z.boolean(), true),
    canViewClientNames: z._default(z.boolean(), true),
  }),
});
export type Approval = z.infer<typeof Approval>;

export const users = {
  list: get("/api/users", { reply: z.array(User), reads: ["users"] }),
  pending: get("/api/users/pending", { reply: z.array(User), reads: ["users"] }),
  approve: post("/api/users/:id/approve", { body: Approval, reply: User }),
  /** Making somebody an admin, or an ordinary user again. */
  changeRole: post("/api/users/:id/role", {
    body: z.object({ role: z.enum(["admin", "user"]) }),
    reply: User,
  }),
  /** For a lost phone. */
  removeSecondFactor: remove("/api/users/:id/second-factor", { reply: User }),
  remove: remove("/api/users/:id"),
};
