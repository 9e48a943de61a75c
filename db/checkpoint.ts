import type { Database } from "bun:sqlite";
import { count } from "./rows.ts";

export interface CheckpointResult {
  /** Pages in the log, and how many of them have been copied to the database file. */
  readonly logged: number;
  readonly written: number;
}

const PAGE_BYTES = 4096;
/** A larger log file is truncated; a smaller one is overwritten. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;
const MAX_ROUNDS = 4;

/**
 * Copies the log into the database file without blocking writers. Each round copies only what was
 * written during the previous one, so the rounds get shorter.
 */
export function checkpoint(db: Database): CheckpointResult {
  let done = runCheckpoint(db, "PASSIVE");
  for (let round = 1; round < MAX_ROUNDS && done.written < done.logged; round += 1)
    done = runCheckpoint(db, "PASSIVE");
  return done;
}

/** Whether the log is too large: one that is never fully copied, or always has readers, would grow without limit. */
export function isTooLong({ logged }: CheckpointResult): boolean {
  return logged * PAGE_BYTES > MAX_LOG_BYTES;
}

/** Empties the log. Requires that writes are paused and waits for readers, so little should be left to copy. */
export function truncateLog(db: Database): CheckpointResult {
  return runCheckpoint(db, "TRUNCATE");
}

function runCheckpoint(db: Database, mode: "PASSIVE" | "TRUNCATE"): CheckpointResult {
  const row = db
    .query<{ log: number; checkpointed: number }, []>(`PRAGMA wal_checkpoint(${mode})`)
    .get();
  return { logged: row?.log ?? 0, written: row?.checkpointed ?? 0 };
}

/** Leaves checkpoints to the background thread: a commit that runs one blocks the event loop until the disk is done. */
export function disableAutoCheckpoint(db: Database): void {
  db.run("PRAGMA wal_autocheckpoint = 0");
}

/** Restores SQLite's default: the commit that reaches a thousand pages runs the checkpoint. */
export function enableAutoCheckpoint(db: Database): void {
  db.run("PRAGMA wal_autocheckpoint = 1000");
}

/** The number of rows changed by this connection since it was opened. */
export function totalChanges(db: Database): number {
  return count(db, "select total_changes()");
}
