import { addDays } from "./wall-time.ts";

interface Holiday {
  readonly date: string;
  readonly name: string;
}

/** Returns the holidays of a year on which most US salons close, earliest first. */
function holidaysOf(year: number): Holiday[] {
  return [
    { date: `${year}-01-01`, name: "New Year's Day" },
    { date: lastMonday(`${year}-05-31`), name: "Memorial Day" },
    { date: `${year}-07-04`, name: "Independence Day" },
    { date: nthWeekday(`${year}-09-01`, 1, 1), name: "Labor Day" },
    { date: nthWeekday(`${year}-11-01`, 4, 4), name: "Thanksgiving" },
    { date: `${year}-12-25`, name: "Christmas Day" },
  ];
}

/** Returns whether US salons usually close on a day such as "2026-11-26". */
export function isHoliday(day: string): boolean {
  return holidaysOf(Number(day.slice(0, 4))).some(({ date }) => date === day);
}

/** Returns the holidays of the two years that begin with a day. */
export function upcomingHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const end = `${year + 2}${today.slice(4)}`;
  return [year, year + 1, year + 2]
    .flatMap(holidaysOf)
    .filter(({ date }) => date >= today && date < end);
}

/** Returns the nth such weekday of the month that begins with `first`; 0 is Sunday. */
function nthWeekday(first: string, weekday: number, nth: number): string {
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

function lastMonday(last: string): string {
  return addDays(last, -((weekdayOf(last) + 6) % 7));
}

function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}
