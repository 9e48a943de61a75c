import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { shortDayWords, wallTime } from "#ui/shell/format/dates.ts";
import { isCanceling } from "./state.tsx";

/** "Renews Dec 20", "Ends Dec 20" or "Ended". */
export function periodWords(subscription: Subscription, now: number, timeZone: string): string {
  if (subscription.status === "canceled") return "Ended";
  if (subscription.currentPeriodEnd === null) return "Just begun";
  const day = shortDayWords(
    wallTime(subscription.currentPeriodEnd, timeZone),
    wallTime(now, timeZone),
  );
  return `${isCanceling(subscription) ? "Ends" : "Renews"} ${day}`;
}
