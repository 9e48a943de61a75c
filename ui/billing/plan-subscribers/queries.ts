import { planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { readPages } from "#ui/shell/data/read.ts";

export function subscribersQuery(api: Api) {
  return readPages(api, planSubscribers.list, (before) => ({ query: { before } }), byId());
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(subscribersQuery(api));
}
