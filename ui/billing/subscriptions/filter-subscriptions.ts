import type { Subscription } from "#src/billing/subscriptions/contract.ts";

const STATUSES = ["active", "past_due", "canceled", "trialing"] as const;

export interface SubscriptionFilters {
  readonly q: string;
  readonly status: (typeof STATUSES)[number] | "all";
  /** A membership's id, or "". */
  readonly membership: string;
}

export function parseFilters(params: URLSearchParams): SubscriptionFilters {
  return {
    q: params.get("q") ?? "",
    status: STATUSES.find((one) => one === params.get("status")) ?? "all",
    membership: params.get("membership") ?? "",
  };
}

/** Searches only visible values: masked values are not in the list. */
export function filterSubscriptions(
  all: readonly Subscription[],
  { q, status, membership }: SubscriptionFilters,
): readonly Subscription[] {
  const term = q.trim().toLowerCase();
  const digits = /^[\d\s()+.-]+$/.test(term) ? term.replace(/\D/g, "") : "";
  return all.filter(
    (one) =>
      (status === "all" || one.status === status) &&
      (membership === "" || one.membershipId === membership) &&
      (term === "" ||
        [one.contactName, one.contactEmail ?? "", one.membershipName].some((text) =>
          text.toLowerCase().includes(term),
        ) ||
        (digits !== "" && one.contactPhone.replace(/\D/g, "").includes(digits))),
  );
}
