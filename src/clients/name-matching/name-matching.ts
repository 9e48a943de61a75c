import {
  contactsMatching,
  contactsMatchingAfter,
  contactsSpelt,
  type NamedContact,
} from "#db/clients/name-matching.ts";
import type { App } from "#src/app.ts";
import { nameKey } from "#src/shared/names.ts";
import { hasShortName, shortExpressionOf, shortNameOf } from "./short-name.ts";
import { expressionOf, spellingsOf } from "./spelling.ts";

/** Rows of the search looked at: a namesake beyond them is not seen. */
const CANDIDATES = 1_000;
/** Where more would have to be looked at (25 ms of the loop), nobody can be said to be the only one. */
const MOST_LOOKED_AT = 3_000;

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

/**
 * The only contact of this name, or for "Jane D." the only one whose name begins and ends so; undefined
 * where nobody is called so, several are, or too many would have to be looked at to tell.
 */
export function soleContactCalled(app: App, name: string): NamedContact | undefined {
  const short = shortNameOf(name);
  if (short) return sole(app, [], shortExpressionOf(short), (one) => hasShortName(one.name, short));

  const key = nameKey(name);
  if (key === "") return undefined;
  const isSo = (contact: NamedContact) => nameKey(contact.name) === key;
  const spelt = contactsSpelt(app.db, spellingsOf(key, name), 2).filter(isSo);
  return sole(app, spelt, expressionOf(key, name), isSo);
}

function sole(
  app: App,
  known: readonly NamedContact[],
  expression: string | undefined,
  isSo: (contact: NamedContact) => boolean,
): NamedContact | undefined {
  const found = new Map(known.map((contact) => [contact.id, contact]));
  let after = 0;
  for (let seen = 0; expression !== undefined && found.size < 2; seen += CANDIDATES) {
    if (seen >= MOST_LOOKED_AT) return undefined;
    const slice = contactsMatchingAfter(app.db, expression, after, CANDIDATES);
    for (const contact of slice.filter(isSo)) found.set(contact.id, contact);
    if (slice.length < CANDIDATES) break;
    after = slice.at(-1)?.id ?? 0;
  }
  const [only, another] = found.values();
  return another ? undefined : only;
}
