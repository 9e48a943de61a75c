import { Problem } from "#src/shared/problem.ts";

/** Returns the zone's name in its usual spelling. @throws Problem 400 when the time zone is unknown */
export function requireTimeZone(timeZone: string): string {
  try {
    return Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    const message = `There's no time zone named ${timeZone}.`;
    throw new Problem(400, message, { errors: { timeZone: message } });
  }
}
