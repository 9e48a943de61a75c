import { parseArgs } from "node:util";
import { BadBackup } from "#db/backup.ts";
import { NewerSchema } from "#db/migrate.ts";
import { admin } from "#src/commands/admin.ts";
import { backup, doctor, migrateNow, restoreBackup } from "#src/commands/maintenance.ts";
import { CommandError } from "#src/commands/open.ts";
import { secrets } from "#src/commands/secrets.ts";
import { serve } from "#src/commands/serve.ts";
import { demo } from "#src/demo/demo.ts";
import { VERSION } from "#src/platform/build.ts";
import { BadConfig, readConfig } from "#src/platform/config.ts";
import { Problem } from "#src/shared/problem.ts";

const USAGE = `parlor serve [--data DIR] [--host H] [--port N] [--passive]
parlor demo  [--data DIR] [--port N] [--fresh]
parlor admin create --username U --email E [--data DIR]
parlor admin reset-password --username U [--without-second-factor]
parlor admin setup-link
parlor backup FILE · restore FILE · migrate · doctor · secrets rotate · version      each with [--data DIR]`;

async function main(): Promise<void> {
  const { values: flags, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: {
      data: { type: "string" },
      host: { type: "string" },
      port: { type: "string" },
      username: { type: "string" },
      email: { type: "string" },
      "without-second-factor": { type: "boolean" },
      passive: { type: "boolean" },
      fresh: { type: "boolean" },
    },
  });
  const [command, ...rest] = positionals;
  const config = () => readConfig(process.env, flags);
  switch (command) {
    case "serve":
      await serve(config());
      return;
    case "demo":
      await demo(process.env, flags);
      return;
    case "admin":
      return end(await admin(config(), rest[0], flags));
    case "backup":
      return end(backup(config(), rest[0]));
    case "restore":
      return end(restoreBackup(config(), rest[0]));
    case "migrate":
      return end(migrateNow(config()));
    case "secrets":
      return end(secrets(config(), rest[0]));
    case "doctor": {
      const { lines, well } = doctor(config());
      return end(lines.join("\n"), well ? 0 : 1);
    }
    case "version":
      return end(VERSION);
    default:
      return end(USAGE, command === undefined || command === "help" ? 0 : 2);
  }
}

function end(words: string, status = 0): never {
  process.stdout.write(`${words}\n`);
  process.exit(status);
}

/** Prints the message of an expected error; any other error is a bug and is printed with its stack. */
function fail(error: unknown): never {
  const expected =
    error instanceof CommandError ||
    error instanceof BadConfig ||
    error instanceof NewerSchema ||
    error instanceof BadBackup ||
    error instanceof Problem ||
    (error instanceof TypeError &&
      "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS"));
  process.stderr.write(
    `${expected && error instanceof Error ? error.message : Bun.inspect(error)}\n`,
  );
  process.exit(1);
}

await main().catch(fail);
