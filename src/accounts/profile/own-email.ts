import * as store from "#db/accounts/users.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import {
  issueCode,
  type Target,
  verifyAndConsumeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { canMail, sendMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";

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

/** Changes the address when the code is right, and tells the former one. @throws Problem 400, 409, 429 */
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
