/** The number of characters to insert, delete, replace, or swap with their neighbor. */
export function editDistance(from: string, to: string): number {
  const a = Array.from(from);
  const b = Array.from(to);
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const distance = (row: number, at: number) => rows[row]?.[at] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    rows.push(next);
    for (let at = 1; at <= b.length; at += 1) {
      const isSwapped = a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      next.push(
        Math.min(
          distance(row - 1, at - 1) + (a[row - 1] === b[at - 1] ? 0 : 1),
          distance(row - 1, at) + 1,
          distance(row, at - 1) + 1,
          isSwapped ? distance(row - 2, at - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return distance(a.length, b.length);
}
