/** Local time of the business, without offset: YYYY-MM-DDTHH:mm:ss. Sorts by time as text. */
export type WallTime = string;

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d))?/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE_MS = 60_000;

/**
 * Parses "2026-11-27T10:00", with or without seconds. Fractions and an offset are ignored, because
 * webhooks send local time whatever their offset. Returns undefined for an invalid time, such as on
 * February 30.
 */
export function parseWallTime(text: string): WallTime | undefined {
  const [, day, clock, second = "00"] = WALL_TIME.exec(text.trim()) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const wall = `${day}T${clock}:${second}`;
  return fromEpoch(toEpoch(wall)) === wall ? wall : undefined;
}

export function isDay(text: string): boolean {
  return DAY.test(text) && parseWallTime(`${text}T00:00`) !== undefined;
}

/** Adds minutes of local time: an hour always has sixty minutes, also when the clocks change. */
export function addMinutes(wall: WallTime, minutes: number): WallTime {
  return fromEpoch(toEpoch(wall) + minutes * MINUTE_MS);
}

export function minutesBetween(from: WallTime, to: WallTime): number {
  return (toEpoch(to) - toEpoch(from)) / MINUTE_MS;
}

export function addDays(day: string, days: number): string {
  return addMinutes(`${day}T00:00:00`, days * 24 * 60).slice(0, 10);
}

export function dayOf(wall: WallTime): string {
  return wall.slice(0, 10);
}

/** Returns the time of day, such as "09:30". */
export function clockOf(wall: WallTime): string {
  return wall.slice(11, 16);
}

/** Interprets the local time as UTC, for arithmetic only. */
function toEpoch(wall: WallTime): number {
  return Date.parse(`${wall}Z`);
}

function fromEpoch(epoch: number): WallTime {
  return Number.isNaN(epoch) ? "" : new Date(epoch).toISOString().slice(0, 19);
}
