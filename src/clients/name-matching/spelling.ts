import { nameKey } from "#src/shared/names.ts";

/** The shortest text that a trigram index can find. */
const TRIGRAM = 3;

/** An FTS5 expression for a name and its key; undefined when no part of it is long enough to search for. */
export function toSearchExpression(key: string, name: string): string | undefined {
  const typed = splitWords(name);
  const words = key.split(" ").flatMap((word) => {
    const asTyped = typed.find((typedWord) => nameKey(typedWord) === word);
    const parts = [...wordParts(word), ...(asTyped && asTyped.length >= TRIGRAM ? [asTyped] : [])];
    return parts.length === 0 ? [] : `(${parts.map((part) => `"${part}"`).join(" OR ")})`;
  });
  // No word of "Li Wu" is long enough, but each one is with the character next to it.
  const all = words.length > 0 ? words : key.split(" ").flatMap(shortWordTerms);
  return all.length === 0 ? undefined : `{name} : (${all.join(" AND ")})`;
}

function shortWordTerms(word: string): string[] {
  if ([...word].length !== TRIGRAM - 1) return [];
  const terms = [`${word} `, ` ${word}`, `${word},`, `,${word}`, `${word}-`, `-${word}`];
  return [`(${terms.map((part) => `"${part}"`).join(" OR ")})`];
}

/**
 * The two halves of a word. The key of O'Brien is "obrien", which the index does not contain because
 * it stores the name as written, but it contains the part before or after the apostrophe.
 */
function wordParts(word: string): string[] {
  const letters = [...word];
  if (letters.length < TRIGRAM) return [];
  if (letters.length === TRIGRAM) return [word];
  const half = Math.max(TRIGRAM, Math.floor(letters.length / 2));
  return [letters.slice(0, half).join(""), letters.slice(-half).join("")];
}

/** The words as written, accents included: the index removes only one accent from a letter. */
function splitWords(name: string): string[] {
  return name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
}

/** Spellings to look up in the index of names: as typed, the key, and with the last name first ("Wu, Li" for "li wu"). */
export function spellingsOf(key: string, typed: string): string[] {
  const words = key.split(" ");
  const lastNameFirst = words.slice(1).map((_, at) => {
    const last = words.slice(at + 1).join(" ");
    const first = words.slice(0, at + 1).join(" ");
    return [`${last}, ${first}`, `${last},${first}`];
  });
  const all = [typed.trim(), key, ...lastNameFirst.flat()];
  // The index ignores case, so a spelling that occurs twice would return each contact twice.
  return [...new Map(all.map((spelling) => [spelling.toLowerCase(), spelling])).values()];
}
