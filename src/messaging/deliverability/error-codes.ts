/** What a provider's error code means for the text, its number and the engine (DECISIONS, the queue). */
type Verdict =
  | "opted-out"
  | "undeliverable"
  | "strike"
  | "filtered"
  | "failed"
  | "try-again"
  | "slow-down"
  | "stop-engine";

export interface Meaning {
  readonly verdict: Verdict;
  /** For staff, who know nothing of codes. */
  readonly words: string;
}

export const MEANINGS: Readonly<Record<number, Meaning>> = {
  21610: { verdict: "opted-out", words: "The client has opted out with their carrier" },
  21211: { verdict: "undeliverable", words: "The number does not exist" },
  21614: { verdict: "undeliverable", words: "The number cannot receive texts" },
  21635: { verdict: "undeliverable", words: "The number is a landline" },
  30005: { verdict: "undeliverable", words: "The number is not in service" },
  30006: {
    verdict: "undeliverable",
    words: "The number is a landline or its carrier takes no texts",
  },
  30003: { verdict: "strike", words: "The phone is off or out of reach" },
  30007: { verdict: "filtered", words: "The carrier filtered the text as unwanted" },
  30008: { verdict: "failed", words: "The carrier could not deliver it and does not say why" },
  30001: { verdict: "try-again", words: "The provider's queue was full" },
  30022: { verdict: "try-again", words: "The carrier's rate was exceeded" },
  20429: { verdict: "slow-down", words: "The provider asks to slow down" },
  21611: { verdict: "slow-down", words: "The provider's queue for this number is full" },
  20003: { verdict: "stop-engine", words: "Twilio refused the sign-in" },
  30002: { verdict: "stop-engine", words: "Twilio has suspended the account" },
  30034: { verdict: "stop-engine", words: "The number is not registered for texting (10DLC)" },
  21608: { verdict: "stop-engine", words: "A Twilio trial account may only text verified numbers" },
};
