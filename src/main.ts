import { Command, InvalidArgumentError } from "commander";
import { BadBackup } from "#db/backup.ts";
import { isDamaged, isDiskFailure, isDiskFull } from "#db/connection.ts";
import { ForeignDatabase, UnknownSchema } from "#db/migrate.ts";
import { createAdministrator, printSetupLink, resetAdminPassword } from "#src/commands/admin.ts";
import { CommandError } from "#src/commands/command-error.ts";
import { describeDamage } from "#src/commands/damage.ts";
import { doctor } from "#src/commands/doctor.ts";
import { type ExportFlags, exportData } from "#src/commands/export.ts";
import { actAsFolderOwner } from "#src/commands/folder-owner.ts";
import { importData } from "#src/commands/import.ts";
import { backup, migrateNow, restoreBackup } from "#src/commands/maintenance.ts";
import { rotate } from "#src/commands/secrets.ts";
import { serve } from "#src/commands/serve.ts";
import { demo } from "#src/demo/demo.ts";
import { VERSION } from "#src/platform/build.ts";
import { BadConfig, type Config, type Flags, readConfig } from "#src/platform/config.ts";
import { freeBytes } from "#src/platform/disk/disk.ts";
import { Problem } from "#src/shared/problem.ts";

const FAILED = 1;
const USED_WRONGLY = 2;
/** In bytes. */
const NEXT_TO_NOTHING = 100_000;

const program = new Command("parlor")
  .description("The front desk of a salon, spa or clinic in one program.")
  .version(VERSION)
  .addHelpText(
    "after",
    "\nSettings come from flags and the environment: PARLOR_DATA, PARLOR_PORT, PARLOR_PUBLIC_URL.\nThe guide lists them all: /guide/server-settings.",
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USED_WRONGLY))
  .hook("preAction", (_program, action) => {
    // The modules are loaded, so from here on code that runs often is compiled: see jitPolicy in scripts/compile.ts.
    if (action.name() !== "serve") Bun.unsafe.setJITPolicy(1);
  });

command(program, "serve", "start the server")
  .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
  .option("--port <number>", "the port to listen on (default: 3000)", parsePort)
  .option("--passive", "serve without sending, charging or scheduling")
  .action(async (flags: Flags) => {
    await serve(configOf(flags));
  });

command(program, "demo", "run a sample salon that sends no texts")
  .option("--port <number>", "the port to listen on (default: 3000)", parsePort)
  .option("--fresh", "delete the sample salon's data and start over")
  .action((flags: Flags & { fresh?: boolean }) => demo(process.env, flags));

const admin = program
  .command("admin")
  .description("manage administrators, also while the server runs");
command(admin, "create", "create an administrator; reads the password from the terminal or stdin")
  .requiredOption("--username <name>", "the name to sign in with")
  .requiredOption("--email <address>", "where codes and alerts are sent")
  .option("--new", "create the data folder and database, if there are none")
  .action(async (flags: Flags & { username: string; email: string; new?: boolean }) =>
    end(await createAdministrator(configOf(flags), flags)),
  );
command(admin, "reset-password", "set a new password and end all sessions of a user")
  .requiredOption("--username <name>", "the user")
  .option("--without-second-factor", "also turn off two-step sign-in")
  .action(async (flags: Flags & { username: string; withoutSecondFactor?: boolean }) =>
    end(await resetAdminPassword(configOf(flags), flags)),
  );
command(admin, "setup-link", "print a link that creates the first administrator").action(
  (flags: Flags) => end(printSetupLink(configOf(flags))),
);

command(program, "backup", "write a backup, also while the server runs")
  .argument("<file>", "the file to write")
  .action((file: string, flags: Flags) => end(backup(configOf(flags), file)));
command(program, "restore", "replace the database with a backup; stop the server first")
  .argument("<file>", "the backup")
  .action((file: string, flags: Flags) => end(restoreBackup(configOf(flags), file)));
command(program, "export", "write all data as a ZIP of CSV and JSON, also while the server runs")
  .argument("<file>", "the file to write")
  .option("--only <table>", "one table as CSV, such as payments")
  .option("--from <day>", "the first day, such as 2026-01-01")
  .option("--to <day>", "the last day")
  .action(async (file: string, flags: Flags & ExportFlags) =>
    end(await exportData(configOf(flags), file, flags)),
  );
command(
  program,
  "import",
  "fill an empty Parlor with an export of everything; stop the server first",
)
  .argument("<file>", "the ZIP from Settings, Exports, or from `parlor export`")
  .addHelpText(
    "after",
    "\nClients with their consent, appointments, texts, agreements, payments and settings come along. Passwords and\nkeys aren't in an export, so users set new passwords, and connections are entered again in Settings.\nAn import that is interrupted leaves Parlor empty; run it again.",
  )
  .action(async (file: string, flags: Flags) => end(await importData(configOf(flags), file)));
command(program, "migrate", "upgrade the database to this version; stop the server first").action(
  (flags: Flags) => end(migrateNow(configOf(flags))),
);
command(
  program,
  "doctor",
  "check the database, the audit log, signatures, secrets and backups",
).action((flags: Flags) => {
  const { lines, isWell } = doctor(configOf(flags));
  end(lines.join("\n"), isWell ? 0 : FAILED);
});

const secrets = program
  .command("secrets")
  .description("manage the key that encrypts saved secrets");
command(
  secrets,
  "rotate",
  "encrypt all saved secrets with a new key; stop the server first",
).action((flags: Flags) => end(rotate(configOf(flags))));

program
  .command("version")
  .description("print the version")
  .action(() => end(VERSION));

/** The configuration of the command that runs, for error messages. */
let currentConfig: Config | undefined;

function configOf(flags: Flags): Config {
  currentConfig = readConfig(process.env, flags);
  actAsFolderOwner(currentConfig.dataFolder);
  return currentConfig;
}

function command(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option("--data <folder>", "the data folder (default: data)");
}

function parsePort(text: string): string {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return text;
}

function end(text: string, status = 0): never {
  process.stdout.write(`${text}\n`);
  process.exit(status);
}

/** Prints the message of an expected error; any other error is a bug and is printed with its stack. */
function fail(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(FAILED);
}

function messageOf(error: unknown): string {
  if (isDamaged(error) && currentConfig) return describeDamage(currentConfig, error);
  // SQLite can't open a database either, if there's no space for what it writes beside it.
  const isFull =
    isDiskFailure(error) && currentConfig && freeBytes(currentConfig) < NEXT_TO_NOTHING;
  if (isDiskFull(error) || isFull)
    return "The disk is full. Nothing was changed. Free up space, then try again.";
  if (isDiskFailure(error) && currentConfig)
    return `Can't open ${currentConfig.databaseFile}: it isn't a file, its disk is read-only, or this user isn't permitted to use it.`;
  const isExpected =
    error instanceof CommandError ||
    error instanceof BadConfig ||
    error instanceof UnknownSchema ||
    error instanceof ForeignDatabase ||
    error instanceof BadBackup ||
    error instanceof Problem;
  return isExpected ? error.message : Bun.inspect(error);
}

if (process.argv.length <= 2) program.outputHelp();
else await program.parseAsync().catch(fail);
