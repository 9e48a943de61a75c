import { changesSoFar, leaveLogToOthers, writeLogBackOnCommit } from "#db/checkpoint.ts";
import type { App } from "#src/app.ts";

/** Rows: some thousand pages, as SQLite itself would have it. */
const WORTH_IT = 500;
const LATEST_MS = 5 * 60_000;

interface Last {
  readonly changes: number;
  readonly at: number;
}

const last = new WeakMap<App, Last>();
const failing = new WeakSet<App>();

/** The write-ahead log into the database file, by the thread beside us, once enough has changed. */
export async function writeLogBack(app: App): Promise<void> {
  const changes = changesSoFar(app.db);
  const { changes: before, at } = last.get(app) ?? { changes: 0, at: 0 };
  const changed = changes - before;
  if (changed === 0 || (changed < WORTH_IT && app.now() - at < LATEST_MS)) return;
  last.set(app, { changes, at: app.now() });
  try {
    await app.background.checkpoint();
    if (failing.delete(app)) leaveLogToOthers(app.db);
  } catch (error) {
    // Until it works again commits do it: else the log would grow for ever.
    if (!failing.has(app)) app.log("error", "the log could not be written back", { error });
    failing.add(app);
    writeLogBackOnCommit(app.db);
  }
}
