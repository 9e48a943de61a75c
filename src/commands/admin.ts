import { Registration } from "#src/accounts/sign-in/contract.ts";
import { createSetupLink } from "#src/accounts/sign-in/setup-link.ts";
import { createAdmin, resetPassword } from "#src/accounts/sign-in/sign-in.ts";
import type { Config } from "#src/platform/config.ts";
import { parseInput } from "#src/platform/http/problems.ts";
import { CommandError, openForCommand } from "./open.ts";

interface Flags {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly "without-second-factor"?: boolean | undefined;
}

/** Runs `parlor admin create | reset-password | setup-link`, also while the server runs. Returns the output. */
export async function admin(
  config: Config,
  subcommand: string | undefined,
  flags: Flags,
): Promise<string> {
  switch (subcommand) {
    case "create": {
      if (!flags.username || !flags.email) throw new CommandError("Pass --username and --email.");
      const app = openForCommand(config);
      const input = {
        username: flags.username,
        email: flags.email,
        password: await readPassword(),
      };
      await createAdmin(app, parseInput(Registration, input));
      return `${flags.username} is an administrator now.`;
    }
    case "reset-password": {
      if (!flags.username) throw new CommandError("Pass --username.");
      const app = openForCommand(config);
      const stillOn = await resetPassword(
        app,
        flags.username,
        requirePasswordLength(await readPassword()),
        flags["without-second-factor"] ?? false,
      );
      const done = `${flags.username} has a new password; all sessions have ended.`;
      return stillOn
        ? `${done}\nSigning in still asks for the code of the authenticator app; --without-second-factor switches that off.`
        : done;
    }
    case "setup-link": {
      const base = config.publicUrl ?? `http://localhost:${config.port}`;
      const link = createSetupLink(openForCommand(config), base);
      if (!link)
        throw new CommandError("There's already an administrator. Use `parlor admin create`.");
      return link;
    }
    default:
      throw new CommandError("Use `parlor admin create`, `reset-password` or `setup-link`.");
  }
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
