import { codeTimes } from "#db/accounts/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { count, isOver, limit } from "#src/platform/http/rate-limit.ts";
import { Problem } from "#src/shared/problem.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const QUARTER_SECONDS = 15 * 60;
/** Codes for one target: so many in so long. */
const PER_TARGET = [
  { most: 3, ms: 15 * MINUTE },
  { most: 10, ms: DAY },
] as const;
const PER_IP = 10;
const OF_ALL = 200;
const ALL = "codes of all";

/** Each code costs somebody a mail or a text. @throws Problem 429 with Retry-After */
export function refuseMany(app: App, address: string, caller: Caller): void {
  limit(app, `codes from ${caller.ip}`, PER_IP, QUARTER_SECONDS);
  refuseManyForTarget(app, address);
  const { used, until } = count(app, ALL, QUARTER_SECONDS);
  if (used <= OF_ALL) return;
  // Once in the window, or the log would be a flood of its own.
  if (used === OF_ALL + 1)
    app.log("error", "verification codes have reached their cap", { OF_ALL });
  throw tooMany(until - app.now());
}

/** Of what admins are told. */
export function areCodesCapped(app: App): boolean {
  return isOver(app, ALL, OF_ALL);
}

function refuseManyForTarget(app: App, address: string): void {
  const now = app.now();
  const times = codeTimes(app.db, address, now - DAY);
  for (const { most, ms } of PER_TARGET) {
    // The one that must grow old before another may be made.
    const oldest = times.filter((at) => at > now - ms).at(-most);
    if (oldest !== undefined) throw tooMany(oldest + ms - now);
  }
}

function tooMany(waitMs: number): Problem {
  return new Problem(
    429,
    "Too many codes were asked for. Please wait before you ask for another.",
    {
      retryAfter: waitMs / 1000,
    },
  );
}
