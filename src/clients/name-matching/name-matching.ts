import * as store from "#db/clients/name-matching.ts";
import type { App } from "#src/app.ts";
import { fold } from "#src/shared/fold.ts";
import { nameKey, spokenName } from "#src/shared/names.ts";

/** The most search results examined. A contact with the same name beyond them is not found. */
const CANDIDATES = 1_000;
/** With more results than this (25 ms of the event loop), no contact is considered the only match. */
const MAX_EXAMINED = 3_000;
/** The shortest text that a trigram index can find. */
const TRIGRAM = 3;

/**
 * Finds at most `limit` contacts with this name, regardless of order, case, accents and spacing. The
 * search index finds the candidates and the name key decides, so no table is scanned.
 */
export function findContactsByName(app: App, name: string, limit: number): store.NamedContact[] {
  const key = nameKey(name);
  if (key === "") return [];
  const isMatch = (contact: store.NamedContact) => nameKey(contact.name) === key;
  // The index of names usually gives enough matches, which avoids the search for a common name.
  const spelled = store.contactsSpelled(app.db, spellingsOf(key, name), CANDIDATES).filter(isMatch);
  const parts = toNameParts(key, name);
  if (spelled.length >= limit || !parts) return spelled.slice(0, limit);
  return store.contactsMatching(app.db, parts, CANDIDATES).filter(isMatch).slice(0, limit);
}

/**
 * The only contact with this name, or for "Jane D." the only one with that first name and initial.
 * Undefined when there is none or more than one, or when too many results would have to be examined.
 */
export function findOnlyContactByName(app: App, name: string): store.NamedContact | undefined {
  const short = toShortName(name);
  if (short)
    return findOnlyMatch(app, [], toNameParts(short.given, short.typed), (contact) =>
      hasShortName(contact.name, short),
    );

  const key = nameKey(name);
  if (key === "") return undefined;
  const isMatch = (contact: store.NamedContact) => nameKey(contact.name) === key;
  const spelled = store.contactsSpelled(app.db, spellingsOf(key, name), 2).filter(isMatch);
  return findOnlyMatch(app, spelled, toNameParts(key, name), isMatch);
}

function findOnlyMatch(
  app: App,
  known: readonly store.NamedContact[],
  parts: store.NameParts | undefined,
  isMatch: (contact: store.NamedContact) => boolean,
): store.NamedContact | undefined {
  const matches = new Map(known.map((contact) => [contact.id, contact]));
  let after = 0;
  for (let seen = 0; parts && matches.size < 2; seen += CANDIDATES) {
    if (seen >= MAX_EXAMINED) return undefined;
    const slice = store.contactsMatchingAfter(app.db, parts, after, CANDIDATES);
    for (const contact of slice.filter(isMatch)) matches.set(contact.id, contact);
    if (slice.length < CANDIDATES) break;
    after = slice.at(-1)?.id ?? 0;
  }
  const [only, another] = matches.values();
  return another ? undefined : only;
}

/** A name such as "Jane D.": the key of the given names and the initial of the last name. */
interface ShortName {
  readonly given: string;
  /** The given names as written. */
  readonly typed: string;
  readonly initial: string;
}

/** Undefined for a full name. In scripts without capital letters, a single character counts as a name. */
function toShortName(name: string): ShortName | undefined {
  const { given, typed, last } = nameParts(name);
  const isInitial = [...last].length === 1 && last.toUpperCase() !== last;
  return isInitial && given.length > 1 ? { given, typed, initial: last } : undefined;
}

/** Whether a full name matches the short one: "Jane Doe", "Doe, Jane", "Jane Marie Doe" and "Jane Doe-Smith" match "Jane D.". */
function hasShortName(name: string, { given, initial }: ShortName): boolean {
  const parts = nameParts(name);
  return parts.last.startsWith(initial) && `${parts.given} `.startsWith(`${given} `);
}

function nameParts(name: string): { given: string; typed: string; last: string } {
  const words = spokenName(name)
    .split(/\s+/)
    .filter((word) => nameKey(word) !== "");
  const typed = words.slice(0, -1).join(" ");
  return { given: nameKey(typed), typed, last: nameKey(words.at(-1) ?? "") };
}

/** What a name with this key contains; undefined when no part of it is long enough to search for. */
function toNameParts(key: string, name: string): store.NameParts | undefined {
  const typed = splitWords(name);
  const words = key.split(" ").flatMap((word) => {
    const asTyped = typed.find((typedWord) => nameKey(typedWord) === word);
    // Counted after folding: a decomposed "Lé" has three characters, and a rare Chinese one has a length of two.
    const isLong = asTyped !== undefined && [...fold(asTyped)].length >= TRIGRAM;
    const parts = [...wordParts(word), ...(isLong ? [asTyped] : [])];
    return parts.length === 0 ? [] : [parts];
  });
  // No word of "Li Wu" is long enough, but each one is with the character next to it.
  const all = words.length > 0 ? words : key.split(" ").flatMap(shortWordTerms);
  return all.length === 0 ? undefined : all;
}

function shortWordTerms(word: string): string[][] {
  if ([...word].length !== TRIGRAM - 1) return [];
  return [[`${word} `, ` ${word}`, `${word},`, `,${word}`, `${word}-`, `-${word}`]];
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

/** The words as written: the index keeps the vowel signs of Hindi and Arabic, which a key doesn't have. */
function splitWords(name: string): string[] {
  return name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
}

/** Spellings to look up in the index of names: as typed, the key, and with the last name first ("Wu, Li" for "li wu"). */
function spellingsOf(key: string, typed: string): string[] {
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
