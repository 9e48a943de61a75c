import type { App } from "#src/app.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { toExistingTime } from "./time.ts";

const DAY = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });

/** For a time that daylight saving time skips: "The clocks skip 2:30 AM on March 14. Use 3:30 AM." */
export function skippedTimeMessage(app: App, wall: WallTime): string {
  return `The clocks skip ${formatClock(wall)} on ${formatDate(wall)}. Use ${formatClock(toExistingTime(app, wall))}.`;
}

/** For one that an import or another program sent: "The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM." */
export function movedTimeMessage(app: App, wall: WallTime): string {
  return `The clocks skip ${formatClock(wall)} on ${formatDate(wall)}, so it begins at ${formatClock(toExistingTime(app, wall))}.`;
}

function formatDate(wall: WallTime): string {
  return DAY.format(new Date(`${dayOf(wall)}T12:00:00Z`));
}
