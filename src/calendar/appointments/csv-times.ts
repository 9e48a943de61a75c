import { padTwo } from "#src/shared/clock-time.ts";
import { MONTHS } from "#src/shared/months.ts";
import { minutesBetween, parseWallTime, type WallTime } from "#src/shared/wall-time.ts";
import type { CsvRow } from "./csv-read.ts";

/** Countries that write the month before the day. */
const MONTH_FIRST = new Set(["US", "PH"]);
const TWELVE_HOURS = /^(\d{4}-\d\d-\d\d)[ T]+(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])\.?m\.?$/i;
const WITH_SLASHES =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})[ ,T]+(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i;

const WITH_MONTH =
  /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}),?\s+(?:at\s+)?(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i;

/**
 * Parses the formats that other programs export: 2026-11-20T10:00:00-06:00, 2026-11-20 10:00 PM,
 * 11/20/2026 10:00 AM, Fri, Nov 20, 2026 at 10:00 AM. An offset is ignored, because times are local to the
 * business. Returns undefined for any other text.
 */
export function parseStart(text: string, country: string): WallTime | undefined {
  const iso = parseWallTime(text.trim().replace(/^(\d{4}-\d\d-\d\d)\s+/, "$1T"));
  if (iso !== undefined) return iso;

  const [, date, twelve = "", minute, part] = TWELVE_HOURS.exec(text.trim()) ?? [];
  if (date !== undefined && part !== undefined) {
    const hour = hourOf(Number(twelve), part);
    return hour === undefined ? undefined : parseWallTime(`${date}T${padTwo(hour)}:${minute}`);
  }

  const [, name = "", dayOfMonth = "", ofYear, clockHour = "", clockMinute = "00", clockHalf] =
    WITH_MONTH.exec(text.trim()) ?? [];
  const monthIndex = MONTHS.findIndex(
    (month) => month.slice(0, 3).toLowerCase() === name.toLowerCase(),
  );
  if (ofYear !== undefined && monthIndex >= 0) {
    const at = clockHalf === undefined ? Number(clockHour) : hourOf(Number(clockHour), clockHalf);
    if (at === undefined) return undefined;
    const day = `${ofYear}-${padTwo(monthIndex + 1)}-${padTwo(dayOfMonth)}`;
    return parseWallTime(`${day}T${padTwo(at)}:${clockMinute}`);
  }

  const [, one = "", other = "", year = "", hours = "", minutes = "00", half] =
    WITH_SLASHES.exec(text.trim()) ?? [];
  // Dates with dots are European in any file.
  const isMonthFirst = MONTH_FIRST.has(country) && !text.includes(`${one}.${other}.`);
  const [month, day] = isMonthFirst ? [one, other] : [other, one];
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  if (hour === undefined) return undefined;
  return parseWallTime(`${year}-${padTwo(month)}-${padTwo(day)}T${padTwo(hour)}:${minutes}`);
}

function hourOf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

const MAX_MINUTES = 24 * 60;
/** Such as "90", "90 min", "1:30", "1h 30m" and "1 hr". */
const HOURS = /^(\d{1,2})\s*(?::|h(?:ou)?rs?\b|h\b|h)\s*(?:(\d{1,2})\s*(?:m(?:in(?:ute)?s?)?)?)?$/i;
const MINUTES = /^(\d{1,4})\s*(?:m(?:in(?:ute)?s?)?)?$/i;

/** The length that the file gives, as a number or by an end on the same day or the next. */
export function minutesOf({ minutes, end, start }: CsvRow, startsAt: WallTime, country: string) {
  const [, hours, rest = "0"] = HOURS.exec(minutes) ?? [];
  const [, plain] = MINUTES.exec(minutes) ?? [];
  const given =
    hours === undefined ? Number(plain ?? Number.NaN) : Number(hours) * 60 + Number(rest);
  const begins = parseStart(start, country) ?? startsAt;
  const ends = parseStart(end, country) ?? parseStart(`${begins.slice(0, 10)} ${end}`, country);
  const length = Number.isNaN(given) && ends ? minutesBetween(begins, ends) : given;
  return length > 0 && length <= MAX_MINUTES ? length : undefined;
}
