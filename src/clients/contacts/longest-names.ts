import { readLongestNames, writeLongestNames } from "#db/clients/longest-names.ts";
import type { App } from "#src/app.ts";

/**
 * In the transaction that writes the names. Read anew each time, which is one row by its key: what
 * memory kept of a transaction that was rolled back would stand in the way of the same name later.
 */
export function noteNames(app: App, names: readonly string[]): void {
  const known = readLongestNames(app.db);
  const longest = names.reduce(longer, known[0]);
  const beyond = names.filter((name) => BEYOND_ASCII.test(name)).reduce(longer, known[1]);
  if (longest !== known[0] || beyond !== known[1]) writeLongestNames(app.db, [longest, beyond]);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

const BEYOND_ASCII = /[^ -~]/;

/** As long, and as costly to send, without the name. */
export function veiled(name: string): string {
  return name.replace(/[!-~]/g, "x").replace(/[^ -~]/g, "\u0436");
}
