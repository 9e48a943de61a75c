/** Formats epoch milliseconds such as "2026-11-20T16:00:00.000Z"; null stays null. */
export function toIso(at: number): string;
export function toIso(at: number | null): string | null;
export function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
