import { transferCampaigns } from "#db/campaigns.ts";
import { inTransaction } from "#db/connection.ts";
import { transferContacts } from "#db/contacts.ts";
import { deleteSessionsOf } from "#db/sessions.ts";
import * as store from "#db/users.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/audit/audit.ts";
import {
  hasSecondFactor,
  removeSecondFactor,
  usersWithSecondFactor,
} from "#src/second-factor/second-factor.ts";
import { GRANTABLE_PAGES, type Role } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Approval, User } from "./contract.ts";

export function listUsers(app: App): User[] {
  const secured = usersWithSecondFactor(app);
  return store.allUsers(app.db).map((user) => shown(user, secured.has(user.id)));
}

export function listPending(app: App): User[] {
  return listUsers(app).filter((user) => !user.approved);
}

/** Lets a registered person in with these pages. */
export function approveUser(app: App, actor: Staff, id: string, { permissions }: Approval): User {
  const unknown = permissions.pages.find(
    (page) => !GRANTABLE_PAGES.some(({ path }) => path === page),
  );
  if (unknown !== undefined)
    throw new Problem(400, `permissions.pages: there is no page ${unknown}`);

  return inTransaction(app.db, () => {
    const user = found(app, id);
    if (user.approved) throw new Problem(409, "This user is already approved.");
    const pages = permissions.pages.length > 0 ? permissions.pages : ["/"];
    store.setApproved(app.db, id, { ...permissions, pages });
    record(app, actor, {
      action: "user.approve",
      target: ["user", id],
      metadata: { username: user.username, pages },
    });
    app.events.changed("users", id);
    return shown(found(app, id), false);
  });
}

/** Contacts and campaigns of the deleted user become the acting admin's. */
export function deleteUser(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const user = found(app, id);
    if (id === actor.id) throw new Problem(409, "You cannot delete your own account.");
    if (user.role === "admin" && store.countAdmins(app.db) === 1)
      throw new Problem(409, "The last administrator cannot be deleted.");
    transferContacts(app.db, id, actor.id);
    transferCampaigns(app.db, id, actor.id);
    deleteSessionsOf(app.db, id);
    store.deleteUser(app.db, id);
    record(app, actor, {
      action: "user.delete",
      target: ["user", id],
      metadata: { username: user.username },
    });
    app.events.changed("users", id);
    app.events.changed("campaigns");
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
    return shown(found(app, id), hasSecondFactor(app, id));
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
    return shown(user, false);
  });
}

function found(app: App, id: string): store.UserRow {
  const user = store.findUser(app.db, id);
  if (!user) throw new Problem(404, "This user does not exist any more.");
  return user;
}

function shown(user: store.UserRow, secondFactor: boolean): User {
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
    createdAt: new Date(user.createdAt).toISOString(),
  };
}
