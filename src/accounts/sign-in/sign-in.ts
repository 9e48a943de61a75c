import { writeWhenFree } from "#db/connection.ts";
import { deleteSessionsOf } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import { hasSecondFactor, removeSecondFactor } from "#src/accounts/second-factor/second-factor.ts";
import type { App, Caller } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { NEW_USER_PERMISSIONS, type Permissions, type Role } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { Registration } from "./contract.ts";
import { consumeInvitation, consumeSetupToken, isInvitation, isSetupToken } from "./invitation.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";

const PENDING =
  "Registration received. An administrator must approve your account before you can sign in.";
const REGISTRATIONS: Limit = { name: "registrations", most: 20, seconds: 15 * 60 };

/**
 * Registers an account: an approved admin with a valid setup token, what an invitation grants, else a user
 * that waits for approval. Returns a message for the user.
 * @throws Problem 400 for a weak password, 403 while registration is closed, 409 when the name or email is taken, 429
 */
export async function register(app: App, input: Registration, caller: Caller): Promise<string> {
  limitRate(app, REGISTRATIONS, caller);
  requireInvited(app, input);
  requireClearName(input.username);
  refuseWeakPassword(input.password, input);
  const passwordHash = await hashPassword(input.password);

  return writeWhenFree(app.db, () => {
    requireInvited(app, input);
    refuseTaken(app, input);
    const first = consumeSetupToken(app, input.setup);
    const granted = consumeInvitation(app, input.invite);
    const user = insertNewUser(app, input, passwordHash, first ? ADMIN : granted);
    recordSystem(
      app,
      {
        action: "user.register",
        target: ["user", user.id],
        metadata: {
          username: user.username,
          role: user.role,
          ...(granted && { invitedBy: granted.invitedBy }),
        },
      },
      caller,
    );
    if (first) return "Your administrator account is ready.";
    return user.approved ? "Your account is ready. Sign in to start." : PENDING;
  });
}

/** An invitation must be valid even where registration is open: it may grant more than the visitor would get. @throws Problem 403 */
function requireInvited(app: App, { setup, invite }: Registration): void {
  if (invite !== undefined && !isInvitation(app, invite))
    throw new Problem(
      403,
      "This invitation was already used or has expired. Ask an administrator for a new one.",
    );
  if (invite === undefined && !getSettings(app).registrationOpen && !isSetupToken(app, setup))
    throw new Problem(403, "Registration is closed. Ask an administrator for an invitation.");
}

/** Creates an approved admin from the command line. @throws Problem 400, 409 when the name or email is taken */
export async function createAdmin(app: App, input: Registration): Promise<void> {
  requireClearName(input.username);
  refuseWeakPassword(input.password, input);
  const passwordHash = await hashPassword(input.password);
  await writeWhenFree(app.db, () => {
    refuseTaken(app, input);
    const user = insertNewUser(app, input, passwordHash, ADMIN);
    recordSystem(app, {
      action: "user.register",
      target: ["user", user.id],
      metadata: { username: user.username, from: "shell" },
    });
  });
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
  const named = store.findUserByName(app.db, username);
  refuseWeakPassword(password, { username, email: named?.email ?? "" });
  const passwordHash = await hashPassword(password);
  return writeWhenFree(app.db, () => {
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

interface Granted {
  readonly role: Role;
  /** Undefined: an admin approves the account. */
  readonly permissions: Permissions | undefined;
}

const ADMIN: Granted = { role: "admin", permissions: NEW_USER_PERMISSIONS };

function insertNewUser(
  app: App,
  input: Registration,
  passwordHash: string,
  granted: Granted | undefined,
) {
  const user = {
    id: Bun.randomUUIDv7(),
    username: input.username,
    email: input.email,
    passwordHash,
    role: granted?.role ?? "user",
    approved: granted?.permissions !== undefined,
    permissions: granted?.permissions ?? NEW_USER_PERMISSIONS,
    createdAt: app.now(),
  };
  store.insertUser(app.db, user);
  app.events.changed("users", user.id);
  return user;
}

function refuseTaken(app: App, input: Registration): void {
  if (store.findUserByName(app.db, input.username))
    throw fieldProblem(409, "username", "That username is taken. Choose another one.");
  if (store.findUserByEmail(app.db, input.email))
    throw fieldProblem(409, "email", "That email is already registered.");
}

/** Names appear in mails and in lists of users, so they must not hide a link or pass for another name. @throws Problem 400 */
function requireClearName(name: string): void {
  if (isPlainName(name) && !isMixedScript(name)) return;
  const message = isPlainName(name)
    ? "Use letters of one alphabet"
    : "Use letters, digits, spaces, and . _ - @ only";
  throw fieldProblem(400, "username", message);
}

/** Scripts whose letters look like each other's: the Cyrillic о is not the Latin o. */
const LOOK_ALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
] as const;

/** Letters, digits and the usual separators: no line breaks, invisible characters or addresses. */
const PLAIN = /^[\p{L}\p{M}\p{N} ._@'’-]+$/u;
/** Mail programs turn these into links. An email address is none. */
const LINK =
  /^[^@]*(?:\bwww\.|\.(?:com|net|org|io|co|info|app|dev|biz|ru|cn|top|xyz|link|site|online|shop|click)\b)/i;

function isPlainName(name: string): boolean {
  return PLAIN.test(name) && !LINK.test(name);
}

/** Whether a name mixes scripts whose letters look the same, and so could imitate another name. */
function isMixedScript(name: string): boolean {
  return LOOK_ALIKES.filter((script) => script.test(name)).length > 1;
}
