/** What an error code means for the text, its number and the sending state. */
type Verdict =
  | "opted-out"
  | "undeliverable"
  | "strike"
  | "filtered"
  | "failed"
  | "try-again"
  | "slow-down"
  | "pause-sending";

export interface ErrorMeaning {
  readonly verdict: Verdict;
  /** The reason as shown to staff, without the code. */
  readonly reason: string;
}

/** Codes that the simulated carrier also returns. */
export const OPTED_OUT = 21610;
export const LANDLINE = 30006;
export const UNREACHABLE = 30003;
export const UNEXPLAINED = 30008;

/** Twilio's error codes. https://www.twilio.com/docs/api/errors */
export const ERROR_MEANINGS: Readonly<Record<number, ErrorMeaning>> = {
  [OPTED_OUT]: { verdict: "opted-out", reason: "The client has opted out with their carrier" },
  21211: { verdict: "undeliverable", reason: "The number doesn't exist" },
  21614: { verdict: "undeliverable", reason: "The number can't receive texts" },
  21635: { verdict: "undeliverable", reason: "The number is a landline" },
  30005: { verdict: "undeliverable", reason: "The number isn't in service" },
  [LANDLINE]: {
    verdict: "undeliverable",
    reason: "The number is a landline, or its carrier doesn't accept texts",
  },
  [UNREACHABLE]: { verdict: "strike", reason: "The phone is off or out of reach" },
  30007: { verdict: "filtered", reason: "The carrier filtered the text as unwanted" },
  [UNEXPLAINED]: {
    verdict: "failed",
    reason: "The carrier couldn't deliver it and gave no reason",
  },
  30001: { verdict: "try-again", reason: "The provider's queue was full" },
  30022: { verdict: "try-again", reason: "Texts went out faster than the carrier allows" },
  20429: { verdict: "slow-down", reason: "Twilio asked us to slow down" },
  21611: { verdict: "slow-down", reason: "The provider's queue for this number is full" },
  20003: { verdict: "pause-sending", reason: "Twilio refused the sign-in" },
  30002: { verdict: "pause-sending", reason: "Twilio has suspended the account" },
  30034: { verdict: "pause-sending", reason: "The number isn't registered for texting (10DLC)" },
  21608: {
    verdict: "pause-sending",
    reason: "A Twilio trial account may only text verified numbers",
  },
};
