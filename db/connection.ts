import { Database, SQLiteError } from "bun:sqlite";

export type { Database };

// Bun keeps twenty prepared statements and would prepare the others anew at each call.
Database.MAX_QUERY_CACHE_SIZE = 1_000;

/**
 * Opens one connection. FULL: an acknowledged claim must survive a power cut, or a text goes out twice.
 * `busyTimeout` in milliseconds is 0 for the server, which waits without blocking (see `whenFree`).
 */
export function openDatabase(path: string, busyTimeout = 0): Database {
  const db = new Database(path, { strict: true, create: true });
  db.run(`PRAGMA busy_timeout = ${busyTimeout}`);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("PRAGMA foreign_keys = ON");
  db.run("PRAGMA temp_store = MEMORY");
  db.run("PRAGMA cache_size = -16000");
  db.run("PRAGMA mmap_size = 0");
  return db;
}

/** One verb, one transaction; a verb called by another joins its transaction. */
export function inTransaction<T>(db: Database, work: () => T): T {
  return db.inTransaction ? work() : db.transaction(work).immediate();
}

const RETRY_MS = 10;
const GIVE_UP_MS = 5_000;

/** One server to a process: what it gives up when the disk is full. True when there is room again. */
let makeRoom: () => boolean = () => false;

export function whenDiskIsFull(give: () => boolean): void {
  makeRoom = give;
}

let held: Promise<unknown> = Promise.resolve();

/** Leaves the write lock to the thread beside us for a moment: a busy server would never let it in. */
export async function holdingWrites<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  held = done.catch(() => undefined);
  return done;
}

/**
 * Runs work again while somebody else (`parlor admin`, the end of a checkpoint) holds the write
 * lock, and once more when a full disk could be given some room.
 */
export async function whenFree<T>(work: () => T | Promise<T>): Promise<T> {
  await held;
  const started = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isDiskFull(error)) {
        if (!makeRoom()) throw error;
      } else {
        if (!isBusy(error) || performance.now() - started > GIVE_UP_MS) throw error;
        await Bun.sleep(RETRY_MS);
      }
    }
  }
}

/** At the end of the last run: everything into the one file, and no log beside it. */
export function closeDatabase(db: Database): void {
  try {
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // A full disk, or a backup that still reads: what is in the log is found there by the next start.
    if (!(error instanceof SQLiteError)) throw error;
  }
  db.close();
}

/** Changes whenever another process has written, never for our own writes. */
export function foreignVersion(db: Database): number {
  const row = db.query<{ data_version: number }, []>("PRAGMA data_version").get();
  return row?.data_version ?? 0;
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? "").startsWith("SQLITE_BUSY");
}

/** Nothing was written; what was there is whole. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SQLiteError && error.code === "SQLITE_FULL";
}

/** The disk failed: nothing written since can be trusted to be there. */
export function isDiskFailure(error: unknown): boolean {
  return (
    error instanceof SQLiteError &&
    /^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)/.test(error.code ?? "")
  );
}
