/** More would hardly narrow a search. */
const MOST_TRIGRAMS = 12;

/**
 * The FTS5 expression, in parentheses, for rows that contain every trigram of this text. The index has no positions, so
 * the caller compares each row. Undefined for fewer than three letters.
 */
export function matchTrigrams(text: string): string | undefined {
  // SQLite stops reading at a NUL character and would miss the closing quote.
  const letters = Array.from(text.replaceAll("\0", ""));
  const trigrams = new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join("")));
  const quoted = [...trigrams]
    .slice(0, MOST_TRIGRAMS)
    .map((three) => `"${three.replaceAll('"', '""')}"`);
  return quoted.length === 0 ? undefined : `(${quoted.join(" AND ")})`;
}
