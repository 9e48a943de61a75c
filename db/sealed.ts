import type { Database } from "./connection.ts";
import { allSettings, setSetting } from "./settings.ts";

/** How a sealed record begins; see src/secret-box.ts. */
const SEALED = /^v1\.[0-9a-f]{8}\./;

interface Resealed {
  readonly done: number;
  /** Sealed with a key that is not there: left as they are. */
  readonly closed: number;
}

/**
 * Every sealed record anew, in the caller's transaction. Sealed records live in settings under the
 * name that they are bound to; a table that holds others is added here, and a test sees to it.
 */
export function resealAll(
  db: Database,
  reseal: (column: string, record: string) => string | undefined,
): Resealed {
  let done = 0;
  let closed = 0;
  for (const [name, value] of allSettings(db)) {
    if (typeof value !== "string" || !SEALED.test(value)) continue;
    const record = reseal(name, value);
    if (record === undefined) closed += 1;
    else {
      setSetting(db, name, record);
      done += 1;
    }
  }
  return { done, closed };
}
