import type { Check } from "./check.ts";

export type Speech =
  | { readonly kind: "done"; readonly audio: Uint8Array<ArrayBuffer>; readonly type: string }
  | { readonly kind: "failed"; readonly message: string };

/** Synthesizes speech. */
export interface SpeechProvider {
  readonly check: () => Promise<Check>;
  /** Returns a few seconds of audio; the caller waits for it. */
  readonly speak: (text: string) => Promise<Speech>;
}
