import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { isCanceling } from "./state.tsx";

/** "Renews Dec 20", "Ends Dec 20" or "Ended". */
export function formatPeriod(subscription: Subscription, now: number, timeZone: string): string {
  if (subscription.status === "canceled") return "Ended";
  if (subscription.currentPeriodEnd === null) return "Just begun";
  const day = formatShortDay(
    wallTime(subscription.currentPeriodEnd, timeZone),
    wallTime(now, timeZone),
  );
  return `${isCanceling(subscription) ? "Ends" : "Renews"} ${day}`;
}
