import { Database } from "bun:sqlite";
import { existsSync, renameSync, rmSync } from "node:fs";
import { NewerSchema, SCHEMA_VERSION, schemaVersion } from "./migrate.ts";

/** A whole, compact copy while others go on writing. The file must not exist. */
export function backUp(db: Database, file: string): void {
  db.query("VACUUM INTO ?").run(file);
}

/**
 * Puts a backup in the database's place. Every sequence goes up by 10^9, so that no id that left the
 * process since the backup is ever given again.
 * @throws NewerSchema, or Error when the file is no sound Parlor database
 */
export function restore(backup: string, databaseFile: string, now: number): void {
  if (!existsSync(backup)) throw new Error(`There is no file ${backup}.`);
  const draft = `${databaseFile}.restoring`;
  removeDatabase(draft);
  const source = new Database(backup, { readonly: true });
  const version = schemaVersion(source);
  if (version === 0) throw new Error(`${backup} is not a Parlor database.`);
  if (version > SCHEMA_VERSION)
    throw new NewerSchema("This backup was made by a newer Parlor. Install that version first.");
  source.query("VACUUM INTO ?").run(draft);
  source.close();

  const copy = new Database(draft);
  const sound = copy
    .query<{ integrity_check: string }, []>("PRAGMA integrity_check")
    .get()?.integrity_check;
  if (sound !== "ok") throw new Error(`${backup} is damaged: ${sound}`);
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

function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}
