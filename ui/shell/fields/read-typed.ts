import { padTwo, toClock } from "#src/shared/clock-time.ts";
import { MONTHS } from "#src/shared/months.ts";
import { addDays } from "#src/shared/wall-time.ts";

interface Limits {
  /** All days are YYYY-MM-DD. */
  readonly today: string;
  readonly max?: string | undefined;
}

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** In front of a date, as the field itself writes it. */
const LEADING_WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]* (?=\S)/;
const NEAR: ReadonlyMap<string, number> = new Map([
  ["yesterday", -1],
  ["today", 0],
  ["tomorrow", 1],
]);
/** A day without a year that lies further back than this is next year's. */
const PAST_DAYS = 92;

/**
 * Reads a typed day: "11/28", "11/28/26", "nov 28", "28 november", "fri", "tomorrow", "+4w", "2026-11-28".
 * Undefined when it can't be read, "" when nothing was typed.
 */
export function readDay(text: string, { today, max }: Limits): string | undefined {
  const typed = text.trim().toLowerCase().replace(/[,.]/g, " ").replace(/\s+/g, " ");
  const date = typed.replace(LEADING_WEEKDAY, "");
  if (typed === "") return "";
  const offset = NEAR.get(typed);
  if (offset !== undefined) return addDays(today, offset);
  return (
    readIso(typed) ??
    readAhead(typed, today) ??
    readWeekday(typed, today, max) ??
    readDate(date, today, max)
  );
}

function readIso(typed: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? [];
  return toDay(Number(year), Number(month), Number(day));
}

/** "+4w", "+10d" and "+2m". */
function readAhead(typed: string, today: string): string | undefined {
  const [, count, unit] = /^\+ ?(\d{1,3}) ?(d|w|m)/.exec(typed) ?? [];
  if (!unit) return;
  if (unit !== "m") return addDays(today, Number(count) * (unit === "w" ? 7 : 1));
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + Number(count), 0));
  return last.toISOString().slice(0, 8) + padTwo(Math.min(day, last.getUTCDate()));
}

/** The next one, which may be today. */
function readWeekday(typed: string, today: string, max = "9999"): string | undefined {
  const [, word = ""] = /^(?:(?:this|next) )?([a-z]{2,9})$/.exec(typed) ?? [];
  const weekday = WEEKDAYS.findIndex((name) => word !== "" && isStartOf(word, name));
  if (weekday < 0) return;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  const day = addDays(today, ahead);
  return day > max ? addDays(day, -7) : day;
}

/** "fr", "fri" and "friday". */
function isStartOf(word: string, short: string): boolean {
  return word.length < 3 ? short.startsWith(word) : word.startsWith(short);
}

function readDate(typed: string, today: string, max = "9999"): string | undefined {
  const { month, day, year } = partsOf(typed);
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined)
    return toDay(Number(year.length === 2 ? `20${year}` : year), month, Number(day));
  const found = toDay(thisYear, month, Number(day)) ?? toDay(thisYear + 1, month, Number(day));
  if (!found) return;
  if (found > max) return toDay(thisYear - 1, month, Number(day));
  const isLongPast = found < addDays(today, -PAST_DAYS);
  const next = toDay(thisYear + 1, month, Number(day));
  return isLongPast && next && next <= max ? next : found;
}

function partsOf(typed: string) {
  const [, number, dayOfNumber, yearOfNumber] =
    /^(\d{1,2})[/\- ](\d{1,2})(?:[/\- ](\d{2}|\d{4}))?$/.exec(typed) ?? [];
  if (number) return { month: Number(number), day: dayOfNumber, year: yearOfNumber };
  const [, before, name = "", after, year] =
    /^(?:(\d{1,2}) )?([a-z]{3,9}) ?(\d{1,2})?(?: (\d{2}|\d{4}))?$/.exec(typed) ?? [];
  const month = MONTHS.findIndex((one) => name !== "" && one.toLowerCase().startsWith(name)) + 1;
  return { month, day: before ?? after, year };
}

/** Undefined for a day that doesn't exist. */
function toDay(year: number, month: number, day: number): string | undefined {
  if (!(year >= 1900 && month >= 1 && month <= 12 && day >= 1)) return;
  const text = `${year}-${padTwo(month)}-${padTwo(day)}`;
  const date = new Date(text);
  return date.getUTCDate() === day ? text : undefined;
}

const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/;
/** Before it, a bare hour means the afternoon: few salons open at 6 AM. */
const FIRST_MORNING_HOUR = 7;

/**
 * Reads a typed time as HH:mm: "230", "2:30p", "14:30", "2 pm", "noon". Undefined when it can't be read,
 * "" when nothing was typed.
 */
export function readTime(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === "") return "";
  if (typed === "noon") return "12:00";
  if (typed === "midnight") return "00:00";
  const [, hours = "", minutes = "0", half] = TIME.exec(typed) ?? [];
  const hour = Number(hours);
  const minute = Number(minutes);
  if (hours === "" || minute > 59) return;
  if (half) return hour >= 1 && hour <= 12 ? toClock(ofHalf(hour, half) * 60 + minute) : undefined;
  if (hour > 23) return;
  const isAfternoon = hours.length === 1 && hour > 0 && hour < FIRST_MORNING_HOUR;
  return toClock((isAfternoon ? hour + 12 : hour) * 60 + minute);
}

function ofHalf(hour: number, half: string): number {
  return (hour % 12) + (half === "p" ? 12 : 0);
}
