import { Registration } from "#src/accounts/sign-in/contract.ts";
import { createSetupLink } from "#src/accounts/sign-in/invitation.ts";
import { createAdmin, resetPassword } from "#src/accounts/sign-in/sign-in.ts";
import type { Config } from "#src/platform/config.ts";
import { parseInput } from "#src/platform/http/problems.ts";
import { CommandError } from "./command-error.ts";
import { findServerUrl, openForCommand } from "./open.ts";

/** Runs `parlor admin create`. Returns the output, as all commands of this file do. */
export async function createAdministrator(
  config: Config,
  { username, email, new: isNew }: { username: string; email: string; new?: boolean },
): Promise<string> {
  const app = openForCommand(config, { createsDatabase: isNew ?? false });
  await createAdmin(
    app,
    parseInput(Registration, { username, email, password: await readPassword() }),
  );
  return `${username} is an administrator now.`;
}

/** Runs `parlor admin reset-password`. */
export async function resetAdminPassword(
  config: Config,
  { username, withoutSecondFactor }: { username: string; withoutSecondFactor?: boolean },
): Promise<string> {
  const app = openForCommand(config);
  const stillOn = await resetPassword(
    app,
    username,
    requirePasswordLength(await readPassword()),
    withoutSecondFactor ?? false,
  );
  const done = `${username} has a new password; all sessions have ended.`;
  return stillOn
    ? `${done}\nSigning in still needs a code from the authenticator app. Add --without-second-factor to turn that off.`
    : done;
}

/** Runs `parlor admin setup-link`. */
export function printSetupLink(config: Config): string {
  const app = openForCommand(config);
  const link = createSetupLink(
    app,
    config.publicUrl ?? findServerUrl(app) ?? `http://localhost:${config.port}`,
  );
  if (!link) throw new CommandError("There's already an administrator. Use `parlor admin create`.");
  return link;
}

/** Reads the password from a hidden prompt, or one line of standard input. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return ((await Bun.stdin.text()).split("\n")[0] ?? "").trim();
  process.stdout.write("Password: ");
  process.stdin.setRawMode(true);
  let typed = "";
  for await (const chunk of process.stdin) {
    for (const key of String(chunk)) {
      if (key === "\u0003") process.exit(130);
      if (key === "\r" || key === "\n") {
        process.stdin.setRawMode(false);
        process.stdout.write("\n");
        return typed;
      }
      typed = key === "\u007f" ? typed.slice(0, -1) : typed + key;
    }
  }
  return typed;
}

function requirePasswordLength(password: string): string {
  if (password.length < 6) throw new CommandError("Password must be at least 6 characters");
  return password;
}
