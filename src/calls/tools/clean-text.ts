/** Returns one line without control characters, at most `maxLength` characters long. */
export function cleanText(text: string, maxLength: number): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}
