import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";

const STATE = "sending-paused";
/** Set by a restore and an import; see db/backup.ts. */
const RESTORED = "restored-at";

/** Returns why sending is paused, as shown to staff, or null. The pause survives restarts. */
export function pausedReason(app: App): string | null {
  return readState<string>(app.db, STATE) ?? null;
}

export function pauseSending(app: App, reason: string): void {
  writeState(app.db, STATE, reason);
  app.events.changed("settings");
}

/** @throws Problem 409 after a restore, until the carrier has said what was sent since */
export function resumeSending(app: App): void {
  if (isRestored(app))
    throw new Problem(
      409,
      `We haven't asked ${app.providers.carrier.name} yet what was sent since this data was saved. Check its connection in Settings, then try again.`,
    );
  deleteState(app.db, STATE);
  app.events.changed("settings");
}

/** What was sent and received since the backup or export is still unknown. */
export function isRestored(app: App): boolean {
  return restoredAt(app) !== undefined;
}

/** When a backup was restored or an export imported, in epoch milliseconds, while `isRestored`. */
export function restoredAt(app: App): number | undefined {
  return readState<number>(app.db, RESTORED);
}

export function completeRestore(app: App): void {
  deleteState(app.db, RESTORED);
}

const missed = new WeakSet<App>();

/** Records that a client's text may not have been saved. It may be a STOP, so nothing is sent until it is fetched again. */
export function recordMissedText(app: App): void {
  missed.add(app);
}

export function hasMissedTexts(app: App): boolean {
  return missed.has(app);
}

export function clearMissedTexts(app: App): void {
  missed.delete(app);
}
