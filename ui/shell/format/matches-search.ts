import { fold } from "#src/shared/fold.ts";

/**
 * Whether a search finds a row: in its texts, or in its number if only a number was typed. Searches
 * only visible values: hidden ones arrive masked.
 */
export function matchesSearch(search: string, texts: readonly string[], phone: string): boolean {
  const term = fold(search.trim());
  if (texts.some((text) => fold(text).includes(term))) return true;
  const digits = /^[\d\s()+.-]+$/.test(term) ? term.replace(/\D/g, "") : "";
  return digits !== "" && phone.replace(/\D/g, "").includes(digits);
}
