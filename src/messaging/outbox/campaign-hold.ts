import type { HoldReason } from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { getSettings, nextBusinessDay } from "#src/platform/settings/settings.ts";
import { remainingToday } from "./caps.ts";
import { businessQuietUntil } from "./quiet-hours.ts";

export interface Hold {
  /** In epoch milliseconds. */
  readonly until: number;
  readonly by: HoldReason;
}

interface HoldRules {
  /** False while texts reach no phones. */
  readonly quietHours: boolean;
  /** The daily cap is reached. */
  readonly isCapped: boolean;
}

/** Until when a campaign that starts at that time, or now without one, waits, and why; undefined if it doesn't wait. */
export function campaignHold(app: App, at?: number): Hold | undefined {
  const quietHours = app.providers.carrier.reachesPhones;
  // How much of a later day's cap will be left isn't known.
  const isCapped = at === undefined && remainingToday(app, getSettings(app)) === 0;
  const hold = holdAt(app, at ?? app.now(), { quietHours, isCapped });
  if (hold?.by !== "daily-cap") return hold;
  // The next day begins in quiet hours.
  return {
    ...hold,
    until: holdAt(app, hold.until, { quietHours, isCapped: false })?.until ?? hold.until,
  };
}

/** Until when every campaign waits, and why; undefined when campaigns may send at that time. */
export function holdAt(
  app: App,
  at: number,
  { quietHours, isCapped }: HoldRules,
): Hold | undefined {
  const quiet = quietHours ? businessQuietUntil(getSettings(app), at) : undefined;
  if (quiet !== undefined) return { until: quiet, by: "quiet-hours" };
  return isCapped ? { until: nextBusinessDay(app), by: "daily-cap" } : undefined;
}
