/** The step after the assistant's last words. */
export type NextStep = "hang up" | "hand over";

/** Carries the assistant's words to the caller: a Twilio socket, a webhook reply, or the Settings screen. */
export interface Transport {
  /** Sends the next words. `last` means that the caller speaks next. */
  readonly say: (text: string, last: boolean) => void;
  /** Ends the assistant's part of the call. */
  readonly end: (next: NextStep) => void;
}
