import { toClock } from "./clock-time.ts";
import type { PreferredTimes } from "./preferred-times.ts";

export const SPOKEN_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const MINUTES: Readonly<Record<string, number>> = { fifteen: 15, thirty: 30, "forty-five": 45 };
/** "half past five", "2:30 PM", "four thirty", "noon"; not "2 hours". */
const TIME = new RegExp(
  `\\b(half past|quarter past|quarter to)?\\s*\\b(?:(noon)|(\\d{1,2}|${SPOKEN_HOURS}))(?::?\\s?([0-5]\\d|${Object.keys(MINUTES).join("|")}))?\\b(?!\\s*(?:minute|hour|day|week))(?:\\s*o'?clock)?(?:\\s*([ap])\\.?\\s?m\\b)?`,
  "g",
);
/** A bare hour before it means the afternoon: few salons open at 6 AM. */
const FIRST_MORNING_HOUR = 8;

/** "Around three" may be a little earlier. */
const APPROXIMATE_MINUTES = 30;

const ANY_TIME = { timeFrom: null, timeTo: null };
/** "Not before ten", "any time but three", "December 12 at 3": the numbers don't say which hours suit. */
const UNCLEAR =
  /\b(?:not|never|but|except|first|last|anyone|someone)\b|n['’]t\b|\d\/\d|\d{4}-\d|\b(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)|\bmay\s+\d/;

/** The time of day that a caller's words name; any time where they name none, or not clearly. */
export function parseSpokenTimes(words: string): Pick<PreferredTimes, "timeFrom" | "timeTo"> {
  const said = words.toLowerCase();
  if (UNCLEAR.test(said)) return ANY_TIME;
  const early = /\b(?:around|about|near)\b|ish\b/.test(said) ? APPROXIMATE_MINUTES : 0;
  const half = halfOf(said);
  const [first, last] = [...said.matchAll(TIME)].map((found) => toTime(found, half, early)).sort();
  if (first === undefined) return partOfDay(said);
  if (last !== undefined && first < last && /\b(?:between|from|to|until|till)\b|[-–]/.test(said))
    return { timeFrom: first, timeTo: last };
  return /\b(?:before|by|until|till|latest|later than|up to)\b/.test(said)
    ? { timeFrom: null, timeTo: first }
    : { timeFrom: first, timeTo: null };
}

function halfOf(said: string): "a" | "p" | undefined {
  if (/\b(?:afternoon|evening|night|tonight)\b/.test(said)) return "p";
  return /\b(?:mornings?|early)\b/.test(said) ? "a" : undefined;
}

function toTime(
  [, part, noon, hours = "12", minutes = "0", half]: RegExpExecArray,
  ofDayHalf: "a" | "p" | undefined,
  early: number,
) {
  const hour = (Number(hours) || SPOKEN_HOURS.split("|").indexOf(hours) + 1) % 24;
  const said = half ?? ofDayHalf;
  const isAfternoon = noon || said === "p" || (!said && hour < FIRST_MORNING_HOUR);
  const shift = { "half past": 30, "quarter past": 15, "quarter to": -15 }[part ?? ""] ?? 0;
  const minute = (MINUTES[minutes] ?? Number(minutes)) + shift;
  const ofDay = hour > 12 ? hour : (hour % 12) + (isAfternoon || (hour === 12 && !half) ? 12 : 0);
  return toClock(Math.max(0, ofDay * 60 + minute - early));
}

function partOfDay(said: string): ReturnType<typeof parseSpokenTimes> {
  if (/\bmornings?\b/.test(said)) return { timeFrom: null, timeTo: "12:00" };
  if (/\bafternoons?\b/.test(said)) return { timeFrom: "12:00", timeTo: null };
  if (/\b(?:evenings?|tonight|after work)\b/.test(said)) return { timeFrom: "17:00", timeTo: null };
  return ANY_TIME;
}
