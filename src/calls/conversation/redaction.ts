import { DIGIT_WORDS, digitsOf, LEAST_DIGITS, numbersIn } from "#src/shared/spoken-numbers.ts";

/** Which numbers and addresses the assistant may say: the business's own, and the caller's. */
export interface Speakable {
  /** As they are written somewhere; any text that holds them. */
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
}

export interface Guard {
  /** Takes the next words of the model, and answers what may be said by now. */
  readonly push: (words: string) => string;
  /** What was held back. */
  readonly flush: () => string;
}

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
/** Not the one of "at this point". */
const AT = String.raw`(?:\bat\s+(?!(?:this|that|the|some|any|one|no|which)\s+point\b)|[([]\s*at\s*[)\]]\s*)`;
const DOT = String.raw`(?:\s+(?:dot|point)\s+|\s*[([]\s*(?:dot|point)\s*[)\]]\s*)`;
/** "ana at example dot com", also with "(at)" and "[dot]". */
const SPOKEN_EMAIL = new RegExp(
  String.raw`(?:[\w.-]+(?:\s+(?:dot|underscore|dash)\s+[\w.-]+)*\s*)?${AT}[\w-]+(?:\s+[\w-]+)?${DOT}\w+`,
  "gi",
);
/** Keys and tokens: long, and letters and digits in one. */
const KEY = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/gi;
/** Words that what follows may yet make into a number or an address. */
const MAY_GO_ON = new RegExp(
  `^(?:at|dot|point|underscore|dash|double|triple|${DIGIT_WORDS})?$|\\d|@`,
  "i",
);

/** "at", a name of two words at most, "dot", and what may follow. */
const ADDRESS_WORDS = 5;
/** Of "at" and "dot". */
const BEGINS = /^(?:at?|d|do|dot)?$/;

/**
 * The model knows no client, but callers dictate things to it, and it may make some up: a number or an
 * address that is neither the business's nor the caller's own is not said, whatever the model thinks.
 */
export function createGuard(speakable: Speakable): Guard {
  const numbers = [
    ...speakable.numbers.map(digitsOf),
    ...speakable.texts.flatMap((text) => numbersIn(text).map(({ digits }) => digits)),
  ].filter((digits) => digits.length >= LEAST_DIGITS);
  const addresses = new Set(
    speakable.texts.flatMap((text) => (text.match(EMAIL) ?? []).map(plainAddress)),
  );
  let held = "";

  function speak(text: string): string {
    const withoutAddresses = text
      .replace(EMAIL, (one) => (addresses.has(plainAddress(one)) ? one : WITHHELD.address))
      .replace(SPOKEN_EMAIL, (one) => (addresses.has(plainAddress(one)) ? one : WITHHELD.address))
      .replace(KEY, WITHHELD.other);
    // From the end, so that the places before stay right.
    return numbersIn(withoutAddresses)
      .filter(({ digits }) => !numbers.some((ours) => ours.endsWith(digits)))
      .reduceRight(
        (said, { from, to }) => said.slice(0, from) + WITHHELD.number + said.slice(to),
        withoutAddresses,
      );
  }

  return {
    push(words) {
      held += words;
      const cut = surelyOver(held);
      const over = held.slice(0, cut);
      held = held.slice(cut);
      return speak(over);
    },
    flush() {
      const rest = held;
      held = "";
      return speak(rest);
    },
  };
}

const WITHHELD = {
  number: "a number that I may not say",
  address: "an address that I may not say",
  other: "something that I may not say",
} as const;

/** "hello at salon dot example" is "hello@salon.example". */
function plainAddress(said: string): string {
  return said
    .toLowerCase()
    .replace(/[\s([]+at[\s)\]]+/, "@")
    .replace(/[\s([]+(?:dot|point)[\s)\]]+/g, ".")
    .replace(/[\s]+/g, "")
    .replace(/^[^\w]+|[^\w]+$/g, "");
}

/** Up to where nothing that follows can change what it is. */
function surelyOver(text: string): number {
  const words = [...text.matchAll(/\S+(\s*)/g)].map(([{ length }, space = ""], at, all) => ({
    at,
    length,
    isWhole: space !== "",
    word: bare(all[at]?.[0]).toLowerCase(),
  }));
  const last = words.at(-1);
  // A word that is not over may become any other.
  const whole = last && !last.isWhole ? words.length - 1 : words.length;
  // "ana at salon": two words later it may become an address, or have been none.
  const at = words.slice(-ADDRESS_WORDS).find(({ word }) => word === "at");
  let open = Math.min(whole, at?.at ?? whole);
  while (open > 0 && MAY_GO_ON.test(words[open - 1]?.word ?? "")) open -= 1;
  // Whose address or number it is stands before the first of them.
  const hasBegun = open < whole || (last && !last.isWhole && BEGINS.test(last.word));
  if (hasBegun && open > 0) open -= 1;
  const before = text.length - text.trimStart().length;
  return open === 0 ? 0 : words.slice(0, open).reduce((sum, { length }) => sum + length, before);
}

function bare(word = ""): string {
  return word.replace(/^[^\w@]+|[^\w@]+$/g, "");
}
