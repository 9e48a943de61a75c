import { nameKey } from "#src/shared/names.ts";

/** What the search by trigrams can look for. */
const TRIGRAM = 3;

/** For the search, of a name and its key. Undefined where nothing of it is long enough to be looked for. */
export function expressionOf(key: string, name: string): string | undefined {
  const typed = wordsOf(name);
  const words = key.split(" ").flatMap((word) => {
    const asTyped = typed.find((one) => nameKey(one) === word);
    const parts = [...partsOf(word), ...(asTyped && asTyped.length >= TRIGRAM ? [asTyped] : [])];
    return parts.length === 0 ? [] : `(${parts.map((part) => `"${part}"`).join(" OR ")})`;
  });
  // Of "Li Wu" no word is, but each with what stands beside it.
  const all = words.length > 0 ? words : key.split(" ").flatMap(shortWord);
  return all.length === 0 ? undefined : `{name} : (${all.join(" AND ")})`;
}

function shortWord(word: string): string[] {
  if ([...word].length !== TRIGRAM - 1) return [];
  const beside = [`${word} `, ` ${word}`, `${word},`, `,${word}`, `${word}-`, `-${word}`];
  return [`(${beside.map((part) => `"${part}"`).join(" OR ")})`];
}

/**
 * The key of O'Brien is "obrien", which the search would not find: it knows the name as it is written.
 * But what stands on one side of the sign, or on the other, it finds.
 */
function partsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < TRIGRAM) return [];
  if (letters.length === TRIGRAM) return [word];
  const half = Math.max(TRIGRAM, Math.floor(letters.length / 2));
  return [letters.slice(0, half).join(""), letters.slice(-half).join("")];
}

/** As they are written, accents and all: the search does not take off two from one letter. */
function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
}

/** As it was typed; and "li wu" is "Wu, Li" too. */
export function spellingsOf(key: string, typed: string): string[] {
  const words = key.split(" ");
  const inOtherOrder = words.slice(1).map((_, at) => {
    const last = words.slice(at + 1).join(" ");
    const first = words.slice(0, at + 1).join(" ");
    return [`${last}, ${first}`, `${last},${first}`];
  });
  const all = [typed.trim(), key, ...inOtherOrder.flat()];
  // The index makes no difference between A and a: one spelling twice would be one contact twice.
  return [...new Map(all.map((one) => [one.toLowerCase(), one])).values()];
}
