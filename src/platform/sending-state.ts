import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const STATE = "sending-paused";

/** Why the engine stopped itself, in words; null while it works. It survives restarts. */
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

/** A client's text could not be written down: it may be a STOP, so nothing leaves until it is fetched again. */
export function recordMissedText(app: App): void {
  missed.add(app);
}

export function hasMissedTexts(app: App): boolean {
  return missed.has(app);
}

export function clearMissedTexts(app: App): void {
  missed.delete(app);
}
