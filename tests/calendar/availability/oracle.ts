/** Clocks as someone sees them who looks at one every minute. Instants are minutes since the epoch. */

const known = new Map<string, number>();

export function wallAt(zone: string, instant: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant * 60_000)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });
}

/** The first minute at which a clock shows that time or a later one. */
export function firstShown(zone: string, wall: string): number {
  const key = `${zone} ${wall}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  // No zone is 16 hours from UTC.
  let minute = Date.parse(`${wall}Z`) / 60_000 - 16 * 60;
  while (wallAt(zone, minute) < wall) minute += 1;
  known.set(key, minute);
  return minute;
}

export function minutesOf(start: number, length: number): number[] {
  return Array.from({ length }, (_, at) => start + at);
}
