import { useQuery } from "@tanstack/react-query";
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
 * Says when the texts of a campaign go out if it has to wait: "Quiet hours last until 9:00 AM. Your texts go out then."
 * `scheduledFor` is null for now.
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
  if (data.heldBy === "daily-cap") return `The daily cap is reached. Texts go out from ${start}.`;
  return scheduledFor === null
    ? `Quiet hours last until ${start}. Your texts go out then.`
    : `That's during quiet hours. Your texts go out from ${start}.`;
}

/** "9:00 AM", "9:00 AM tomorrow", "9:00 AM on Monday, Nov 30". */
function formatStart(start: WallTime, today: WallTime): string {
  const days = daysBetween(today, start);
  if (days <= 0) return formatClock(start);
  const day =
    days === 1 ? "tomorrow" : `on ${formatWeekday(start)}, ${formatShortDay(start, today)}`;
  return `${formatClock(start)} ${day}`;
}
