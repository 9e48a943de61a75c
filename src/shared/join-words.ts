import { lazy } from "./lazy.ts";

const list = lazy(() => new Intl.ListFormat("en-US", { type: "conjunction" }));

/** "Color, Cut, and Blow-Dry" */
export function joinWords(words: readonly string[]): string {
  return list().format(words);
}
