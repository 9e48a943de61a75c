/** Formats "09:30" or "2026-11-20T09:30:00" as "9:30 AM". */
export function formatClock(clock: string): string {
  const [hour = 0, minute = 0] = (clock.split("T").at(-1) ?? "").split(":").map(Number);
  return `${hour % 12 || 12}:${padTwo(minute)} ${hour % 24 < 12 ? "AM" : "PM"}`;
}

/**
 * Formats such as "10:30 – 11:15 AM" and "11:30 AM – 1:00 PM". The compact form of the second is "11:30 – 1:00", for a card
 * beside hours.
 */
export function formatTimeRange(from: string, to: string, isCompact = false): string {
  const [start, end] = [formatClock(from), formatClock(to)];
  if (start.slice(-2) === end.slice(-2)) return `${start.slice(0, -3)} – ${end}`;
  return isCompact ? `${start.slice(0, -3)} – ${end.slice(0, -3)}` : `${start} – ${end}`;
}

/** Formats minutes since midnight as "09:30". */
export function toClock(minute: number): string {
  return `${padTwo(Math.floor(minute / 60))}:${padTwo(minute % 60)}`;
}

/** The end of a day or visit as it is compared and stored: midnight is "24:00". */
export function toEnd(clock: string): string {
  return clock === "00:00" ? "24:00" : clock;
}

/** The same in a time field, which has no "24:00". */
export function toTypedEnd(clock: string): string {
  return clock === "24:00" ? "00:00" : clock;
}

/** Writes a number with at least two digits. */
export function padTwo(number: number | string): string {
  return String(number).padStart(2, "0");
}
