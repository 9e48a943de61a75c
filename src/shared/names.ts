import { fold } from "./fold.ts";

/**
 * Returns the same key for all spellings of a name, regardless of order, case, accents and spacing:
 * "Müller,  Ana" and "ana muller" are equal, and so are "Łuczak" and "luczak". Empty for a name without a letter or digit.
 */
export function nameKey(name: string): string {
  const [last = "", ...rest] = name.split(",");
  const inOrder = rest.length === 1 ? `${rest[0]} ${last}` : name;
  return fold(inOrder.normalize("NFKD"))
    .replace(/\p{M}+/gu, "")
    .replace(/[’'`´.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Trims, and removes control characters, marks of writing direction and byte order marks. */
export function cleanName(name: string): string {
  return name.replace(INVISIBLE, "").trim();
}

/** Joiners (U+200C and U+200D) stay, because Persian names and emoji need them. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns "Jane" for "Jane Doe-Smith" and for "Doe, Jane". */
export function firstNameOf(name: string): string {
  const [last = "", first] = name.split(",");
  return (first ?? last).trim().split(/\s+/)[0] ?? "";
}

/** Returns the name in spoken order: "Doe, Jane" is "Jane Doe". */
export function spokenName(name: string): string {
  const [last = "", first, ...rest] = name.split(",").map((part) => part.trim());
  return first && rest.length === 0 ? `${first} ${last}` : name.trim();
}
