import { useSignals } from "@preact/signals-react/runtime";
import { useUiState } from "#ui/ui-state.ts";
import { useTimeZone } from "./business-time-zone.tsx";
import { formatClock, formatShortDay, wallTime } from "./dates.ts";

/**
 * The current time at the business, in epoch milliseconds, and its zone. The first paint has the
 * server's time: Date.now() in a render would break hydration.
 */
export function useBusinessTime() {
  useSignals();
  const { now } = useUiState();
  const timeZone = useTimeZone();
  return { now: now.value, timeZone };
}

/** Formats the business's day of a moment: "Nov 20", and "Nov 20, 2024" in another year than now. */
export function useShortDay(): (moment: string) => string {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (moment) => formatShortDay(wallTime(moment, timeZone), today);
}

/** The same with the time: "Nov 20 at 11:02 AM". */
export function useShortTime(): (moment: string) => string {
  const { timeZone } = useBusinessTime();
  const formatDay = useShortDay();
  return (moment) => `${formatDay(moment)} at ${formatClock(wallTime(moment, timeZone))}`;
}
