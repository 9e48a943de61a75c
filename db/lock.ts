import { Database } from "bun:sqlite";
import { join } from "node:path";
import { isBusy } from "./connection.ts";

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
