const DIGITS: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
/** The source of a regular expression. */
export const DIGIT_WORDS = Object.keys(DIGITS).join("|");
const NUMBERISH = `\\d|[+().,_–-]|\\b(?:${DIGIT_WORDS}|double|triple)\\b`;
/** A run of digits in any spoken form. A colon ends it, because a list of times is not a number. */
const RUN = new RegExp(`(?:${NUMBERISH})(?:\\s|${NUMBERISH})*`, "gi");
/** 2026-11-27, 11-27-2026 or 27.11.2026, not as part of something longer. */
export const DATE =
  /(?<![\d.-])(?:\d{4}-\d\d-\d\d|(?:0?[1-9]|[12]\d|3[01])([-.])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d)(?![\d-])/g;

export const MIN_PHONE_DIGITS = 7;
/** A run of this many digits, in any groups, is a phone number and not a list of prices. */
const FULL_NUMBER_DIGITS = 10;
/** Group lengths of a number spoken with pauses: 512, 555, 0100. */
const PHONE_GROUPS = /(?:^|-)(?:3-4|3-2-2|(?:1-){6}1)$/;

interface SpokenNumber {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the phone numbers in a text; dates and prices are ignored. */
export function findSpokenNumbers(text: string): SpokenNumber[] {
  // The replacement has the same length, so that positions stay valid.
  const dateless = text.replace(DATE, (date) => "x".repeat(date.length));
  return [...dateless.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const groups = run
      .split(",")
      .map(toDigits)
      .filter((digits) => digits !== "");
    const shape = groups.map(({ length }) => length).join("-");
    if (isListOfHours(run)) return [];
    const isNumber =
      groups.some(({ length }) => length >= MIN_PHONE_DIGITS) ||
      groups.join("").length >= FULL_NUMBER_DIGITS ||
      PHONE_GROUPS.test(shape);
    if (!isNumber) return [];
    return [{ digits: groups.join(""), from: index, to: index + lengthWithoutEnd(run) }];
  });
}

/** Recognizes "9, 10, 11, 12, 1, 2": hours in the order of a day, each once. */
export function isListOfHours(run: string): boolean {
  const hours = (run.toLowerCase().match(/\d+|[a-z]+/g) ?? []).map((one) => DIGITS[one] ?? one);
  if (!hours.every((hour) => HOUR.test(hour))) return false;
  const numbers = hours.map(Number);
  const turns = numbers.filter((hour, at) => hour <= (numbers[at - 1] ?? 0)).length;
  return turns === 0 || (turns === 1 && (numbers.at(-1) ?? 0) < (numbers[0] ?? 0));
}

const HOUR = /^(?:[1-9]|1[0-2])$/;

/** A regular expression that is anchored at the end would take quadratic time. */
function lengthWithoutEnd(run: string): number {
  let length = run.length;
  while (length > 0 && /[\s.,–-]/.test(run.charAt(length - 1))) length -= 1;
  return length;
}

/** Converts spoken digits to digits; other words are ignored. */
export function toDigits(said: string): string {
  return said
    .toLowerCase()
    .replace(/\b[a-z]+\b/g, (word) => DIGITS[word] ?? word)
    .replace(/double\s*(\d)/g, "$1$1")
    .replace(/triple\s*(\d)/g, "$1$1$1")
    .replace(/\D/g, "");
}
