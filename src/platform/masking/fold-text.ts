import { PLAIN_LETTERS } from "#src/shared/fold.ts";
import { oncePerKey } from "#src/shared/once-per-key.ts";

/** A text in plain capitals and digits, without accents, invisible characters and width. */
export interface Plain {
  readonly text: string;
  /** Where each UTF-16 unit of it comes from. */
  readonly from: readonly number[];
  /** Its letters and digits, and where they are in it. */
  readonly letters: string;
  readonly places: readonly number[];
}

export function foldText(text: string): Plain {
  const from: number[] = [];
  const places: number[] = [];
  let folded = "";
  let letters = "";
  let at = 0;
  for (const sign of text) {
    for (const plain of foldSign(sign)) {
      const isLetter = /[\p{L}\p{N}]/u.test(plain);
      for (let unit = 0; unit < plain.length; unit += 1) {
        from.push(at);
        if (isLetter) places.push(folded.length + unit);
      }
      folded += plain;
      if (isLetter) letters += plain;
    }
    at += sign.length;
  }
  return { text: folded, from, letters, places };
}

/** Folds to capitals, because lowercase sigma has two forms and the capital has one. */
const foldSign = (sign: string) => (sign <= "\x7f" ? sign.toUpperCase() : foldOther(sign));

const foldOther = oncePerKey((sign: string) =>
  sign
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}ʻʼ]+/gu, "")
    .toUpperCase()
    .normalize("NFKD")
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/\p{Lu}/gu, (letter) => PLAIN_LETTERS[letter.toLowerCase()]?.toUpperCase() ?? letter)
    .normalize("NFC"),
);

/** Each script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
