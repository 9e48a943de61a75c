import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

export const PermissionsShape = z.object({
  pages: z.array(z.string()),
  employeeIds: z.array(z.number()),
  canViewClientPhoneNumbers: z.boolean(),
  canViewClientNames: z.boolean(),
});

const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(["admin", "user"]),
  permissions: PermissionsShape,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Credentials = z.object({
  username: z.string().check(z.trim(), z.minLength(1, "Username is required"), z.maxLength(100)),
  password: z.string().check(z.minLength(1, "Password is required"), z.maxLength(200)),
});

export const Registration = z.object({
  username: z.string().check(z.trim(), z.minLength(1, "Username is required"), z.maxLength(60)),
  email: z.string().check(z.trim(), z.email("Invalid email address"), z.maxLength(200)),
  password: z
    .string()
    .check(z.minLength(6, "Password must be at least 6 characters"), z.maxLength(200)),
  /** From the set-up link; registering with a valid one makes the first admin. */
  setup: z.optional(z.string()),
});
export type Registration = z.infer<typeof Registration>;

export const auth = {
  user: get("/api/user", { reply: CurrentUser }),
  login: post("/api/login", { body: Credentials, reply: CurrentUser }),
  register: post("/api/register", {
    body: Registration,
    reply: z.object({ message: z.string() }),
    status: 201,
  }),
  logout: post("/api/logout"),
};
