import { whenFree, writeWhenFree } from "#db/connection.ts";
import { deleteOtherSessionsOf } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession } from "#src/platform/http/cookies.ts";
import { clearLimit, type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { recordPassword } from "#src/platform/http/sessions.ts";
import { Problem } from "#src/shared/problem.ts";
import { hashPassword, refuseWeakPassword, verifyPassword } from "./passwords.ts";

const WRONG_PASSWORDS: Limit = {
  name: "wrong passwords of a session",
  most: 5,
  seconds: 15 * 60,
  isStored: true,
};

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
  // Counted before the hash, so that parallel attempts can't all be checked.
  await whenFree(() => limitRate(app, WRONG_PASSWORDS, actor.id));
  const user = store.findUser(app.db, actor.id);
  if (await verifyPassword(password, user?.passwordHash))
    return whenFree(() => clearLimit(app, WRONG_PASSWORDS, actor.id));
  throw new Problem(400, "Wrong password. Try again.", {
    errors: { [field]: "Wrong password. Try again." },
  });
}

/** Opens the actions that ask for the password, for ten minutes. @throws Problem 400, 429 */
export async function confirmPassword(
  app: App,
  actor: Staff,
  password: string,
  session: string | undefined,
): Promise<void> {
  await requirePassword(app, actor, password, "password");
  await whenFree(() => recordPassword(app, session));
}

/** Sets the user's own password and ends the user's other sessions. @throws Problem 400 */
export async function setOwnPassword(
  app: App,
  actor: Staff,
  password: string,
  session: string | undefined,
): Promise<void> {
  refuseWeakPassword(password, {
    username: actor.username,
    email: store.findUser(app.db, actor.id)?.email ?? "",
  });
  const passwordHash = await hashPassword(password);
  await writeWhenFree(app.db, () => {
    store.setPassword(app.db, actor.id, passwordHash);
    deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
    record(app, actor, { action: "user.change_password", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
  });
  mailNotice(app, actor.id, "password", actor.caller);
}
