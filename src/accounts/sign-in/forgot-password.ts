import { inTransaction, writeWhenFree } from "#db/connection.ts";
import { deleteSessionsOf } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import {
  checkProof,
  consumeCode,
  issueCode,
  type SubmittedCode,
  type Target,
  verifyCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { canMail, sendMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { hashPassword, refuseWeakPassword } from "./passwords.ts";

const NO_MAIL =
  "We can't email a code because no mail server is set up. Ask the person who runs Parlor to reset your password with: parlor admin reset-password.";

/**
 * Sends a code after the response. Neither the response nor its timing shows whether there is such an
 * account.
 * @throws Problem 409 without a mail server, 429
 */
export function forgotPassword(app: App, email: string, caller: Caller): void {
  if (!canMail(app)) throw new Problem(409, NO_MAIL);
  const user = store.findUserByEmail(app.db, email);
  // An account that waits for approval gets no mail: its name may be a stranger's words.
  const isKnown = user?.approved === true;
  const code = issueCode(app, resetTarget(email), caller, isKnown);
  inTransaction(app.db, () =>
    recordSystem(app, { action: "user.forgot_password", ...auditTarget(user) }, caller),
  );
  // Not awaited, and sent to the stored address instead of the typed one.
  if (isKnown) setTimeout(() => void mailCode(app, user, code), 0);
}

export function verifyResetCode(
  app: App,
  input: { readonly email: string },
  submitted: SubmittedCode,
  caller: Caller,
  answer: Headers,
): void {
  recordWrongCode(app, input.email, caller, () =>
    verifyCode(app, resetTarget(input.email), submitted, caller, answer),
  );
}

/**
 * Sets a new password and ends all sessions of the user. Two-step sign-in stays on, and a pending
 * account stays pending.
 * @throws Problem 400, 429
 */
export async function resetByCode(
  app: App,
  input: { readonly email: string; readonly password: string },
  submitted: SubmittedCode,
  caller: Caller,
): Promise<void> {
  const target = resetTarget(input.email);
  // Checked before hashing, which is too expensive to do for any request.
  recordWrongCode(app, input.email, caller, () => checkProof(app, target, submitted, caller));
  const named = store.findUserByEmail(app.db, input.email);
  refuseWeakPassword(input.password, { email: input.email, username: named?.username ?? "" });
  const passwordHash = await hashPassword(input.password);
  const id = await writeWhenFree(app.db, () => {
    consumeCode(app, target, submitted);
    const user = store.findUserByEmail(app.db, input.email);
    if (!user) throw new Problem(400, "Invalid or expired code");
    store.setPassword(app.db, user.id, passwordHash);
    deleteSessionsOf(app.db, user.id);
    recordSystem(
      app,
      { action: "user.reset_password", target: ["user", user.id], metadata: { from: "mail" } },
      caller,
    );
    app.events.changed("account", user.id);
    return user.id;
  });
  mailNotice(app, id, "password", caller);
}

function resetTarget(email: string): Target {
  return { purpose: "password-reset", address: email.toLowerCase() };
}

/** An address without an account is not recorded: it may be a client's, and an audit entry can't be erased. */
function auditTarget(user: store.UserRow | null) {
  return user ? { target: ["user", user.id] as const } : { metadata: { unknown: true } };
}

function recordWrongCode(app: App, email: string, caller: Caller, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof Problem && error.status === 400)
      inTransaction(app.db, () =>
        recordSystem(
          app,
          {
            action: "user.reset_code_wrong",
            ...auditTarget(store.findUserByEmail(app.db, email)),
          },
          caller,
        ),
      );
    throw error;
  }
}

async function mailCode(app: App, user: store.UserRow, code: string): Promise<void> {
  const name = getSettings(app).businessName || "Parlor";
  try {
    // sendMail logs a refusal. The requesting visitor must not learn about it.
    await sendMail(app, {
      to: user.email,
      subject: `Your ${name} code: ${code}`,
      text: [
        `Hello ${user.username},`,
        `Your code to choose a new password is ${code}. It expires in 10 minutes.`,
        "If you didn't ask for it, you can ignore this email. Your password won't change.",
      ].join("\n\n"),
    });
  } catch (error) {
    app.log("error", "couldn't email a reset code", { error });
  }
}
