import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { SettingsValues } from "#src/platform/settings/settings.ts";

const STATE_KEY = "pace-next";

export interface PaceSlot {
  /** The next free slot, in epoch milliseconds. It is never in the past: idle time does not accumulate. */
  readonly at: number;
  /** Milliseconds between two texts. */
  readonly interval: number;
  /** Milliseconds per segment; 0 when no segment limit is set. */
  readonly segmentInterval: number;
}

/**
 * The next slot of the pace: `messageCount` texts every `delaySeconds`, spread evenly. The pace holds
 * for the whole installation and across restarts.
 */
export function nextSlot(app: App, settings: SettingsValues, now: number): PaceSlot {
  const interval = (settings.delaySeconds * 1000) / settings.messageCount;
  const segmentInterval = settings.maxSegmentsPerSecond ? 1000 / settings.maxSegmentsPerSecond : 0;
  return {
    at: Math.max(readState<number>(app.db, STATE_KEY) ?? 0, now),
    interval,
    segmentInterval,
  };
}

export function savePace(app: App, next: number): void {
  writeState(app.db, STATE_KEY, next);
}

const SECOND_MS = 1_000;
/** No carrier allows more texts a second. A higher pace is used only in benchmarks, and is not limited here. */
const MAX_PER_SECOND = 2_000;
const ROUNDING = 1e-9;
/** Allows for a clock tick between our record of a text and the provider's. */
const TICK_MS = 1;

/**
 * Enforces the pace when texts are handed to the provider. With slots alone, the texts whose slots
 * passed while the event loop was blocked would be sent together. Therefore no window of a second (or
 * of one interval, if that is longer) gets more texts than the pace allows.
 */
export class PaceWindow {
  #sent: number[] = [];

  /** Milliseconds until one more text may be sent, at an interval given in milliseconds. */
  wait(interval: number, now: number): number {
    const share = Math.ceil(SECOND_MS / interval - ROUNDING);
    const oldest = share > MAX_PER_SECOND ? undefined : this.#sent.at(-share);
    const tick = share === 1 ? 0 : TICK_MS;
    return oldest === undefined ? 0 : Math.max(0, oldest + share * interval + tick - now);
  }

  record(now: number): void {
    this.#sent.push(now);
    if (this.#sent.length > 2 * MAX_PER_SECOND) this.#sent = this.#sent.slice(-MAX_PER_SECOND);
  }
}

/** Moves the next slot to `until`, because the provider asked to slow down. */
export function slowDown(app: App, until: number): void {
  const next = readState<number>(app.db, STATE_KEY) ?? 0;
  if (until > next) writeState(app.db, STATE_KEY, until);
}
