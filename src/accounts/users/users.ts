import * as invitationStore from "#db/accounts/invitations.ts";
import { inTransaction } from "#db/connection.ts";
import { deleteSessionsOf, sessionsByUser } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import {
  hasSecondFactor,
  removeSecondFactor,
  usersWithSecondFactor,
} from "#src/accounts/second-factor/second-factor.ts";
import { createInvitationToken, hashOfInvitation } from "#src/accounts/sign-in/invitation.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { SESSION_SECONDS } from "#src/platform/http/cookies.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";
import { NEW_USER_PERMISSIONS, type Permissions, type Role } from "#src/shared/permissions.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import type { Invitation, NewInvitation, PermissionsChange, User } from "./contract.ts";
import { resolvePermissions } from "./resolve-permissions.ts";

const VALID_MS = 7 * DAY_MS;
/** More open links than this are a mistake. */
const MAX_OPEN = 50;

/** Newest first. */
export function listUsers(app: App, page: UuidPage): User[] {
  return toUsers(app, store.pageOfUsers(app.db, page));
}

export function listPending(app: App): User[] {
  return toUsers(app, store.unapprovedUsers(app.db));
}

function toUsers(app: App, rows: readonly store.UserRow[]): User[] {
  const secured = usersWithSecondFactor(app);
  const sessions = sessionsByUser(app.db, app.now());
  return rows.map((user) => toUser(user, secured.has(user.id), sessions.get(user.id)));
}

/** Approves a registered user with these permissions. @throws Problem 400, 404, 409 */
export function approveUser(
  app: App,
  actor: Staff,
  id: string,
  { permissions }: PermissionsChange,
): User {
  return inTransaction(app.db, () => {
    const user = getUserRow(app, id);
    if (user.approved) throw new Problem(409, "This user is already approved.");
    const employeeIds = app.hooks.queries.allEmployees(app.db).map((employee) => employee.id);
    const granted = resolvePermissions(app, permissions, { ...NEW_USER_PERMISSIONS, employeeIds });
    store.setApproved(app.db, id, granted);
    recordChange(app, actor, "user.approve", user, granted);
    return getUser(app, id);
  });
}

/** Also ends all sessions of the user, whose open pages no longer match the permissions. @throws Problem 400, 404, 409 */
export function changePermissions(
  app: App,
  actor: Staff,
  id: string,
  { permissions }: PermissionsChange,
): User {
  return inTransaction(app.db, () => {
    const user = getUserRow(app, id);
    if (user.role === "admin")
      throw new Problem(409, "Administrators have all permissions, so there is nothing to edit.");
    if (!user.approved) throw new Problem(409, "This user isn't approved yet.");
    const granted = resolvePermissions(app, permissions, user.permissions);
    store.setPermissions(app.db, id, granted);
    deleteSessionsOf(app.db, id);
    recordChange(app, actor, "user.change_permissions", user, granted);
    return getUser(app, id);
  });
}

/** Also ends all sessions of the user, whose open pages no longer match the role. @throws Problem 404, 409 */
export function changeRole(app: App, actor: Staff, id: string, role: Role): User {
  return inTransaction(app.db, () => {
    const user = getUserRow(app, id);
    if (!user.approved) throw new Problem(409, "This user isn't approved yet.");
    if (user.role === "admin" && role === "user" && store.countAdmins(app.db) === 1)
      throw new Problem(409, "You can't change the last administrator's role.");
    if (user.role !== role) {
      // An admin from the setup link may never have been granted a page.
      const pages = user.permissions.pages.length > 0 ? user.permissions.pages : ["/"];
      store.setRole(app.db, id, role, { ...user.permissions, pages });
      deleteSessionsOf(app.db, id);
      // With a link of their own the user could register as an administrator again.
      if (role === "user") invitationStore.deleteInvitationsOf(app.db, id);
      recordChange(app, actor, "user.change_role", user, { role });
    }
    return getUser(app, id);
  });
}

/** For a user who lost both their phone and their recovery codes. @throws Problem 404, 409 */
export function switchOffSecondFactor(app: App, actor: Staff, id: string): User {
  return inTransaction(app.db, () => {
    const user = getUserRow(app, id);
    if (!hasSecondFactor(app, id)) throw new Problem(409, "Two-step sign-in is already off.");
    removeSecondFactor(app, id);
    recordChange(app, actor, "user.second_factor_off", user);
    app.events.changed("account", id);
    mailNotice(app, id, "second-factor-off", undefined);
    return getUser(app, id);
  });
}

export function recordChange(
  app: App,
  actor: Staff,
  action: string,
  { id, username }: store.UserRow,
  details: object = {},
): void {
  record(app, actor, { action, target: ["user", id], metadata: { username, ...details } });
  app.events.changed("users", id);
}

/** @throws Problem 404 */
export function getUserRow(app: App, id: string): store.UserRow {
  return requireFound(store.findUser(app.db, id), "This user no longer exists.");
}

function getUser(app: App, id: string): User {
  const sessions = sessionsByUser(app.db, app.now()).get(id);
  return toUser(getUserRow(app, id), hasSecondFactor(app, id), sessions);
}

function toUser(
  user: store.UserRow,
  secondFactor: boolean,
  sessions: { count: number; lastExpiry: number } | undefined,
): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    role: user.role,
    approved: user.approved,
    secondFactor,
    permissions: {
      ...user.permissions,
      pages: [...user.permissions.pages],
      employeeIds: [...user.permissions.employeeIds],
    },
    sessions: sessions?.count ?? 0,
    // Using a session extends it, at most once an hour.
    lastSeenAt: sessions
      ? new Date(sessions.lastExpiry - SESSION_SECONDS * 1000).toISOString()
      : null,
    createdAt: toIso(user.createdAt),
  };
}

export function listInvitations(app: App): Invitation[] {
  return invitationStore.listInvitations(app.db, app.now()).map(toInvitation);
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
    if (invitationStore.listInvitations(app.db, app.now()).length >= MAX_OPEN)
      throw new Problem(409, "There are too many open invitations. Revoke some first.");
    const permissions = grantedBy(app, input);
    const id = invitationStore.insertInvitation(app.db, {
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
    if (!invitationStore.deleteInvitation(app.db, id))
      throw new Problem(404, "This invitation was already used or revoked.");
    record(app, actor, { action: "user.withdraw_invitation", target: ["invitation", id] });
    app.events.changed("users");
  });
}

/** An admin sees everything, so only a user's permissions are chosen; without any, the account waits for approval. */
function grantedBy(app: App, { role, permissions }: NewInvitation): Permissions | undefined {
  const employeeIds = app.hooks.queries.allEmployees(app.db).map(({ id }) => id);
  const defaults = { ...NEW_USER_PERMISSIONS, employeeIds };
  if (role === "admin") return { ...defaults, pages: ["/"] };
  return permissions && resolvePermissions(app, permissions, defaults);
}

function toInvitation(row: invitationStore.InvitationRow): Invitation {
  return {
    id: row.id,
    role: row.role,
    pages: row.permissions ? [...row.permissions.pages] : null,
    createdBy: row.createdBy,
    expiresAt: toIso(row.expiresAt),
  };
}
