import type { Limits } from "./limits.ts";

interface Acts {
  /** A minute before the end. */
  readonly warn: () => void;
  readonly end: () => void;
  /** Nobody has said anything for a while. */
  readonly stillThere: () => void;
  readonly silent: () => void;
}

export interface CallClock {
  readonly heard: () => void;
  readonly stop: () => void;
}

/** What happens in a call by itself, as time goes by. */
export function createClock(limits: Limits, acts: Acts): CallClock {
  const warning = setTimeout(acts.warn, limits.warnAfterMs);
  const ending = setTimeout(acts.end, limits.endAfterMs);
  let asked = false;
  const silence = setTimeout(() => {
    if (asked) return acts.silent();
    asked = true;
    silence.refresh();
    acts.stillThere();
  }, limits.silenceMs);
  const timers = [warning, ending, silence];
  for (const timer of timers) timer.unref();
  return {
    heard() {
      asked = false;
      silence.refresh();
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
