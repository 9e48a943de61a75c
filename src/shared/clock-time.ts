/** "9:30 AM" of "09:30", or of the wall time "2026-11-20T09:30:00". */
export function formatClock(clock: string): string {
  const [hour = 0, minute = 0] = (clock.split("T").at(-1) ?? "").split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** "10:30 – 11:15 AM", "11:30 AM – 1:00 PM"; where there is little room, the half of the day is said once. */
export function formatTimeRange(from: string, to: string, isCompact = false): string {
  const [start, end] = [formatClock(from), formatClock(to)];
  const once = isCompact || start.slice(-2) === end.slice(-2);
  return `${once ? start.slice(0, -3) : start} – ${end}`;
}
