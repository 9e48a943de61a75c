import type { Weekday } from "#src/shared/working-hours.ts";

export const DAY_NAMES: readonly (readonly [Weekday, string])[] = [
  ["mon", "Monday"],
  ["tue", "Tuesday"],
  ["wed", "Wednesday"],
  ["thu", "Thursday"],
  ["fri", "Friday"],
  ["sat", "Saturday"],
  ["sun", "Sunday"],
];

/** "Friday" of "fri". */
export function dayName(weekday: Weekday): string {
  return DAY_NAMES.find(([key]) => key === weekday)?.[1] ?? "";
}

/** "Fri" of "fri". */
export function shortDayName(weekday: Weekday): string {
  return dayName(weekday).slice(0, 3);
}
