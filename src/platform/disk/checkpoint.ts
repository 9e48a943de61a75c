import { disableAutoCheckpoint, enableAutoCheckpoint, totalChanges } from "#db/checkpoint.ts";
import type { App } from "#src/app.ts";

/** Changed rows: about a thousand pages, SQLite's own default. An idle server never starts the thread, which takes 5 MB. */
const MIN_CHANGES = 500;

const changesAtCheckpoint = new WeakMap<App, number>();
const failing = new WeakSet<App>();

/** Moves the write-ahead log into the database file, in the background thread, once enough rows have changed. */
export async function checkpointLog(app: App): Promise<void> {
  const changes = totalChanges(app.db);
  if (changes - (changesAtCheckpoint.get(app) ?? 0) < MIN_CHANGES) return;
  changesAtCheckpoint.set(app, changes);
  try {
    await app.background.checkpoint();
    if (failing.delete(app)) disableAutoCheckpoint(app.db);
  } catch (error) {
    // Commits checkpoint until the thread works again; otherwise the log would grow without limit.
    if (!failing.has(app)) app.log("error", "the checkpoint failed", { error });
    failing.add(app);
    enableAutoCheckpoint(app.db);
  }
}
