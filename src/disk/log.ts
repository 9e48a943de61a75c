import { changesSoFar, writeLogBackOnCommit } from "#db/checkpoint.ts";
import type { App } from "#src/app.ts";

const WORTH_IT = 200;
const LATEST_MS = 5 * 60_000;

interface Last {
  readonly changes: number;
  readonly at: number;
}

const last = new WeakMap<App, Last>();

/** The write-ahead log into the database file, by the thread beside us, once enough has changed. */
export async function writeLogBack(app: App): Promise<void> {
  const changes = changesSoFar(app.db);
  const { changes: before, at } = last.get(app) ?? { changes: 0, at: 0 };
  const changed = changes - before;
  if (changed === 0 || (changed < WORTH_IT && app.now() - at < LATEST_MS)) return;
  last.set(app, { changes, at: app.now() });
  try {
    await app.background.checkpoint();
  } catch (error) {
    // Without it the log would grow for ever.
    writeLogBackOnCommit(app.db);
    app.log("error", "the log is written back by commits again", { error });
  }
}
