import { nameKey, spokenName } from "#src/shared/names.ts";
import { expressionOf } from "./spelling.ts";

/** "Jane D.": the key of the names before, and one letter for the last. */
export interface ShortName {
  readonly given: string;
  /** As it is written. */
  readonly typed: string;
  readonly initial: string;
}

/** Undefined for a name that is written out. In alphabets without capitals one letter is a name. */
export function shortNameOf(name: string): ShortName | undefined {
  const { given, typed, last } = partsOf(name);
  const isInitial = [...last].length === 1 && last.toUpperCase() !== last;
  return isInitial && given.length > 1 ? { given, typed, initial: last } : undefined;
}

/** "Jane Doe", "Doe, Jane", "Jane Marie Doe" and "Jane Doe-Smith" may all be the one who writes "Jane D.". */
export function hasShortName(name: string, { given, initial }: ShortName): boolean {
  const parts = partsOf(name);
  return parts.last.startsWith(initial) && `${parts.given} `.startsWith(`${given} `);
}

export function shortExpressionOf({ given, typed }: ShortName): string | undefined {
  return expressionOf(given, typed);
}

function partsOf(name: string): { given: string; typed: string; last: string } {
  const words = spokenName(name)
    .split(/\s+/)
    .filter((word) => nameKey(word) !== "");
  const typed = words.slice(0, -1).join(" ");
  return { given: nameKey(typed), typed, last: nameKey(words.at(-1) ?? "") };
}
