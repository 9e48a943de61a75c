export type Row = Readonly<Record<string, string>>;

/** One line of the balance: what the outside services have, what Parlor has, and what doesn't match. */
export interface Finding {
  readonly what: string;
  readonly outside: number;
  readonly parlor: number;
  readonly differences: readonly string[];
}

/** What one of two lists has more often than the other. */
export function compare(outside: readonly string[], parlor: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of outside) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of parlor) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts].flatMap(([one, count]) => {
    if (count === 0) return [];
    return count > 0 ? `${count} × only outside: ${one}` : `${-count} × only in Parlor: ${one}`;
  });
}
