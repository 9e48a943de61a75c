import { planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { MAX_PAGE_SIZE } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { nextOf } from "#ui/shell/data/all-pages.ts";
import { readPages } from "#ui/shell/data/read.ts";

export function subscribersQuery(api: Api) {
  return readPages(api, planSubscribers.list, (cursor) => ({ query: { before: cursor } }), {
    first: undefined as number | undefined,
    next: nextOf(MAX_PAGE_SIZE),
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(subscribersQuery(api));
}
