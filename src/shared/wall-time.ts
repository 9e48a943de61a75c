import { MINUTE_MS } from "#src/shared/durations.ts";

/** Local time of the business, without offset: YYYY-MM-DDTHH:mm:ss. Sorts by time as text. */
export type WallTime = string;

/** A fraction, an offset and a zone's name are accepted and ignored. Anything else, such as "PM", is not accepted. */
const WALL_TIME =
  /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?(?:\[[^\]]*\])?$/i;
const FIRST_YEAR = "1900";
const LAST_YEAR = "2100";
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Parses "2026-11-27T10:00", with or without seconds. Fractions and an offset are ignored, because
 * webhooks send local time whatever their offset. Returns undefined for an invalid time, such as on
 * February 30, and for years before 1900 or after 2100, which are typing errors.
 */
export function parseWallTime(text: string): WallTime | undefined {
  const [, day, clock, second = "00"] = WALL_TIME.exec(text.trim()) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const wall = `${day}T${clock}:${second}`;
  if (wall < FIRST_YEAR || wall.slice(0, 4) > LAST_YEAR) return undefined;
  return fromEpoch(toEpoch(wall)) === wall ? wall : undefined;
}

export function isDay(text: string): boolean {
  const midnight = `${text}T00:00:00`;
  return DAY.test(text) && fromEpoch(toEpoch(midnight)) === midnight;
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

/** Returns the days of a span, both ends included. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days from one day to the other; negative when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return minutesBetween(`${from}T00:00:00`, `${to}T00:00:00`) / (24 * 60);
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
