import { editDistance } from "#src/shared/edit-distance.ts";
import { fold } from "#src/shared/fold.ts";
import {
  misspellingsOf,
  NUMBER_PART,
  SOUND,
  soundOf,
  withoutApostrophes,
  wordsOf,
} from "./contact-words.ts";

/** How a search is answered. */
export type SearchPlan =
  | {
      readonly kind: "name";
      readonly words: readonly string[];
      /** What else may be anywhere in the name or number, folded; all of it. */
      readonly parts: readonly string[];
    }
  /** One or two digits: a number begins or ends with them, or a word of the name begins with them. */
  | { readonly kind: "short digits"; readonly digits: string }
  /** A number with its country code, complete but for a few digits. */
  | { readonly kind: "number"; readonly digits: string }
  | { readonly kind: "digits"; readonly digits: string }
  | { readonly kind: "text"; readonly text: string };

/** How closely a contact matches. Closer ones are listed first: similar names last, by the number of letters that differ. */
export const RANK = { exact: 0, prefix: 1, part: 2 } as const;

const SHORT = 3;
const PRECISE_DIGITS = 9;
/** From this many consonants on, the sound may be the beginning of a longer one: "Rozalin" finds "Rosalind". */
const LONG_SOUND = 4;

/**
 * Words are looked for in any order, without apostrophes and titles. Searches of three or more characters match any
 * part: digits those of numbers, anything else names too.
 */
export function planSearch(typed: string): SearchPlan {
  // Otherwise accents typed as separate characters would count as letters.
  const search = typed.normalize();
  const digits = search.replace(/\D/g, "");
  const isShort = lengthOf(search) < SHORT;
  if (!isShort && digits.length >= SHORT && /^[\d\s()+.-]+$/.test(search)) {
    const isPrecise = search.trimStart().startsWith("+") && digits.length >= PRECISE_DIGITS;
    return { kind: isPrecise ? "number" : "digits", digits };
  }
  if (!isShort && !IS_NAME.test(search)) return { kind: "text", text: search };
  const all = wordsOf(withoutApostrophes(search));
  const named = all.filter((word) => !TITLES.has(word));
  const words = named.length === 0 ? all : named;
  if (isShort && words.length === 1 && words[0] === digits) return { kind: "short digits", digits };
  if (isShort) return { kind: "name", words, parts: [] };
  if (words.every((word) => lengthOf(word) >= SHORT)) return { kind: "name", words, parts: words };
  return { kind: "name", words, parts: search.includes(",") ? [] : [fold(search)] };
}

/** Letters, and what is between the words of a name. */
const IS_NAME = /^[\p{L}\p{M}\p{N}\s'’‘ʼ`´.,-]*\p{L}[\p{L}\p{M}\p{N}\s'’‘ʼ`´.,-]*$/u;
const TITLES: ReadonlySet<string> = new Set("mr mrs ms miss mx dr prof sir madam".split(" "));

export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The FTS5 query of contacts_words for contacts with all of these words, or with words that begin like them. */
export function toWordsQuery(words: readonly string[], end: "" | "*"): string {
  return words.map((word) => `"${word}"${end}`).join(" AND ");
}

export function toShortDigitsQuery(digits: string): string {
  return `"${digits}"* OR "${NUMBER_PART}${digits}"`;
}

/**
 * The FTS5 query of contacts_words for contacts that have each word, with a letter too many or two swapped, or by its
 * beginning or sound: "Marg Castelano" is "Marguerite Castellano". Those who have the beginning of each are left out. By
 * initials, the first letter is enough of a word like "Mai".
 */
export function toSimilarQuery(words: readonly string[], byInitials: boolean): string {
  const similar = words.map((word) => {
    if (lengthOf(word) < SHORT) return `"${word}"*`;
    const sound = soundOf(word);
    const initial = byInitials ? initialOf(word, words) : undefined;
    const heard = sound
      ? `"${SOUND}${sound}"${sound.length >= LONG_SOUND ? "*" : ""}`
      : initial && `"${initial}"*`;
    const others = misspellingsOf(word).filter((one) => lengthOf(one) >= SHORT);
    return `(${[`"${word}"*`, ...others.map((one) => `"${one}"`), heard].filter(Boolean).join(" OR ")})`;
  });
  return `(${similar.join(" AND ")}) NOT (${toWordsQuery(words, "*")})`;
}

/** How a contact matches, as the indexes would say; undefined if it doesn't. */
export function rankOf(
  { name, phone }: { readonly name: string; readonly phone: string },
  plan: SearchPlan,
): number | undefined {
  const number = phone.replace(/\D/g, "");
  switch (plan.kind) {
    case "name": {
      const own = wordsOf(name);
      if (plan.words.length === 0) return isPart(name, phone, plan.parts) ? RANK.part : undefined;
      if (plan.words.every((word) => own.includes(word))) return RANK.exact;
      if (plan.words.every((word) => own.some((one) => one.startsWith(word)))) return RANK.prefix;
      if (isPart(name, phone, plan.parts)) return RANK.part;
      const differing = plan.words.map((word) => {
        const closest = Math.min(...own.map((one) => countDiffering(one, word)));
        return Number.isFinite(closest) ? closest : countByInitial(own, word, plan.words);
      });
      const sum = differing.reduce((one, other) => one + other, 0);
      return Number.isFinite(sum) ? RANK.part + sum : undefined;
    }
    case "short digits": {
      const national = number.replace(/^1(?=\d{10}$)/, "");
      return number.startsWith(plan.digits) ||
        national.startsWith(plan.digits) ||
        number.endsWith(plan.digits) ||
        wordsOf(name).some((word) => word.startsWith(plan.digits))
        ? RANK.exact
        : undefined;
    }
    case "number":
      return number.startsWith(plan.digits) ? RANK.exact : undefined;
    case "digits":
      return number.includes(plan.digits) ? RANK.exact : undefined;
    case "text":
      return isPart(name, phone, [fold(plan.text)]) ? RANK.part : undefined;
  }
}

/** Whether a contact matches closely, not only by a similar name. */
export function matchesSearch(
  contact: { readonly name: string; readonly phone: string },
  search: string,
): boolean {
  const rank = rankOf(contact, planSearch(search));
  return rank !== undefined && isClose({ rank });
}

/** Whether the letters match, not only similar ones. */
export function isClose({ rank }: { readonly rank: number }): boolean {
  return rank <= RANK.part;
}

function isPart(name: string, phone: string, parts: readonly string[]): boolean {
  const text = ` ${fold(name)}\n${phone}`;
  return parts.length > 0 && parts.every((part) => text.includes(part));
}

/**
 * The letter with which a word may begin instead of "Mai", whose sound says too little, when another word says enough:
 * "Mai Castelano" is "Mei Castellano".
 */
export function initialOf(word: string, words: readonly string[]): string | undefined {
  const isVague = (one: string) => soundOf(one) === "";
  return isVague(word) && /^\p{L}{3,}$/u.test(word) && !words.every(isVague)
    ? Array.from(word)[0]
    : undefined;
}

/** How many letters differ from a word of the name that begins like this one and that no other word is similar to. */
function countByInitial(own: readonly string[], word: string, words: readonly string[]): number {
  const initial = initialOf(word, words);
  const isFree = (one: string) =>
    words.every((other) => other === word || !Number.isFinite(countDiffering(one, other)));
  const found = initial ? own.filter((one) => one.startsWith(initial) && isFree(one)) : [];
  return Math.min(...found.map((one) => editDistance(word, one)));
}

/** How many letters of a word differ from a word of the name, not counting what follows; infinite if they aren't similar. */
function countDiffering(own: string, word: string): number {
  if (own.startsWith(word)) return 0;
  if (lengthOf(word) < SHORT) return Number.POSITIVE_INFINITY;
  const isHeard = soundsLike(own, word);
  if (!isHeard && own.length !== word.length && own.length !== word.length - 1)
    return Number.POSITIVE_INFINITY;
  const differing = editDistance(word, own);
  return isHeard || (differing === 1 && isMisspelled(own, word))
    ? differing
    : Number.POSITIVE_INFINITY;
}

/** One of two words that differ by one letter is in `misspellingsOf` the other: none of its letters was replaced. */
function isMisspelled(own: string, word: string): boolean {
  const sorted = (text: string) => Array.from(text).sort().join("");
  return lengthOf(own) >= SHORT && (own.length < word.length || sorted(own) === sorted(word));
}

function soundsLike(own: string, word: string): boolean {
  const sound = soundOf(word);
  const other = soundOf(own);
  return (
    sound !== "" && (other === sound || (sound.length >= LONG_SOUND && other.startsWith(sound)))
  );
}
