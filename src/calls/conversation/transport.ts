/** What comes after the assistant's last words. */
export type Next = "hang up" | "hand over";

/** The way to the caller's ear: a socket of Twilio's, an answer to a form, or the screen of Settings. */
export interface Line {
  /** A few words, as they come. `last`: no more until the caller speaks. */
  readonly say: (words: string, last: boolean) => void;
  /** The assistant is done. */
  readonly end: (next: Next) => void;
}
