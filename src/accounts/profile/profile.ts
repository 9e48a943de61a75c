import { inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import { deleteOtherSessionsOf, deleteSession, sessionsOf } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import { deviceName, mailNotice } from "#src/accounts/notices/notices.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  consumeSecondFactorCode,
  hasSecondFactor,
  removeSecondFactor,
  secondFactorOf,
} from "#src/accounts/second-factor/second-factor.ts";
import { requirePassword, setOwnPassword } from "#src/accounts/sign-in/passwords.ts";
import {
  issueCode,
  type Target,
  verifyAndConsumeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession, SESSION_SECONDS } from "#src/platform/http/cookies.ts";
import { isSecondFactorRequired, requireRecentPassword } from "#src/platform/http/sessions.ts";
import { canMail, sendMail } from "#src/platform/mail.ts";
import { renderQr } from "#src/platform/qr.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { Account, NewSecondFactor, Session } from "./contract.ts";

export function readAccount(app: App, actor: Staff, session: string | undefined): Account {
  const { since, recoveryCodesLeft } = secondFactorOf(app, actor.id);
  return {
    username: actor.username,
    email: store.findUser(app.db, actor.id)?.email ?? "",
    canMail: canMail(app),
    secondFactor: {
      since: toIso(since),
      recoveryCodesLeft,
    },
    sessions: listSessions(app, actor, session),
  };
}

/** Ends the user's other sessions. @throws Problem 400 when the current password is wrong or the new one is common, 429 */
export async function changePassword(
  app: App,
  actor: Staff,
  session: string | undefined,
  input: { readonly currentPassword: string; readonly password: string },
): Promise<void> {
  await requirePassword(app, actor, input.currentPassword, "currentPassword");
  await setOwnPassword(app, actor, input.password, session);
}

/** Sends a code to the new address, which shows that it is the user's. @throws Problem 409, 429 */
export async function requestEmailChange(app: App, actor: Staff, email: string): Promise<void> {
  if (!canMail(app))
    throw new Problem(
      409,
      "No mail server is set up. Ask an administrator to add one in Settings.",
    );
  requireFree(app, email);
  const code = await whenFree(() => issueCode(app, targetOf(actor, email), actor.caller, true));
  const name = getSettings(app).businessName || "Parlor";
  const outcome = await sendMail(app, {
    to: email,
    subject: `Your ${name} code: ${code}`,
    text: [
      `Hello ${actor.username},`,
      `Enter ${code} to use this address for your account. The code expires in 10 minutes.`,
      "If you didn't ask for it, you can ignore this email. Nothing will change.",
    ].join("\n\n"),
  });
  if (outcome.kind === "refused")
    throw new Problem(409, "We couldn't email a code to this address. Check it and try again.", {
      errors: { email: "We couldn't email a code to this address." },
    });
}

/** Changes the email address if the code is right, and notifies the old address. @throws Problem 400, 409, 429 */
export async function changeEmail(
  app: App,
  actor: Staff,
  { email, code }: { readonly email: string; readonly code: string },
): Promise<void> {
  // Outside of a transaction: a wrong code must count.
  await whenFree(() => verifyAndConsumeCode(app, targetOf(actor, email), code, actor.caller));
  const former = await writeWhenFree(app.db, () => {
    requireFree(app, email);
    const before = store.findUser(app.db, actor.id)?.email;
    store.setEmail(app.db, actor.id, email);
    record(app, actor, { action: "user.change_email", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
    app.events.changed("users", actor.id);
    return before;
  });
  mailNotice(app, actor.id, "email", actor.caller, former);
}

/** Bound to the user: a code that another user was sent at this address does not work. */
function targetOf({ id }: Staff, email: string): Target {
  return { purpose: "email-change", address: `${email.toLowerCase()} ${id}` };
}

function requireFree(app: App, email: string): void {
  if (store.findUserByEmail(app.db, email))
    throw fieldProblem(409, "email", "That email is already registered.");
}

/** Creates a secret to scan. @throws Problem 400 for a wrong password, 409 when two-step sign-in is on, 429 */
export async function beginOwnSecondFactor(
  app: App,
  actor: Staff,
  session: string | undefined,
  { password }: { readonly password?: string | undefined },
): Promise<NewSecondFactor> {
  if (password === undefined) requireRecentPassword(app, session);
  else await requirePassword(app, actor, password, "password");
  const secret = await beginSecondFactor(app, actor);
  return { ...secret, qr: await renderQr(secret.uri) };
}

/** Switches two-step sign-in on, ends the user's other sessions and returns the recovery codes. @throws Problem 400 for a wrong code, 409, 429 */
export async function confirmOwnSecondFactor(
  app: App,
  actor: Staff,
  session: string | undefined,
  { code }: { readonly code: string },
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await confirmSecondFactor(app, actor.id, code, () => {
    deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
    record(app, actor, { action: "user.second_factor_on", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
    app.events.changed("users", actor.id);
  });
  mailNotice(app, actor.id, "second-factor-on", actor.caller);
  return { recoveryCodes };
}

/** Requires the password and a code, which may be a recovery code. @throws Problem 400, 409, 429 */
export async function switchOffOwnSecondFactor(
  app: App,
  actor: Staff,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<void> {
  if (!hasSecondFactor(app, actor.id)) throw new Problem(409, "Two-step sign-in is already off.");
  if (isSecondFactorRequired(app, actor))
    throw new Problem(
      409,
      "Your administrator requires two-step sign-in, so you can't turn it off.",
    );
  await requirePassword(app, actor, password, "password");
  await consumeSecondFactorCode(app, actor.id, code, 400);
  await writeWhenFree(app.db, () => {
    removeSecondFactor(app, actor.id);
    record(app, actor, { action: "user.second_factor_off", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
    app.events.changed("users", actor.id);
  });
  mailNotice(app, actor.id, "second-factor-off", actor.caller);
}

/** The current session first, then the others by when they were last used. */
function listSessions(app: App, actor: Staff, session: string | undefined): Session[] {
  const current = session ? hashOfSession(session).toHex() : "";
  return sessionsOf(app.db, actor.id, app.now())
    .map((row) => ({
      id: publicId(row.idHash),
      device: deviceName(row.userAgent),
      ip: row.ip,
      signedInAt: toIso(row.createdAt),
      // Using a session extends it, at most once an hour.
      lastSeenAt: new Date(row.expiresAt - SESSION_SECONDS * 1000).toISOString(),
      current: row.idHash.toHex() === current,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** @throws Problem 404 when the session has ended or belongs to another user */
export function endSession(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const row = sessionsOf(app.db, actor.id, app.now()).find(
      ({ idHash }) => publicId(idHash) === id,
    );
    if (!row) throw new Problem(404, "This session has already ended.");
    deleteSession(app.db, row.idHash);
    record(app, actor, {
      action: "user.end_session",
      target: ["user", actor.id],
      metadata: { device: deviceName(row.userAgent) },
    });
    app.events.changed("account", actor.id);
  });
}

export function endOtherSessions(
  app: App,
  actor: Staff,
  session: string | undefined,
): { count: number } {
  return inTransaction(app.db, () => {
    const count = deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
    record(app, actor, {
      action: "user.end_other_sessions",
      target: ["user", actor.id],
      metadata: { count },
    });
    app.events.changed("account", actor.id);
    return { count };
  });
}

const ID_LENGTH = 32;

/** Half of the hash of the 256-bit session token: it identifies the session but can't be used to sign in. */
function publicId(idHash: Uint8Array): string {
  return idHash.toHex().slice(0, ID_LENGTH);
}
