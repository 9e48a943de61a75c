import type { Limits } from "./limits.ts";
import { PHRASES } from "./phrases.ts";

interface ClockHandlers {
  /** Runs shortly before the time limit. */
  readonly onAlmostOver: () => void;
  readonly onTimeUp: () => void;
  /** Runs when the caller has been silent for `silenceMs`. */
  readonly onSilence: () => void;
  /** Runs when the silence continues for as long again. */
  readonly onLongSilence: () => void;
}

interface CallClock {
  readonly resetSilence: () => void;
  readonly stop: () => void;
}

/** Starts the timers of a call: the time limit, its warning, and the silence prompts. */
export function createCallClock(limits: Limits, handlers: ClockHandlers): CallClock {
  const warning = setTimeout(handlers.onAlmostOver, limits.warnAfterMs);
  const ending = setTimeout(handlers.onTimeUp, limits.endAfterMs);
  let hasPrompted = false;
  const silence = setTimeout(() => {
    if (hasPrompted) return handlers.onLongSilence();
    hasPrompted = true;
    silence.refresh();
    handlers.onSilence();
  }, limits.silenceMs);
  const timers = [warning, ending, silence];
  for (const timer of timers) timer.unref();
  return {
    resetSilence() {
      hasPrompted = false;
      silence.refresh();
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export interface Filler {
  /** Call this with every word of the answer. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Says a sentence while the caller waits for the model, and one more after the same wait again. */
export function startFiller(waitMs: number | null, say: (text: string) => void): Filler {
  if (waitMs === null) return { reset: () => undefined, stop: () => undefined };
  const phrases: string[] = [PHRASES.oneMoment, PHRASES.stillLooking];
  const timer = setTimeout(() => {
    const text = phrases.shift();
    if (text !== undefined) say(`${text} `);
    if (phrases.length > 0) timer.refresh();
  }, waitMs);
  timer.unref();
  return {
    reset: () => {
      if (phrases.length > 0) timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
