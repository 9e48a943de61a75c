/** One line without signs that a screen or a file would take for orders of its own. */
export function tidy(words: string, most: number): string {
  return words
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most);
}
