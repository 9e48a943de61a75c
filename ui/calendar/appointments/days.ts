import { formatDay, formatShortDay, formatWeekday, type WallTime } from "#ui/shell/format/dates.ts";

/** "Thursday, November 20"; includes the year unless it is the current one. */
export function longDay(day: string, today: string): string {
  const time = partsOf(day);
  const label = `${formatWeekday(time)}, ${formatDay(time)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? label : `${label}, ${time.year}`;
}

/** "Nov 16 to 22", "Nov 30 to Dec 6", "Mar 9 to 15, 2031". */
export function formatWeek(from: string, to: string, today: string): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const start = formatShortDay(first, last);
  const end = formatShortDay(last, partsOf(today));
  return first.month === last.month
    ? `${start} to ${end.replace(/^\w+ /, "")}`
    : `${start} to ${end}`;
}

/** "Thu 20". */
export function columnDay(day: string): string {
  const time = partsOf(day);
  return `${formatWeekday(time).slice(0, 3)} ${time.day}`;
}

/** "Thursday, Nov 20" for a wall time. */
export function mediumDay(day: string, today: string): string {
  const time = partsOf(day);
  return `${formatWeekday(time)}, ${formatShortDay(time, partsOf(today))}`;
}

function partsOf(day: string): WallTime {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split("-").map(Number);
  return { year, month, day: date, hour: 12, minute: 0 };
}
