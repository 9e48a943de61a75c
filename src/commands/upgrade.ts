import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { backUpSafely, isSoundBackup, UNFINISHED_SUFFIX } from "#db/backup.ts";
import { type Database, isDiskFull } from "#db/connection.ts";
import { fingerprintOf, migrate, SCHEMA_VERSION, UnknownSchema } from "#db/migrate.ts";
import type { Config } from "#src/platform/config.ts";
import { formatMegabytes, freeBytes } from "#src/platform/disk/disk.ts";
import { messageOf } from "#src/shared/error-message.ts";
import { CommandError } from "./command-error.ts";

const SNAPSHOT = /^before-upgrade-from-schema-\d+-.*\.db$/;
/** Older snapshots are removed: nightly backups reach further back. */
const KEPT = 2;
/** What an upgrade needs besides a snapshot and a log of the whole database. */
const MARGIN_BYTES = 32 * 1024 * 1024;

/**
 * Upgrades the schema after a snapshot, and returns the number of steps. A start that fails repeatedly makes one snapshot.
 * @throws CommandError when the disk has too little space, or a step fails; the database is then as before
 */
export function upgradeSchema(db: Database, config: Config): number {
  const folder = join(config.dataFolder, "backups");
  let snapshot = "";
  try {
    return migrate(db, (from) => {
      mkdirSync(folder, { recursive: true });
      snapshot = takeSnapshot(db, config, folder, from);
    });
  } catch (error) {
    if (error instanceof CommandError || error instanceof UnknownSchema) throw error;
    const reason = isDiskFull(error) ? "the disk is full" : messageOf(error);
    throw new CommandError(
      `The upgrade to schema ${SCHEMA_VERSION} failed, and nothing was changed: ${reason}. ${
        snapshot
          ? `A copy of the database is ${snapshot}. Install the former version again, and report this.`
          : "Free up space, then start Parlor again."
      }`,
    );
  }
}

/** Returns the file of a snapshot of exactly this state: an earlier sound one, or a new one. */
function takeSnapshot(db: Database, config: Config, folder: string, from: number): string {
  const state = `${from}-${fingerprintOf(db)}`;
  const isLeftover = (name: string) =>
    /^(?:before-upgrade|parlor)-/.test(name) && name.endsWith(UNFINISHED_SUFFIX);
  for (const name of readdirSync(folder).filter(isLeftover)) rmSync(join(folder, name));
  const names = readdirSync(folder).filter((name) => SNAPSHOT.test(name));
  const known = names.find((name) => name.endsWith(`-${state}.db`));
  const isKnown = known !== undefined && isSoundBackup(join(folder, known));
  requireSpace(config, isKnown ? 1 : 2);
  if (isKnown) return join(folder, known);

  const stamp = new Date().toISOString().replaceAll(":", "-");
  const file = join(folder, `before-upgrade-from-schema-${from}-${stamp}-${state}.db`);
  backUpSafely(db, file);
  const byAge = names.toSorted(
    (a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs,
  );
  for (const name of byAge.slice(KEPT - 1)) rmSync(join(folder, name));
  return file;
}

/** An upgrade writes the database once into its log, and once into the snapshot. */
function requireSpace(config: Config, copies: number): void {
  const size = ["", "-wal"]
    .map((suffix) => config.databaseFile + suffix)
    .reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
  const needed = copies * size + MARGIN_BYTES;
  const free = freeBytes(config);
  if (free < needed)
    throw new CommandError(
      `This upgrade needs ${formatMegabytes(needed)} of free space in ${config.dataFolder}, but only ${formatMegabytes(free)} is free. Nothing was changed. Free up space, then start Parlor again.`,
    );
}
