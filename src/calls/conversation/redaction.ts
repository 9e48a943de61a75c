import { NUMBER_WORDS } from "#src/shared/number-groups.ts";
import { findSpokenNumbers, MIN_PHONE_DIGITS, toDigits } from "#src/shared/spoken-numbers.ts";

/** The numbers and addresses that the assistant may say: those of the business and the caller's own. */
export interface SpeechAllowlist {
  /** Phone numbers in any notation. */
  readonly numbers: readonly string[];
  /** Prices of the services, in cents. */
  readonly prices: readonly number[];
  /** Texts whose numbers, addresses and prices are allowed. */
  readonly texts: readonly string[];
  /** What the caller said in this call. Digits may be repeated however they were grouped. */
  readonly said: readonly string[];
}

export interface Redactor {
  /** Takes the next words of the model and returns the text that is final. */
  readonly push: (words: string) => string;
  /** Returns the rest of the text. */
  readonly flush: () => string;
}

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
/** Endings that are not also common words, so that they make an address of what precedes them. */
const CLEAR_ENDING = "com|net|org|edu|gov|info|biz|io|co";
const AT = String.raw`(?:\bat\s+|[([]\s*at\s*[)\]]\s*)`;
const DOT = String.raw`(?:\s+dot\s+|\s*[([]\s*(?:dot|point)\s*[)\]]\s*)`;
/** "At the corner dot" and "at point blank range" are not addresses, "at the salon dot com" is one. */
const DOMAIN = [
  String.raw`(?!(?:this|that|the|a|an|our|your|my|some|any|one|no|which)\s)[\w-]+(?:\s+[\w-]+)?${DOT}\w+`,
  String.raw`[\w-]+(?:\s+[\w-]+)?(?:${DOT}|\s+point\s+)(?:${CLEAR_ENDING})\b`,
].join("|");
/** "ana at example dot com", also with "(at)" and "[dot]". The chain is bounded to keep the search linear. */
const SPOKEN_EMAIL = new RegExp(
  String.raw`(?:[\w.-]+(?:\s+(?:dot|underscore|dash)\s+[\w.-]+){0,6}\s*)?${AT}(?:${DOMAIN})`,
  "gi",
);
/** Keys and tokens: long words that mix letters and digits. */
const KEY = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/gi;
/** Words that may become part of a number or an address with the words that follow. */
const MAY_CONTINUE = new RegExp(
  `^(?:at|dot|point|underscore|dash|double|triple|(?:${NUMBER_WORDS})(?:-(?:${NUMBER_WORDS}))*)?$|\\d|@`,
  "i",
);
const CONNECTOR = /^(?:dot|underscore|dash)$/;
/** "at", a name of at most two words, "dot", one more word, and the word after that. */
const ADDRESS_WORDS = 6;
/** Beginnings of "at" and "dot". */
const MAY_BEGIN_ADDRESS = /^(?:at?|d|do|dot)$/;
/** No spoken word is longer. The rest of a longer one is dropped, which also bounds every search in it. */
const MAX_WORD_LENGTH = 80;

/**
 * Replaces every number and address that is not on the allowlist. The model knows no client data, but
 * callers dictate details to it, and it may invent some.
 */
export function createRedactor(allowlist: SpeechAllowlist): Redactor {
  const numbers = [
    ...allowlist.numbers.map(toDigits),
    ...allowlist.texts.flatMap((text) => findSpokenNumbers(text).map(({ digits }) => digits)),
  ].filter((digits) => digits.length >= MIN_PHONE_DIGITS);
  const dictated = toDigits(allowlist.said.join(" "));
  const addresses = new Set(
    [...allowlist.texts, ...allowlist.said].flatMap((text) =>
      [...(text.match(EMAIL) ?? []), ...(text.match(SPOKEN_EMAIL) ?? [])].map(normalizeAddress),
    ),
  );
  const stream = createWordStream();

  function redact(text: string): string {
    const withoutAddresses = text
      .replace(EMAIL, (one) => (addresses.has(normalizeAddress(one)) ? one : REPLACEMENTS.address))
      .replace(SPOKEN_EMAIL, (one) =>
        addresses.has(normalizeAddress(one)) ? one : REPLACEMENTS.address,
      )
      .replace(KEY, REPLACEMENTS.other);
    const isAllowed = (digits: string) =>
      dictated.includes(digits) || numbers.some((allowed) => allowed.endsWith(digits));
    const parts: string[] = [];
    let end = 0;
    for (const { digits, from, to } of findSpokenNumbers(withoutAddresses)) {
      if (isAllowed(digits)) continue;
      parts.push(withoutAddresses.slice(end, from), REPLACEMENTS.number);
      end = to;
    }
    return parts.join("") + withoutAddresses.slice(end);
  }

  return {
    push: (words) => redact(stream.push(words)),
    flush: () => redact(stream.flush()),
  };
}

const REPLACEMENTS = {
  number: "a number I can't share",
  address: "an address I can't share",
  other: "something I can't share",
} as const;

/** "hello at salon dot example" is "hello@salon.example". */
function normalizeAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/[\s([]+at[\s)\]]+/, "@")
    .replace(/[\s([]+(?:dot|point)[\s)\]]+/g, ".")
    .replace(/[\s]+/g, "")
    .replace(/^[^\w]+|[^\w]+$/g, "");
}

interface Token {
  /** The word with the space before it. */
  readonly text: string;
  readonly word: string;
  /** The index of the first word of the run of words that may continue, up to this one. */
  readonly runStart: number;
}

/** Holds back the words whose meaning a later word can change. Each word is examined once. */
function createWordStream() {
  let tokens: Token[] = [];
  /** The index of the first held word, counted from the beginning of the answer. */
  let base = 0;
  /** The word that is still being spoken, with the space before it. */
  let tail = "";

  return {
    push(words: string): string {
      for (const [part] of words.matchAll(/\s+|\S+/g)) {
        const length = tail.trim().length;
        if (part.trim() !== "") {
          tail += part.slice(0, MAX_WORD_LENGTH - length);
          continue;
        }
        if (length > 0) tokens.push(toToken(tail, base + tokens.length, tokens.at(-1)));
        tail = part.slice(0, 1);
      }
      const final = Math.max(0, finalBefore(tokens, base, tail) - base);
      const ready = tokens.slice(0, final);
      tokens = tokens.slice(final);
      base += final;
      return ready.map(({ text }) => text).join("");
    },
    flush(): string {
      const rest = tokens.map(({ text }) => text).join("") + tail;
      base += tokens.length;
      tokens = [];
      tail = "";
      return rest;
    },
  };
}

function toToken(text: string, index: number, previous: Token | undefined): Token {
  const word = toWord(text);
  // "ana dot silva" may be the beginning of an address too.
  const isOpen = MAY_CONTINUE.test(word) || CONNECTOR.test(previous?.word ?? "");
  return { text, word, runStart: isOpen ? (previous?.runStart ?? index) : index + 1 };
}

/** Returns the index before which no word can become part of a number or an address. */
function finalBefore(tokens: readonly Token[], base: number, tail: string): number {
  const unfinished = toWord(tail);
  const end = base + tokens.length;
  const words = tokens.slice(-ADDRESS_WORDS).map(({ word }) => word);
  if (unfinished !== "") words.push(unfinished);
  const recent = words.slice(-ADDRESS_WORDS);
  // "ana at salon" may become an address two words later.
  const at = recent.indexOf("at");
  const last = unfinished === "" ? end : end + 1;
  const beforeAt = at < 0 ? end : Math.min(end, last - recent.length + at);
  const open = tokens[beforeAt - 1 - base]?.runStart ?? beforeAt;
  // The local part of an address precedes its first "at" or "dot".
  const hasBegun = open < end || (unfinished !== "" && MAY_BEGIN_ADDRESS.test(unfinished));
  return hasBegun ? open - 1 : open;
}

function toWord(text: string): string {
  return stripPunctuation(text.trim()).toLowerCase();
}

function stripPunctuation(word: string): string {
  return word.replace(/^[^\w@]+/, "").replace(/[^\w@]+$/, "");
}
