import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import Hourglass from "lucide-react/icons/hourglass";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

const STATES: Readonly<Record<Subscription["status"], StatusLook>> = {
  active: ["good", Check, "Active"],
  trialing: ["busy", Clock3, "Trialing"],
  past_due: ["wait", CircleAlert, "Past Due"],
  canceled: ["off", Ban, "Canceled"],
};

const CANCELING: StatusLook = ["wait", Hourglass, "Canceling"];

type Stateful = Pick<Subscription, "status" | "cancelAtPeriodEnd">;

/** In use until the end of the paid period or the trial. */
export function isCanceling({ status, cancelAtPeriodEnd }: Stateful): boolean {
  return (status === "active" || status === "trialing") && cancelAtPeriodEnd;
}

export function isCancelable(subscription: Stateful): boolean {
  return subscription.status !== "canceled" && !isCanceling(subscription);
}

export function StateBadge({ subscription }: { subscription: Stateful }) {
  return <LookBadge look={isCanceling(subscription) ? CANCELING : STATES[subscription.status]} />;
}

type Period = Pick<Subscription, "status" | "cancelAtPeriodEnd" | "currentPeriodEnd"> &
  Partial<Pick<Subscription, "updatedAt">>;

/** "Renews Dec 20", "Trial ends Dec 20", "Ends Dec 20", "Payment overdue" or "Ended Nov 12". */
export function formatPeriod(subscription: Period, now: number, timeZone: string): string {
  const { status, currentPeriodEnd, updatedAt = null } = subscription;
  if (status === "past_due") return "Payment overdue";
  const isOver = status === "canceled";
  // The end is the last change of a membership, unless the server learned of it only after the period.
  const end =
    isOver && updatedAt && !(currentPeriodEnd && currentPeriodEnd < updatedAt)
      ? updatedAt
      : currentPeriodEnd;
  if (end === null) return isOver ? "Ended" : "Just started";
  const day = formatShortDay(wallTime(end, timeZone), wallTime(now, timeZone));
  if (isOver) return `Ended ${day}`;
  if (isCanceling(subscription)) return `Ends ${day}`;
  return `${status === "trialing" ? "Trial ends" : "Renews"} ${day}`;
}
