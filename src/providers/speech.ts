import type { Check } from "./check.ts";

/** Reads aloud with a natural voice. */
export interface SpeechProvider {
  readonly check: () => Promise<Check>;
}
