/** What one call may cost and how long it may take. */
export interface Limits {
  /** Until the first piece of an answer, and between two of them. */
  readonly patienceMs: number;
  /** Until an answer is whole, with all that its tools take. */
  readonly answerMs: number;
  /** Questions to the model for one thing that the caller said. */
  readonly rounds: number;
  readonly turns: number;
  /** Of the whole call, questions and answers; four characters are taken for one. */
  readonly tokens: number;
  readonly answerTokens: number;
  readonly warnAfterMs: number;
  readonly endAfterMs: number;
  /** Nobody says anything: asked once, then the call ends. */
  readonly silenceMs: number;
  /** Of one thing that the caller said. */
  readonly characters: number;
}

export const LIMITS: Limits = {
  patienceMs: 8_000,
  answerMs: 30_000,
  rounds: 4,
  turns: 80,
  tokens: 250_000,
  answerTokens: 300,
  warnAfterMs: 14 * 60_000,
  endAfterMs: 15 * 60_000,
  silenceMs: 45_000,
  characters: 1_000,
};

/** Twilio waits fifteen seconds for an answer to a form, and a natural voice may take four of them. */
export const GATHER_LIMITS: Limits = {
  ...LIMITS,
  patienceMs: 6_000,
  answerMs: 9_000,
  rounds: 3,
  // Twilio itself tells of silence then.
  silenceMs: LIMITS.endAfterMs,
};

/** Beyond that the machine would answer everybody late; further callers get the voicemail. */
export const MOST_CALLS = 100;
