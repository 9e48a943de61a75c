import { nameKey } from "#src/shared/names.ts";

/** Words that say little about which service is meant. */
const COMMON = new Set(
  "from with full half long short mini level light touch fill lift style classic basic deluxe express extra first free kids signature special appointment consultation hour minute service session therapy treatment women".split(
    " ",
  ),
);
/** A shorter word alone doesn't identify a service. */
const MIN_TELLING = 4;
/** A text that names more lists what is offered. */
const MAX_NAMED = 3;

/**
 * Returns the services that the first of the texts with any names, in its order: by their full name, or by a part that no
 * other name has, such as "the peel" for "Chemical Peel".
 */
export function findNamedServices(
  texts: readonly string[],
  services: readonly { readonly id: number; readonly name: string }[],
): number[] {
  const parts = listParts(services);
  for (const text of texts) {
    const named = namedIn(wordsOf(text), parts);
    if (named.length > 0 && named.length <= MAX_NAMED) return named;
  }
  return [];
}

/** The services that have each part of a name; only one where the part is a full name. */
type Parts = ReadonlyMap<string, readonly number[]>;

function listParts(services: Parameters<typeof findNamedServices>[1]): Parts {
  const parts = new Map<string, number[]>();
  const names = services.map(({ id, name }) => ({ id, words: wordsOf(name) }));
  for (const { id, words } of names)
    for (const part of new Set(partsOf(words))) parts.set(part, [...(parts.get(part) ?? []), id]);
  for (const { id, words } of names) parts.set(words.join(" "), [id]);
  return parts;
}

/** Returns all runs of consecutive words with at least one distinctive word. */
function partsOf(words: readonly string[]): string[] {
  const isTelling = (word: string) => word.length >= MIN_TELLING && !COMMON.has(word);
  return words.flatMap((_, from) =>
    words
      .map((_, at) => words.slice(from, at + 1))
      .filter((part) => part.some(isTelling))
      .map((part) => part.join(" ")),
  );
}

/** The longest part at each place counts: "brow lamination" is no "brow". */
function namedIn(words: readonly string[], parts: Parts): number[] {
  const named = new Set<number>();
  for (let from = 0; from < words.length; ) {
    const to = words.findLastIndex(
      (_, at) => at >= from && parts.has(words.slice(from, at + 1).join(" ")),
    );
    const [only, ...others] = parts.get(words.slice(from, to + 1).join(" ")) ?? [];
    if (only !== undefined && others.length === 0) named.add(only);
    from = Math.max(from, to) + 1;
  }
  return [...named];
}

/** In any spelling, and the singular for the plural. */
function wordsOf(text: string): string[] {
  return serviceKey(text)
    .split(" ")
    .filter((word) => word !== "" && word !== "and")
    .map((word) => (word.length > MIN_TELLING ? word.replace(/([^s])s$/, "$1") : word));
}

/** Like nameKey(), but a comma doesn't mark a last name. */
export function serviceKey(name: string): string {
  return nameKey(name.replaceAll(",", " "));
}
