import { contactsMatching, contactsSpelt, type NamedContact } from "#db/namesakes.ts";
import type { App } from "#src/app.ts";
import { nameKey } from "#src/shared/names.ts";

/** Rows of the search looked at: a namesake beyond them is not seen. */
const CANDIDATES = 1_000;
/** What the search by trigrams can look for. */
const TRIGRAM = 3;

/**
 * The contacts whose name is this one, whatever the order, case, accents and spacing, `most` of them.
 * The search finds who has these words somewhere, and the key decides, so nothing is scanned.
 */
export function contactsNamed(app: App, name: string, most: number): NamedContact[] {
  const key = nameKey(name);
  if (key === "") return [];
  const isSo = (contact: NamedContact) => nameKey(contact.name) === key;
  // One step into the index of names: of a name that many have, no more has to be known.
  const spelt = contactsSpelt(app.db, spellingsOf(key, name), CANDIDATES).filter(isSo);
  const expression = expressionOf(key, name);
  if (spelt.length >= most || expression === undefined) return spelt.slice(0, most);
  return contactsMatching(app.db, expression, CANDIDATES).filter(isSo).slice(0, most);
}

/** Undefined where no word is long enough to be looked for. */
function expressionOf(key: string, name: string): string | undefined {
  const typed = wordsOf(name);
  const words = key.split(" ").flatMap((word) => {
    const asTyped = typed.find((one) => nameKey(one) === word);
    const parts = [...partsOf(word), ...(asTyped && asTyped.length >= TRIGRAM ? [asTyped] : [])];
    return parts.length === 0 ? [] : `(${parts.map((part) => `"${part}"`).join(" OR ")})`;
  });
  return words.length === 0 ? undefined : `{name} : (${words.join(" AND ")})`;
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
function spellingsOf(key: string, typed: string): string[] {
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
