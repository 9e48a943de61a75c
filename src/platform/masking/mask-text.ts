import { seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";
import { DIGIT_WORDS, findSpokenNumbers } from "#src/shared/spoken-numbers.ts";
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
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const LETTER = String.raw`[\p{L}--${UNSPACED}]`;
const IS_UNSPACED = new RegExp(UNSPACED, "v");
const IDEOGRAPHS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+$/u;
/** Between the letters of "O'Neil", of "Z-y-x", and between words. */
const SIGNS = String.raw`[^\p{L}\p{N}\s]{0,2}`;
const SPACES = String.raw`[^\p{L}\p{N}]{1,3}`;
const GAP = String.raw`[^\p{L}\p{N}]{0,4}`;

/**
 * Masks the name and each of its words, regardless of case, accents, punctuation and invisible characters,
 * also where the letters are spelled out.
 */
function maskNameIn(text: string, name: string, isNumberShown: boolean): string {
  const folded = foldText(name).text.trim();
  // A name without letters may be a phone number, which has its own permission.
  const isNumber = !/\p{L}/u.test(folded) && folded.replace(/\D/g, "").length >= COMPARED_DIGITS;
  if (folded === "" || (isNumber && isNumberShown)) return text;
  const chunks = folded.split(/\s+/).map((chunk) => chunk.replace(/[^\p{L}\p{N}]+/gu, ""));
  const spellings = [folded, folded.replace(/['’`´]/g, "")];
  const words = [chunks.filter(Boolean).join(" "), ...chunks]
    .concat(spellings.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u)))
    .filter((word) => /\p{L}/u.test(word) && (word.length > 1 || word === chunks.join("")))
    .flatMap((word) => (IDEOGRAPHS.test(word) ? [word, ...partsOf(word)] : [word]));
  const patterns = [...new Set(words)].toSorted((a, b) => b.length - a.length).map(toPattern);
  const signs = folded
    .split(/\s+/)
    .filter((chunk) => chunk.length > 1 && !/[\p{L}\p{N}]/u.test(chunk));
  const literals = /[^\p{L}\s]/u.test(folded) ? [folded, ...signs] : [];
  const pattern = new RegExp([...literals.map(RegExp.escape), ...patterns].join("|"), "gv");
  return maskRanges(text, (plain) =>
    [...plain.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length, HIDDEN]),
  );
}

/** Two to four neighboring characters: a single one is an everyday word. */
function partsOf(name: string): string[] {
  return [4, 3, 2].flatMap((length) =>
    Array.from(name, (_, from) => name.slice(from, from + length)).slice(0, 1 - length),
  );
}

/** Returns the source of a regular expression with the flag v. */
function toPattern(name: string): string {
  const words = name.split(" ").map((word) => Array.from(word, (letter) => RegExp.escape(letter)));
  const letters = words.flat();
  const spelled = letters.length > 2 ? [letters.join(SPACES)] : [];
  const plural = letters.length > 2 ? "S?" : "";
  const joined = words.map((word) => word.join(SIGNS)).join(GAP) + plural;
  const begin = IS_UNSPACED.test(name.charAt(0)) ? "" : `(?<!${LETTER})`;
  const end = IS_UNSPACED.test(name.charAt(name.length - 1)) ? "" : `(?!${LETTER})`;
  return `${begin}(?:${[joined, ...spelled].join("|")})${end}`;
}

/** A date, a time or an amount of money. */
const OTHER_FIGURE = String.raw`(?<!\d[.:/-]?)(?:\d{4}-\d\d-\d\d(?:T[\d:.]+)?|\d{1,2}([-./])\d{1,2}\1\d{4}|\d{1,2}:\d\d(?::\d\d)?|[$€£] ?[\d,]{1,9}(?:\.\d\d)?|\d+\.\d\d)(?!\d|[.:/-]\d)`;
const IS_OTHER_FIGURE = new RegExp(`^${OTHER_FIGURE}$`);
/** With a plus, grouped as in the US, or ten digits in any groups. Commas with spaces separate a list. */
const NUMBERS = [
  String.raw`\+${GAP}\d(?:${GAP}\d){6,17}`,
  String.raw`(?<!\d)\(?(?:1${GAP})?\d{3}${GAP}\d{3}${GAP}\d{4}(?!\d)`,
  String.raw`\(?\d(?:(?:(?!, )[^\p{L}\p{N}\n]){0,4}\d){9,}`,
];
const SPOKEN_DIGIT = new RegExp(`\\b(?:${DIGIT_WORDS})\\b`, "i");
const US_DIGITS = 10;

/** Masks all phone numbers; `own` is masked also where it is written in an unusual way or without its area code. */
function maskPhonesIn(text: string, own = ""): string {
  const digits = own.replace(/\D/g, "");
  const line = digits.slice(-COMPARED_DIGITS);
  const starts = line.length < COMPARED_DIGITS ? [] : [...digits].slice(0, 1 - COMPARED_DIGITS);
  const ofClient = starts.map(
    (_, start) => String.raw`\+?\(?${[...digits.slice(start)].join(GAP)}`,
  );
  const pattern = new RegExp([...ofClient, OTHER_FIGURE, ...NUMBERS].join("|"), "gu");
  const written = maskRanges(text, (plain) =>
    [...plain.matchAll(pattern)]
      .filter(([found]) => !IS_OTHER_FIGURE.test(found))
      .map(({ 0: found, index }) => [index, index + found.length, maskPhone(found)]),
  );
  return maskRanges(written, (plain) =>
    findSpokenNumbers(plain)
      .filter(
        (found) =>
          (starts.length > 0 && found.digits.includes(line)) ||
          // A date or an amount of money is never spoken as ten single digits.
          (found.digits.length >= US_DIGITS &&
            SPOKEN_DIGIT.test(plain.slice(found.from, found.to))),
      )
      .map((found) => [found.from, found.to, maskPhone(found.digits)]),
  );
}

/**
 * Replaces parts of a text. `find` gets it in plain capitals and digits, without accents, invisible
 * characters and width, and returns where they begin and end there.
 */
function maskRanges(
  text: string,
  find: (plain: string) => readonly (readonly [from: number, to: number, mask: string])[],
): string {
  const { text: plain, from: places } = foldText(text);
  let shown = "";
  let end = 0;
  for (const [from, to, mask] of find(plain)) {
    shown += text.slice(end, places[from]) + mask;
    let next = to;
    while (next < places.length && places[next] === places[next - 1]) next += 1;
    end = places[next] ?? text.length;
  }
  return shown + text.slice(end);
}

/** Folds a text; `from` says where each UTF-16 unit comes from. */
function foldText(text: string): { readonly text: string; readonly from: readonly number[] } {
  const from: number[] = [];
  let folded = "";
  let at = 0;
  for (const sign of text) {
    const plain = foldSign(sign);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) from.push(at);
    at += sign.length;
  }
  return { text: folded, from };
}

/** Letters whose strokes are not accents in Unicode. */
const STROKES = new Map(
  Object.entries({ Ł: "L", Ø: "O", Đ: "D", Ð: "D", Ħ: "H", Ŧ: "T", Æ: "AE", Œ: "OE", Þ: "TH" }),
);

/** Folds to capitals, because lowercase sigma has two forms and the capital has one. */
function foldSign(sign: string): string {
  if (sign <= "\x7f") return sign.toUpperCase();
  return sign
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}ʻʼ]+/gu, "")
    .toUpperCase()
    .normalize("NFKD")
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/\p{Lu}/gu, (letter) => STROKES.get(letter) ?? letter)
    .normalize("NFC");
}

/** Each script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
