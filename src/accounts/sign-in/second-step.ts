import type { UserRow } from "#db/accounts/users.ts";
import { inTransaction } from "#db/connection.ts";
import {
  consumeSecondFactorCode,
  secondFactorOf,
} from "#src/accounts/second-factor/second-factor.ts";
import type { App, Caller } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";

const CODE_PROMPT = "Enter the code from your authenticator app, or a recovery code.";

/** Checks the second step after the password. @throws Problem 401 with an error for the field `code`, 429 */
export async function requireSecondFactor(
  app: App,
  user: UserRow,
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

function recordRecoveryCode(app: App, user: UserRow, caller: Caller): void {
  const left = secondFactorOf(app, user.id).recoveryCodesLeft;
  recordEvent(app, "user.recovery_code_used", user, caller, { left });
}

function recordEvent(
  app: App,
  action: string,
  user: UserRow,
  caller: Caller,
  metadata: Record<string, unknown>,
): void {
  inTransaction(app.db, () =>
    recordSystem(app, { action, target: ["user", user.id], metadata }, caller),
  );
}
