/** Limits on the cost and the duration of one call. */
export interface Limits {
  /** Maximum wait for the first piece of an answer, and between two pieces. */
  readonly pieceTimeoutMs: number;
  /** Maximum time for a complete answer, including its tools. */
  readonly answerTimeoutMs: number;
  /** Model requests for one utterance of the caller. */
  readonly rounds: number;
  readonly turns: number;
  /** Tokens of the whole call, questions and answers, estimated as four characters each. */
  readonly tokens: number;
  readonly answerTokens: number;
  readonly warnAfterMs: number;
  readonly endAfterMs: number;
  /** After this silence the assistant asks once; after the same again it ends the call. */
  readonly silenceMs: number;
  /** Maximum length of one utterance of the caller. */
  readonly maxCharacters: number;
}

export const LIMITS: Limits = {
  pieceTimeoutMs: 8_000,
  answerTimeoutMs: 30_000,
  rounds: 4,
  turns: 80,
  tokens: 250_000,
  answerTokens: 300,
  warnAfterMs: 14 * 60_000,
  endAfterMs: 15 * 60_000,
  silenceMs: 45_000,
  maxCharacters: 1_000,
};

/** Twilio waits 15 seconds for the reply to a webhook, and ElevenLabs may take 4 of them. */
export const GATHER_LIMITS: Limits = {
  ...LIMITS,
  pieceTimeoutMs: 6_000,
  answerTimeoutMs: 9_000,
  rounds: 3,
  // In gather mode Twilio reports silence.
  silenceMs: LIMITS.endAfterMs,
};

/** More simultaneous calls would slow down every answer. Further callers get the voicemail. */
export const MAX_CALLS = 100;
