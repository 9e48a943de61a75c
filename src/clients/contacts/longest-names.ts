import { readLongestNames, writeLongestNames } from "#db/clients/longest-names.ts";
import type { App } from "#src/app.ts";

/**
 * Updates the longest names, in the transaction that writes the names. The stored value is read each
 * time, because a cached one could come from a transaction that was rolled back.
 */
export function recordNames(app: App, names: readonly string[]): void {
  const stored = readLongestNames(app.db);
  const longest = names.reduce(longerOf, stored[0]);
  const nonAscii = names.filter((name) => NON_ASCII.test(name)).reduce(longerOf, stored[1]);
  if (longest !== stored[0] || nonAscii !== stored[1])
    writeLongestNames(app.db, [longest, nonAscii]);
}

function longerOf(a: string, b: string): string {
  return b.length > a.length ? b : a;
}

const NON_ASCII = /[^ -~]/;

/** Replaces the letters of a name, so that the result has the same length and costs the same to send. */
export function maskName(name: string): string {
  return name.replace(/[!-~]/g, "x").replace(/[^ -~]/g, "\u0436");
}
