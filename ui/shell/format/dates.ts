import { padTwo } from "#src/shared/clock-time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { MONTHS, WEEKDAYS } from "#src/shared/months.ts";
import { toZone } from "#src/shared/zone-offsets.ts";

/**
 * Dates in the business's zone. Names are written here, because Bun and browsers differ in the spaces and commas of whole
 * dates, which would break hydration.
 */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export function wallTime(moment: string | number, timeZone: string): WallTime {
  return wallTimeOf(toZone(new Date(moment).getTime(), timeZone));
}

/** The parts of a wall time or day from the API, such as "2026-11-20T10:42". */
export function wallTimeOf(text: string): WallTime {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute };
}

/** "2026-11-20" for a moment. */
export function dayAt(moment: string | number, timeZone: string): string {
  return momentAt(moment, timeZone).slice(0, 10);
}

/** "2026-11-20T10:42:00" for a moment. */
export function momentAt(moment: string | number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTime(moment, timeZone);
  return `${year}-${padTwo(month)}-${padTwo(day)}T${padTwo(hour)}:${padTwo(minute)}:00`;
}

/** The moment of a wall time that the clocks show once, in epoch milliseconds. */
export function instantAt(wall: string, timeZone: string): number {
  const utc = Date.parse(`${wall}Z`);
  const offsetAt = (moment: number) => Date.parse(`${toZone(moment, timeZone)}Z`) - moment;
  return utc - offsetAt(utc - offsetAt(utc));
}

/** Calendar days from one wall date to another; negative when `to` is earlier. */
export function daysBetween(from: WallTime, to: WallTime): number {
  return Math.round((noon(to) - noon(from)) / DAY_MS);
}

/** "9:02 AM". */
export function formatClock({ hour, minute }: WallTime): string {
  return `${hour % 12 || 12}:${padTwo(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

/** "Thursday". */
export function formatWeekday(time: WallTime): string {
  return WEEKDAYS[new Date(noon(time)).getUTCDay()] ?? "";
}

/** "November 20". */
export function formatDay({ month, day }: Pick<WallTime, "month" | "day">): string {
  return `${MONTHS[month - 1] ?? ""} ${day}`;
}

/** "Nov 20", and "Nov 20, 2024" in another year than `now`. */
export function formatShortDay(time: WallTime, now: WallTime): string {
  const label = `${MONTHS[time.month - 1]?.slice(0, 3) ?? ""} ${time.day}`;
  return time.year === now.year ? label : `${label}, ${time.year}`;
}

/** "Nov 20" for "2026-11-20", in any year. */
export function formatShortMonthDay(day: string): string {
  const time = wallTimeOf(day);
  return formatShortDay(time, time);
}

/** "Fri, Nov 20, 2026" for "2026-11-20", and nothing for no day. */
export function formatFullDay(day: string): string {
  if (day === "") return "";
  const time = wallTimeOf(day);
  const month = MONTHS[time.month - 1]?.slice(0, 3) ?? "";
  return `${formatWeekday(time).slice(0, 3)}, ${month} ${time.day}, ${time.year}`;
}

/** "Today", "Yesterday", the weekday within a week, then the date: the heads of a thread's days. */
export function dayHeading(time: WallTime, now: WallTime): string {
  const ago = daysBetween(time, now);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return ago > 1 && ago < 7 ? formatWeekday(time) : formatShortDay(time, now);
}

/** The same within a sentence: "today", "yesterday". */
export function dayInSentence(time: WallTime, now: WallTime): string {
  return dayHeading(time, now).replace(/^(To|Yester)day$/, (day) => day.toLowerCase());
}

function noon({ year, month, day }: WallTime): number {
  return Date.UTC(year, month - 1, day, 12);
}
