import { findUser } from "#db/accounts/users.ts";
import { secondFactorOf } from "#src/accounts/second-factor/second-factor.ts";
import { requirePassword, setOwnPassword } from "#src/accounts/sign-in/own-password.ts";
import type { App, Staff } from "#src/app.ts";
import { canMail } from "#src/platform/mail.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { Account } from "./contract.ts";
import { listSessions } from "./own-sessions.ts";

export function readAccount(app: App, actor: Staff, session: string | undefined): Account {
  const { since, recoveryCodesLeft } = secondFactorOf(app, actor.id);
  return {
    username: actor.username,
    email: findUser(app.db, actor.id)?.email ?? "",
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
