import type { Context } from "hono";
import type { App, Caller, Staff } from "#src/app.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Access } from "./routes.ts";
import { type Client, findSignedInClient } from "./sessions.ts";

/** @throws Problem 401 when not signed in, 403 when signed in without the permission */
export function requireAccess(
  app: App,
  access: Access,
  session: string | undefined,
  caller: Caller,
  answer: Headers,
): Staff | undefined {
  if (!isForStaff(access)) return undefined;
  return requirePermission(access, findSignedInStaff(app, session, caller, answer));
}

/** `user` is who is signed in. @throws Problem 401, 403 */
export function requirePermission(access: Access, user: Staff | undefined): Staff | undefined {
  if (!isForStaff(access)) return undefined;
  if (!user) throw new Problem(401, "Sign in to continue.");
  if (user.needsSecondFactor && !(access.kind === "staff" && access.isForSetUp))
    throw new Problem(403, "Set up two-step sign-in first.");
  if (!permits(access, user)) throw new Problem(403, "You don't have permission to do this.");
  return user;
}

type ForStaff = Extract<Access, { kind: "staff" | "admin" }>;

function isForStaff(access: Access): access is ForStaff {
  return access.kind === "staff" || access.kind === "admin";
}

/** Members and financing clients have separate cookies, which give no other access. @throws Problem 401 */
export function requireClient(c: Context, app: App, access: Access): Client | undefined {
  if (access.kind !== "member" && access.kind !== "financing") return undefined;
  const client = findSignedInClient(c, app, access.kind);
  if (!client) throw new Problem(401, "Sign in to continue.");
  return client;
}

function permits(access: ForStaff, actor: Staff): boolean {
  if (actor.role === "admin") return true;
  if (access.kind === "admin") return false;
  return access.pages === "any" || access.pages.some((page) => mayOpen(actor, page));
}
