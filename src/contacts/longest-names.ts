import { readLongestNames, writeLongestNames } from "#db/longest-names.ts";
import type { App } from "#src/app.ts";

/**
 * In the transaction that writes the name. Read anew each time, which is one row by its key: what
 * memory kept of a transaction that was rolled back would stand in the way of the same name later.
 */
export function noteName(app: App, name: string): void {
  const [longest, longestBeyondAscii] = readLongestNames(app.db);
  const longer = name.length > longest.length;
  const longerBeyond = BEYOND_ASCII.test(name) && name.length > longestBeyondAscii.length;
  if (longer || longerBeyond)
    writeLongestNames(app.db, [longer ? name : longest, longerBeyond ? name : longestBeyondAscii]);
}

const BEYOND_ASCII = /[^ -~]/;

/** As long, and as costly to send, without the name. */
export function veiled(name: string): string {
  return name.replace(/[!-~]/g, "x").replace(/[^ -~]/g, "\u0436");
}
