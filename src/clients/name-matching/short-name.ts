import { nameKey, spokenName } from "#src/shared/names.ts";
import { toSearchExpression } from "./spelling.ts";

/** A name such as "Jane D.": the key of the given names and the initial of the last name. */
export interface ShortName {
  readonly given: string;
  /** The given names as written. */
  readonly typed: string;
  readonly initial: string;
}

/** Undefined for a full name. In scripts without capital letters, a single character counts as a name. */
export function toShortName(name: string): ShortName | undefined {
  const { given, typed, last } = nameParts(name);
  const isInitial = [...last].length === 1 && last.toUpperCase() !== last;
  return isInitial && given.length > 1 ? { given, typed, initial: last } : undefined;
}

/** Whether a full name matches the short one: "Jane Doe", "Doe, Jane", "Jane Marie Doe" and "Jane Doe-Smith" match "Jane D.". */
export function hasShortName(name: string, { given, initial }: ShortName): boolean {
  const parts = nameParts(name);
  return parts.last.startsWith(initial) && `${parts.given} `.startsWith(`${given} `);
}

export function toShortNameExpression({ given, typed }: ShortName): string | undefined {
  return toSearchExpression(given, typed);
}

function nameParts(name: string): { given: string; typed: string; last: string } {
  const words = spokenName(name)
    .split(/\s+/)
    .filter((word) => nameKey(word) !== "");
  const typed = words.slice(0, -1).join(" ");
  return { given: nameKey(typed), typed, last: nameKey(words.at(-1) ?? "") };
}
