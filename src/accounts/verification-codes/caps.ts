import { codeTimes } from "#db/accounts/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import {
  countUse,
  inWords,
  isOverLimit,
  type Limit,
  limitRate,
} from "#src/platform/http/rate-limit.ts";
import { DAY_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";

const QUARTER_SECONDS = 15 * 60;
/** The most codes for one target within a time. */
const PER_TARGET = [
  { maxCodes: 3, ms: 15 * MINUTE_MS },
  { maxCodes: 10, ms: DAY_MS },
] as const;
const MAX_TOTAL = 200;
const OF_VISITOR: Limit = { name: "codes of a visitor", most: 10, seconds: QUARTER_SECONDS };
const OF_PURPOSE: Limit = { name: "codes of a purpose", most: MAX_TOTAL, seconds: QUARTER_SECONDS };

const KINDS = [
  "password-reset",
  "member",
  "financing",
  "sign-up",
  "booking",
  "email-change",
] as const;
export type CodePurpose = (typeof KINDS)[number];

/**
 * Limits codes by visitor, by target and in total, because each one costs a text or an email. Each kind has
 * its own cap, and codes that are not sent don't count, so that strangers can't use up the codes of members
 * and staff. Once the cap is reached, known and unknown targets get the same answer.
 * @throws Problem 429 with Retry-After
 */
export function limitCodes(
  app: App,
  { purpose, address }: { readonly purpose: CodePurpose; readonly address: string },
  caller: Caller,
  isSent: boolean,
): void {
  limitRate(app, OF_VISITOR, caller);
  limitCodesForTarget(app, address);
  if (!isSent && !isOverLimit(app, { ...OF_PURPOSE, most: MAX_TOTAL - 1 }, purpose)) return;
  const { used, until } = countUse(app, OF_PURPOSE, purpose);
  if (used <= MAX_TOTAL) return;
  // Logged once per window, so that the log is not flooded.
  if (used === MAX_TOTAL + 1)
    app.log("error", "verification codes reached their limit", { purpose, limit: MAX_TOTAL });
  throw tooManyCodes(until - app.now());
}

/** Whether the limit of a kind of codes is reached, which is shown to admins. */
export function areCodesCapped(app: App): boolean {
  return KINDS.some((purpose) => isOverLimit(app, OF_PURPOSE, purpose));
}

function limitCodesForTarget(app: App, address: string): void {
  const now = app.now();
  const times = codeTimes(app.db, address, now - DAY_MS);
  for (const { maxCodes, ms } of PER_TARGET) {
    // The code that must expire from the window before another may be issued.
    const oldest = times.filter((at) => at > now - ms).at(-maxCodes);
    if (oldest !== undefined) throw tooManyCodes(oldest + ms - now);
  }
}

function tooManyCodes(waitMs: number): Problem {
  return new Problem(
    429,
    `You've requested too many codes. Try again in ${inWords(waitMs / 1000)}.`,
    { retryAfter: waitMs / 1000 },
  );
}
