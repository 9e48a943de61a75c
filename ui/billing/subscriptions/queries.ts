import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { subscriptions } from "#src/billing/subscriptions/contract.ts";
import { MOST_ON_A_PAGE } from "#src/shared/constants.ts";
import type { Prefetcher, Api } from "#ui/api.ts";
import { nextOf } from "#ui/shell/data/all-pages.ts";

export function subscriptionsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ["subscriptions"],
    queryFn: ({ pageParam }) => api(subscriptions.list, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: nextOf(MOST_ON_A_PAGE),
    meta: { alsoReads: ["memberships", "contacts"] },
  });
}

export function usageQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ["subscriptions", "usage", id],
    queryFn: () => api(subscriptions.usage, { params: { id } }),
  });
}

export function paymentsQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ["subscriptions", "payments", id],
    queryFn: () => api(subscriptions.payments, { params: { id } }),
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(subscriptionsQuery(api));
}
