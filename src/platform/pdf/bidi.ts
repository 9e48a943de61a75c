/**
 * The Unicode bidirectional algorithm (UAX 9) without embeddings and overrides, which agreements and
 * names don't use: a paragraph's direction is that of its first letter, and each character has a level.
 */

const RIGHT =
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT = /^\p{L}/u;
const DIGIT = /^\p{Nd}/u;
const MIRRORS = new Map(
  ["()", "[]", "{}", "<>", "«»"].flatMap(([a = "", b = ""]) => [
    [a, b],
    [b, a],
  ]),
);

type Direction = "left" | "right";
type Kind = Direction | "number" | "neutral";

/** Returns 1 for a paragraph from right to left, otherwise 0. */
export function baseLevel(text: string): 0 | 1 {
  for (const character of text) {
    const kind = kindOf(character);
    if (kind === "left" || kind === "right") return kind === "right" ? 1 : 0;
  }
  return 0;
}

/** Returns the level of each character: odd levels are read from right to left. */
export function levelsOf(characters: readonly string[], base: 0 | 1): number[] {
  const kinds = characters.map(kindOf);
  joinNumbers(characters, kinds);
  const directionOfBase = base === 1 ? "right" : "left";
  let before: Direction = directionOfBase;
  // A number after a letter from the left belongs to it; any other is a number in text from the right.
  kinds.forEach((kind, at) => {
    if (kind === "left" || kind === "right") before = kind;
    else if (kind === "number" && before === "left") kinds[at] = "left";
  });
  return kinds.map((kind, at) => {
    const resolved = kind === "neutral" ? surroundingDirection(kinds, at, directionOfBase) : kind;
    if (resolved === "right") return 1;
    if (resolved === "number") return 2;
    return base === 1 ? 2 : 0;
  });
}

/** Puts the items of one line into the order in which they are drawn, from left to right. */
export function visualOrder<Item extends { readonly level: number }>(
  items: readonly Item[],
): Item[] {
  const ordered = [...items];
  const highest = Math.max(0, ...items.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  return ordered;
}

/** Returns the characters to draw at an odd level: brackets open to the left there. */
export function mirrorBrackets(text: string): string {
  return Array.from(text, (character) => MIRRORS.get(character) ?? character).join("");
}

/** Whether the text has letters from right to left, which the typeface then orders itself. */
export function hasRightLetters(text: string): boolean {
  return Array.from(text).some((character) => RIGHT.test(character));
}

function kindOf(character: string): Kind {
  if (DIGIT.test(character)) return "number";
  if (RIGHT.test(character)) return "right";
  return LEFT.test(character) ? "left" : "neutral";
}

/** Separators within a number, and units directly before or after one, belong to it. */
function joinNumbers(characters: readonly string[], kinds: Kind[]): void {
  characters.forEach((character, at) => {
    const isBetween = kinds[at - 1] === "number" && kinds[at + 1] === "number";
    const isBeside = kinds[at - 1] === "number" || kinds[at + 1] === "number";
    if (/^[.,:/+-]$/.test(character) ? isBetween : /^[\p{Sc}%#°]$/u.test(character) && isBeside)
      kinds[at] = "number";
  });
}

/** Neutral characters take the direction on both their sides, or else the paragraph's. */
function surroundingDirection(kinds: readonly Kind[], at: number, base: Direction): Direction {
  const side = (step: 1 | -1): Direction => {
    let next = at + step;
    while (kinds[next] === "neutral") next += step;
    const kind = kinds[next];
    if (kind === undefined || kind === "neutral") return base;
    return kind === "number" ? "right" : kind;
  };
  const before = side(-1);
  return before === side(1) ? before : base;
}
