import type { Database } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";

/** The longest name, and the longest one with a character outside printable ASCII, which costs more to send. */
export type LongestNames = readonly [string, string];

export function readLongestNames(db: Database): LongestNames {
  return readState<LongestNames>(db, "longest-names") ?? ["", ""];
}

export function writeLongestNames(db: Database, names: LongestNames): void {
  writeState(db, "longest-names", names);
}
