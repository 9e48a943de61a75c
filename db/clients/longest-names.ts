import type { Database } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";

/** The longest name, and the longest with a character outside printable ASCII: what a text may hold at most. */
export type LongestNames = readonly [string, string];

export function readLongestNames(db: Database): LongestNames {
  return readState<LongestNames>(db, "longest-names") ?? ["", ""];
}

export function writeLongestNames(db: Database, names: LongestNames): void {
  writeState(db, "longest-names", names);
}
