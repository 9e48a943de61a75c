/** "Color, Cut, and Blow-Dry" */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  if (words.length < 2) return last;
  const before = words.slice(0, -1).join(", ");
  return words.length === 2 ? `${before} and ${last}` : `${before}, and ${last}`;
}
