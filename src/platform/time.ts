import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { WallTime } from "#src/shared/wall-time.ts";

/** What the clock on the wall shows where the business is. */
export function toWallTime(app: App, instant: number): WallTime {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(getSettings(app).timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });
}

/**
 * Epoch milliseconds at which that clock shows it. A time that the clock shows twice in autumn is the
 * first of the two; one that it skips in spring is as much later as it skips.
 */
export function toInstant(app: App, wall: WallTime): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(getSettings(app).timeZone, {
    disambiguation: "compatible",
  }).epochMilliseconds;
}

/**
 * The latest time that the clock has shown up to then. Mostly what it shows; in the hour that it shows a
 * second time, what it showed at the end of the first.
 */
export function latestWallTime(app: App, instant: number): WallTime {
  const now = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(
    getSettings(app).timeZone,
  );
  const before = now.subtract({ hours: 1 });
  const summer = before.offsetNanoseconds - now.offsetNanoseconds;
  return now
    .toPlainDateTime()
    .add({ nanoseconds: Math.max(0, summer) })
    .toString({ smallestUnit: "second" });
}
