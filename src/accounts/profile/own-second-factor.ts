import { inTransaction } from "#db/connection.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  spendSecondFactor,
} from "#src/accounts/second-factor/second-factor.ts";
import { requirePassword } from "#src/accounts/sign-in/sign-in.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import type { NewSecondFactor } from "./contract.ts";
import { qrOf } from "./qr.ts";

/** @throws Problem 400 when the password is wrong, 409 when it is on already, 429 */
export async function begin(
  app: App,
  actor: Staff,
  { password }: { readonly password: string },
): Promise<NewSecondFactor> {
  await requirePassword(app, actor, password, "password");
  const made = await beginSecondFactor(app, actor);
  return { ...made, qr: await qrOf(made.uri) };
}

/** @throws Problem 400, 409, 429 */
export async function confirm(
  app: App,
  actor: Staff,
  { code }: { readonly code: string },
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await confirmSecondFactor(app, actor.id, code, () => {
    record(app, actor, { action: "user.second_factor_on", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
    app.events.changed("users", actor.id);
  });
  return { recoveryCodes };
}

/** By password and a code, which may be a recovery code. @throws Problem 400, 401, 409, 429 */
export async function switchOff(
  app: App,
  actor: Staff,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<void> {
  if (!hasSecondFactor(app, actor.id)) throw new Problem(409, "Two-step sign-in is off already.");
  await requirePassword(app, actor, password, "password");
  await spendSecondFactor(app, actor.id, code, 400);
  inTransaction(app.db, () => {
    removeSecondFactor(app, actor.id);
    record(app, actor, { action: "user.second_factor_off", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
    app.events.changed("users", actor.id);
  });
}
