import type { WallTime } from "./dates.ts";

/** Noon of a day such as "2026-11-20"; a time after it is ignored. */
export function noonOf(day: string): WallTime {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split("-").map(Number);
  return { year, month, day: date, hour: 12, minute: 0 };
}
