import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { SettingsValues } from "#src/platform/settings/settings.ts";

const STATE = "pace-next";

export interface Pace {
  /** Epoch milliseconds of the next free slot, now at the earliest: idle time is not saved up. */
  readonly at: number;
  /** Milliseconds between two texts. */
  readonly interval: number;
  /** Milliseconds that each segment takes; 0 where the owner set no limit of segments. */
  readonly segmentInterval: number;
}

/** `messageCount` texts every `delaySeconds`, spread evenly, for the whole installation and across restarts. */
export function nextSlot(app: App, settings: SettingsValues, now: number): Pace {
  const interval = (settings.delaySeconds * 1000) / settings.messageCount;
  const segmentInterval = settings.maxSegmentsPerSecond ? 1000 / settings.maxSegmentsPerSecond : 0;
  return { at: Math.max(readState<number>(app.db, STATE) ?? 0, now), interval, segmentInterval };
}

export function keepPace(app: App, next: number): void {
  writeState(app.db, STATE, next);
}

const SECOND = 1_000;
/** Nobody is allowed more a second; above it only benchmarks go, and those want no limit. */
const FASTEST = 2_000;
const ROUNDING = 1e-9;
/** The clock ticks between our note and the provider's. */
const TICK_MS = 1;

/**
 * Holds the pace as texts leave. Slots alone would let those that a stalled loop has missed leave
 * together; so no window of a second (or of one interval, where that is longer) sees more than its share.
 */
export class PaceWindow {
  #sent: number[] = [];

  /** Milliseconds until one more text may leave, at an interval of so many milliseconds. */
  wait(interval: number, now: number): number {
    const share = Math.ceil(SECOND / interval - ROUNDING);
    const oldest = share > FASTEST ? undefined : this.#sent.at(-share);
    const tick = share === 1 ? 0 : TICK_MS;
    return oldest === undefined ? 0 : Math.max(0, oldest + share * interval + tick - now);
  }

  note(now: number): void {
    this.#sent.push(now);
    if (this.#sent.length > 2 * FASTEST) this.#sent = this.#sent.slice(-FASTEST);
  }
}

/** The provider asks to slow down: no slot before then. */
export function slowDown(app: App, until: number): void {
  const next = readState<number>(app.db, STATE) ?? 0;
  if (until > next) writeState(app.db, STATE, until);
}
