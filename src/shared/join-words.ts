const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "Color, Cut, and Blow-Dry" */
export function joinWords(words: readonly string[]): string {
  return LIST.format(words);
}
