import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const STATE_KEY = "server-url";

/** Stores where the server listens, for commands that print links. A start that changes nothing waits for no disk. */
export function recordServerUrl(app: App, url: string): void {
  if (findServerUrl(app) !== url) writeState(app.db, STATE_KEY, url);
}

/** Returns where the server listens, or last listened. */
export function findServerUrl(app: App): string | undefined {
  return readState<string>(app.db, STATE_KEY);
}
