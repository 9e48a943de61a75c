import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const STATE = "sending-paused";

/** Returns why sending is paused, as shown to staff, or null. The pause survives restarts. */
export function pausedReason(app: App): string | null {
  return readState<string>(app.db, STATE) ?? null;
}

export function pauseSending(app: App, reason: string): void {
  writeState(app.db, STATE, reason);
  app.events.changed("settings");
}

export function resumeSending(app: App): void {
  deleteState(app.db, STATE);
  app.events.changed("settings");
}

const missed = new WeakSet<App>();

/** Records that a client's text could not be saved. It may be a STOP, so nothing is sent until it is fetched again. */
export function recordMissedText(app: App): void {
  missed.add(app);
}

export function hasMissedTexts(app: App): boolean {
  return missed.has(app);
}

export function clearMissedTexts(app: App): void {
  missed.delete(app);
}
