import { padTwo, toClock } from "./clock-time.ts";
import { MONTHS } from "./months.ts";
import type { PreferredTimes } from "./preferred-times.ts";
import { addDays, listDays } from "./wall-time.ts";
import { WEEKDAYS, type Weekday, weekdayOf } from "./working-hours.ts";

const WEEKDAY = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/g;
const MONTH_NAMES = MONTHS.map((month) => month.toLowerCase());
const MONTH = MONTH_NAMES.join("|");
const MONTH_AND_DAY = new RegExp(`\\b(${MONTH})\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\b`, "g");
const DAY_AND_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\b`, "g");
/** How far ahead a day is that is named without a week or date. */
const USUAL_DAYS = 28;

/** The days that a caller's words name on the day of the call; words that name none mean any day of the next weeks. */
export function parseSpokenDays(words: string, callDay: string): PreferredTimes {
  const said = words.toLowerCase();
  const weekdays = /\bweekends?\b/.test(said)
    ? WEEKDAYS.slice(5)
    : /\bweekdays?\b/.test(said)
      ? WEEKDAYS.slice(0, 5)
      : findWeekdays(said);
  const [from, to] = parseSpan(said, callDay);
  return {
    ...{ from, to, timeFrom: null, timeTo: null },
    weekdays: weekdays.length > 0 ? weekdays : null,
  };
}

function parseSpan(said: string, callDay: string): readonly [from: string, to: string] {
  const year = listDays(callDay, addDays(callDay, 364));
  const ends = findDates(said).map(({ month, date }) =>
    year.find((day) => day.endsWith(`-${month}-${date}`)),
  );
  const day = ends.find((one) => one !== undefined) ?? findRelativeDay(said, callDay);
  if (day !== undefined) return [day, day];
  const monday = addDays(callDay, 7 - WEEKDAYS.indexOf(weekdayOf(callDay)));
  if (/\bnext week\b/.test(said)) return [monday, addDays(monday, 6)];
  if (/\bthis week\b/.test(said)) return [callDay, addDays(monday, -1)];
  // A call on the first of a month doesn't mean that month.
  const [nextMonth, after] = year.slice(1).filter((one) => one.endsWith("-01"));
  if (/\bnext month\b/.test(said) && nextMonth !== undefined && after !== undefined)
    return [nextMonth, addDays(after, -1)];
  return [callDay, addDays(callDay, USUAL_DAYS)];
}

export function findWeekdays(said: string): Weekday[] {
  return [...said.matchAll(WEEKDAY)].map(([words]) => words.slice(0, 3) as Weekday);
}

export function findDates(said: string) {
  const found = [
    ...[...said.matchAll(MONTH_AND_DAY)].map(([words, month = "", date = ""]) => ({
      words,
      month,
      date,
    })),
    ...[...said.matchAll(DAY_AND_MONTH)].map(([words, date = "", month = ""]) => ({
      words,
      month,
      date,
    })),
  ];
  return found.map(({ words, month, date }) => ({
    words: words.replace(/\b[a-z]/, (letter) => letter.toUpperCase()),
    month: padTwo(MONTH_NAMES.indexOf(month) + 1),
    date: padTwo(Number(date)),
  }));
}

export function findRelativeDay(said: string, today: string): string | undefined {
  if (/\bday after tomorrow\b/.test(said)) return addDays(today, 2);
  if (/\btomorrow\b/.test(said)) return addDays(today, 1);
  return /\b(?:today|tonight)\b/.test(said) ? today : undefined;
}

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
