import { padTwo } from "./clock-time.ts";
import { MONTHS } from "./months.ts";

/** A birthday is stored as "1990-05-14", or as "--05-14" where the year is not known. */
const STORED = /^(?:(\d{4})-|--)(\d{2})-(\d{2})$/;
const YEAR_FIRST = /^(?:(\d{4})[-/.]|--)(\d{1,2})[-/.]?(\d{1,2})$/;
const NUMERIC = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?\.?$/;
const MONTH_NAME = /^([a-z]{3,9})\.?[ -]*(\d{1,2})(?:st|nd|rd|th)?(?:,?[ -]+(\d{4}|\d{2}))?$/i;
const DAY_MONTH_NAME =
  /^(\d{1,2})(?:st|nd|rd|th)?\.?[ -]*([a-z]{3,9})\.?(?:,?[ -]*(\d{4}|\d{2}))?$/i;
/** After a date, as databases export it. */
const TIME = /(?:T| )\d{1,2}:\d{2}.*$/;
/** Apple writes this year for a birthday without one. */
const NO_YEAR = 1604;
/** Two digits above this are a year of the last century. */
const CENTURY_ENDS = 30;

/**
 * Reads a birthday, or returns undefined. `dayFirst` decides about dates such as 5/1; without it, they
 * can't be read.
 */
export function parseBirthday(text: string, dayFirst?: boolean): string | undefined {
  const typed = text.trim().replace(TIME, "");
  const [, year, month, day] = YEAR_FIRST.exec(typed) ?? [];
  if (month && day) return toBirthday(Number(month), Number(day), year);

  const numeric = NUMERIC.exec(typed);
  if (numeric) return fromNumeric(Number(numeric[1]), Number(numeric[2]), numeric[3], dayFirst);

  const [, monthName = "", dayAfter, yearAfter] = MONTH_NAME.exec(typed) ?? [];
  if (dayAfter) return toBirthday(monthOf(monthName), Number(dayAfter), yearAfter);
  const [, dayBefore, monthAfter = "", lastYear] = DAY_MONTH_NAME.exec(typed) ?? [];
  if (dayBefore) return toBirthday(monthOf(monthAfter), Number(dayBefore), lastYear);
  return undefined;
}

export function isBirthday(text: string): boolean {
  const [, year, month, day] = STORED.exec(text) ?? [];
  return month !== undefined && toBirthday(Number(month), Number(day), year) !== undefined;
}

/** "May 14, 1990", or "May 14" where the year is not known. */
export function formatBirthday(birthday: string): string {
  const [, year] = STORED.exec(birthday) ?? [];
  return year ? `${formatMonthAndDay(birthday)}, ${year}` : formatMonthAndDay(birthday);
}

/** "May 14": a text never says a client's age. */
export function formatMonthAndDay(birthday: string): string {
  const [, , month, day] = STORED.exec(birthday) ?? [];
  return `${MONTHS[Number(month) - 1]} ${Number(day)}`;
}

function fromNumeric(
  first: number,
  second: number,
  year: string | undefined,
  dayFirst: boolean | undefined,
): string | undefined {
  if (first > 12) return toBirthday(second, first, year);
  if (second > 12 || first === second) return toBirthday(first, second, year);
  if (dayFirst === undefined) return undefined;
  return dayFirst ? toBirthday(second, first, year) : toBirthday(first, second, year);
}

function toBirthday(month: number, day: number, year: string | undefined): string | undefined {
  const full = year === undefined ? NO_YEAR : fullYear(year);
  const isKnown = full !== NO_YEAR;
  if (isKnown && (full < 1900 || full > 2100)) return undefined;
  // 1604 is a leap year, so February 29 is valid where the year is not known.
  const date = new Date(Date.UTC(full, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return `${isKnown ? full : "-"}-${padTwo(month)}-${padTwo(day)}`;
}

function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 4) return number;
  return number > CENTURY_ENDS ? 1900 + number : 2000 + number;
}

/** 1 for "January", "JAN" and "jan"; 0 for any other word. */
function monthOf(name: string): number {
  const start = name.toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(start)) + 1;
}
