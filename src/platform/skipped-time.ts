import type { App } from "#src/app.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatMonthDay } from "#src/shared/months.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { toExistingTime } from "./time.ts";

/** For a time that daylight saving time skips: "The clocks skip 2:30 AM on March 14. Use 3:30 AM." */
export function skippedTimeMessage(app: App, wall: WallTime): string {
  return `The clocks skip ${formatClock(wall)} on ${formatMonthDay(wall)}. Use ${formatClock(toExistingTime(app, wall))}.`;
}

/** For one that an import or another program sent: "The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM." */
export function movedTimeMessage(app: App, wall: WallTime): string {
  return `The clocks skip ${formatClock(wall)} on ${formatMonthDay(wall)}, so it begins at ${formatClock(toExistingTime(app, wall))}.`;
}
