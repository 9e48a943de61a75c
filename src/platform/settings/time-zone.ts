import { Problem } from "#src/shared/problem.ts";

/** @throws Problem 400 when the machine's tz database does not know the zone */
export function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    const words = `There is no time zone named ${timeZone}.`;
    throw new Problem(400, words, { errors: { timeZone: words } });
  }
}
