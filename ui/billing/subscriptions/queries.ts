import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { subscriptions } from "#src/billing/subscriptions/contract.ts";
import { MOST_ON_A_PAGE } from "#src/shared/constants.ts";
import type { Api, Call } from "#ui/api.ts";
import { nextOf } from "#ui/shell/data/all-pages.ts";

export function subscriptionsQuery(call: Call) {
  return infiniteQueryOptions({
    queryKey: ["subscriptions"],
    queryFn: ({ pageParam }) => call(subscriptions.list, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: nextOf(MOST_ON_A_PAGE),
    meta: { alsoReads: ["memberships", "contacts"] },
  });
}

export function usageQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["subscriptions", "usage", id],
    queryFn: () => call(subscriptions.usage, { params: { id } }),
  });
}

export function paymentsQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["subscriptions", "payments", id],
    queryFn: () => call(subscriptions.payments, { params: { id } }),
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchInfiniteQuery(subscriptionsQuery(call));
}
