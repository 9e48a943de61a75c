import { readOptOut } from "#src/messaging/inbox/opt-out/read-opt-out.ts";
import { KEYWORD_OBJECTS, SLOTS, STOP_KEYWORDS } from "#src/messaging/inbox/opt-out/vocabulary.ts";
import { splitClauses } from "#src/messaging/inbox/opt-out/words.ts";
import type { OptOutType } from "#src/platform/providers/carrier.ts";

/** What a client's text asks for, besides being read by staff. */
export type Meaning =
  | { readonly kind: "opt-out" | "opt-in"; readonly source: "keyword" | "words" | "carrier" }
  /** May be an opt-out: staff decide. */
  | { readonly kind: "unclear" }
  /** Answers an offer from the waitlist, or the text that took the client off it. */
  | { readonly kind: "offer"; readonly answer: "yes" | "no" | "wait" }
  /** Confirms a sign-up from the public page. */
  | { readonly kind: "sign-up" }
  | { readonly kind: "help" }
  | { readonly kind: "reminder"; readonly answer: "confirm" | "cancel" }
  | { readonly kind: "plain" };

/** What else decides the meaning: what a YES may answer, and whether a STOP is news. */
interface Circumstances {
  /** The number that is texted hasn't opted out. It's another one than the text's if a merged client writes from theirs. */
  readonly isTexted?: boolean;
  readonly hasSignUp?: boolean;
  /** Staff haven't decided whether an earlier text was an opt-out. */
  readonly isInReview?: boolean;
  readonly offer?: "open" | "ended" | undefined;
}

const PLAIN: Meaning = { kind: "plain" };

/** The meaning of a text that consists only of keywords and courtesy. */
type Keyword = "stop" | "help" | "start" | "yes" | "confirm" | "cancel" | "wait";

const OTHERS: ReadonlyMap<string, Keyword> = new Map([
  ["help", "help"],
  ["info", "help"],
  ["start", "start"],
  ["yes", "yes"],
  ["unstop", "start"],
  ["c", "confirm"],
  ["x", "cancel"],
  ["wait", "wait"],
]);

/**
 * Decides what a text means. The carrier's own reading wins: it blocks or unblocks the number whatever
 * we think of the text. START and YES opt an opted-out client in again, whoever typed their number into the sign-up
 * form, and confirm the sign-up of any other client. START also answers for staff whether an earlier text was an opt-out,
 * which a YES may not be about. An open offer from the waitlist takes a YES first, one that ended takes it last.
 */
export function decideMeaning(
  text: { readonly body: string; readonly optOutType?: OptOutType | undefined },
  isOptedOut: boolean,
  { isTexted = false, hasSignUp = false, isInReview = false, offer }: Circumstances = {},
): Meaning {
  const answer = isOptedOut || isStopOrHelp(text.optOutType) ? undefined : readAnswer(text.body);
  if (offer === "open" && answer) return { kind: "offer", answer };
  const keyword = findKeyword(text.body);
  const type = text.optOutType ?? keyword;
  if (hasSignUp && !isOptedOut && (type === "start" || type === "yes")) return { kind: "sign-up" };
  if (offer === "ended" && answer === "yes") return { kind: "offer", answer };
  const source = text.optOutType === undefined ? "keyword" : "carrier";
  const canOptIn = isOptedOut || (isInReview && keyword !== "yes");
  const canOptOut = !isOptedOut || isTexted;
  switch (type) {
    case "confirm":
    case "cancel":
      return { kind: "reminder", answer: type };
    case "wait":
      return isOptedOut ? PLAIN : { kind: "offer", answer: type };
    case "help":
      return { kind: "help" };
    case "stop":
      return canOptOut ? { kind: "opt-out", source } : PLAIN;
    case "start":
    case "yes":
      return canOptIn ? { kind: "opt-in", source } : PLAIN;
    case undefined:
      return canOptOut ? readWords(text.body) : PLAIN;
  }
}

function readWords(body: string): Meaning {
  switch (readOptOut(body)) {
    case "opt-out":
      return { kind: "opt-out", source: "words" };
    case "none":
      return PLAIN;
    default:
      return { kind: "unclear" };
  }
}

const YES = /^(yes|y|yep|yeah|si)( (please|thanks|thank you|thx))*$/;
const NO = /^(no|n|nope)( (thanks|thank you|thx|sorry|not today))*$/;

/** Reads a text that is nothing but a yes or a no. Any other text is for staff. */
function readAnswer(body: string): "yes" | "no" | undefined {
  const text = splitClauses(body).flat().join(" ");
  if (YES.test(text)) return "yes";
  return NO.test(text) ? "no" : undefined;
}

function isStopOrHelp(type: OptOutType | undefined): boolean {
  return type === "stop" || type === "help";
}

const toSet = (list: string): ReadonlySet<string> =>
  new Set(list.trim().split(/\s+/).map(withoutDoubles));

const STOPS = toSet(STOP_KEYWORDS);
const OBJECTS = toSet(KEYWORD_OBJECTS);
const CANCELS = new Set(["cancel", "cancelar"]);
const PLEASE = new Set(["please", "pls", "plz"]);
const COURTESY = new Set(SLOTS.courtesy.trim().split(/\s+/));

/**
 * Finds the keyword that the whole text consists of, ignoring case, punctuation, doubled letters, courtesy, emoji and
 * signature lines. START and YES have an effect only for an opted-out client, C and X only after a reminder, WAIT only after a removal from the waitlist. They stand
 * alone, because "Yes, thanks, bye" may answer the confirmation of a STOP. So does CANCEL: "please cancel" may be about
 * a visit.
 */
export function findKeyword(body: string): Keyword | undefined {
  const said = splitClauses(body).flat();
  const other = OTHERS.get(said.filter((word) => !PLEASE.has(word)).join(" "));
  if (other) return other;
  const words = said.filter((word) => !COURTESY.has(word) || OTHERS.has(word));
  if (OTHERS.get(words.join(" ")) === "help") return "help";
  if (words.length < said.length && words.every((word) => CANCELS.has(word))) return undefined;
  const [first = "", ...more] = words.map(withoutDoubles);
  const isStop = STOPS.has(first) && more.every((word) => STOPS.has(word) || OBJECTS.has(word));
  return isStop ? "stop" : undefined;
}

function withoutDoubles(word: string): string {
  return word.replace(/(\p{L})\1+/gu, "$1");
}
