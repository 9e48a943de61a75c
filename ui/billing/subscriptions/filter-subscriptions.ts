import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { matchesSearch } from "#ui/shell/format/matches-search.ts";

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

export function filterSubscriptions(
  all: readonly Subscription[],
  { q, status, membership }: SubscriptionFilters,
): readonly Subscription[] {
  return all.filter(
    (one) =>
      (status === "all" || one.status === status) &&
      (membership === "" || one.membershipId === membership) &&
      matchesSearch(
        q,
        [one.contactName, one.contactEmail ?? "", one.membershipName],
        one.contactPhone,
      ),
  );
}
