import { deleteSessionsOf, sessionsByUser } from "#db/accounts/sessions.ts";
import * as store from "#db/accounts/users.ts";
import { allEmployees } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import {
  hasSecondFactor,
  removeSecondFactor,
  usersWithSecondFactor,
} from "#src/accounts/second-factor/second-factor.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { SESSION_SECONDS } from "#src/platform/http/session-cookie.ts";
import { NO_PERMISSIONS, type Role } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { PermissionsChange, User } from "./contract.ts";
import { granted } from "./granted.ts";

export function listUsers(app: App): User[] {
  const secured = usersWithSecondFactor(app);
  const sessions = sessionsByUser(app.db, app.now());
  return store
    .allUsers(app.db)
    .map((user) => shown(user, secured.has(user.id), sessions.get(user.id)));
}

export function listPending(app: App): User[] {
  return listUsers(app).filter((user) => !user.approved);
}

/** Lets a registered person in with these pages. */
export function approveUser(
  app: App,
  actor: Staff,
  id: string,
  { permissions }: PermissionsChange,
): User {
  return inTransaction(app.db, () => {
    const user = found(app, id);
    if (user.approved) throw new Problem(409, "This user is already approved.");
    const employeeIds = allEmployees(app.db).map((employee) => employee.id);
    const given = granted(app, permissions, { ...NO_PERMISSIONS, employeeIds });
    store.setApproved(app.db, id, given);
    record(app, actor, {
      action: "user.approve",
      target: ["user", id],
      metadata: { username: user.username, ...given },
    });
    app.events.changed("users", id);
    return shownOne(app, id);
  });
}

/** Ends all sessions of the user: what their pages show would no longer agree. @throws Problem 400, 404, 409 */
export function changePermissions(
  app: App,
  actor: Staff,
  id: string,
  { permissions }: PermissionsChange,
): User {
  return inTransaction(app.db, () => {
    const user = found(app, id);
    if (user.role === "admin")
      throw new Problem(409, "An administrator may do everything: there is nothing to edit.");
    if (!user.approved) throw new Problem(409, "This user is not approved yet.");
    const given = granted(app, permissions, user.permissions);
    store.setPermissions(app.db, id, given);
    deleteSessionsOf(app.db, id);
    record(app, actor, {
      action: "user.change_permissions",
      target: ["user", id],
      metadata: { username: user.username, ...given },
    });
    app.events.changed("users", id);
    return shownOne(app, id);
  });
}

/** Ends all sessions of the user: what the pages show would no longer agree. @throws Problem 404, 409 */
export function changeRole(app: App, actor: Staff, id: string, role: Role): User {
  return inTransaction(app.db, () => {
    const user = found(app, id);
    if (!user.approved) throw new Problem(409, "This user is not approved yet.");
    if (user.role === "admin" && role === "user" && store.countAdmins(app.db) === 1)
      throw new Problem(409, "The last administrator cannot become an ordinary user.");
    if (user.role !== role) {
      // Who was made admin first may never have been given a page.
      const pages = user.permissions.pages.length > 0 ? user.permissions.pages : ["/"];
      store.setRole(app.db, id, role, { ...user.permissions, pages });
      deleteSessionsOf(app.db, id);
      record(app, actor, {
        action: "user.change_role",
        target: ["user", id],
        metadata: { username: user.username, role },
      });
      app.events.changed("users", id);
    }
    return shownOne(app, id);
  });
}

/** For somebody who has lost their phone and their recovery codes. @throws Problem 404, 409 */
export function switchOffSecondFactor(app: App, actor: Staff, id: string): User {
  return inTransaction(app.db, () => {
    const user = found(app, id);
    if (!hasSecondFactor(app, id)) throw new Problem(409, "Two-step sign-in is off already.");
    removeSecondFactor(app, id);
    record(app, actor, {
      action: "user.second_factor_off",
      target: ["user", id],
      metadata: { username: user.username },
    });
    app.events.changed("users", id);
    app.events.changed("account", id);
    return shownOne(app, id);
  });
}

/** @throws Problem 404 */
export function found(app: App, id: string): store.UserRow {
  const user = store.findUser(app.db, id);
  if (!user) throw new Problem(404, "This user does not exist any more.");
  return user;
}

function shownOne(app: App, id: string): User {
  const sessions = sessionsByUser(app.db, app.now()).get(id);
  return shown(found(app, id), hasSecondFactor(app, id), sessions);
}

function shown(
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
    // A session slides as it is used, at most once an hour.
    lastSeenAt: sessions
      ? new Date(sessions.lastExpiry - SESSION_SECONDS * 1000).toISOString()
      : null,
    createdAt: new Date(user.createdAt).toISOString(),
  };
}
