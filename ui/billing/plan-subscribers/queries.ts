import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { MAX_PAGE_SIZE } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { readPages } from "#ui/shell/data/read.ts";

/** Past-due plans first. */
export function subscribersQuery(api: Api) {
  return readPages(
    api,
    planSubscribers.list,
    (last) => ({
      query: { first: "past_due" as const, before: last?.id, beforeStatus: last?.status },
    }),
    {
      first: undefined as Pick<PlanSubscriber, "id" | "status"> | undefined,
      next: (page) => (page.length === MAX_PAGE_SIZE ? page.at(-1) : undefined),
    },
  );
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(subscribersQuery(api));
}
