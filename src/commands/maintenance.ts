import { existsSync } from "node:fs";
import { backUpSafely, DamagedBackup, restore } from "#db/backup.ts";
import { SCHEMA_VERSION } from "#db/migrate.ts";
import type { Config } from "#src/platform/config.ts";
import { CommandError } from "./command-error.ts";
import { clearDamageMark, describeRestore } from "./damage.ts";
import { lockFolder, openOwn, requireDatabase, writeFailure } from "./open.ts";
import { upgradeSchema } from "./upgrade.ts";

/** Runs `parlor backup FILE`, also while the server runs. */
export function backup(config: Config, file: string): string {
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name.`);
  requireDatabase(config);
  const db = openOwn(config, 5_000);
  try {
    backUpSafely(db, file);
  } catch (error) {
    throw writeFailure(config, file, error);
  }
  return `Backed up to ${file}. It doesn't contain the key file ${config.secretKeyFile}; keep a copy of that too.`;
}

/** Runs `parlor restore FILE`. The server must be stopped. */
export function restoreBackup(config: Config, file: string): string {
  lockFolder(config);
  const replaced = restoreOrSuggest(config, file);
  clearDamageMark(config);
  const warning =
    existsSync(config.secretKeyFile) || config.secretKey
      ? ""
      : `\nThe key file ${config.secretKeyFile} is missing: saved passwords and tokens must be entered again.`;
  const kept = replaced
    ? `\nThe replaced database is now ${replaced}. Delete it when you no longer need it.`
    : "";
  return `Restored ${config.databaseFile} from ${file}. Sending is paused until an administrator resumes it in Settings.${kept}${warning}`;
}

function restoreOrSuggest(config: Config, file: string): string | undefined {
  try {
    return restore(file, config.databaseFile, Date.now());
  } catch (error) {
    if (error instanceof DamagedBackup)
      throw new CommandError(`${error.message} Nothing was changed. ${describeRestore(config)}`);
    throw error;
  }
}

/** Runs `parlor migrate`. The server must be stopped. */
export function migrateNow(config: Config): string {
  requireDatabase(config);
  lockFolder(config);
  const steps = upgradeSchema(openOwn(config), config);
  return steps === 0
    ? `The database is up to date (schema ${SCHEMA_VERSION}).`
    : `Upgraded the database to schema ${SCHEMA_VERSION} in ${steps} ${steps === 1 ? "step" : "steps"}.`;
}
