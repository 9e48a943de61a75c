import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";

export type SubscriberStatus = "all" | "active" | "completed" | "canceled";

/** Searches only visible values: hidden names and numbers arrive masked. */
export function filterSubscribers(
  subscribers: readonly PlanSubscriber[],
  search: string,
  status: SubscriberStatus,
): PlanSubscriber[] {
  const text = search.trim().toLowerCase();
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, "") : "";
  return subscribers.filter(
    (one) =>
      matchesStatus(one, status) &&
      (text === "" ||
        one.contactName.toLowerCase().includes(text) ||
        one.planName.toLowerCase().includes(text) ||
        (digits !== "" && one.contactPhone.replace(/\D/g, "").includes(digits))),
  );
}

/** A past-due plan still counts as active. */
function matchesStatus({ status }: PlanSubscriber, filter: SubscriberStatus): boolean {
  if (filter === "all") return true;
  return filter === "active" ? status === "active" || status === "past_due" : status === filter;
}
