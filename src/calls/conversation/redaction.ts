import {
  DIGIT_WORDS,
  findSpokenNumbers,
  MIN_PHONE_DIGITS,
  toDigits,
} from "#src/shared/spoken-numbers.ts";

/** The numbers and addresses that the assistant may say: those of the business and the caller's own. */
export interface SpeechAllowlist {
  /** Phone numbers in any notation. */
  readonly numbers: readonly string[];
  /** Texts whose numbers and addresses are allowed. */
  readonly texts: readonly string[];
}

export interface Redactor {
  /** Takes the next words of the model and returns the text that is final. */
  readonly push: (words: string) => string;
  /** Returns the rest of the text. */
  readonly flush: () => string;
}

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
/** Excludes "at this point". */
const AT = String.raw`(?:\bat\s+(?!(?:this|that|the|some|any|one|no|which)\s+point\b)|[([]\s*at\s*[)\]]\s*)`;
const DOT = String.raw`(?:\s+(?:dot|point)\s+|\s*[([]\s*(?:dot|point)\s*[)\]]\s*)`;
/** "ana at example dot com", also with "(at)" and "[dot]". */
const SPOKEN_EMAIL = new RegExp(
  String.raw`(?:[\w.-]+(?:\s+(?:dot|underscore|dash)\s+[\w.-]+)*\s*)?${AT}[\w-]+(?:\s+[\w-]+)?${DOT}\w+`,
  "gi",
);
/** Keys and tokens: long words that mix letters and digits. */
const KEY = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/gi;
/** Words that may become part of a number or an address with the words that follow. */
const MAY_CONTINUE = new RegExp(
  `^(?:at|dot|point|underscore|dash|double|triple|${DIGIT_WORDS})?$|\\d|@`,
  "i",
);

/** "at", a name of at most two words, "dot", and one more word. */
const ADDRESS_WORDS = 5;
/** Beginnings of "at" and "dot". */
const MAY_BEGIN_ADDRESS = /^(?:at?|d|do|dot)?$/;

/**
 * Replaces every number and address that is not on the allowlist. The model knows no client data, but
 * callers dictate details to it, and it may invent some.
 */
export function createRedactor(allowlist: SpeechAllowlist): Redactor {
  const numbers = [
    ...allowlist.numbers.map(toDigits),
    ...allowlist.texts.flatMap((text) => findSpokenNumbers(text).map(({ digits }) => digits)),
  ].filter((digits) => digits.length >= MIN_PHONE_DIGITS);
  const addresses = new Set(
    allowlist.texts.flatMap((text) => (text.match(EMAIL) ?? []).map(normalizeAddress)),
  );
  let held = "";

  function redact(text: string): string {
    const withoutAddresses = text
      .replace(EMAIL, (one) => (addresses.has(normalizeAddress(one)) ? one : REPLACEMENTS.address))
      .replace(SPOKEN_EMAIL, (one) =>
        addresses.has(normalizeAddress(one)) ? one : REPLACEMENTS.address,
      )
      .replace(KEY, REPLACEMENTS.other);
    // Replace from the end, so that earlier positions stay valid.
    return findSpokenNumbers(withoutAddresses)
      .filter(({ digits }) => !numbers.some((allowed) => allowed.endsWith(digits)))
      .reduceRight(
        (text, { from, to }) => text.slice(0, from) + REPLACEMENTS.number + text.slice(to),
        withoutAddresses,
      );
  }

  return {
    push(words) {
      held += words;
      const length = finalLength(held);
      const final = held.slice(0, length);
      held = held.slice(length);
      return redact(final);
    },
    flush() {
      const rest = held;
      held = "";
      return redact(rest);
    },
  };
}

const REPLACEMENTS = {
  number: "a number that I may not say",
  address: "an address that I may not say",
  other: "something that I may not say",
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

/** Returns the length of the text whose meaning no later word can change. */
function finalLength(text: string): number {
  const words = [...text.matchAll(/\S+(\s*)/g)].map(([{ length }, space = ""], at, all) => ({
    at,
    length,
    isComplete: space !== "",
    word: stripPunctuation(all[at]?.[0]).toLowerCase(),
  }));
  const last = words.at(-1);
  // An unfinished word may become any other word.
  const complete = last && !last.isComplete ? words.length - 1 : words.length;
  // "ana at salon" may become an address two words later.
  const at = words.slice(-ADDRESS_WORDS).find(({ word }) => word === "at");
  let open = Math.min(complete, at?.at ?? complete);
  while (open > 0 && MAY_CONTINUE.test(words[open - 1]?.word ?? "")) open -= 1;
  // The local part of an address precedes its first "at" or "dot".
  const hasBegun =
    open < complete || (last && !last.isComplete && MAY_BEGIN_ADDRESS.test(last.word));
  if (hasBegun && open > 0) open -= 1;
  const before = text.length - text.trimStart().length;
  return open === 0 ? 0 : words.slice(0, open).reduce((sum, { length }) => sum + length, before);
}

function stripPunctuation(word = ""): string {
  return word.replace(/^[^\w@]+|[^\w@]+$/g, "");
}
