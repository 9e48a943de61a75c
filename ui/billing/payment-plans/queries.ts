import { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { PAGE_SIZE_WITH_TEXTS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { readPages } from "#ui/shell/data/read.ts";

export function plansQuery(api: Api) {
  const pages = byId<string>(PAGE_SIZE_WITH_TEXTS);
  return readPages(api, paymentPlans.list, (before) => ({ query: { before } }), pages);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(plansQuery(api));
}
