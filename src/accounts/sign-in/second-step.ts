import type { UserRow } from "#db/accounts/users.ts";
import { inTransaction } from "#db/connection.ts";
import { secondFactorOf, spendSecondFactor } from "#src/accounts/second-factor/second-factor.ts";
import type { App, Caller } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";

const ASK = "Enter the code of your authenticator app, or a recovery code.";

/** After the right password. @throws Problem 401 with words for the field `code`, 429 */
export async function requireSecondFactor(
  app: App,
  user: UserRow,
  code: string | undefined,
  caller: Caller,
): Promise<void> {
  if (!code) throw new Problem(401, ASK, { errors: { code: ASK } });
  try {
    const used = await spendSecondFactor(app, user.id, code, 401);
    if (used === "recovery") noteRecovery(app, user, caller);
  } catch (error) {
    if (error instanceof Problem)
      note(app, "user.second_factor_wrong", user, caller, { username: user.username });
    throw error;
  }
}

function noteRecovery(app: App, user: UserRow, caller: Caller): void {
  const left = secondFactorOf(app, user.id).recoveryCodesLeft;
  note(app, "user.recovery_code_used", user, caller, { left });
}

function note(
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
