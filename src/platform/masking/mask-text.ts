import { readNumbers } from "#src/shared/number-groups.ts";
import { seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";
import { DIGIT_WORDS, findSpokenNumbers } from "#src/shared/spoken-numbers.ts";
import { foldText, type Plain } from "./fold-text.ts";
import type { Client } from "./masking.ts";

export const HIDDEN = "•••";
const LAST_DIGITS = 4;
/** Two numbers are the same when this many of their last digits agree, in any format. */
const COMPARED_DIGITS = 7;

/** Returns such as "••• ••• 1234". */
export function maskPhone(phone: string): string {
  return `${HIDDEN} ${HIDDEN} ${phone.replace(/\D/g, "").slice(-LAST_DIGITS)}`;
}

/**
 * Returns such as "Client #12" when names are hidden. When only numbers are hidden, it returns the name
 * without numbers, because a client without a name has the number as name.
 */
export function maskName(reader: Visitor, name: string, number: number | undefined): string {
  if (!seesNames(reader)) return number === undefined ? "Client" : `Client #${number}`;
  return seesPhones(reader) ? name : maskPhonesIn(name);
}

/** Masks the client's names and all phone numbers in a text, as far as the reader may not see them. */
export function maskText(reader: Visitor, text: string, client: Client | undefined): string {
  const named = seesNames(reader) ? [] : [client?.name ?? "", ...(client?.alsoNamed ?? [])];
  const nameless = named.reduce((shown, name) => maskNameIn(shown, name, seesPhones(reader)), text);
  return seesPhones(reader) ? nameless : maskPhonesIn(nameless, client?.phone ?? undefined);
}

/** Scripts that are written without spaces, or attach particles to names. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const IDEOGRAPHS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+$/u;

/**
 * Masks the name and each of its words, regardless of case, accents, punctuation and invisible characters,
 * also where the letters are spelled out.
 */
function maskNameIn(text: string, name: string, isNumberShown: boolean): string {
  const folded = foldText(name).text.trim();
  // A name without letters may be a phone number, which has its own permission.
  const isNumber = !/\p{L}/u.test(folded) && folded.replace(/\D/g, "").length >= COMPARED_DIGITS;
  if (folded === "" || (isNumber && isNumberShown)) return text;
  const chunks = folded.split(/\s+/);
  const joined = chunks.map((chunk) => chunk.replace(/[^\p{L}\p{N}]+/gu, ""));
  const spellings = [folded, folded.replace(/['’`´]/g, "")];
  const parts = joined.filter(Boolean);
  const words = [parts.join(" "), ...pairsOf(parts), ...joined]
    .concat(spellings.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u)))
    .filter((word) => /\p{L}/u.test(word) && (word.length > 1 || word === joined.join("")))
    .flatMap((word) => (IDEOGRAPHS.test(word) ? [word, ...partsOf(word)] : [word]));
  const signs = chunks.filter((chunk) => chunk.length > 1 && !/[\p{L}\p{N}]/u.test(chunk));
  const literals = /[^\p{L}\s]/u.test(folded) ? [folded, ...signs] : [];
  return maskRanges(text, (plain) => [
    ...literals.flatMap((one) =>
      findAll(plain.text, one).map((at): Range => [at, at + one.length, HIDDEN]),
    ),
    ...[...new Set(words)].flatMap((word) => findWord(plain, word)),
  ]);
}

/** Two neighbors, and the first with the last, as in addresses and handles: "annalopez" for Anna Maria Lopez. */
function pairsOf(parts: readonly string[]): string[] {
  if (parts.length < 3) return [];
  const ends = [parts[0], parts.at(-1)].join(" ");
  return [ends, ...parts.slice(1).map((part, at) => `${parts[at]} ${part}`)];
}

/** Two to four neighboring characters: a single one is an everyday word. */
function partsOf(name: string): string[] {
  return [4, 3, 2].flatMap((length) =>
    Array.from(name, (_, from) => name.slice(from, from + length)).slice(0, 1 - length),
  );
}

/** Finds one or more words of a name, which stand alone unless their script has no spaces. */
function findWord(plain: Plain, name: string): Range[] {
  const letters = name.replaceAll(" ", "");
  const begins = new Set(Array.from(name.matchAll(/ /g), ({ index }, before) => index - before));
  return findLetters(plain, letters).flatMap(([first, gaps]) => {
    const isWritten = gaps.every((gap, at) =>
      begins.has(at + 1) ? gap.length <= MAX_GAP : gap.length < 3 && !/\s/.test(gap),
    );
    const isSpelled =
      letters.length > 2 && gaps.every((gap) => gap !== "" && gap.length <= MAX_GAP);
    if (!isWritten && !isSpelled) return [];
    const next = first + letters.length;
    const isPlural =
      letters.length > 2 && plain.letters[next] === "S" && gapBefore(plain, next) === "";
    const end = isPlural && isApart(plain, next + 1) ? next + 1 : next;
    return isApart(plain, first) && isApart(plain, end)
      ? [[plain.places[first] ?? 0, (plain.places[end - 1] ?? 0) + 1, HIDDEN] as const]
      : [];
  });
}

/** True unless the letter at this place continues the word before it. */
function isApart(plain: Plain, at: number): boolean {
  const [before, after] = [plain.letters[at - 1], plain.letters[at]];
  if (before === undefined || after === undefined || gapBefore(plain, at) !== "") return true;
  return [before, after].some((letter) => !/\p{L}/u.test(letter) || UNSPACED.test(letter));
}

/** A date, a time or an amount of money. */
const OTHER_FIGURE = String.raw`(?<!\d[.:/-]?)(?:\d{4}-\d\d-\d\d(?:T[\d:.]+)?|\d{1,2}([-./])\d{1,2}\1\d{4}|\d{1,2}:\d\d(?::\d\d)?|[$€£] ?[\d,]{1,9}(?:\.\d\d)?|\d+\.\d\d)(?!\d|[.:/-]\d)`;
const IS_OTHER_FIGURE = new RegExp(`^${OTHER_FIGURE}$`);
/** With a plus, grouped as in the US, or ten digits in any groups. Commas with spaces separate a list. */
const GAP = String.raw`[^\p{L}\p{N}]{0,4}`;
const MAX_GAP = 4;
const NUMBER = new RegExp(
  [
    OTHER_FIGURE,
    String.raw`\+${GAP}\d(?:${GAP}\d){6,17}`,
    String.raw`(?<!\d)\(?(?:1${GAP})?\d{3}${GAP}\d{3}${GAP}\d{4}(?!\d)`,
    String.raw`\(?\d(?:(?:(?!, )[^\p{L}\p{N}\n]){0,4}\d){9,}`,
  ].join("|"),
  "gu",
);
const SPOKEN_DIGIT = new RegExp(`\\b(?:${DIGIT_WORDS})\\b`, "i");
const US_DIGITS = 10;

/** Masks all phone numbers; `own` is masked also where it is written in an unusual way or without its area code. */
function maskPhonesIn(text: string, own = ""): string {
  const digits = own.replace(/\D/g, "");
  const line = digits.slice(-COMPARED_DIGITS);
  const starts = line.length < COMPARED_DIGITS ? [] : [...digits].slice(0, 1 - COMPARED_DIGITS);
  const written = maskRanges(text, (plain) => [
    ...starts.flatMap((_, start) =>
      findLetters(plain, digits.slice(start))
        .filter(([, gaps]) => gaps.every((gap) => gap.length <= MAX_GAP))
        .map(([first]): Range => {
          const from = plain.places[first] ?? 0;
          const opening = /\+?\(?$/.exec(plain.text.slice(0, from).slice(-2))?.[0].length ?? 0;
          const last = plain.places[first + digits.length - start - 1] ?? 0;
          return [from - opening, last + 1, maskPhone(line)];
        }),
    ),
    ...[...plain.text.matchAll(NUMBER)]
      .filter(([found]) => !IS_OTHER_FIGURE.test(found))
      .map(({ 0: found, index }): Range => [index, index + found.length, maskPhone(found)]),
  ]);
  return maskRanges(written, (plain) => [
    ...findSpokenNumbers(plain.text)
      .filter(
        (found) =>
          (starts.length > 0 && found.digits.includes(line)) ||
          // A date or an amount of money is never spoken as ten single digits.
          (found.digits.length >= US_DIGITS &&
            SPOKEN_DIGIT.test(plain.text.slice(found.from, found.to))),
      )
      .map((found): Range => [found.from, found.to, maskPhone(found.digits)]),
    // "Fifty-five oh one forty-three".
    ...(starts.length > 0 ? readNumbers(plain.text) : []).flatMap((run): Range[] => {
      const [first, last] = [run[0], run.at(-1)];
      const isOwn = run
        .map(({ digits }) => digits)
        .join("")
        .includes(line);
      return first && last && isOwn ? [[first.from, last.to, maskPhone(line)]] : [];
    }),
  ]);
}

type Range = readonly [from: number, to: number, mask: string];

/** Returns where these letters follow one another, with the signs between them. */
function findLetters(plain: Plain, letters: string): [first: number, gaps: string[]][] {
  return findAll(plain.letters, letters).map((first) => [
    first,
    Array.from({ length: letters.length - 1 }, (_, at) => gapBefore(plain, first + at + 1)),
  ]);
}

function findAll(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function gapBefore({ text, places }: Plain, at: number): string {
  return text.slice((places[at - 1] ?? -1) + 1, places[at]);
}

/** Replaces parts of a text. Of two that overlap, the first and longer one counts. */
function maskRanges(text: string, find: (plain: Plain) => readonly Range[]): string {
  const plain = foldText(text);
  const { from: places } = plain;
  let shown = "";
  let end = 0;
  let last = 0;
  for (const [from, to, mask] of find(plain).toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (to <= last) continue;
    shown += text.slice(end, Math.max(end, places[from] ?? 0)) + (from < last ? "" : mask);
    last = to;
    let next = to;
    while (next < places.length && places[next] === places[next - 1]) next += 1;
    end = places[next] ?? text.length;
  }
  return shown + text.slice(end);
}
