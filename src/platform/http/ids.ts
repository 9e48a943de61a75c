import { Problem } from "#src/shared/problem.ts";

/** Parses an integer id of an address. @throws Problem 404 */
export function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Problem(404, "This doesn't exist.");
  return Number(text);
}
