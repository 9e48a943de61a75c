import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { SettingsValues } from "#src/platform/settings/settings.ts";

const LAST_KEY = "pace-last";
const RESUME_KEY = "pace-resume-at";

/** The pace: `messageCount` texts every `delaySeconds`, spread evenly, and the optional segment limit. */
export interface Rates {
  /** Milliseconds between two texts. */
  readonly interval: number;
  /** Milliseconds per segment; 0 when no segment limit is set. */
  readonly segmentInterval: number;
}

/** A slot of the pace that a text has taken. */
export interface Slot {
  /** In epoch milliseconds. */
  readonly at: number;
  readonly segments: number;
}

export function ratesOf(settings: SettingsValues): Rates {
  return {
    interval: (settings.delaySeconds * 1000) / settings.messageCount,
    segmentInterval: settings.maxSegmentsPerSecond ? 1000 / settings.maxSegmentsPerSecond : 0,
  };
}

const FAST_INTERVAL_MS = 20;

/** More than 50 texts a second, at which a timer and a durable write for each text would be costly. */
export function isFast(rates: Rates): boolean {
  return gapAfter(1, rates) < FAST_INTERVAL_MS;
}

/** Milliseconds between a text with this many segments and the next one. */
export function gapAfter(segments: number, rates: Rates): number {
  return Math.max(rates.interval, segments * rates.segmentInterval);
}

/** How far ahead slots are claimed, so that one durable write covers several texts. */
export const AHEAD_MS = { fast: 600, slow: 100 };
/** Times that are further ahead than the program ever sets them were stored before the clock was set back. */
const CLOCK_SLACK_MS = 1_000;
/** Longer than any pause that a provider is given. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * The next free slot, in epoch milliseconds. The pace holds for the whole installation and across
 * restarts. Only the last slot is stored, so that a new pace applies immediately. The next slot is
 * never in the past: idle time does not accumulate. After the clock was set back, the last text counts
 * as sent now, so that a campaign neither waits for the old time nor exceeds the pace.
 */
export function nextSlot(app: App, rates: Rates, now: number): { at: number; last: Slot | null } {
  const last = readLastSlot(app, now);
  const resumeAt = readState<number>(app.db, RESUME_KEY) ?? 0;
  const resume = resumeAt > now + LONGEST_PAUSE_MS ? 0 : resumeAt;
  const free = last ? last.at + gapAfter(last.segments, rates) : 0;
  return { at: Math.max(free, resume, now), last };
}

function readLastSlot(app: App, now: number): Slot | null {
  const last = readState<Slot>(app.db, LAST_KEY) ?? null;
  if (last === null || last.at <= now + AHEAD_MS.fast + CLOCK_SLACK_MS) return last;
  const moved = { ...last, at: now };
  saveLastSlot(app, moved);
  return moved;
}

/** The next time of a campaign with its own pace, corrected after the clock was set back. */
export function nextSendOf(
  {
    nextSendAt,
    paceInterval,
  }: { readonly nextSendAt: number; readonly paceInterval: number | null },
  now: number,
): number {
  const latest = now + (paceInterval ?? 0) + AHEAD_MS.fast + CLOCK_SLACK_MS;
  return nextSendAt > latest ? now + (paceInterval ?? 0) : nextSendAt;
}

const STALE_MS = 10_000;

/**
 * Returns true when a claimed text is too far from its slot: the clock was set, the machine slept, or the
 * provider keeps everyone waiting. Consent and quiet hours are then checked again.
 */
export function isStale({ at }: Slot, now: number): boolean {
  return at > now + AHEAD_MS.fast + CLOCK_SLACK_MS || at < now - STALE_MS;
}

/** Stores the slot taken last; null when none was ever taken. */
export function saveLastSlot(app: App, last: Slot | null): void {
  writeState(app.db, LAST_KEY, last);
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
  /** Shared with copies: the first #count are this window's own. */
  #sent: number[] = [];
  #count = 0;

  /** Milliseconds until one more text may be sent, at an interval given in milliseconds. */
  wait(interval: number, now: number): number {
    const ahead = (this.#sent[this.#count - 1] ?? now) - now;
    if (ahead > CLOCK_SLACK_MS) this.#sent = this.#own().map((at) => at - ahead);
    const share = Math.ceil(SECOND_MS / interval - ROUNDING);
    const oldest = share > MAX_PER_SECOND ? undefined : this.#sent[this.#count - share];
    const tick = share === 1 ? 0 : TICK_MS;
    return oldest === undefined ? 0 : Math.max(0, oldest + share * interval + tick - now);
  }

  /** A window with the same past, which changes independently. */
  copy(): PaceWindow {
    const copy = new PaceWindow();
    copy.#sent = this.#sent;
    copy.#count = this.#count;
    return copy;
  }

  record(now: number): void {
    const isAhead = this.#sent.length > this.#count;
    if (isAhead || this.#count >= 2 * MAX_PER_SECOND) this.#sent = this.#own();
    this.#sent.push(now);
    this.#count = this.#sent.length;
  }

  /** What later texts are measured against. */
  #own(): number[] {
    const own = this.#sent.slice(Math.max(0, this.#count - MAX_PER_SECOND), this.#count);
    this.#count = own.length;
    return own;
  }
}

/** Assigns no slot before `until`, because the provider asked to slow down. */
export function slowDown(app: App, until: number): void {
  const resumeAt = readState<number>(app.db, RESUME_KEY) ?? 0;
  if (until > resumeAt) writeState(app.db, RESUME_KEY, until);
}
