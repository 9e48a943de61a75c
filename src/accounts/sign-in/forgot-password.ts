import { deleteSessionsOf } from "#db/accounts/sessions.ts";
import * as store from "#db/accounts/users.ts";
import { inTransaction } from "#db/connection.ts";
import {
  checkProof,
  consumeCode,
  type Given,
  issueCode,
  type Target,
  verifyCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { canMail, sendMail } from "#src/platform/mail.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { hashPassword, refuseCommon } from "./passwords.ts";

const NO_MAIL =
  "Codes cannot be sent here, because no mail server is set up. Ask whoever runs Parlor to give you a new password: parlor admin reset-password.";

/** Sends a code, once the answer is on its way. Nothing in words or time tells whether there is such an account. */
export function forgotPassword(app: App, email: string, caller: Caller): void {
  if (!canMail(app)) throw new Problem(409, NO_MAIL);
  const code = issueCode(app, resetOf(email), caller);
  const user = store.findUserByEmail(app.db, email);
  inTransaction(app.db, () =>
    recordSystem(app, { action: "user.forgot_password", ...aboutWhom(user) }, caller),
  );
  // Not awaited; and to the address that is on file, not to the one that was typed.
  if (user) setTimeout(() => void mailCode(app, user, code), 0);
}

export function verifyResetCode(
  app: App,
  wanted: { readonly email: string },
  given: Given,
  caller: Caller,
  answer: Headers,
): void {
  noteWrong(app, wanted.email, caller, () =>
    verifyCode(app, resetOf(wanted.email), given, caller, answer),
  );
}

/** Ends all sessions of the user. A second factor stays on; a pending account stays pending. */
export async function resetByCode(
  app: App,
  wanted: { readonly email: string; readonly password: string },
  given: Given,
  caller: Caller,
): Promise<void> {
  const target = resetOf(wanted.email);
  // Before the hashing, which is dear: not for everybody who comes along.
  noteWrong(app, wanted.email, caller, () => checkProof(app, target, given, caller));
  refuseCommon(wanted.password);
  const passwordHash = await hashPassword(wanted.password);
  inTransaction(app.db, () => {
    consumeCode(app, target, given);
    const user = store.findUserByEmail(app.db, wanted.email);
    if (!user) throw new Problem(400, "Invalid or expired code");
    store.setPassword(app.db, user.id, passwordHash);
    deleteSessionsOf(app.db, user.id);
    recordSystem(
      app,
      { action: "user.reset_password", target: ["user", user.id], metadata: { from: "mail" } },
      caller,
    );
    app.events.changed("account", user.id);
  });
}

function resetOf(email: string): Target {
  return { purpose: "password-reset", address: email.toLowerCase() };
}

/** An address of nobody's is not written down: it may be a client's, and the log cannot forget it. */
function aboutWhom(user: store.UserRow | null) {
  return user ? { target: ["user", user.id] as const } : { metadata: { unknown: true } };
}

function noteWrong(app: App, email: string, caller: Caller, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof Problem && error.status === 400)
      inTransaction(app.db, () =>
        recordSystem(
          app,
          {
            action: "user.reset_code_wrong",
            ...aboutWhom(store.findUserByEmail(app.db, email)),
          },
          caller,
        ),
      );
    throw error;
  }
}

async function mailCode(app: App, user: store.UserRow, code: string): Promise<void> {
  const name = settingsOf(app).businessName || "Parlor";
  try {
    // A refusal is logged there; who asked must not learn of it.
    await sendMail(app, {
      to: user.email,
      subject: `Your ${name} code: ${code}`,
      text: [
        `Hello ${user.username},`,
        `your code to choose a new password is ${code}. It is good for 10 minutes.`,
        "If you did not ask for it, you can leave this mail alone: your password stays as it is.",
      ].join("\n\n"),
    });
  } catch (error) {
    app.log("error", "bug", { what: "mailing a reset code", error });
  }
}
