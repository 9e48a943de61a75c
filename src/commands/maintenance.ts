import { existsSync } from "node:fs";
import { backUpSafely, restore } from "#db/backup.ts";
import { firstBrokenAgreement } from "#db/billing/agreements.ts";
import { openDatabase } from "#db/connection.ts";
import { checkIntegrity } from "#db/doctor.ts";
import { SCHEMA_VERSION, schemaVersion } from "#db/migrate.ts";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import type { App } from "#src/app.ts";
import { lastBackup } from "#src/platform/backups/backups.ts";
import type { Config } from "#src/platform/config.ts";
import { getSettings, twilioCredentials } from "#src/platform/settings/settings.ts";
import { CommandError, lockFolder, openForCommand, upgradeSchema } from "./open.ts";

/** Runs `parlor backup FILE`, also while the server runs. */
export function backup(config: Config, file: string | undefined): string {
  if (!file) throw new CommandError("Name the file: parlor backup FILE");
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name.`);
  requireDatabase(config);
  try {
    backUpSafely(openDatabase(config.databaseFile, 5_000), file);
  } catch (error) {
    throw new CommandError(
      `Couldn't write ${file}: ${error instanceof Error ? error.message : error}`,
    );
  }
  return `Backed up to ${file}. It doesn't contain the key file ${config.secretKeyFile}; keep a copy of that too.`;
}

/** Runs `parlor restore FILE`. The server must be stopped. */
export function restoreBackup(config: Config, file: string | undefined): string {
  if (!file) throw new CommandError("Name the file: parlor restore FILE");
  lockFolder(config);
  restore(file, config.databaseFile, Date.now());
  const warning =
    existsSync(config.secretKeyFile) || config.secretKey
      ? ""
      : `\nThe key file ${config.secretKeyFile} is missing: saved passwords and tokens must be entered again.`;
  return `Restored from ${file}. Sending is paused until an administrator resumes it in Settings.${warning}`;
}

/** Runs `parlor migrate`. The server must be stopped. */
export function migrateNow(config: Config): string {
  lockFolder(config);
  const steps = upgradeSchema(openDatabase(config.databaseFile), config);
  return steps === 0
    ? `Schema ${SCHEMA_VERSION}: nothing to do.`
    : `Schema ${SCHEMA_VERSION}: ${steps} steps taken.`;
}

/** Runs `parlor doctor`: one line per check; `well` is false when a check failed. */
export function doctor(config: Config): { lines: string[]; well: boolean } {
  requireDatabase(config);
  const app = openForCommand(config);
  const broken = firstBrokenAudit(app.db);
  const forged = firstBrokenAgreement(app.db);
  const findings: [boolean, string][] = [
    [schemaVersion(app.db) === SCHEMA_VERSION, `The schema is version ${schemaVersion(app.db)}`],
    ...checkIntegrity(app.db),
    [
      broken === undefined,
      broken === undefined
        ? "The audit log's chain is whole"
        : `The audit log was changed at row ${broken}`,
    ],
    [
      forged === undefined,
      forged === undefined
        ? "Signed agreements are what was signed"
        : `Signed agreement ${forged} is not what was signed`,
    ],
    [
      getSettings(app).twilioAuthToken === "" || twilioCredentials(app) !== undefined,
      "Saved secrets open with this key",
    ],
    checkLastBackup(app),
  ];
  return {
    lines: findings.map(([fine, words]) => `${fine ? "ok  " : "BAD "} ${words}`),
    well: findings.every(([fine]) => fine),
  };
}

function checkLastBackup(app: App): [boolean, string] {
  const last = lastBackup(app);
  if (!last) return [true, "There is no nightly backup yet"];
  const at = new Date(last.at).toISOString();
  return last.ok
    ? [true, `The last backup is of ${at}`]
    : [false, `The backup of ${at} failed: ${last.words}`];
}

function requireDatabase(config: Config): void {
  if (!existsSync(config.databaseFile))
    throw new CommandError(
      `No database in ${config.dataFolder}. Run \`parlor serve\` first, or pass --data.`,
    );
}
