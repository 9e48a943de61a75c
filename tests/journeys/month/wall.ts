export const ZONE = "America/New_York";

/** Wall times of the salon's zone, as "2032-03-14T10:00". */
export function toWall(at: number): string {
  return local(at).toPlainDateTime().toString({ smallestUnit: "minute" });
}

export function toInstant(wall: string): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(ZONE).epochMilliseconds;
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** The business's quiet hours; all clients live in its zone. */
export function isQuiet(at: number): boolean {
  const { hour } = local(at);
  return hour < 9 || hour >= 20;
}

/** When quiet hours end. */
export function nextMorning(at: number): number {
  const { hour } = local(at);
  const day = local(at).add({ days: hour < 9 ? 0 : 1 });
  return day.withPlainTime("09:00").epochMilliseconds;
}

const DAY = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const CLOCK = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});

/** "Sunday, March 14 at 9:30 AM", as texts say it. */
export function formatWhen(wall: string): string {
  return `${DAY.format(new Date(`${wall}Z`))} at ${formatClock(wall)}`;
}

export function formatClock(wall: string): string {
  return CLOCK.format(new Date(`${wall}Z`)).replace(/\s/g, " ");
}

function local(at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE);
}
