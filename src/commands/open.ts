import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { inlineBackground, startBackground } from "#db/background-thread.ts";
import { isSoundBackup } from "#db/backup.ts";
import { type Database, holdLock, openDatabase } from "#db/connection.ts";
import { requireOwnDatabase, SCHEMA_VERSION, schemaVersion } from "#db/migrate.ts";
import { countAdmins } from "#db/platform/users.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { createApp } from "#src/create-app.ts";
import { VERSION } from "#src/platform/build.ts";
import type { Config } from "#src/platform/config.ts";
import { freeBytes, releaseDiskReserve } from "#src/platform/disk/disk.ts";
import { createLog } from "#src/platform/log.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { completeRotation, KEY_IN_USE, readSecretKeys } from "#src/platform/secrets/secret-keys.ts";
import { messageOf } from "#src/shared/error-message.ts";
import { CommandError } from "./command-error.ts";
import { clearDamageMark, describeDamage, isMarkedDamaged } from "./damage.ts";
import { actsForRoot } from "./folder-owner.ts";
import { upgradeSchema } from "./upgrade.ts";

const COMMAND_WAIT_MS = 5_000;
const MIN_FREE_BYTES = 1024 * 1024;

/** Parlor's own files in the data folder, which other programs may also use. */
const OWN_FILES = /^(parlor\.db|lock\.db|secret\.key)/;

/** Creates the data folder if needed, and makes Parlor's files in it private: they hold clients' names, texts and numbers. */
function openFolder(config: Config): void {
  const { dataFolder } = config;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CommandError(`Can't use the data folder ${dataFolder}: ${reasonOf(error)}.`);
  }
  for (const name of readdirSync(dataFolder).filter((file) => OWN_FILES.test(file)))
    makePrivate(join(dataFolder, name));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user isn't permitted to write there",
  EPERM: "this user isn't permitted to write there",
  EROFS: "it's on a read-only disk",
  ENOTDIR: "a part of this path is a file",
  EEXIST: "it's a file",
  ENOSPC: "the disk is full",
  ENOENT: "its folder doesn't exist",
  SQLITE_CANTOPEN: "its folder doesn't exist, or this user isn't permitted to write there",
};

function reasonOf(error: unknown): string {
  const { code = "" } = error as { code?: string };
  return REASONS[code] ?? messageOf(error);
}

/** Says why a command couldn't write its file. */
export function writeFailure({ dataFolder }: Config, file: string, error: unknown): CommandError {
  const hint = actsForRoot() ? ` For root, Parlor works as the owner of ${dataFolder}.` : "";
  return new CommandError(`Couldn't write ${file}: ${reasonOf(error)}.${hint}`);
}

/** @throws CommandError when the data folder has no database, so that a wrong folder is noticed */
export function requireDatabase({ databaseFile, dataFolder }: Config): void {
  try {
    if (statSync(databaseFile).isFile()) return;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "ENOENT" && code !== "ENOTDIR")
      throw new CommandError(`Can't use the data folder ${dataFolder}: ${reasonOf(error)}.`);
  }
  throw new CommandError(
    `No database in ${dataFolder}. Run \`parlor serve\` first, or pass --data.`,
  );
}

function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // The file belongs to another user, or was temporary and is gone.
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
export function openForServing(config: Config): App {
  lockFolder(config);
  // Without any free space not even the write-ahead log could be opened.
  if (freeBytes(config) < MIN_FREE_BYTES) releaseDiskReserve(config);
  if (isMarkedDamaged(config)) refuseIfDamaged(config);
  // Until it serves, it may wait for another program that writes.
  const db = openOwn(config, COMMAND_WAIT_MS);
  const from = schemaVersion(db);
  const steps = upgradeSchema(db, config);
  completeRotation(config, readState<string>(db, KEY_IN_USE));
  const app = createAppOn(db, config, startBackground(config.databaseFile));
  if (from > 0 && steps > 0)
    app.log("info", "upgraded the database", { from, to: SCHEMA_VERSION, version: VERSION });
  return app;
}

/** Opens Parlor's database. @throws ForeignDatabase */
export function openOwn({ databaseFile }: Config, busyTimeout = 0): Database {
  return openDatabase(databaseFile, busyTimeout, (db) => requireOwnDatabase(db, databaseFile));
}

/** @throws CommandError when the database is still damaged, as it was when the server last stopped */
function refuseIfDamaged(config: Config): void {
  if (existsSync(config.databaseFile) && !isSoundBackup(config.databaseFile))
    throw new CommandError(describeDamage(config, "found when Parlor last ran"));
  clearDamageMark(config);
}

/**
 * Opens the folder for a command, also while the server runs. An older database is locked and upgraded
 * first. `createsDatabase` allows a folder without one.
 * @throws CommandError
 */
export function openForCommand(config: Config, { createsDatabase = false } = {}): App {
  if (!createsDatabase) requireDatabase(config);
  openFolder(config);
  const db = openOwn(config, COMMAND_WAIT_MS);
  if (schemaVersion(db) !== SCHEMA_VERSION) {
    lockFolder(config);
    upgradeSchema(db, config);
  }
  return createAppOn(db, config);
}

/** A typing error in the key file's name must not lead to a new key. @throws CommandError */
function requireNamedKey(db: Database, { dataFolder, secretKey, secretKeyFile }: Config): void {
  const isNamed = secretKeyFile !== join(dataFolder, "secret.key");
  if (secretKey || !isNamed || existsSync(secretKeyFile) || countAdmins(db) === 0) return;
  throw new CommandError(
    `PARLOR_SECRET_KEY_FILE names ${secretKeyFile}, which doesn't exist. Correct the name, or put your copy of the key there.`,
  );
}

export function createAppOn(db: Database, config: Config, background = inlineBackground(db)) {
  const providers = createProviders(config);
  const log = createLog((line) => process.stderr.write(line));
  requireNamedKey(db, config);
  const { key, others } = readSecretKeys(config, readState<string>(db, KEY_IN_USE));
  const secrets = createSecretBox(key, others);
  return createApp({ db, config, providers, secrets, log, background });
}

const STATE_KEY = "server-url";

/** Stores where the server listens, for commands that print links. A start that changes nothing waits for no disk. */
export function recordServerUrl(app: App, url: string): void {
  if (findServerUrl(app) !== url) writeState(app.db, STATE_KEY, url);
}

/** Returns where the server listens, or last listened. */
export function findServerUrl(app: App): string | undefined {
  return readState<string>(app.db, STATE_KEY);
}
