import type { Database } from "bun:sqlite";

export interface Checkpointed {
  /** Pages in the log, and how many of them are in the database file by now. */
  readonly logged: number;
  readonly written: number;
}

const PAGE_BYTES = 4096;
/** Beyond it the log's file gives its room back to the disk; below it is written over. */
const LARGEST_LOG = 64 * 1024 * 1024;
const ROUNDS = 4;

/**
 * Copies the log into the database file without keeping anybody from writing. What was written
 * meanwhile is little, so the rounds get shorter.
 */
export function checkpoint(db: Database): Checkpointed {
  let done = run(db, "PASSIVE");
  for (let round = 1; round < ROUNDS && done.written < done.logged; round += 1)
    done = run(db, "PASSIVE");
  return done;
}

/** A log that is never all in the database file, or has readers at every moment, would grow for ever. */
export function isTooLong({ logged }: Checkpointed): boolean {
  return logged * PAGE_BYTES > LARGEST_LOG;
}

/** Begins the log anew, once nobody writes and those who read it are done: the rest is a little. */
export function truncateLog(db: Database): Checkpointed {
  return run(db, "TRUNCATE");
}

function run(db: Database, mode: "PASSIVE" | "TRUNCATE"): Checkpointed {
  const row = db
    .query<{ log: number; checkpointed: number }, []>(`PRAGMA wal_checkpoint(${mode})`)
    .get();
  return { logged: row?.log ?? 0, written: row?.checkpointed ?? 0 };
}

/** From now on somebody else writes the log back: done by a commit it would hold the loop for as long as the disk takes. */
export function leaveLogToOthers(db: Database): void {
  db.run("PRAGMA wal_autocheckpoint = 0");
}

/** SQLite's own way again: every thousand pages, by the commit that comes to them. */
export function writeLogBackOnCommit(db: Database): void {
  db.run("PRAGMA wal_autocheckpoint = 1000");
}

/** Rows changed by this connection since it was opened. */
export function changesSoFar(db: Database): number {
  return db.query<{ n: number }, []>("select total_changes() as n").get()?.n ?? 0;
}
