import { Problem } from "#src/shared/problem.ts";

/** @throws Problem 400 when the time zone is unknown */
export function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    const message = `There's no time zone named ${timeZone}.`;
    throw new Problem(400, message, { errors: { timeZone: message } });
  }
}
