import type { Limits } from "./limits.ts";

interface ClockHandlers {
  /** Runs shortly before the time limit. */
  readonly onAlmostOver: () => void;
  readonly onTimeUp: () => void;
  /** Runs when the caller has been silent for `silenceMs`. */
  readonly onSilence: () => void;
  /** Runs when the silence continues for as long again. */
  readonly onLongSilence: () => void;
}

export interface CallClock {
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
