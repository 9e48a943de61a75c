import { Database } from "bun:sqlite";
import { join } from "node:path";
import { isBusy } from "./connection.ts";

// An unreferenced handle is collected, and the lock with it.
const held: Database[] = [];

/** One server to a data folder: true when this process now holds the lock, until it ends. */
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
