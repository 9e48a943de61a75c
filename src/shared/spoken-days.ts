import { padTwo } from "./clock-time.ts";
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
