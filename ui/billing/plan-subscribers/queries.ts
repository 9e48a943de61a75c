import { infiniteQueryOptions } from "@tanstack/react-query";
import { planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { MOST_ON_A_PAGE } from "#src/shared/constants.ts";
import type { Prefetcher, Api } from "#ui/api.ts";
import { nextOf } from "#ui/shell/data/all-pages.ts";

export function subscribersQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ["plan-subscriptions"],
    queryFn: ({ pageParam }) => api(planSubscribers.list, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: nextOf(MOST_ON_A_PAGE),
    meta: { alsoReads: ["plans", "contacts"] },
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(subscribersQuery(api));
}
