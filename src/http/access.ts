import type { App, Caller, Staff } from "#src/app.ts";
import { signedIn } from "#src/auth/sessions.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Access } from "./routes.ts";

/** @throws Problem 401 when not signed in, 403 when signed in without the permission */
export function requireAccess(
  app: App,
  access: Access,
  session: string | undefined,
  caller: Caller,
  answer: Headers,
): Staff | undefined {
  if (access.kind === "visitor") return undefined;

  const actor = signedIn(app, session, caller, answer);
  if (!actor) throw new Problem(401, "Please sign in.");
  if (!permits(access, actor)) throw new Problem(403, "You do not have permission to do this.");
  return actor;
}

function permits(access: Access, actor: Staff): boolean {
  if (access.kind === "visitor" || actor.role === "admin") return true;
  if (access.kind === "admin") return false;
  return access.pages === "any" || access.pages.some((page) => mayOpen(actor, page));
}
