/** A time of day where the business is, without offset: YYYY-MM-DDTHH:mm:ss. Such texts sort by time. */
export type WallTime = string;

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d))?/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE_MS = 60_000;

/**
 * Reads "2026-11-27T10:00", with or without seconds; fractions and an offset are dropped, not reckoned
 * with (webhooks say local time, whatever their zone). Undefined for anything that is no time, such as
 * the 30th of February.
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

/** By the clock on the wall: an hour is sixty minutes on it, also in the night that has one twice. */
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

/** "09:30" of a wall time. */
export function clockOf(wall: WallTime): string {
  return wall.slice(11, 16);
}

/** As if the wall were in Greenwich: for reckoning only, never an instant. */
function toEpoch(wall: WallTime): number {
  return Date.parse(`${wall}Z`);
}

function fromEpoch(epoch: number): WallTime {
  return Number.isNaN(epoch) ? "" : new Date(epoch).toISOString().slice(0, 19);
}
