import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";

export type SubscriberStatus = "all" | "active" | "completed" | "canceled";

/** Among what this person may see: hidden names and numbers came hidden. */
export function filterSubscribers(
  subscribers: readonly PlanSubscriber[],
  search: string,
  status: SubscriberStatus,
): PlanSubscriber[] {
  const words = search.trim().toLowerCase();
  const digits = /^[\d\s()+.-]+$/.test(words) ? words.replace(/\D/g, "") : "";
  return subscribers.filter(
    (one) =>
      matchesStatus(one, status) &&
      (words === "" ||
        one.contactName.toLowerCase().includes(words) ||
        one.planName.toLowerCase().includes(words) ||
        (digits !== "" && one.contactPhone.replace(/\D/g, "").includes(digits))),
  );
}

/** A payment that is late does not end a plan. */
function matchesStatus({ status }: PlanSubscriber, filter: SubscriberStatus): boolean {
  if (filter === "all") return true;
  return filter === "active" ? status === "active" || status === "past_due" : status === filter;
}
