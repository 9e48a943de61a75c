import { disableAutoCheckpoint, enableAutoCheckpoint, totalChanges } from "#db/checkpoint.ts";
import type { App } from "#src/app.ts";

/** Rows: some thousand pages, as SQLite itself would have it. A quiet server never needs the thread, nor its 5 MB. */
const MIN_CHANGES = 500;

const changesAtCheckpoint = new WeakMap<App, number>();
const failing = new WeakSet<App>();

/** The write-ahead log into the database file, by the thread beside us, once enough has changed. */
export async function checkpointLog(app: App): Promise<void> {
  const changes = totalChanges(app.db);
  if (changes - (changesAtCheckpoint.get(app) ?? 0) < MIN_CHANGES) return;
  changesAtCheckpoint.set(app, changes);
  try {
    await app.background.checkpoint();
    if (failing.delete(app)) disableAutoCheckpoint(app.db);
  } catch (error) {
    // Until it works again commits do it: else the log would grow for ever.
    if (!failing.has(app)) app.log("error", "the log could not be written back", { error });
    failing.add(app);
    enableAutoCheckpoint(app.db);
  }
}
