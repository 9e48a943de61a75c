import { Database, SQLiteError } from "bun:sqlite";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { closeDatabase, openDatabase } from "./connection.ts";
import {
  isKnownSchema,
  listForeignTriggers,
  requireOwnDatabase,
  schemaVersion,
  UnknownSchema,
} from "./migrate.ts";
import { findValue } from "./rows.ts";

/** A file that can't be restored; the message says why. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

export class DamagedBackup extends BadBackup {}

/** Writes a complete, compact copy while other connections continue writing. The file must not exist. */
function backUp(db: Database, file: string): void {
  db.query("VACUUM INTO ?").run(file);
}

/** The suffix of a copy until it is complete, checked and flushed to the disk. */
export const UNFINISHED_SUFFIX = ".making";

/**
 * Writes a backup that gets its name only after SQLite has checked it and the disk has it. Returns
 * its size in bytes.
 * @throws BadBackup when the copy is damaged
 */
export function backUpSafely(db: Database, file: string): number {
  const draft = file + UNFINISHED_SUFFIX;
  removeDatabase(draft);
  try {
    backUp(db, draft);
    const copy = new Database(draft, { readonly: true });
    const check = copy.query<{ quick_check: string }, []>("PRAGMA quick_check").get()?.quick_check;
    copy.close();
    if (check !== "ok") throw new BadBackup(`The copy is damaged: ${check}`);
    chmodSync(draft, 0o600);
    syncToDisk(draft);
    renameSync(draft, file);
    syncToDisk(dirname(file));
  } finally {
    removeDatabase(draft);
  }
  return statSync(file).size;
}

/** Flushes a file or directory to the disk, so that it survives a power failure. */
function syncToDisk(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Replaces the database with a backup, and keeps the replaced one under the name that is returned, if
 * there was one. At every moment the folder has one of the two. Every sequence is increased by 10^9, so
 * that no id that was used after the backup is assigned again.
 * @throws BadBackup when the file is not an intact Parlor database
 */
export function restore(backup: string, databaseFile: string, now: number): string | undefined {
  const draft = `${databaseFile}.restoring`;
  removeDatabase(draft);
  try {
    copyBackup(backup, draft);
    const copy = new Database(draft);
    copy.run("update sqlite_sequence set seq = seq + 1000000000");
    pauseSending(
      copy,
      "This database was restored from a backup. Check what was sent since, then resume",
      now,
    );
    copy.run("PRAGMA journal_mode = DELETE");
    copy.close();
    return replaceDatabase(draft, databaseFile, now);
  } finally {
    removeDatabase(draft);
  }
}

/** Gives a finished database the place of another. Returns the new name of that one, if there was one. */
export function replaceDatabase(
  draft: string,
  databaseFile: string,
  now: number,
): string | undefined {
  syncToDisk(draft);
  const replaced = saveReplaced(databaseFile, now);
  renameSync(draft, databaseFile);
  syncToDisk(dirname(databaseFile));
  return replaced;
}

/** Whether a file is an intact Parlor database that this program can open. */
export function isSoundBackup(file: string): boolean {
  try {
    const db = new Database(file, { readonly: true });
    const version = schemaVersion(db);
    const check = findValue<string>(db, "PRAGMA quick_check(1)");
    db.close();
    return isKnownSchema(version) && check === "ok";
  } catch {
    return false;
  }
}

/** A file that this user can't read isn't damaged. Root restores as the owner of the data folder. @throws BadBackup */
export function requireReadable(backup: string): void {
  try {
    accessSync(backup, constants.R_OK);
  } catch (error) {
    throw new BadBackup(
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? `${backup} doesn't exist.`
        : `${backup} can't be read by the owner of the data folder. Copy it to a place that user can read.`,
    );
  }
}

function copyBackup(backup: string, draft: string): void {
  requireReadable(backup);
  try {
    const source = new Database(backup, { readonly: true });
    const version = readVersion(source);
    if (version === 0) throw new BadBackup(`${backup} is not a Parlor database.`);
    requireOwnDatabase(source, backup);
    if (!isKnownSchema(version)) throw new BadBackup(new UnknownSchema(version).message);
    source.query("VACUUM INTO ?").run(draft);
    source.close();
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error;
    throw new DamagedBackup(`${backup} is damaged: ${error.message}.`);
  }
  const foreign = listForeignTriggersOf(draft);
  if (foreign.length > 0)
    throw new BadBackup(
      `${backup} was changed outside Parlor: it has ${foreign.join(", ")}, which this schema doesn't have.`,
    );
  if (!isSoundBackup(draft)) throw new DamagedBackup(`${backup} is damaged.`);
}

function listForeignTriggersOf(file: string): string[] {
  const db = new Database(file, { readonly: true });
  try {
    return listForeignTriggers(db);
  } finally {
    db.close();
  }
}

/** Sends nothing from a database that doesn't know what was sent since, until the carrier was asked and an admin resumes. */
export function pauseSending(db: Database, reason: string, now: number): void {
  db.query(
    "insert or replace into state (name, value) values ('sending-paused', ?), ('restored-at', ?)",
  ).run(JSON.stringify(reason), String(now));
}

/** Gives the current database a second name, together with a log that could not be moved into it. */
function saveReplaced(databaseFile: string, now: number): string | undefined {
  if (!existsSync(databaseFile)) return undefined;
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const replaced = `${databaseFile}.replaced-${stamp}Z`;
  moveLogIntoDatabase(databaseFile);
  linkSync(databaseFile, replaced);
  for (const suffix of ["-wal", "-shm"])
    if (existsSync(databaseFile + suffix)) renameSync(databaseFile + suffix, replaced + suffix);
  return replaced;
}

function moveLogIntoDatabase(databaseFile: string): void {
  try {
    closeDatabase(openDatabase(databaseFile));
  } catch (error) {
    // A damaged database keeps its log.
    if (!(error instanceof SQLiteError)) throw error;
  }
}

/** The schema version; 0 for a file that isn't a database. */
function readVersion(source: Database): number {
  try {
    return schemaVersion(source);
  } catch (error) {
    if (error instanceof SQLiteError && error.code === "SQLITE_NOTADB") return 0;
    throw error;
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}
