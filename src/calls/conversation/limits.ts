import { MINUTE_MS } from "#src/shared/durations.ts";

/** Limits on the cost and the duration of one call. */
export interface Limits {
  /** Maximum wait for the first piece of an answer, and between two pieces. */
  readonly pieceTimeoutMs: number;
  /** Maximum time for a complete answer, including its tools. */
  readonly answerTimeoutMs: number;
  /** Model requests for one utterance of the caller. */
  readonly rounds: number;
  readonly turns: number;
  /** Tokens of all requests of the call and their answers, estimated as four characters each. */
  readonly tokens: number;
  readonly answerTokens: number;
  /** Maximum length of one answer of the model. The rest is not spoken. */
  readonly answerCharacters: number;
  /** After this wait for the model's next words the assistant says that it is still there; null for never. */
  readonly fillerMs: number | null;
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
  answerCharacters: 2_000,
  fillerMs: 2_000,
  warnAfterMs: 14 * MINUTE_MS,
  endAfterMs: 15 * MINUTE_MS,
  silenceMs: 45_000,
  maxCharacters: 1_000,
};

/** Twilio waits 15 seconds for the reply to a webhook, and ElevenLabs may take 4 of them. */
export const GATHER_LIMITS: Limits = {
  ...LIMITS,
  pieceTimeoutMs: 6_000,
  answerTimeoutMs: 9_000,
  rounds: 3,
  // A reply to a webhook is spoken as a whole.
  fillerMs: null,
  // In gather mode Twilio reports silence.
  silenceMs: LIMITS.endAfterMs,
};

/** More simultaneous calls would slow down every answer. Further callers get the voicemail. */
export const MAX_CALLS = 100;

/** Further calls of the same number get the voicemail. All callers who withhold theirs count as one. */
export const MAX_CALLS_PER_CALLER = {
  known: { atOnce: 2, perDay: 10 },
  withheld: { atOnce: 10, perDay: 100 },
} as const;
