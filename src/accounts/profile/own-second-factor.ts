import { deleteOtherSessionsOf } from "#db/accounts/sessions.ts";
import { writeWhenFree } from "#db/connection.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  consumeSecondFactorCode,
  hasSecondFactor,
  removeSecondFactor,
} from "#src/accounts/second-factor/second-factor.ts";
import { requirePassword } from "#src/accounts/sign-in/own-password.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession } from "#src/platform/http/session-cookie.ts";
import { isSecondFactorRequired, requireRecentPassword } from "#src/platform/http/sessions.ts";
import { renderQr } from "#src/platform/qr.ts";
import { Problem } from "#src/shared/problem.ts";
import type { NewSecondFactor } from "./contract.ts";

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
