import { Database, SQLiteError } from "bun:sqlite";
import { join } from "node:path";

export type { Database };

// By default Bun caches 20 prepared statements and prepares all others on each use.
Database.MAX_QUERY_CACHE_SIZE = 1_000;

/**
 * Opens a connection. `synchronous = FULL` makes a committed claim survive a power failure, without
 * which a text could be sent twice. `busyTimeout`, in milliseconds, is 0 for a server that serves
 * (see `waitWithoutBlocking`). `inspect` may refuse the file by an error before anything in it changes.
 */
export function openDatabase(
  path: string,
  busyTimeout = 0,
  inspect?: (db: Database) => void,
): Database {
  const db = new Database(path, { strict: true, create: true });
  try {
    db.run(`PRAGMA busy_timeout = ${busyTimeout}`);
    inspect?.(db);
    return configure(db, busyTimeout);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Sets the pragmas of a connection. Returns it. */
export function configure(db: Database, busyTimeout = 0): Database {
  db.run(`PRAGMA busy_timeout = ${busyTimeout}`);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("PRAGMA foreign_keys = ON");
  db.run("PRAGMA temp_store = MEMORY");
  db.run("PRAGMA cache_size = -16000");
  db.run("PRAGMA mmap_size = 0");
  // Otherwise what an update or a deletion replaces stays in the file's free space, where no erasure finds it.
  db.run("PRAGMA secure_delete = ON");
  return db;
}

/** From now on a locked database is an error at once, for a server that waits without blocking (see `whenFree`). */
export function waitWithoutBlocking(db: Database): void {
  db.run("PRAGMA busy_timeout = 0");
}

/**
 * Opens a database that is only read, also while a server runs. It may leave an empty `-wal` and a `-shm`: only SQLite may
 * remove those, because a server that has started meanwhile keeps its locks and its last writes in them.
 */
export function openReadOnly(path: string): Database {
  const db = new Database(path, { strict: true, readonly: true });
  db.run("PRAGMA busy_timeout = 5000");
  return db;
}

/**
 * Opens a second connection that goes on seeing the data of this moment. It must be closed: until then the log can't be
 * emptied. A database in memory has only one connection, which is returned.
 */
export function openSnapshot(db: Database): Database {
  if (db.filename === ":memory:") return db;
  const snapshot = openReadOnly(db.filename);
  // The first read after BEGIN decides which data the connection sees.
  snapshot.run("BEGIN");
  snapshot.query("select 1 from sqlite_schema").get();
  return snapshot;
}

export function closeSnapshot(db: Database, snapshot: Database): void {
  if (snapshot !== db) snapshot.close();
}

/**
 * Runs `work` in a transaction, or joins the one in progress. There is no savepoint: if joined work
 * throws and the caller catches the error, its writes remain in the outer transaction.
 */
export function inTransaction<T>(db: Database, work: () => T): T {
  if (db.inTransaction) return work();
  try {
    return db.transaction(work).immediate();
  } catch (error) {
    rollbackListeners.get(db)?.();
    throw error;
  }
}

const rollbackListeners = new WeakMap<Database, () => void>();

/** Calls `listener` after each transaction that was undone: what was read in it may never have been stored. */
export function onRollback(db: Database, listener: () => void): void {
  rollbackListeners.set(db, listener);
}

/**
 * Like `inTransaction`, but the commit does not wait for the disk: a power failure may undo it. The next
 * commit of `inTransaction` makes it durable too, because both are in the same log.
 */
export function inDeferredTransaction<T>(db: Database, work: () => T): T {
  db.run("PRAGMA synchronous = NORMAL");
  try {
    return inTransaction(db, work);
  } finally {
    db.run("PRAGMA synchronous = FULL");
  }
}

/** Like `inDeferredTransaction` for each commit of `work`, which may be several hundred. */
export async function withDeferredCommits<T>(db: Database, work: () => Promise<T>): Promise<T> {
  db.run("PRAGMA synchronous = NORMAL");
  try {
    return await work();
  } finally {
    db.run("PRAGMA synchronous = FULL");
  }
}

const RETRY_MS = 10;
const GIVE_UP_MS = 5_000;

/** Frees reserved disk space. Returns true when it freed some. There is one server per process. */
let freeSpace: () => boolean = () => false;

export function onDiskFull(handler: () => boolean): void {
  freeSpace = handler;
}

let pausedWrites: Promise<unknown> = Promise.resolve();

/** Pauses writes so that the background thread gets the write lock, which a busy server would never release long enough. */
export async function withWritesPaused<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  pausedWrites = done.catch(() => undefined);
  return done;
}

/**
 * Waits while writes are paused, then runs `work` as `withRetries` does. Async work is not repeated once
 * it has begun to wait, because it may have asked a provider already: it wraps its own transactions in
 * `whenFree`.
 */
export async function whenFree<T>(work: () => T | Promise<T>): Promise<T> {
  await pausedWrites;
  return withRetries(work);
}

/** Runs `work` in a transaction as soon as writes are free: see `whenFree`. */
export function writeWhenFree<T>(db: Database, work: () => T): Promise<T> {
  return whenFree(() => inTransaction(db, work));
}

/**
 * Retries `work` for up to 5 seconds while another process or thread (`parlor admin`, the end of a
 * checkpoint) holds the write lock, and again when space could be freed on a full disk. Reads use it
 * directly, because they need not wait while writes are paused; a session that they extend is a small write.
 */
export async function withRetries<T>(work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (isDiskFull(error)) {
        if (!freeSpace()) throw error;
      } else {
        if (!isBusy(error) || performance.now() - started > GIVE_UP_MS) throw error;
        await Bun.sleep(RETRY_MS);
      }
    }
  }
}

/** Closes the connection, after moving the log into the database file. */
export function closeDatabase(db: Database): void {
  try {
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // With a full disk or a running backup the log remains, and the next start reads it.
    if (!(error instanceof SQLiteError)) throw error;
  }
  db.close();
}

/** A number that changes when another connection has written, but not for writes by this one. */
export function readDataVersion(db: Database): number {
  const row = db.query<{ data_version: number }, []>("PRAGMA data_version").get();
  return row?.data_version ?? 0;
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? "").startsWith("SQLITE_BUSY");
}

/** The disk is full. Nothing was written, and the existing data is intact. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SQLiteError && error.code === "SQLITE_FULL";
}

/** The file isn't an intact database. */
export function isDamaged(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? "");
}

/** The disk failed, so later writes may be lost. */
export function isDiskFailure(error: unknown): boolean {
  return (
    error instanceof SQLiteError &&
    /^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)/.test(error.code ?? "")
  );
}

// Keeps the handles referenced: garbage collection would close them and release the locks.
const held: Database[] = [];

/** Locks a data folder for this process until it ends. Returns false when another server has the lock. */
export function holdLock(folder: string): boolean {
  const lock = new Database(join(folder, "lock.db"), { create: true });
  try {
    lock.run("PRAGMA busy_timeout = 0");
    lock.run("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isBusy(error)) return false;
    throw error;
  }
  held.push(lock);
  return true;
}

export function releaseLocks(): void {
  for (const lock of held.splice(0)) lock.close();
}
