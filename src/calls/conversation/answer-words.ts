import { NUMBER_WORDS, readNumbers } from "#src/shared/number-groups.ts";
import { createRedactor, type SpeechAllowlist } from "./redaction.ts";

interface AnswerWords {
  /** Takes the model's next words. Returns false once the answer reaches its limit. */
  readonly push: (words: string) => boolean;
  /** Says the rest. */
  readonly flush: () => void;
  /** Returns everything that was said. */
  readonly text: () => string;
}

/**
 * Turns the model's stream into speech: bounded, redacted, without markup, invented prices and claims of a booking, and without a sentence that was said before
 * an earlier tool call of the same answer, such as another "Let me look." `earlier` has no empty texts.
 */
export function createAnswerWords(
  allowlist: SpeechAllowlist,
  maxLength: number,
  earlier: readonly string[],
  say: (text: string) => void,
): AnswerWords {
  const redactor = createRedactor(allowlist);
  const check = createClaimCheck(allowlist);
  let length = 0;
  let text = "";
  let held = "";

  function speak(text: string): void {
    held += text;
    if (!earlier.some((said) => said.startsWith(held.trim()))) release();
  }

  function release(): void {
    const start = held.trimStart();
    const repeated = earlier.find((said) => start.startsWith(said));
    const words = repeated === undefined ? held : start.slice(repeated.length);
    held = "";
    text += words;
    if (words !== "") say(words);
  }

  return {
    push(words) {
      const fitting = words.slice(0, maxLength - length);
      length += fitting.length;
      // Markup inside of a number would hide it.
      speak(check(redactor.push(fitting.replace(/[*`~|]/g, ""))));
      return length < maxLength;
    },
    flush() {
      held += check(redactor.flush());
      release();
    },
    text: () => text,
  };
}

const AMOUNT = String.raw`(?:\d[\d,]*(?:\.\d\d)?|(?:${NUMBER_WORDS})(?:[\s-]+(?:and\s+)?(?:${NUMBER_WORDS}))*)\b`;
const UNIT = String.raw`\s*(?:dollars?|bucks|euros?|pounds|usd)\b`;
/** Words that make a price of the number after them, unless it is a time or a count. */
const COSTS = String.raw`(?<=\b(?:costs?|prices? (?:is|are|was)|priced|charged?|charges)\s+(?:(?:you|about|around|just|only|at|from)\s+){0,2})`;
const COUNTS = String.raw`(?!:|\s*(?:[ap]\.?m\b|o'clock|minutes?|hours?|days?|weeks?|times|people|percent|%))`;
const PRICE = new RegExp(
  String.raw`[$€£]\s?${AMOUNT}(?:${UNIT})?|\b${AMOUNT}${UNIT}|${COSTS}${AMOUNT}${COUNTS}`,
  "gi",
);

const BOOKED = /\b(?:booked|reserved|scheduled|confirmed)\b/gi;
/** Before "booked": nothing is claimed. */
const UNCLAIMED =
  /(?:\b(?:not|never|nothing|cannot|to|once|until|when|if|unless|after)\b|n['’]t\b)[^.?!]{0,20}$|\b(?:times?|slots?|days?|we|she|he|they|that|everyone|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:['’](?:s|re)| is| are)?\s+(?:already|fully|all)\s+$/i;
/** Before "confirmed" and "scheduled", which are said of other things too. */
const CLAIMED =
  /\b(?:you['’]re|you are|I(?:['’]ve| have)?|we(?:['’]ve| have)?|it['’]s|it is|that['’]s|that is|your [\w ]{1,30} (?:is|has))\s+(?:(?:now|all|just|been|got you)\s+)*$/i;
const CONTEXT = 80;

/**
 * Replaces prices that no service has and claims that something is booked: no tool books. Takes the final
 * words of the stream, with the last ones as their context.
 */
function createClaimCheck({ prices, texts }: SpeechAllowlist): (words: string) => string {
  const known = new Set([
    ...prices,
    ...texts.flatMap((text) => text.match(PRICE) ?? []).map(toCents),
  ]);
  let context = "";
  return (words) => {
    const start = context.length;
    const isNew = (at: number) => at >= start;
    const spoken = (context + toPlain(words, context === ""))
      .replace(PRICE, (price, at: number) =>
        isNew(at) && !known.has(toCents(price)) ? "a price the team can tell you" : price,
      )
      .replace(BOOKED, (word, at: number, all: string) => {
        const before = all.slice(Math.max(0, at - CONTEXT), at);
        const isClaim = /booked|reserved/i.test(word) || CLAIMED.test(before);
        return isNew(at) && isClaim && !UNCLAIMED.test(before) ? "requested" : word;
      });
    context = spoken.slice(-CONTEXT);
    return spoken.slice(start);
  };
}

/** Converts "$45.00" and "forty-five dollars" to cents. */
function toCents(price: string): number {
  const written = /\d[\d,]*(?:\.\d\d)?/.exec(price)?.[0].replaceAll(",", "");
  const said = readNumbers(price)
    .flat()
    .map(({ digits }) => digits)
    .join("");
  return Math.round(Number(written ?? said) * 100);
}

/** Removes what a voice would read aloud: headings, bullets, emphasis and the addresses of links. */
function toPlain(words: string, isStart: boolean): string {
  return (isStart ? words.replace(/^\s*(?:#{1,6}|[-+>•])(?=\s|$)/, "") : words)
    .replace(/\n(?:#{1,6}|[-+>•])(?=\s|$)/g, "\n")
    .replace(/\]\(\S*?\)/g, "")
    .replace(/[[\]]|(?<![\w.@-])_+|_+(?![\w.@-])/g, "");
}
