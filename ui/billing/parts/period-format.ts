import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { isCanceling } from "./membership-state.tsx";

type Period = Pick<Subscription, "status" | "cancelAtPeriodEnd" | "currentPeriodEnd">;

/** "Renews Dec 20", "Trial ends Dec 20", "Ends Dec 20", "Payment overdue" or "Ended". */
export function formatPeriod(subscription: Period, now: number, timeZone: string): string {
  if (subscription.status === "canceled") return "Ended";
  if (subscription.status === "past_due") return "Payment overdue";
  if (subscription.currentPeriodEnd === null) return "Just started";
  const day = formatShortDay(
    wallTime(subscription.currentPeriodEnd, timeZone),
    wallTime(now, timeZone),
  );
  if (isCanceling(subscription)) return `Ends ${day}`;
  return `${subscription.status === "trialing" ? "Trial ends" : "Renews"} ${day}`;
}
