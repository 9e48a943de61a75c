import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSoundBackup } from "#db/backup.ts";
import { findBackups } from "#src/platform/backups/backups.ts";
import type { Config } from "#src/platform/config.ts";
import { messageOf } from "#src/shared/error-message.ts";

/** Checking a large backup takes seconds. */
const MAX_CHECKED = 8;

/** Returns one line: what is damaged, the newest sound backup, and the command that restores it. */
export function describeDamage(config: Config, error: unknown): string {
  return `The database ${config.databaseFile} is damaged (${messageOf(error)}). ${describeRestore(config)}`;
}

export function describeRestore(config: Config): string {
  const backup = findSoundBackup(config);
  return backup
    ? `Stop Parlor and restore the newest intact backup: parlor restore ${backup} --data ${config.dataFolder}`
    : `There's no intact backup in ${config.backupFolder}. Restore one from elsewhere: parlor restore FILE --data ${config.dataFolder}`;
}

/** The newest one. A backup from the future was made while the clock was wrong, and may be old. */
function findSoundBackup({ backupFolder }: Config): string | undefined {
  if (!existsSync(backupFolder)) return undefined;
  const isFromFuture = ({ at }: { at: number }) => Number(at > Date.now());
  return findBackups(readdirSync(backupFolder))
    .toSorted((one, other) => isFromFuture(one) - isFromFuture(other))
    .slice(0, MAX_CHECKED)
    .map(({ name }) => join(backupFolder, name))
    .find(isSoundBackup);
}

/**
 * Marks the database as damaged, so that the next start checks it first. Otherwise a supervisor would
 * restart a server again and again that stops at the same page each time.
 */
export function markDamaged(config: Config): void {
  writeFileSync(markerFile(config), "");
}

export function isMarkedDamaged(config: Config): boolean {
  return existsSync(markerFile(config));
}

export function clearDamageMark(config: Config): void {
  rmSync(markerFile(config), { force: true });
}

function markerFile({ dataFolder }: Config): string {
  return join(dataFolder, "damaged");
}
