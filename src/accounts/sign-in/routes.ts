import { inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import * as store from "#db/platform/users.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import {
  consumeSecondFactorCode,
  hasSecondFactor,
  secondFactorOf,
} from "#src/accounts/second-factor/second-factor.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { findDevice, rememberDevice } from "#src/platform/http/cookies.ts";
import {
  countUse,
  type Limit,
  limitRate,
  refundUse,
  requireBelowLimit,
} from "#src/platform/http/rate-limit.ts";
import { defineModule, staffBeforeSetUp, visitor } from "#src/platform/http/routes.ts";
import {
  closeSession,
  findSignedInStaff,
  needsSecondFactor,
  openSession,
} from "#src/platform/http/sessions.ts";
import { canMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { auth, type Credentials, type CurrentUser } from "./contract.ts";
import { forgotPassword, resetByCode, verifyResetCode } from "./forgot-password.ts";
import { hashPassword, hasOutdatedCost, verifyPassword } from "./passwords.ts";
import { register } from "./sign-in.ts";

export const authModule = defineModule(auth, {
  user: staffBeforeSetUp(({ actor }) => toCurrentUser(actor)),
  login: visitor(({ app, body, caller, device, answer }) =>
    login(app, body, { caller, device }, answer),
  ),
  register: visitor(async ({ app, body, caller }) => ({
    message: await register(app, body, caller),
  })),
  logout: visitor(({ app, session, caller, answer }) => logout(app, session, caller, answer)),
  registration: visitor(({ app }) => ({
    open: getSettings(app).registrationOpen,
    hasAdministrator: store.countAdmins(app.db) > 0,
  })),
  canReset: visitor(({ app }) => ({ available: canMail(app) })),
  forgotPassword: visitor(({ app, body, caller }) => {
    forgotPassword(app, body.email, caller);
    return { message: "Check your email for the verification code" };
  }),
  verifyResetCode: visitor(({ app, body, proof, caller, answer }) => {
    verifyResetCode(app, body, { code: body.code, proof }, caller, answer);
    return { message: "Enter your new password" };
  }),
  resetPassword: visitor(async ({ app, body, proof, caller }) => {
    await resetByCode(app, body, { code: body.code, proof }, caller);
    return { message: "Password reset successfully" };
  }),
});

const QUARTER = 15 * 60;
const OF_VISITOR: Limit = { name: "sign-ins of a visitor", most: 50, seconds: QUARTER };
const OF_ACCOUNT: Limit = { name: "sign-ins", most: 10, seconds: QUARTER, isStored: true };

/** Where a sign-in comes from: the visitor's address and the cookies of the browser's earlier sign-ins. */
interface SignInOrigin {
  readonly caller: Caller;
  readonly device: string | undefined;
}

const CODE_PROMPT = "Enter the code from your authenticator app, or a recovery code.";

/**
 * Signs a user in. The message and the timing are the same for an unknown name and a wrong password.
 * @throws Problem 401, 403 while the account waits for approval, 429
 */
async function login(
  app: App,
  input: Credentials,
  { caller, device }: SignInOrigin,
  answer: Headers,
): Promise<CurrentUser> {
  const user = store.findUserByName(app.db, input.username);
  const knownDevice = user ? findDevice(app, device, user.id) : undefined;
  const { locked, refund } = await whenFree(() =>
    countAttempt(app, input, { caller, user, knownDevice }),
  );
  const right = await verifyPassword(input.password, user?.passwordHash);

  if (!user?.approved || !right) {
    await recordFailure(app, user, caller);
    if (locked) throw locked;
    throw user && right
      ? new Problem(403, "Your account is waiting for approval.")
      : wrongCredentials();
  }

  if (hasSecondFactor(app, user.id)) {
    await requireSecondFactor(app, user, input.code, caller).catch((error: unknown) => {
      // Otherwise the answer would show that the password is right.
      throw locked ?? error;
    });
  } else if (locked) throw locked;
  await whenFree(refund);
  // A server that is too busy to hash replaces it at the next sign-in.
  const newHash = hasOutdatedCost(user.passwordHash)
    ? await hashPassword(input.password).catch(() => undefined)
    : undefined;

  /** Returns false if the stored hash is no longer the one that was checked. */
  const open = (checkedHash: string, replacement?: string) =>
    writeWhenFree(app.db, () => {
      if (store.findUser(app.db, user.id)?.passwordHash !== checkedHash) return false;
      if (replacement) store.setPassword(app.db, user.id, replacement);
      openSession(app, user, caller, answer);
      rememberDevice(app, device, user.id, answer);
      app.events.changed("account", user.id);
      record(app, { ...user, caller }, { action: "user.login", target: ["user", user.id] });
      return true;
    });
  if (!(await open(user.passwordHash, newHash))) {
    // During the asynchronous checks the password was changed, and all sessions ended, or a simultaneous
    // sign-in replaced the hash of the same password.
    const hash = store.findUser(app.db, user.id)?.passwordHash;
    if (!hash || !(await verifyPassword(input.password, hash)) || !(await open(hash)))
      throw wrongCredentials();
  }
  if (knownDevice === undefined) mailNotice(app, user.id, "new-device", caller);
  return toCurrentUser({
    ...user,
    ...(needsSecondFactor(app, user) && { needsSecondFactor: true }),
  });
}

/**
 * Counts an attempt before it is checked, so that parallel ones can't pass together; `refund` takes back a
 * right one. A browser that has signed in before has its own count, so that strangers can't lock the user
 * out. Without one, a locked account opens with a password and a code of the second step: `locked` is what
 * every other answer must be.
 * @throws Problem 429
 */
function countAttempt(
  app: App,
  input: Credentials,
  from: { caller: Caller; user: store.UserRow | null; knownDevice: string | undefined },
): { locked: Problem | undefined; refund: () => void } {
  const { caller, user, knownDevice } = from;
  const counted = knownDevice ? `with ${knownDevice}` : `as ${input.username.toLowerCase()}`;
  // A new password resets the count: the user proved who they are to set it.
  const account = `${counted} ${user?.passwordHash ?? ""}`;
  limitRate(app, OF_VISITOR, caller);
  const locked = lockOf(() => requireBelowLimit(app, OF_ACCOUNT, account));
  if (locked && (input.code === undefined || knownDevice)) throw locked;
  if (!locked) countUse(app, OF_ACCOUNT, account);
  return {
    locked,
    refund() {
      refundUse(app, OF_VISITOR, caller);
      if (!locked) refundUse(app, OF_ACCOUNT, account);
    },
  };
}

function lockOf(check: () => void): Problem | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function recordFailure(app: App, user: store.UserRow | null, caller: Caller): Promise<void> {
  // An unknown username is not recorded, because it may be a password in the wrong field.
  const metadata = user ? { username: user.username } : { unknown: true };
  const entry = { action: "user.login_failed", metadata };
  await writeWhenFree(app.db, () => recordSystem(app, entry, caller));
  // For programs that block addresses, such as fail2ban.
  app.log("warn", "sign-in failed", { ip: caller.ip });
}

function logout(app: App, session: string | undefined, caller: Caller, answer: Headers): void {
  inTransaction(app.db, () => {
    const actor = findSignedInStaff(app, session, caller);
    if (actor) {
      record(app, actor, { action: "user.logout", target: ["user", actor.id] });
      app.events.changed("account", actor.id);
    }
    closeSession(app, session, answer);
  });
}

function toCurrentUser(user: Pick<Staff, keyof CurrentUser>): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    ...(user.needsSecondFactor && { needsSecondFactor: true }),
    permissions: {
      ...user.permissions,
      pages: [...user.permissions.pages],
      employeeIds: [...user.permissions.employeeIds],
    },
  };
}

function wrongCredentials(): Problem {
  const message = "Wrong username or password. Try again.";
  return new Problem(401, message, { errors: { password: message } });
}

/** Checks the second step after the password. @throws Problem 401 with an error for the field `code`, 429 */
async function requireSecondFactor(
  app: App,
  user: store.UserRow,
  code: string | undefined,
  caller: Caller,
): Promise<void> {
  if (!code) throw new Problem(401, CODE_PROMPT, { errors: { code: CODE_PROMPT } });
  try {
    const used = await consumeSecondFactorCode(app, user.id, code, 401);
    if (used === "recovery") recordRecoveryCode(app, user, caller);
  } catch (error) {
    if (error instanceof Problem)
      recordEvent(app, "user.second_factor_wrong", user, caller, { username: user.username });
    throw error;
  }
}

function recordRecoveryCode(app: App, user: store.UserRow, caller: Caller): void {
  const left = secondFactorOf(app, user.id).recoveryCodesLeft;
  recordEvent(app, "user.recovery_code_used", user, caller, { left });
}

function recordEvent(
  app: App,
  action: string,
  user: store.UserRow,
  caller: Caller,
  metadata: Record<string, unknown>,
): void {
  inTransaction(app.db, () =>
    recordSystem(app, { action, target: ["user", user.id], metadata }, caller),
  );
}
