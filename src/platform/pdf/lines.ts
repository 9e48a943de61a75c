import { baseLevel, hasRightLetters, levelsOf, mirrorBrackets, visualOrder } from "./bidi.ts";

/** A part of a line in one typeface and one direction. */
interface Piece<Font extends string = string> {
  readonly font: Font;
  readonly text: string;
  readonly level: number;
  readonly width: number;
}

export interface Line<Font extends string = string> {
  /** From left to right. */
  readonly pieces: readonly Piece<Font>[];
  readonly width: number;
  readonly isFromRight: boolean;
}

interface Typesetting<Font extends string> {
  readonly width: number;
  readonly fontOf: (letter: string) => Font;
  readonly measure: (text: string, font: Font) => number;
}

interface Letter<Font extends string> {
  /** What a reader sees as one character, such as a letter with its marks or an emoji. */
  readonly text: string;
  readonly font: Font;
  readonly level: number;
}

/** Breaks a paragraph into lines of at most `width` points, with its parts in the order of drawing. */
export function breakLines<Font extends string>(
  text: string,
  typesetting: Typesetting<Font>,
): Line<Font>[] {
  return text.split("\n").flatMap((paragraph) => {
    const letters = lettersOf(paragraph, typesetting);
    const base = baseLevel(paragraph);
    return fill(letters, wordEnds(letters), typesetting).map((line) => {
      const pieces = piecesOf(line, typesetting);
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
      return { pieces: visualOrder(pieces), width, isFromRight: base === 1 };
    });
  });
}

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const WORDS = new Intl.Segmenter("en", { granularity: "word" });
/** Written without spaces between words. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Never begins a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]/u;

function lettersOf<Font extends string>(
  paragraph: string,
  { fontOf }: Typesetting<Font>,
): Letter<Font>[] {
  const texts = Array.from(GRAPHEMES.segment(paragraph), ({ segment }) => segment);
  const levels = levelsOf(texts, baseLevel(paragraph));
  return texts.map((text, at) => ({ text, font: fontOf(text), level: levels[at] ?? 0 }));
}

/** Returns the indexes after which a line may end. */
function wordEnds<Font extends string>(letters: readonly Letter<Font>[]): number[] {
  const ends: number[] = [];
  let from = 0;
  letters.forEach(({ text }, at) => {
    const isLast = at === letters.length - 1;
    if (!isLast && !isSpace(text) && text !== "-") return;
    const word = letters.slice(from, at + 1);
    if (word.some((letter) => UNSPACED.test(letter.text))) ends.push(...innerEnds(word, from));
    ends.push(at);
    from = at + 1;
  });
  return ends;
}

function innerEnds<Font extends string>(word: readonly Letter<Font>[], from: number): number[] {
  const starts = new Set<number>();
  for (const { index, segment } of WORDS.segment(word.map(({ text }) => text).join("")))
    if (index > 0 && !CLOSING.test(segment)) starts.add(index);
  let offset = 0;
  return word.flatMap(({ text }, at) => {
    offset += text.length;
    return starts.has(offset) ? [from + at] : [];
  });
}

/** Fills lines word by word; a word that is longer than a line is broken anywhere. */
function fill<Font extends string>(
  letters: readonly Letter<Font>[],
  ends: readonly number[],
  typesetting: Typesetting<Font>,
): Letter<Font>[][] {
  const lines: Letter<Font>[][] = [];
  let line: Letter<Font>[] = [];
  let used = 0;
  const widthOf = (part: readonly Letter<Font>[]) =>
    piecesOf(part, typesetting).reduce((sum, { width }) => sum + width, 0);
  const close = () => {
    lines.push(trimEnd(line));
    line = [];
    used = 0;
  };
  const add = (part: readonly Letter<Font>[]) => {
    const visible = widthOf(trimEnd(part));
    if (line.length > 0 && used + visible > typesetting.width) close();
    if (visible > typesetting.width && part.length > 1) {
      for (const letter of part) add([letter]);
      return;
    }
    line.push(...part);
    used += widthOf(part);
  };
  let from = 0;
  for (const end of ends) {
    add(letters.slice(from, end + 1));
    from = end + 1;
  }
  close();
  return lines;
}

function trimEnd<Font extends string>(line: readonly Letter<Font>[]): Letter<Font>[] {
  const last = line.findLastIndex(({ text }) => !isSpace(text));
  return line.slice(0, last + 1);
}

/** Joins letters of one typeface and level. Words from right to left are drawn one by one, between their spaces. */
function piecesOf<Font extends string>(
  letters: readonly Letter<Font>[],
  { measure }: Typesetting<Font>,
): Piece<Font>[] {
  const parts: { font: Font; level: number; text: string }[] = [];
  for (const { font, level, text } of letters) {
    const last = parts.at(-1);
    const isJoined = last?.font === font && last.level === level;
    const isApart = level % 2 === 1 && (isSpace(text) || isSpace(last?.text ?? ""));
    if (last && isJoined && !isApart) last.text += text;
    else parts.push({ font, level, text });
  }
  return parts.map(({ font, level, text }) => {
    const drawn = level % 2 === 1 ? orderFromRight(text) : text;
    return { font, level, text: drawn, width: measure(drawn, font) };
  });
}

/** Typefaces turn words with letters from the right; signs alone must be turned here. */
function orderFromRight(text: string): string {
  const turned = mirrorBrackets(text);
  return hasRightLetters(text) ? turned : Array.from(turned).reverse().join("");
}

function isSpace(text: string): boolean {
  return /^\s+$/.test(text);
}
