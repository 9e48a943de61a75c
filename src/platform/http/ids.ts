import { Problem } from "#src/shared/problem.ts";

/** An integer id from the address; anything else names nothing. */
export function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Problem(404, "This does not exist.");
  return Number(text);
}
