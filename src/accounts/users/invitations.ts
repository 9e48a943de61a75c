import * as store from "#db/accounts/invitations.ts";
import { allEmployees } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import { createInvitationToken, hashOfInvitation } from "#src/accounts/sign-in/invitation.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { NO_PERMISSIONS, type Permissions } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Invitation, NewInvitation } from "./contract.ts";
import { resolvePermissions } from "./resolve-permissions.ts";

const VALID_MS = 7 * DAY_MS;
/** More open links than this are a mistake. */
const MAX_OPEN = 50;

export function listInvitations(app: App): Invitation[] {
  return store.listInvitations(app.db, app.now()).map(toInvitation);
}

/** Returns the link, which is shown once: only the token's hash is stored. @throws Problem 400, 409 */
export function createInvitation(
  app: App,
  actor: Staff,
  input: NewInvitation,
  host: string | undefined,
): { url: string; expiresAt: string } {
  const token = createInvitationToken();
  const expiresAt = app.now() + VALID_MS;
  inTransaction(app.db, () => {
    if (store.listInvitations(app.db, app.now()).length >= MAX_OPEN)
      throw new Problem(409, "There are too many open invitations. Revoke some first.");
    const permissions = grantedBy(app, input);
    const id = store.insertInvitation(app.db, {
      tokenHash: hashOfInvitation(token),
      role: input.role,
      permissions: permissions ?? null,
      createdBy: actor.id,
      createdAt: app.now(),
      expiresAt,
    });
    record(app, actor, {
      action: "user.invite",
      target: ["invitation", id],
      metadata: { role: input.role, ...permissions },
    });
    app.events.changed("users");
  });
  const base = app.config.publicUrl ?? `http://${host}`;
  return {
    url: `${base}/auth?invite=${token}`,
    expiresAt: toIso(expiresAt),
  };
}

/** @throws Problem 404 */
export function withdrawInvitation(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    if (!store.deleteInvitation(app.db, id))
      throw new Problem(404, "This invitation was already used or revoked.");
    record(app, actor, { action: "user.withdraw_invitation", target: ["invitation", id] });
    app.events.changed("users");
  });
}

/** An admin sees everything, so only a user's permissions are chosen; without any, the account waits for approval. */
function grantedBy(app: App, { role, permissions }: NewInvitation): Permissions | undefined {
  const employeeIds = allEmployees(app.db).map(({ id }) => id);
  const defaults = { ...NO_PERMISSIONS, employeeIds };
  if (role === "admin") return { ...defaults, pages: ["/"] };
  return permissions && resolvePermissions(app, permissions, defaults);
}

function toInvitation(row: store.InvitationRow): Invitation {
  return {
    id: row.id,
    role: row.role,
    pages: row.permissions ? [...row.permissions.pages] : null,
    createdBy: row.createdBy,
    expiresAt: toIso(row.expiresAt),
  };
}
