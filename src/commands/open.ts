import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inlineBackground, startBackground } from "#db/background-thread.ts";
import { backUpSafely } from "#db/backup.ts";
import { type Database, openDatabase } from "#db/connection.ts";
import { holdLock } from "#db/lock.ts";
import { migrate, SCHEMA_VERSION, schemaVersion } from "#db/migrate.ts";
import { readState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { createApp } from "#src/create-app.ts";
import type { Config } from "#src/platform/config.ts";
import { freeBytes, releaseDiskReserve } from "#src/platform/disk/disk.ts";
import { createLog } from "#src/platform/log.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import type { SimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { completeRotation, KEY_IN_USE, readSecretKeys } from "#src/platform/secrets/secret-keys.ts";

const COMMAND_WAIT_MS = 5_000;
const MIN_FREE_TO_OPEN = 1024 * 1024;

/** An expected failure. Its message is printed, and the program exits with status 1. */
export class CommandError extends Error {
  override readonly name = "Refusal";
}

/** What Parlor itself keeps in the data folder, which other programs may share. */
const OWN_FILES = /^(parlor\.db|lock\.db|secret\.key)/;

/**
 * Creates the data folder if needed, and makes Parlor's files in it private: they hold clients' names,
 * texts and numbers. Files created from now on are private too.
 */
function openFolder({ dataFolder }: Config): void {
  process.umask(0o077);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(dataFolder).filter((file) => OWN_FILES.test(file)))
    makePrivate(join(dataFolder, name));
}

function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // The file belongs to another user, or was a temporary one.
    if (code !== "EPERM" && code !== "ENOENT") throw error;
  }
}

/** Locks the data folder for this process. @throws CommandError while another process has it */
export function lockFolder(config: Config): void {
  openFolder(config);
  if (!holdLock(config.dataFolder))
    throw new CommandError(
      `Another Parlor is using the data folder ${config.dataFolder}. Stop it first.`,
    );
}

/** Opens the folder for the server: locks it, and upgrades the schema after a snapshot. */
export function openForServing(
  config: Config,
): App & { readonly simulated: SimulatedCarrier | undefined } {
  lockFolder(config);
  // Without any free space not even the write-ahead log could be opened.
  if (freeBytes(config) < MIN_FREE_TO_OPEN) releaseDiskReserve(config);
  const db = openDatabase(config.databaseFile);
  upgradeSchema(db, config);
  completeRotation(config, readState<string>(db, KEY_IN_USE));
  return createAppOn(db, config, startBackground(config.databaseFile));
}

/** Opens the folder for a command, also while the server runs. A new or older folder is locked and upgraded first. */
export function openForCommand(config: Config): App {
  openFolder(config);
  const db = openDatabase(config.databaseFile, COMMAND_WAIT_MS);
  if (schemaVersion(db) !== SCHEMA_VERSION) {
    lockFolder(config);
    upgradeSchema(db, config);
  }
  return createAppOn(db, config);
}

export function upgradeSchema(db: Database, config: Config): number {
  return migrate(db, (from) => {
    const folder = join(config.dataFolder, "backups");
    mkdirSync(folder, { recursive: true });
    const stamp = new Date().toISOString().replaceAll(":", "-");
    backUpSafely(db, join(folder, `before-upgrade-from-schema-${from}-${stamp}.db`));
  });
}

function createAppOn(db: Database, config: Config, background = inlineBackground(db)) {
  const providers = createProviders(config);
  const log = createLog((line) => process.stderr.write(line));
  const { key, others } = readSecretKeys(config, readState<string>(db, KEY_IN_USE));
  const secrets = createSecretBox(key, others);
  return {
    ...createApp({ db, config, providers, secrets, log, background }),
    simulated: providers.simulated,
  };
}
