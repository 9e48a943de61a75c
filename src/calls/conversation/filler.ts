import { PHRASES } from "./phrases.ts";

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
