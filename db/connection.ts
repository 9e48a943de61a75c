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

/** Runs work again while another process (`parlor admin`, a backup) holds the write lock. */
export async function whenFree<T>(work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - started > GIVE_UP_MS) throw error;
      await Bun.sleep(RETRY_MS);
    }
  }
}

/** At the end of the last run: everything into the one file, and no log beside it. */
export function closeDatabase(db: Database): void {
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
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

/** The disk failed or is full: nothing written since can be trusted to be there. */
export function isDiskFailure(error: unknown): boolean {
  return (
    error instanceof SQLiteError && /^SQLITE_(IOERR|CORRUPT|FULL|READONLY)/.test(error.code ?? "")
  );
}
