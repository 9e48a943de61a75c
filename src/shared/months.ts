export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** "December 20" for "2026-12-20", or a local time of it. */
export function formatMonthDay(day: string): string {
  return formatLongDay(day.slice(0, 10)).slice(0, -", 2026".length);
}

/** "December 20, 2026" for "2026-12-20". */
export function formatLongDay(day: string): string {
  const [year, month = 1, date] = day.split("-").map(Number);
  return `${MONTHS[month - 1]} ${date}, ${year}`;
}

/** "December 20", with the year unless the other day is in the same one. */
export function formatDayRelativeTo(day: string, other: string): string {
  const isSameYear = day.slice(0, 4) === other.slice(0, 4);
  return isSameYear ? formatMonthDay(day) : formatLongDay(day);
}
