import { deleteOtherSessionsOf, deleteSessionsOf } from "#db/accounts/sessions.ts";
import * as store from "#db/accounts/users.ts";
import { inTransaction } from "#db/connection.ts";
import { hasSecondFactor, removeSecondFactor } from "#src/accounts/second-factor/second-factor.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { count, forgive, limit, refuseAfter } from "#src/platform/http/rate-limit.ts";
import { hashOfSession } from "#src/platform/http/session-cookie.ts";
import { closeSession, openSession, signedIn } from "#src/platform/http/sessions.ts";
import { NO_PERMISSIONS } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Credentials, CurrentUser, Registration } from "./contract.ts";
import { hashPassword, isPassword, refuseCommon } from "./passwords.ts";
import { requireSecondFactor } from "./second-step.ts";
import { useSetupToken } from "./setup-link.ts";

const PENDING =
  "Registration received. An administrator must approve your account before you can sign in.";
const QUARTER = 15 * 60;

/** With a valid set-up token an approved admin, else an account that waits for approval. */
export async function register(app: App, wanted: Registration, caller: Caller): Promise<string> {
  limit(app, `register ${caller.ip}`, 20, QUARTER);
  refuseCommon(wanted.password);
  const passwordHash = await hashPassword(wanted.password);

  return inTransaction(app.db, () => {
    refuseTaken(app, wanted);
    const first = useSetupToken(app, wanted.setup);
    const user = newUser(app, wanted, passwordHash, first ? "admin" : "user");
    recordSystem(
      app,
      {
        action: "user.register",
        target: ["user", user.id],
        metadata: { username: user.username, role: user.role },
      },
      caller,
    );
    return first ? "Your administrator account is ready. Please sign in." : PENDING;
  });
}

/** From the shell: an approved admin. @throws Problem 409 when name or e-mail is taken */
export async function createAdmin(app: App, wanted: Registration): Promise<void> {
  refuseCommon(wanted.password);
  const passwordHash = await hashPassword(wanted.password);
  inTransaction(app.db, () => {
    refuseTaken(app, wanted);
    const user = newUser(app, wanted, passwordHash, "admin");
    recordSystem(app, {
      action: "user.register",
      target: ["user", user.id],
      metadata: { username: user.username, from: "shell" },
    });
  });
}

/** From the shell: a new password; every session of the user ends. Answers whether a second factor is still on. */
export async function resetPassword(
  app: App,
  username: string,
  password: string,
  withoutSecondFactor: boolean,
): Promise<boolean> {
  refuseCommon(password);
  const passwordHash = await hashPassword(password);
  return inTransaction(app.db, () => {
    const user = store.findUserByName(app.db, username);
    if (!user) throw new Problem(404, `There is no user named ${username}.`);
    if (withoutSecondFactor) removeSecondFactor(app, user.id);
    store.setPassword(app.db, user.id, passwordHash);
    deleteSessionsOf(app.db, user.id);
    recordSystem(app, {
      action: "user.reset_password",
      target: ["user", user.id],
      metadata: { from: "shell", ...(withoutSecondFactor && { withoutSecondFactor }) },
    });
    return hasSecondFactor(app, user.id);
  });
}

/** Before what a session that was left open must not do. @throws Problem 400 at the field, 429 after five wrong */
export async function requirePassword(
  app: App,
  actor: Staff,
  password: string,
  field: string,
): Promise<void> {
  const wrongTries = `wrong password of ${actor.id}`;
  refuseAfter(app, wrongTries, 5);
  const user = store.findUser(app.db, actor.id);
  if (await isPassword(password, user?.passwordHash)) return forgive(app, wrongTries);
  count(app, wrongTries, QUARTER);
  throw new Problem(400, "That is not your password.", {
    errors: { [field]: "That is not your password." },
  });
}

/** The user's sessions end but for the one that did it. @throws Problem 400 */
export async function setOwnPassword(
  app: App,
  actor: Staff,
  password: string,
  session: string | undefined,
): Promise<void> {
  refuseCommon(password);
  const passwordHash = await hashPassword(password);
  inTransaction(app.db, () => {
    store.setPassword(app.db, actor.id, passwordHash);
    deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
    record(app, actor, { action: "user.change_password", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
  });
}

/** The same words and the same time for an unknown name and for a wrong password. */
export async function login(
  app: App,
  wanted: Credentials,
  caller: Caller,
  answer: Headers,
): Promise<CurrentUser> {
  limit(app, `login from ${caller.ip}`, 50, QUARTER);
  limit(app, `login as ${wanted.username.toLowerCase()}`, 10, QUARTER);
  const user = store.findUserByName(app.db, wanted.username);
  const right = await isPassword(wanted.password, user?.passwordHash);

  if (!user?.approved || !right) {
    // What is no user's name may be a password in the wrong field.
    const metadata = user ? { username: user.username } : { unknown: true };
    const deed = { action: "user.login_failed", metadata };
    inTransaction(app.db, () => recordSystem(app, deed, caller));
    throw user && right
      ? new Problem(403, "Your account is waiting for approval.")
      : new Problem(401, "Wrong username or password.");
  }

  if (hasSecondFactor(app, user.id)) await requireSecondFactor(app, user, wanted.code, caller);

  inTransaction(app.db, () => {
    // While this was checked, the password may have been changed, and all sessions ended.
    if (store.findUser(app.db, user.id)?.passwordHash !== user.passwordHash)
      throw new Problem(401, "Wrong username or password.");
    openSession(app, user, caller, answer);
    app.events.changed("account", user.id);
    record(app, { ...user, caller }, { action: "user.login", target: ["user", user.id] });
  });
  return current(user);
}

export function logout(
  app: App,
  session: string | undefined,
  caller: Caller,
  answer: Headers,
): void {
  inTransaction(app.db, () => {
    const actor = signedIn(app, session, caller);
    if (actor) record(app, actor, { action: "user.logout", target: ["user", actor.id] });
    closeSession(app, session, answer);
  });
}

export function current(user: Pick<Staff, keyof CurrentUser>): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    permissions: {
      ...user.permissions,
      pages: [...user.permissions.pages],
      employeeIds: [...user.permissions.employeeIds],
    },
  };
}

function newUser(app: App, wanted: Registration, passwordHash: string, role: "admin" | "user") {
  const user = {
    id: Bun.randomUUIDv7(),
    username: wanted.username,
    email: wanted.email,
    passwordHash,
    role,
    approved: role === "admin",
    permissions: NO_PERMISSIONS,
    createdAt: app.now(),
  };
  store.insertUser(app.db, user);
  app.events.changed("users", user.id);
  return user;
}

function refuseTaken(app: App, wanted: Registration): void {
  if (store.findUserByName(app.db, wanted.username))
    throw new Problem(409, "That username is taken.", {
      errors: { username: "That username is taken." },
    });
  if (store.findUserByEmail(app.db, wanted.email))
    throw new Problem(409, "That email is already registered.", {
      errors: { email: "That email is already registered." },
    });
}
