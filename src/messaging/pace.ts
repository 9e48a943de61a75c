import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { SettingsValues } from "#src/settings/settings.ts";

const STATE = "pace-next";

export interface Pace {
  /** Epoch milliseconds of the next free slot, now at the earliest: idle time is not saved up. */
  readonly at: number;
  /** Milliseconds between two texts. */
  readonly interval: number;
}

/** `messageCount` texts every `delaySeconds`, spread evenly, for the whole installation and across restarts. */
export function nextSlot(app: App, settings: SettingsValues, now: number): Pace {
  const interval = (settings.delaySeconds * 1000) / settings.messageCount;
  return { at: Math.max(readState<number>(app.db, STATE) ?? 0, now), interval };
}

export function keepPace(app: App, next: number): void {
  writeState(app.db, STATE, next);
}

/** The provider asks to slow down: no slot before then. */
export function slowDown(app: App, until: number): void {
  const next = readState<number>(app.db, STATE) ?? 0;
  if (until > next) writeState(app.db, STATE, until);
}
