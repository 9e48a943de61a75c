import type { Check } from "./check.ts";

export type Speech =
  | { readonly kind: "done"; readonly audio: Uint8Array<ArrayBuffer>; readonly type: string }
  | { readonly kind: "failed"; readonly words: string };

/** Reads aloud with a natural voice. */
export interface SpeechProvider {
  readonly check: () => Promise<Check>;
  /** A few seconds of sound; the caller waits for it. */
  readonly speak: (text: string) => Promise<Speech>;
}
