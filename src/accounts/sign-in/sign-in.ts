import { deleteOtherSessionsOf, deleteSessionsOf } from "#db/accounts/sessions.ts";
import * as store from "#db/accounts/users.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import { hasSecondFactor, removeSecondFactor } from "#src/accounts/second-factor/second-factor.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import {
  clearLimit,
  countUse,
  limitRate,
  requireBelowLimit,
} from "#src/platform/http/rate-limit.ts";
import { hashOfSession } from "#src/platform/http/session-cookie.ts";
import { closeSession, findSignedInStaff, openSession } from "#src/platform/http/sessions.ts";
import { NO_PERMISSIONS } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Credentials, CurrentUser, Registration } from "./contract.ts";
import { hashPassword, refuseCommonPassword, verifyPassword } from "./passwords.ts";
import { requireSecondFactor } from "./second-step.ts";
import { consumeSetupToken } from "./setup-link.ts";

const PENDING =
  "Registration received. An administrator must approve your account before you can sign in.";
const QUARTER_SECONDS = 15 * 60;

/**
 * Registers an account: an approved admin with a valid setup token, else a user that waits for
 * approval. Returns a message for the user.
 * @throws Problem 400 for a common password, 409 when the name or email is taken, 429
 */
export async function register(app: App, input: Registration, caller: Caller): Promise<string> {
  limitRate(app, `register ${caller.ip}`, 20, QUARTER_SECONDS);
  refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);

  return whenFree(() =>
    inTransaction(app.db, () => {
      refuseTaken(app, input);
      const first = consumeSetupToken(app, input.setup);
      const user = insertNewUser(app, input, passwordHash, first ? "admin" : "user");
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
    }),
  );
}

/** Creates an approved admin from the command line. @throws Problem 400, 409 when the name or email is taken */
export async function createAdmin(app: App, input: Registration): Promise<void> {
  refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  await whenFree(() =>
    inTransaction(app.db, () => {
      refuseTaken(app, input);
      const user = insertNewUser(app, input, passwordHash, "admin");
      recordSystem(app, {
        action: "user.register",
        target: ["user", user.id],
        metadata: { username: user.username, from: "shell" },
      });
    }),
  );
}

/**
 * Sets a password from the command line and ends all sessions of the user. Returns whether two-step
 * sign-in is still on.
 * @throws Problem 400, 404
 */
export async function resetPassword(
  app: App,
  username: string,
  password: string,
  withoutSecondFactor: boolean,
): Promise<boolean> {
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return whenFree(() =>
    inTransaction(app.db, () => {
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
    }),
  );
}

/**
 * Checks the password again before an action that an unattended session must not allow.
 * @throws Problem 400 with an error for `field`, 429 after five wrong passwords
 */
export async function requirePassword(
  app: App,
  actor: Staff,
  password: string,
  field: string,
): Promise<void> {
  const wrongTries = `wrong password of ${actor.id}`;
  requireBelowLimit(app, wrongTries, 5);
  const user = store.findUser(app.db, actor.id);
  if (await verifyPassword(password, user?.passwordHash)) return clearLimit(app, wrongTries);
  countUse(app, wrongTries, QUARTER_SECONDS);
  throw new Problem(400, "That isn't your password.", {
    errors: { [field]: "That isn't your password." },
  });
}

/** Sets the user's own password and ends the user's other sessions. @throws Problem 400 */
export async function setOwnPassword(
  app: App,
  actor: Staff,
  password: string,
  session: string | undefined,
): Promise<void> {
  refuseCommonPassword(password);
  const passwordHash = await hashPassword(password);
  await whenFree(() =>
    inTransaction(app.db, () => {
      store.setPassword(app.db, actor.id, passwordHash);
      deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
      record(app, actor, { action: "user.change_password", target: ["user", actor.id] });
      app.events.changed("account", actor.id);
    }),
  );
}

/**
 * Signs a user in. The message and the timing are the same for an unknown name and a wrong password.
 * @throws Problem 401, 403 while the account waits for approval, 429
 */
export async function login(
  app: App,
  input: Credentials,
  caller: Caller,
  answer: Headers,
): Promise<CurrentUser> {
  limitRate(app, `login from ${caller.ip}`, 50, QUARTER_SECONDS);
  limitRate(app, `login as ${input.username.toLowerCase()}`, 10, QUARTER_SECONDS);
  const user = store.findUserByName(app.db, input.username);
  const right = await verifyPassword(input.password, user?.passwordHash);

  if (!user?.approved || !right) {
    // An unknown username is not recorded, because it may be a password in the wrong field.
    const metadata = user ? { username: user.username } : { unknown: true };
    const entry = { action: "user.login_failed", metadata };
    await whenFree(() => inTransaction(app.db, () => recordSystem(app, entry, caller)));
    // For programs that block addresses, such as fail2ban.
    app.log("warn", "sign-in failed", { ip: caller.ip });
    throw user && right
      ? new Problem(403, "Your account is waiting for approval.")
      : new Problem(401, "Wrong username or password.");
  }

  if (hasSecondFactor(app, user.id)) await requireSecondFactor(app, user, input.code, caller);

  await whenFree(() =>
    inTransaction(app.db, () => {
      // The password may have been changed, and all sessions ended, during the asynchronous checks.
      if (store.findUser(app.db, user.id)?.passwordHash !== user.passwordHash)
        throw new Problem(401, "Wrong username or password.");
      openSession(app, user, caller, answer);
      app.events.changed("account", user.id);
      record(app, { ...user, caller }, { action: "user.login", target: ["user", user.id] });
    }),
  );
  return toCurrentUser(user);
}

export function logout(
  app: App,
  session: string | undefined,
  caller: Caller,
  answer: Headers,
): void {
  inTransaction(app.db, () => {
    const actor = findSignedInStaff(app, session, caller);
    if (actor) record(app, actor, { action: "user.logout", target: ["user", actor.id] });
    closeSession(app, session, answer);
  });
}

export function toCurrentUser(user: Pick<Staff, keyof CurrentUser>): CurrentUser {
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

function insertNewUser(
  app: App,
  input: Registration,
  passwordHash: string,
  role: "admin" | "user",
) {
  const user = {
    id: Bun.randomUUIDv7(),
    username: input.username,
    email: input.email,
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

function refuseTaken(app: App, input: Registration): void {
  if (store.findUserByName(app.db, input.username))
    throw new Problem(409, "That username is taken.", {
      errors: { username: "That username is taken." },
    });
  if (store.findUserByEmail(app.db, input.email))
    throw new Problem(409, "That email is already registered.", {
      errors: { email: "That email is already registered." },
    });
}
