import { useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { useApi } from "#ui/api.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  daysBetween,
  formatClock,
  formatShortDay,
  formatWeekday,
  type WallTime,
  wallTime,
} from "#ui/shell/format/dates.ts";
import { startQuery } from "./queries.ts";
import { parseWallTime } from "./scheduled-time.ts";

/**
 * When the texts of a campaign would go out, if it has to wait: "It's 3:12 AM. Texts go out from 9:00 AM." Null as the
 * time means now.
 */
export function useHold(scheduledFor: string | null, enabled = true): string | undefined {
  const { now, timeZone } = useBusinessTime();
  const [date = "", time = ""] = scheduledFor?.split("T") ?? [];
  const isChosen = scheduledFor === null || parseWallTime(date, time) !== undefined;
  const { data } = useQuery({
    ...startQuery(useApi(), scheduledFor),
    enabled: enabled && isChosen,
    refetchInterval: MINUTE_MS,
  });
  if (!data?.heldUntil) return undefined;
  const today = wallTime(now, timeZone);
  const until = wallTime(data.heldUntil, timeZone);
  const start = formatStart(until, today);
  return scheduledFor === null
    ? `${causeNow(data, today, until)} Texts go out from ${start}.`
    : `Texts can't go out then. They go out from ${start}.`;
}

function causeNow({ heldBy }: Pick<Campaign, "heldBy">, now: WallTime, until: WallTime): string {
  if (heldBy === "daily-cap") return "The daily cap is reached.";
  const isSunday = formatWeekday(now) === "Sunday" && daysBetween(now, until) > 0;
  return isSunday ? "It's Sunday." : `It's ${formatClock(now)}.`;
}

/** "9:00 AM", "9:00 AM tomorrow", "9:00 AM on Monday, Nov 30". */
function formatStart(start: WallTime, today: WallTime): string {
  const days = daysBetween(today, start);
  if (days <= 0) return formatClock(start);
  const day =
    days === 1 ? "tomorrow" : `on ${formatWeekday(start)}, ${formatShortDay(start, today)}`;
  return `${formatClock(start)} ${day}`;
}
