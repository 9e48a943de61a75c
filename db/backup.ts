import { Database, SQLiteError } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { NewerSchema, SCHEMA_VERSION, schemaVersion } from "./migrate.ts";

/** What the owner pointed at cannot be restored; the words say why. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

/** A whole, compact copy while others go on writing. The file must not exist. */
function backUp(db: Database, file: string): void {
  db.query("VACUUM INTO ?").run(file);
}

/** What a copy is called until it is whole, checked and on the disk. */
export const UNFINISHED = ".making";

/**
 * A backup that bears its name only once SQLite has found it sound and the disk has it. Answers its
 * bytes. @throws BadBackup when the copy is not sound
 */
export function backUpSafely(db: Database, file: string): number {
  const draft = file + UNFINISHED;
  removeDatabase(draft);
  try {
    backUp(db, draft);
    const copy = new Database(draft, { readonly: true });
    const sound = copy.query<{ quick_check: string }, []>("PRAGMA quick_check").get()?.quick_check;
    copy.close();
    if (sound !== "ok") throw new BadBackup(`The copy is damaged: ${sound}`);
    chmodSync(draft, 0o600);
    toDisk(draft);
    renameSync(draft, file);
    toDisk(dirname(file));
  } finally {
    removeDatabase(draft);
  }
  return statSync(file).size;
}

/** A name or bytes that only the memory has are gone after a power cut. */
function toDisk(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Puts a backup in the database's place. Every sequence goes up by 10^9, so that no id that left the
 * process since the backup is ever given again.
 * @throws NewerSchema, or BadBackup when the file is no sound Parlor database
 */
export function restore(backup: string, databaseFile: string, now: number): void {
  if (!existsSync(backup)) throw new BadBackup(`There is no file ${backup}.`);
  const draft = `${databaseFile}.restoring`;
  removeDatabase(draft);
  const source = new Database(backup, { readonly: true });
  const version = versionOf(source);
  if (version === 0) throw new BadBackup(`${backup} is not a Parlor database.`);
  if (version > SCHEMA_VERSION)
    throw new NewerSchema("This backup was made by a newer Parlor. Install that version first.");
  source.query("VACUUM INTO ?").run(draft);
  source.close();

  const copy = new Database(draft);
  const sound = copy
    .query<{ integrity_check: string }, []>("PRAGMA integrity_check")
    .get()?.integrity_check;
  if (sound !== "ok") throw new BadBackup(`${backup} is damaged: ${sound}`);
  copy.run("update sqlite_sequence set seq = seq + 1000000000");
  copy
    .query(
      "insert or replace into state (name, value) values ('sending-paused', ?), ('restored-at', ?)",
    )
    .run(
      JSON.stringify(
        "This database was restored from a backup. Check what was sent since, then resume",
      ),
      String(now),
    );
  copy.run("PRAGMA journal_mode = DELETE");
  copy.close();
  removeDatabase(databaseFile);
  renameSync(draft, databaseFile);
}

/** 0 for a file that is no database at all. */
function versionOf(source: Database): number {
  try {
    return schemaVersion(source);
  } catch (error) {
    if (error instanceof SQLiteError && error.code === "SQLITE_NOTADB") return 0;
    throw error;
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}
